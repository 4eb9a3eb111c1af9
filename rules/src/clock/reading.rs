//! What the clocks show at one time.

use crate::{Color, PerColor};

/// The reading of one side's clock; absent parts are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SideReading {
    /// Milliseconds left of the game time.
    pub game_ms: Option<u64>,
    /// Milliseconds left of the read-seconds; full until the game time is 0.
    pub read_ms: Option<u64>,
    /// Milliseconds left for this move; full while it is not the side's turn.
    pub move_ms: Option<u64>,
}

impl SideReading {
    /// Milliseconds until the flag of the side falls on its turn; `None` if it is untimed.
    #[must_use]
    pub fn flag_in_ms(self) -> Option<u64> {
        // saturating, because a reading from the network may hold any number
        let game = self.game_ms.map(|game| game.saturating_add(self.read_ms.unwrap_or(0)));
        [game, self.move_ms].into_iter().flatten().min()
    }

    fn after(self, elapsed_ms: u64) -> Self {
        let game_ms = self.game_ms.map(|left| left.saturating_sub(elapsed_ms));
        let overrun = self.game_ms.map_or(0, |left| elapsed_ms.saturating_sub(left));
        Self {
            game_ms,
            read_ms: self.read_ms.map(|left| left.saturating_sub(overrun)),
            move_ms: self.move_ms.map(|left| left.saturating_sub(elapsed_ms)),
        }
    }
}

/// The reading of both clocks at one time, as sent to clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClockReading {
    /// Each side's clock.
    pub sides: PerColor<SideReading>,
    /// The side whose clock runs, if one does.
    pub running: Option<Color>,
}

impl ClockReading {
    /// Returns the reading `elapsed_ms` later without a move.
    ///
    /// Clients use it to count down between two readings.
    #[must_use]
    pub fn after(mut self, elapsed_ms: u64) -> Self {
        if let Some(color) = self.running {
            self.sides[color] = self.sides[color].after(elapsed_ms);
        }
        self
    }
}
