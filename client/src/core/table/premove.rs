//! Premoves: a move chosen during the opponent's turn, which is sent as soon as it is legal.

use super::input::Moment;
use super::model::Table;
use super::reach::reach;
use crate::core::notice::Notice;
use crate::core::outbox::Outbox;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, Piece, Square};

impl Table {
    /// Whether the user may choose a premove now.
    pub(super) fn may_premove(&self, moment: Moment) -> bool {
        moment.premoves
            && self.game.play.xiangqi().is_some()
            && self.permits(moment.now, moment.online).play().is_ok()
            && self.turn().is_some()
            && !self.is_my_turn()
    }

    /// Stores a premove. Returns whether the piece can make the move in some position.
    pub(super) fn set_premove(&mut self, mv: GameMove, out: &mut Outbox) -> bool {
        self.selection.clear();
        let possible = match mv {
            GameMove::Xiangqi(mv) => {
                self.premove_piece(mv.from).is_some_and(|it| reach(it, mv.from).contains(mv.to))
            }
            GameMove::Luzhanqi(_) => false,
        };
        if possible {
            self.premove = Some(mv);
        } else {
            out.notice(Notice::Illegal(IllegalPlay::Xiangqi(IllegalMove::NotItsMove)));
        }
        possible
    }

    /// The user's piece on this square, with the pending move played.
    fn premove_piece(&self, square: Square) -> Option<Piece> {
        let pending = self.pending.map(|pending| pending.mv);
        let own = |piece: &Piece| Some(piece.color) == self.seat();
        let game = self.game.play.xiangqi()?;
        let mut position = game.position().clone();
        if let Some(GameMove::Xiangqi(mv)) = pending {
            position.play(mv).ok()?;
        }
        position.piece_at(square).filter(own)
    }

    /// Sends the premove once it is the user's turn, if the opponent's move made it legal.
    pub(super) fn play_premove(&mut self, now: Timestamp, out: &mut Outbox) {
        if !self.is_my_turn() {
            return;
        }
        let Some(mv) = self.premove.take() else { return };
        if self.game.play.validate(self.me(), mv).is_ok() {
            let context = self.context();
            self.game.play.show_own_move(mv, None, &context, now);
            self.selection.clear();
            self.send_move(mv, out);
        }
    }

    /// The move that is sent as soon as it is legal.
    #[must_use]
    pub const fn premove(&self) -> Option<GameMove> {
        self.premove
    }
}
