//! How fast a game is played.

use super::TimeControl;

/// How fast a game is played, by how long one side can be expected to think.
///
/// The thinking time assumes a game of [`MOVES`](Speed::MOVES) moves a side. The limits of 8 and 25 minutes are those at
/// which lichess's blitz and rapid chess end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Speed {
    /// Less than 8 minutes a side.
    Fast,
    /// Less than 25 minutes a side.
    Normal,
    /// Less than 8 hours a side: what a sitting can hold.
    Slow,
    /// Anything longer, and games without a clock.
    Correspondence,
}

impl Speed {
    /// All classes, the fastest first.
    pub const ALL: [Self; 4] = [Self::Fast, Self::Normal, Self::Slow, Self::Correspondence];
    /// The moves of one side in a game of usual length.
    pub const MOVES: u64 = 40;
    /// How many of these are made in read-seconds, if the time control has them: the half.
    pub const READ_MOVES: u64 = Self::MOVES / 2;

    const FAST_BELOW_MS: u64 = 8 * 60_000;
    const NORMAL_BELOW_MS: u64 = 25 * 60_000;
    const SLOW_BELOW_MS: u64 = 8 * 60 * 60_000;

    /// Returns the class of one side's time control.
    ///
    /// ```
    /// use chuhe_rules::clock::{Speed, TimeControl};
    /// let control = TimeControl { game_ms: 600_000, increment_ms: 5_000, ..TimeControl::UNTIMED };
    /// assert_eq!(Speed::of(control), Speed::Normal);
    /// ```
    #[must_use]
    pub fn of(control: TimeControl) -> Self {
        match Self::expected_ms(control) {
            None => Self::Correspondence,
            Some(ms) if ms < Self::FAST_BELOW_MS => Self::Fast,
            Some(ms) if ms < Self::NORMAL_BELOW_MS => Self::Normal,
            Some(ms) if ms < Self::SLOW_BELOW_MS => Self::Slow,
            Some(_) => Self::Correspondence,
        }
    }

    /// Returns how long a side may think in a game of usual length, in milliseconds; `None` without a clock.
    ///
    /// Game time, increments and read-seconds add up. A limit for each move allows as many times its length, and the
    /// smaller of both counts.
    #[must_use]
    pub fn expected_ms(control: TimeControl) -> Option<u64> {
        let [game, increment, read, each] =
            [control.game_ms, control.increment_ms, control.read_ms, control.move_ms].map(u64::from);
        let budget = (game > 0).then(|| game + Self::MOVES * increment + Self::READ_MOVES * read);
        let by_moves = (each > 0).then(|| Self::MOVES * each);
        budget.into_iter().chain(by_moves).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minutes of game time, then seconds of increment, read-seconds and limit for each move.
    fn control([minutes, increment, read, each]: [u32; 4]) -> TimeControl {
        TimeControl {
            game_ms: minutes * 60_000,
            increment_ms: increment * 1000,
            read_ms: read * 1000,
            move_ms: each * 1000,
        }
    }

    #[test]
    fn time_controls_have_the_class_of_their_expected_length() {
        let day = 24 * 60 * 60;
        for (parts, speed) in [
            // the common time controls of the client
            ([5, 3, 0, 0], Speed::Fast),
            ([15, 0, 0, 60], Speed::Normal),
            ([30, 0, 30, 0], Speed::Slow),
            ([60, 0, 60, 0], Speed::Slow),
            ([0, 0, 0, 30], Speed::Normal),
            ([0, 0, 0, 0], Speed::Correspondence),
            // on both sides of the limits
            ([7, 1, 0, 0], Speed::Fast),
            ([8, 0, 0, 0], Speed::Normal),
            ([24, 1, 0, 0], Speed::Normal),
            ([25, 0, 0, 0], Speed::Slow),
            ([10, 0, 30, 0], Speed::Normal),
            ([479, 0, 0, 0], Speed::Slow),
            ([480, 0, 0, 0], Speed::Correspondence),
            // a limit for each move bounds a long game time
            ([60, 0, 0, 10], Speed::Fast),
            ([1440, 0, 0, day], Speed::Correspondence),
            ([0, 0, 0, day], Speed::Correspondence),
        ] {
            assert_eq!(Speed::of(control(parts)), speed, "{parts:?}");
        }
    }

    #[test]
    fn the_longest_parts_do_not_overflow() {
        let most =
            TimeControl { game_ms: u32::MAX, move_ms: u32::MAX, increment_ms: u32::MAX, read_ms: u32::MAX };
        assert_eq!(Speed::of(most), Speed::Correspondence);
    }
}
