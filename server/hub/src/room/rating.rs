//! A finished rated game, and what it has changed.

use super::Room;
use crate::rated_game::{ToRate, rated_end};
use crate::rated_log::Correction;
use chuhe_protocol::{Event, RatedEnd, RatingClass, Seq, TableMessage, Uncounted};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Outcome, PerColor};

/// A game that ends sooner counts for nothing, in half-moves.
const COUNTED_PLIES: u16 = 4;

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

/// Sets what an operator has made of a game since; with `None` it counts as it was played.
pub(crate) fn correct(room: &mut Room, correction: Option<Box<Correction>>) {
    room.correction = correction;
}

/// Returns how a game counts now, if it is rated and over.
pub(crate) fn corrected(room: &Room) -> Option<TableMessage> {
    rated_end(&room.journal, room.state.is_rated).map(|(_, played)| counting(room, played))
}

/// Returns how a game counts now, for whom has its events before number `first`: `None` if these and the events after them
/// say it.
pub(crate) fn corrected_since(room: &Room, first: Seq) -> Option<TableMessage> {
    let (n, played) = rated_end(&room.journal, room.state.is_rated)?;
    (room.correction.is_some() || first > n).then(|| counting(room, played))
}

fn counting(room: &Room, played: RatedEnd) -> TableMessage {
    let correction = room.correction.as_deref();
    TableMessage::Corrected {
        rated: correction.map_or(played, Correction::rated_end),
        correction: correction.map(|it| Box::new(it.shown())),
    }
}
