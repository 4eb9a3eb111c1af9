//! What ends a search.

use chuhe_rules::xiangqi::Move;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a search ends by itself. Without any limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of plies to search.
    pub depth: Option<u8>,
    /// The number of positions to visit, over all threads.
    pub nodes: Option<u64>,
    /// End as soon as a mate in this many moves is found.
    pub mate: Option<u8>,
    /// The time to use.
    pub time: Option<TimeLimit>,
    /// The moves to search; all legal ones if empty. Illegal ones are ignored.
    pub moves: Vec<Move>,
}

/// The time of a search, measured by [`Control::elapsed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// Exactly this time for the move.
    PerMove(Duration),
    /// A share of the time on the player's clock.
    Clock {
        /// The time left.
        left: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The number of moves until more time is added; `None` for the rest of the game.
        moves_to_go: Option<u16>,
    },
}

/// The connection of a running search to its caller.
pub struct Control<'a> {
    /// Set by the caller to end the search.
    pub stop: &'a AtomicBool,
    /// The time since the search began, as the caller measures it.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// True while the search ponders: then time does not end it.
    pub ponder: Option<&'a AtomicBool>,
}

impl Control<'_> {
    /// Whether the opponent is still to play the expected move.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.ponder.is_some_and(|ponder| ponder.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", self.stop)
            .field("ponder", &self.ponder)
            .finish_non_exhaustive()
    }
}
