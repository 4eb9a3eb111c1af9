//! A leaderboard that is sent again for a while.

use chuhe_protocol::{Place, PlayerId};
use chuhe_rules::clock::Timestamp;

/// A leaderboard as it was lately.
#[derive(Debug)]
pub(super) struct Board {
    /// When it was made.
    pub(super) made_at: Timestamp,
    /// How many players have played a rated game of the class lately.
    pub(super) active: usize,
    /// The players in their order: those who are listed, by their ratings, before the others.
    pub(super) rows: Vec<BoardRow>,
}

/// A player as they were when the board was made, so that its places and ratings agree.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardRow {
    pub(super) player: PlayerId,
    pub(super) rating: u16,
    pub(super) games: u32,
    pub(super) place: Place,
}
