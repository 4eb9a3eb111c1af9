//! Moves that the user types in a review.

use super::state::Review;
use crate::choices::notation_choice::NotationChoice;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::table::move_reader;
use crate::table::typed_move::{MoveTyping, luzhanqi_names, xiangqi_names};
use chuhe_records::notation::NotationError;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl MoveTyping for Review {
    fn typed(&self) -> &str {
        &self.typed
    }

    fn may_type(&self) -> bool {
        self.shown.replay().side_to_move().is_some()
    }

    fn is_users_turn(&self) -> bool {
        true
    }

    fn is_luzhanqi(&self) -> bool {
        self.shown.replay().luzhanqi().is_some()
    }

    fn is_legal(&self, notation: NotationChoice) -> bool {
        self.read_move(notation).is_ok()
    }

    fn candidates(&self, notation: NotationChoice) -> Vec<String> {
        if let Some(position) = self.shown.replay().xiangqi() {
            return xiangqi_names(position, &self.typed, notation);
        }
        let Some(view) = self.shown.view_of_mover() else { return Vec::new() };
        luzhanqi_names(view.board(), view.legal_moves(), &self.typed)
    }
}

impl Review {
    /// Plays the typed move, or says why it is not a legal move.
    pub fn play_typed(&mut self, notation: NotationChoice, now: Timestamp, out: &mut Outbox) {
        match self.read_move(notation) {
            Ok(mv) => {
                self.typed.clear();
                self.try_to_play(mv, None, now, out);
                self.check_attempt();
            }
            Err(why) => out.notice(why),
        }
    }

    /// Reads the typed move of the side to move, in any notation, first in the user's.
    fn read_move(&self, notation: NotationChoice) -> Result<GameMove, Notice> {
        if let Some(position) = self.shown.replay().xiangqi() {
            return move_reader::xiangqi(position, &self.typed, notation).map(GameMove::Xiangqi);
        }
        let malformed = Notice::Notation(NotationError::Malformed);
        let view = self.shown.view_of_mover().ok_or(malformed)?;
        move_reader::luzhanqi(&view, &self.typed).map(GameMove::Luzhanqi)
    }
}
