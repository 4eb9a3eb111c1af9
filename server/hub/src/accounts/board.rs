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
    /// The players in their order.
    pub(super) rows: Vec<(PlayerId, Place)>,
}
