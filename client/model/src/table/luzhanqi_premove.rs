//! Where a piece of luzhanqi can ever go, for premoves. It uses only what the user sees.

use super::contract::BoardContext;
use super::luzhanqi::LuzhanqiPlay;
use crate::notices::notice::Notice;
use chuhe_rules::GameMove;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{IllegalMove, Move, Piece, PieceView, Station};

/// The notice of this broken rule.
const fn illegal(rule: IllegalMove) -> Notice {
    Notice::Illegal(IllegalPlay::Luzhanqi(rule))
}

impl LuzhanqiPlay {
    /// Checks whether the user's piece can make this move in some position.
    pub(super) fn validate_premove(&self, mv: Move, context: &BoardContext) -> Result<(), Notice> {
        let piece = self.premove_piece(mv.from, context)?;
        self.history().view().board().validate_alone(piece, mv).map_err(illegal)
    }

    /// The stations to which the user's piece on `from` may be premoved by a click.
    pub(super) fn premove_targets(&self, from: Station, context: &BoardContext) -> Vec<Station> {
        let Ok(piece) = self.premove_piece(from, context) else { return Vec::new() };
        let board = self.history().view().board();
        let free = |to: &Station| self.color_at(*to, context) != Some(piece.color);
        let reaches = |to: &Station| board.validate_alone(piece, Move::new(from, *to)).is_ok();
        board.board().stations().filter(|to| context.open && free(to) && reaches(to)).collect()
    }

    /// The user's piece on this station after the pending move.
    ///
    /// An attacker whose battle is undecided cannot be premoved: it may fall.
    fn premove_piece(&self, station: Station, context: &BoardContext) -> Result<Piece, Notice> {
        let attacks = |mv: Move| mv.from == station && self.shown_token(mv.to, context).is_some();
        match (self.shown_token(station, context), context.pending) {
            (Some(_), Some(GameMove::Luzhanqi(mv))) if attacks(mv) => Err(Notice::BattleUndecided),
            (Some(PieceView::Known(piece)), _) if Some(piece.color) == context.viewpoint.seat() => Ok(piece),
            (Some(_), _) => Err(illegal(IllegalMove::NotYourPiece)),
            (None, _) => Err(illegal(IllegalMove::NoPiece)),
        }
    }
}
