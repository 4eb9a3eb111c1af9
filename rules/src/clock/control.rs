//! Time controls, and which of them are valid.

/// The time control of one side.
///
/// Each part is in milliseconds. A part of 0 is absent; a side without any part is untimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// Time for the whole game (局时).
    pub game_ms: u32,
    /// Limit for each single move (步时).
    pub move_ms: u32,
    /// Added to the game time after each move.
    pub increment_ms: u32,
    /// Time for each move once the game time is used up (读秒).
    pub read_ms: u32,
}

/// Why a [`TimeControl`] is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InvalidTimeControl {
    /// It has an increment but no game time.
    #[error("an increment needs a game time")]
    IncrementWithoutGameTime,
    /// It has read-seconds but no game time.
    #[error("read-seconds need a game time")]
    ReadSecondsWithoutGameTime,
    /// A part is longer than [`TimeControl::MAX_MS`].
    #[error("a time is longer than a day")]
    TooLong,
    /// A part other than 0 is shorter than [`TimeControl::MIN_MS`].
    #[error("a time is shorter than a second")]
    TooShort,
}

impl TimeControl {
    /// No time limits.
    pub const UNTIMED: Self = Self { game_ms: 0, move_ms: 0, increment_ms: 0, read_ms: 0 };
    /// The maximum of any part: a day.
    pub const MAX_MS: u32 = 24 * 60 * 60 * 1000;
    /// The minimum of any part other than 0: a second.
    pub const MIN_MS: u32 = 1000;

    /// Whether the side has no time limit.
    #[must_use]
    pub const fn is_untimed(self) -> bool {
        self.game_ms == 0 && self.move_ms == 0
    }

    /// Checks that the parts are in range and consistent.
    ///
    /// # Errors
    /// The first [`InvalidTimeControl`] that applies.
    ///
    /// ```
    /// use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
    /// let lone_increment = TimeControl { increment_ms: 3000, ..TimeControl::UNTIMED };
    /// assert_eq!(lone_increment.validate(), Err(InvalidTimeControl::IncrementWithoutGameTime));
    /// ```
    pub fn validate(self) -> Result<(), InvalidTimeControl> {
        let parts = [self.game_ms, self.move_ms, self.increment_ms, self.read_ms];
        if parts.iter().any(|&ms| ms > Self::MAX_MS) {
            return Err(InvalidTimeControl::TooLong);
        }
        if parts.iter().any(|&ms| ms > 0 && ms < Self::MIN_MS) {
            return Err(InvalidTimeControl::TooShort);
        }
        if self.game_ms == 0 && self.increment_ms > 0 {
            return Err(InvalidTimeControl::IncrementWithoutGameTime);
        }
        if self.game_ms == 0 && self.read_ms > 0 {
            return Err(InvalidTimeControl::ReadSecondsWithoutGameTime);
        }
        Ok(())
    }
}
