//! A game whose end changes ratings.

use crate::journal::Journal;
use chuhe_protocol::{Event, GameId, PlayerId, RatedEnd, RatingClass, Seq, Uncounted};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

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

/// Whether the journal of a game says that it changed ratings when it ended.
pub(crate) fn has_changed_ratings(journal: &Journal, is_rated: bool) -> bool {
    matches!(rated_end(journal, is_rated), Some((_, RatedEnd::Changed(_))))
}

/// How a game changed ratings when it ended, with the number of the event that says so.
pub(crate) fn rated_end(journal: &Journal, is_rated: bool) -> Option<(Seq, RatedEnd)> {
    let entries = journal.entries(0);
    let ends = entries.iter().enumerate().rev().take_while(|_| is_rated);
    let mut ends = ends.filter_map(|(n, entry)| match entry.event.public() {
        Some(Event::Rated(end)) => Some((Seq::try_from(n).ok()?, *end)),
        _ => None,
    });
    ends.next()
}
