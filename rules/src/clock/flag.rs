//! The flags that fall.

use super::Timestamp;
use crate::Color;

/// Which timer of a side ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timer {
    /// The game time, or the read-seconds that follow it.
    Game,
    /// The limit for one move.
    Move,
}

/// The flag that falls next unless the side to move plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flag {
    /// Whose flag.
    pub color: Color,
    /// Which of the side's timers.
    pub timer: Timer,
    /// The earliest time at which a move is too late.
    pub at: Timestamp,
}
