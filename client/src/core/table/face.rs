//! What a clock shows: from what is left to the digits, in no language.

use chuhe_rules::clock::{SideReading, Timestamp};

/// From here on what is left is shown distinctly, in milliseconds.
const LOW_MS: u64 = 10_000;

/// Which of a side's limits the large digits show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The game time.
    Game,
    /// The read-seconds.
    Read,
    /// The time for this move.
    Move,
    /// Nothing: the side is not timed.
    Untimed,
}

/// One side's clock as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Which limit the large digits show.
    pub shown: Shown,
    /// The large digits; empty if the side is not timed.
    pub digits: String,
    /// What is left for this move, in seconds, where the large digits show something else.
    pub move_s: Option<u64>,
    /// The read-seconds that follow, in seconds, while they have not begun.
    pub read_s: Option<u64>,
    /// Whether the clock runs.
    pub running: bool,
    /// Whether it runs and little is left.
    pub low: bool,
}

impl ClockFace {
    /// Shows this reading.
    #[must_use]
    pub fn of(side: SideReading, running: bool) -> Self {
        let in_read = side.game_ms == Some(0) && side.read_ms.is_some();
        let (shown, left) = match (side.game_ms, side.move_ms) {
            (Some(_), _) if in_read => (Shown::Read, side.read_ms),
            (Some(game), _) => (Shown::Game, Some(game)),
            (None, Some(step)) => (Shown::Move, Some(step)),
            (None, None) => (Shown::Untimed, None),
        };
        let low = running && side.flag_in_ms().is_some_and(|left| left <= LOW_MS);
        Self {
            shown,
            digits: left.map_or_else(String::new, |left| digits(left, running && left <= LOW_MS)),
            move_s: side.move_ms.filter(|_| shown != Shown::Move).map(|left| left.div_ceil(1000)),
            read_s: side.read_ms.filter(|_| !in_read).map(|left| left.div_ceil(1000)),
            running,
            low,
        }
    }
}

/// `left` as digits: rounded up to seconds, or down to tenths where these matter.
fn digits(left: u64, tenths: bool) -> String {
    if tenths {
        return format!("{}.{}", left / 1000, left % 1000 / 100);
    }
    let seconds = left.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// When the digits of a running clock change next.
#[must_use]
pub(crate) fn next_change(side: SideReading, now: Timestamp) -> Option<Timestamp> {
    // the read-seconds stand still until the game time is used up
    let large = match side.game_ms {
        Some(0) => side.read_ms,
        Some(left) => Some(left),
        None => side.move_ms,
    };
    let step = if large.is_some_and(|left| left <= LOW_MS) { 100 } else { 1000 };
    let parts = [large.map(|left| (left, step)), side.move_ms.map(|left| (left, 1000))];
    let next = parts.into_iter().flatten().filter(|&(left, _)| left > 0).map(|(left, step)| left % step + 1);
    Some(now.plus_ms(next.min()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(game_ms: Option<u64>, read_ms: Option<u64>, move_ms: Option<u64>) -> (Shown, String, bool) {
        let face = ClockFace::of(SideReading { game_ms, read_ms, move_ms }, true);
        (face.shown, face.digits, face.low)
    }

    #[test]
    fn digits_of_every_kind() {
        let text = |text: &str| text.to_owned();
        assert_eq!(face(Some(767_000), None, Some(60_000)), (Shown::Game, text("12:47"), false));
        assert_eq!(face(Some(766_001), None, None), (Shown::Game, text("12:47"), false));
        assert_eq!(face(Some(3_661_000), None, None), (Shown::Game, text("1:01:01"), false));
        assert_eq!(face(Some(9_420), None, None), (Shown::Game, text("9.4"), true));
        assert_eq!(face(Some(0), Some(28_000), None), (Shown::Read, text("0:28"), false));
        assert_eq!(face(None, None, Some(43_000)), (Shown::Move, text("0:43"), false));
        assert_eq!(face(None, None, None), (Shown::Untimed, text(""), false));
    }

    #[test]
    fn little_time_for_the_move_is_low_too() {
        assert_eq!(face(Some(767_000), None, Some(8_000)), (Shown::Game, "12:47".to_owned(), true));
        // the read-seconds will save it
        assert_eq!(face(Some(5_000), Some(30_000), None), (Shown::Game, "5.0".to_owned(), false));
    }

    #[test]
    fn a_resting_clock_shows_no_tenths() {
        let side = SideReading { game_ms: Some(9_400), ..SideReading::default() };
        let face = ClockFace::of(side, false);
        assert_eq!((face.digits.as_str(), face.low), ("0:10", false));
    }

    #[test]
    fn digits_change_with_the_second_and_late_with_the_tenth() {
        let now = Timestamp::from_ms(1_000);
        let side = |game_ms| SideReading { game_ms: Some(game_ms), ..SideReading::default() };
        assert_eq!(next_change(side(30_250), now), Some(Timestamp::from_ms(1_251)));
        assert_eq!(next_change(side(5_250), now), Some(Timestamp::from_ms(1_051)));
        // tenths are shown though the read-seconds will follow
        let read = SideReading { read_ms: Some(30_000), ..side(5_250) };
        assert_eq!(next_change(read, now), Some(Timestamp::from_ms(1_051)));
        assert_eq!(next_change(SideReading::default(), now), None);
    }
}
