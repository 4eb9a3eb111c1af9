//! The log of rated games, from which the standings can be computed anew.

use chuhe_protocol::RatingClass;
use chuhe_ratings::RatedGame;
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
