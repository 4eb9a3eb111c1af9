//! The log of rated games, from which the standings can be computed anew, and the correction of one.

use chuhe_protocol::RatingClass;
use chuhe_ratings::{RatedGame, Standings};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// A rated game in the log.
///
/// The log is kept apart from the journals, so that it outlives games that are pruned, and is read quickly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedGame {
    /// The game, as it was played.
    pub game: RatedGame<RatingClass>,
    /// What an operator has made of it; `None` if it counts as it was played.
    pub correction: Option<Correction>,
}

impl LoggedGame {
    /// Returns the game as it counts; `None` if it is annulled.
    #[must_use]
    pub fn counted(&self) -> Option<RatedGame<RatingClass>> {
        match self.correction.as_ref().map(|correction| correction.counts_as) {
            None => Some(self.game),
            Some(CountsAs::Nothing) => None,
            Some(CountsAs::Result(winner)) => Some(RatedGame { winner, ..self.game }),
        }
    }
}

/// How a game counts by an operator's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountsAs {
    /// For nothing.
    Nothing,
    /// With this winner, or as a draw.
    Result(Option<Color>),
}

/// An operator's word on how a game counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// When the operator said it.
    pub at: Timestamp,
    /// The operator's reason; may be empty.
    pub reason: String,
    /// How the game counts.
    pub counts_as: CountsAs,
}

/// A game of the log as it is after a correction, and the standings that follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedCorrection {
    /// The game, with its correction, or without the one it had.
    pub game: LoggedGame,
    /// How often its row was written before.
    pub revision: u32,
    /// How many games the hub had rated when the log was read; see [`Operators::rated_games`].
    ///
    /// [`Operators::rated_games`]: crate::Operators::rated_games
    pub rated_games: u64,
    /// The standings of all players.
    pub standings: Standings<RatingClass>,
}
