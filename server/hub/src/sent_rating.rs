//! Ratings as they are sent to clients: rounded, and in the types of the protocol.

use chuhe_protocol::RatingChange;
use chuhe_ratings::{Change, Standing};

/// A change as it is sent.
pub(crate) fn change(change: Change) -> RatingChange {
    let Change { before, after, games_missing } = change;
    RatingChange { before: sent(before), after: sent(after), games_missing: few(games_missing) }
}

/// The rating of a standing as it is sent.
pub(crate) fn shown(standing: &Standing) -> u16 {
    sent(standing.shown())
}

/// A rating as it is sent; it is at most [`RATINGS`](chuhe_ratings::RATINGS).
fn sent(rating: i32) -> u16 {
    u16::try_from(rating).unwrap_or_default()
}

/// A number of games that are missing as it is sent; it is 10 at most.
pub(crate) fn few(games: u32) -> u8 {
    u8::try_from(games).unwrap_or(u8::MAX)
}
