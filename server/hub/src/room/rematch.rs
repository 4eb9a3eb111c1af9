//! The rematch of a game, and the score of the match that it continues.

use super::state::State;
use super::{Opening, Room};
use chuhe_protocol::{EarlierGames, GameId};
use chuhe_rules::{Outcome, PerColor};

impl Room {
    /// Returns the opening of a rematch: the same players, terms and times with swapped colours.
    pub(crate) fn rematch(&self, id: GameId, first_move_ms: u32) -> Opening {
        let State { seats, terms, challenger, .. } = &self.state;
        Opening {
            id,
            challenger: seats[*challenger].clone(),
            challenger_color: challenger.opponent(),
            opponent: seats[challenger.opponent()].clone(),
            terms: terms.rematch(),
            rematch_of: Some(games_so_far(self)),
            first_move_ms,
        }
    }
}

/// Returns the games of the match with this one, by the sides of its rematch.
fn games_so_far(room: &Room) -> EarlierGames {
    let EarlierGames { last: _, mut won, mut drawn } =
        room.state.rematch_of.unwrap_or(EarlierGames::unknown(room.id));
    match room.ended() {
        Some((Outcome::Won { winner, .. }, _)) => won[winner] = won[winner].saturating_add(1),
        Some((Outcome::Drawn(_), _)) => drawn = drawn.saturating_add(1),
        Some((Outcome::Aborted(_), _)) | None => {}
    }
    EarlierGames { last: room.id, won: PerColor::new(won.black, won.red), drawn }
}
