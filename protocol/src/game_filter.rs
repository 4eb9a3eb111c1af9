//! The filter of a search among finished games.

use crate::GameKind;
use chuhe_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

/// What a finished game must match to be found. The default matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameFilter {
    /// A part of the opponent's name, in any spelling that looks like it; empty for any opponent.
    ///
    /// At most [`crate::limits::NAME_BYTES`].
    pub opponent: String,
    /// The result from the player's view.
    pub result: Option<PlayerResult>,
    /// The game played.
    pub kind: Option<GameKind>,
    /// The game ended at this time or later, in milliseconds since the Unix epoch.
    pub ended_from_ms: Option<u64>,
    /// The game ended before this time, exclusive, in milliseconds since the Unix epoch.
    pub ended_before_ms: Option<u64>,
    /// A position that a game of xiangqi passed through, as FEN.
    ///
    /// Its counters do not matter. Only the first [`crate::limits::SEARCH_PLIES`] plies count, among the
    /// first [`crate::limits::SEARCH_EVENTS`] events.
    pub position: Option<String>,
}

/// The result of a game from the view of one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlayerResult {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// The game was drawn.
    Drawn,
    /// The game ended without a result.
    Aborted,
}

impl PlayerResult {
    /// Returns the result of `outcome` for the player of `color`.
    #[must_use]
    pub fn of(outcome: Outcome, color: Color) -> Self {
        match outcome {
            Outcome::Won { winner, .. } if winner == color => Self::Won,
            Outcome::Won { .. } => Self::Lost,
            Outcome::Drawn(_) => Self::Drawn,
            Outcome::Aborted(_) => Self::Aborted,
        }
    }
}

/// The reason why a filter is invalid. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidFilter {
    /// The part of a name is longer than [`crate::limits::NAME_BYTES`].
    #[error("the part of a name is too long")]
    OpponentTooLong,
    /// The position is not a legal one, or its text is longer than
    /// [`crate::limits::START_POSITION_BYTES`].
    #[error("the position is not a legal position")]
    Position,
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::{AbortReason, DrawReason, WinReason};

    #[test]
    fn a_win_of_one_player_is_a_loss_of_the_other() {
        let results = |outcome| Color::ALL.map(|color| PlayerResult::of(outcome, color));
        let won_by = |winner| Outcome::won(winner, WinReason::Checkmate);
        assert_eq!(results(won_by(Color::Red)), [PlayerResult::Won, PlayerResult::Lost]);
        assert_eq!(results(won_by(Color::Black)), [PlayerResult::Lost, PlayerResult::Won]);
        assert_eq!(results(Outcome::Drawn(DrawReason::Agreement)), [PlayerResult::Drawn; 2]);
        assert_eq!(results(Outcome::Aborted(AbortReason::ServerShutdown)), [PlayerResult::Aborted; 2]);
    }
}
