//! The log of rated games, from which the standings can be computed anew, and the correction of one.

use super::sent_rating::change;
use chuhe_protocol::{CountsAs, GameCorrection, RatedEnd, RatingChange, RatingClass, Uncounted};
use chuhe_ratings::{Change, RatedGame, Standings};
use chuhe_rules::PerColor;
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
            Some(CountsAs::Won(winner)) => Some(RatedGame { winner: Some(winner), ..self.game }),
            Some(CountsAs::Drawn) => Some(RatedGame { winner: None, ..self.game }),
        }
    }
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
    /// How the game changes the ratings of its players with this result, as of the correction. `None` if it counts for nothing.
    pub changes: Option<PerColor<RatingChange>>,
}

impl Correction {
    /// Returns the correction, with how the game changes ratings.
    #[must_use]
    pub fn with_changes(self, changes: Option<PerColor<Change>>) -> Self {
        Self { changes: changes.map(|changes| changes.map(change)), ..self }
    }

    /// Returns what players see in place of how the game changed ratings when it ended.
    #[must_use]
    pub fn rated_end(&self) -> RatedEnd {
        if self.counts_as == CountsAs::Nothing {
            return RatedEnd::Uncounted(Uncounted::Annulled);
        }
        // the only other reason for which a game of the log counts for nothing
        self.changes.map_or(RatedEnd::Uncounted(Uncounted::SamePair), RatedEnd::Changed)
    }

    /// Returns the correction as players see it.
    #[must_use]
    pub fn shown(&self) -> GameCorrection {
        GameCorrection { counts_as: self.counts_as, reason: self.reason.clone() }
    }
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
