//! A finished rated game, and what it has changed.

use super::Room;
use crate::rated_log::Correction;
use chuhe_protocol::{Event, GameId, PlayerId, RatedEnd, RatingClass, Seq, TableMessage, Uncounted};
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

/// Sets what an operator has made of a game since; with `None` it counts as it was played.
pub(crate) fn correct(room: &mut Room, correction: Option<Box<Correction>>) {
    room.correction = correction;
}

/// Returns how a game counts now, if it is rated and over.
pub(crate) fn corrected(room: &Room) -> Option<TableMessage> {
    rated_end(room).map(|(_, played)| counting(room, played))
}

/// Returns how a game counts now, for whom has its events before number `first`: `None` if these and the events after them
/// say it.
pub(crate) fn corrected_since(room: &Room, first: Seq) -> Option<TableMessage> {
    let (n, played) = rated_end(room)?;
    (room.correction.is_some() || first > n).then(|| counting(room, played))
}

fn counting(room: &Room, played: RatedEnd) -> TableMessage {
    let correction = room.correction.as_deref();
    TableMessage::Corrected {
        rated: correction.map_or(played, Correction::rated_end),
        correction: correction.map(|it| Box::new(it.shown())),
    }
}

/// Whether the journal of a game says that it changed ratings when it ended.
pub(super) fn has_changed_ratings(room: &Room) -> bool {
    matches!(rated_end(room), Some((_, RatedEnd::Changed(_))))
}

/// How a game changed ratings when it ended, with the number of the event that says so.
fn rated_end(room: &Room) -> Option<(Seq, RatedEnd)> {
    let entries = room.journal.entries(0);
    let ends = entries.iter().enumerate().rev().take_while(|_| room.state.is_rated);
    let mut ends = ends.filter_map(|(n, entry)| match entry.event.public() {
        Some(Event::Rated(end)) => Some((Seq::try_from(n).ok()?, *end)),
        _ => None,
    });
    ends.next()
}
