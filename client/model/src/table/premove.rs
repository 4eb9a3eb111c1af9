//! Premoves: a move chosen during the opponent's turn, which is sent as soon as it is legal.

use super::input::Moment;
use super::model::Table;
use crate::notices::outbox::Outbox;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl Table {
    /// Whether the user may choose a premove now.
    pub(super) fn may_premove(&self, moment: Moment) -> bool {
        moment.premoves
            && self.permits(moment.now, moment.online).play().is_ok()
            && self.turn().is_some()
            && !self.is_my_turn()
    }

    /// Stores a premove. Returns whether the piece can make the move in some position.
    pub(super) fn set_premove(&mut self, mv: GameMove, out: &mut Outbox) -> bool {
        self.interaction.selection.clear();
        match self.game.play.validate_premove(mv, &self.context()) {
            Ok(()) => {
                self.interaction.premove = Some(mv);
                true
            }
            Err(why) => {
                out.notice(why);
                false
            }
        }
    }

    /// Sends the premove once it is the user's turn, if the opponent's move made it legal.
    pub(super) fn play_premove(&mut self, now: Timestamp, out: &mut Outbox) {
        if !self.is_my_turn() {
            return;
        }
        let Some(mv) = self.interaction.premove.take() else { return };
        if self.game.play.validate(self.game.me(), mv).is_ok() {
            let context = self.context();
            self.game.play.show_own_move(mv, None, &context, now);
            self.interaction.selection.clear();
            self.send_move(mv, true, out);
        }
    }
}
