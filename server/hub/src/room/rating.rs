//! A finished rated game, and what it has changed.

use super::Room;
use chuhe_protocol::{Event, GameId, PlayerId, RatedEnd, RatingClass, Uncounted};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, Outcome, PerColor};

/// A game that ends sooner counts for nothing, in half-moves.
const COUNTED_PLIES: u16 = 4;

/// A rated game that is over, and whose ratings are not changed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToRate {
    pub(crate) game: GameId,
    pub(crate) players: PerColor<PlayerId>,
    pub(crate) class: RatingClass,
    pub(crate) ended_at: Timestamp,
    /// The winner, `None` after a draw; or why the game counts for nothing.
    pub(crate) winner: Result<Option<Color>, Uncounted>,
}

impl Room {
    /// Returns the game if it is rated, over, and not counted yet.
    pub(crate) fn to_rate(&self) -> Option<ToRate> {
        let (outcome, ended_at) = self.state.ended?;
        if !self.state.terms.rated || self.state.is_rated {
            return None;
        }
        let winner = match outcome {
            Outcome::Aborted(_) => Err(Uncounted::TooShort),
            _ if self.ply() < COUNTED_PLIES => Err(Uncounted::TooShort),
            Outcome::Won { winner, .. } => Ok(Some(winner)),
            Outcome::Drawn(_) => Ok(None),
        };
        let players = PerColor::from_fn(|color| self.player(color));
        Some(ToRate { game: self.id, players, class: RatingClass::of(self.terms()), ended_at, winner })
    }

    /// Records how the game has changed ratings.
    pub(crate) fn record_rated(&mut self, end: RatedEnd, now: Timestamp) {
        self.record_event(now, Event::Rated(end));
    }
}
