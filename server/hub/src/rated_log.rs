//! The log of rated games, from which the standings can be computed anew, and the annulment of one.

use chuhe_protocol::RatingClass;
use chuhe_ratings::{RatedGame, Standings};
use chuhe_rules::clock::Timestamp;

/// A rated game in the log.
///
/// The log is kept apart from the journals, so that it outlives games that are pruned, and is read quickly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedGame {
    /// The game.
    pub game: RatedGame<RatingClass>,
    /// Why it counts for nothing; `None` if it counts.
    pub annulled: Option<Annulled>,
}

/// An operator's word that a game counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annulled {
    /// When the operator said it.
    pub at: Timestamp,
    /// The operator's reason; may be empty.
    pub reason: String,
}

/// The log as it is after a game is annulled, and the standings that follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annulment {
    /// The game, with the reason.
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
