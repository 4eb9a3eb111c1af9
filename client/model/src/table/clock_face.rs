//! The face of a clock: the digits for the time left, without any text.

use super::low_time::is_near_end;
use chuhe_rules::clock::{SideReading, TimeControl, Timestamp};

/// Below this much time left, in milliseconds, the clock shows tenths.
const TENTHS_MS: u64 = 10_000;

/// The limit that the large digits show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockLimit {
    /// The game time.
    Game,
    /// The read-seconds.
    Read,
    /// The time for this move.
    Move,
    /// The time for the first move, before the clock runs.
    FirstMove,
    /// None: the side is not timed.
    Untimed,
}

/// One side's clock as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// The limit that the large digits show.
    pub limit: ClockLimit,
    /// The large digits; empty if the side is not timed.
    pub digits: String,
    /// The time left for this move, in seconds, if the large digits show another limit.
    pub move_s: Option<u64>,
    /// The full read-seconds, in seconds, before they begin.
    pub read_s: Option<u64>,
    /// Whether the clock runs.
    pub running: bool,
    /// Whether it runs and its flag is near.
    pub low: bool,
}

impl ClockFace {
    /// The face that shows the time left for a first move.
    pub(super) fn of_first_move(left_ms: u64) -> Self {
        let (limit, digits) = (ClockLimit::FirstMove, digits(left_ms, false));
        Self { limit, digits, move_s: None, read_s: None, running: true, low: left_ms <= TENTHS_MS }
    }

    /// The face that shows this reading of a side with this control.
    #[must_use]
    pub fn of(side: SideReading, control: TimeControl, running: bool) -> Self {
        let in_read = side.game_ms == Some(0) && side.read_ms.is_some();
        let (limit, left) = match (side.game_ms, side.move_ms) {
            (Some(_), _) if in_read => (ClockLimit::Read, side.read_ms),
            (Some(game), _) => (ClockLimit::Game, Some(game)),
            (None, Some(step)) => (ClockLimit::Move, Some(step)),
            (None, None) => (ClockLimit::Untimed, None),
        };
        Self {
            limit,
            digits: left.map_or_else(String::new, |left| digits(left, running && left <= TENTHS_MS)),
            move_s: side.move_ms.filter(|_| limit != ClockLimit::Move).map(|left| left.div_ceil(1000)),
            read_s: side.read_ms.filter(|_| !in_read).map(|left| left.div_ceil(1000)),
            running,
            low: running && is_near_end(side, control),
        }
    }
}

/// Formats milliseconds: rounded up to seconds, or down to tenths.
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

/// When the digits of a running clock change next; `None` if they do not.
#[must_use]
pub(crate) fn next_change(side: SideReading, now: Timestamp) -> Option<Timestamp> {
    // the read-seconds begin when the game time is used up
    let large = match side.game_ms {
        Some(0) => side.read_ms,
        Some(left) => Some(left),
        None => side.move_ms,
    };
    let step = if large.is_some_and(|left| left <= TENTHS_MS) { 100 } else { 1000 };
    let parts = [large.map(|left| (left, step)), side.move_ms.map(|left| (left, 1000))];
    let next = parts.into_iter().flatten().filter(|&(left, _)| left > 0).map(|(left, step)| left % step + 1);
    Some(now.plus_ms(next.min()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(game_ms: Option<u64>, read_ms: Option<u64>, move_ms: Option<u64>) -> (ClockLimit, String, bool) {
        let control = TimeControl { game_ms: 900_000, move_ms: 60_000, ..TimeControl::UNTIMED };
        let face = ClockFace::of(SideReading { game_ms, read_ms, move_ms }, control, true);
        (face.limit, face.digits, face.low)
    }

    #[test]
    fn large_digits_show_the_limit_that_runs() {
        let text = |text: &str| text.to_owned();
        assert_eq!(face(Some(767_000), None, Some(60_000)), (ClockLimit::Game, text("12:47"), false));
        assert_eq!(face(Some(766_001), None, None), (ClockLimit::Game, text("12:47"), false));
        assert_eq!(face(Some(3_661_000), None, None), (ClockLimit::Game, text("1:01:01"), false));
        assert_eq!(face(Some(9_420), None, None), (ClockLimit::Game, text("9.4"), true));
        assert_eq!(face(Some(0), Some(28_000), None), (ClockLimit::Read, text("0:28"), false));
        assert_eq!(face(None, None, Some(43_000)), (ClockLimit::Move, text("0:43"), false));
        assert_eq!(face(None, None, None), (ClockLimit::Untimed, text(""), false));
    }

    #[test]
    fn little_time_for_the_move_is_low() {
        assert_eq!(face(Some(767_000), None, Some(8_000)), (ClockLimit::Game, "12:47".to_owned(), true));
        // the read-seconds have not begun
        assert_eq!(face(Some(5_000), Some(30_000), None), (ClockLimit::Game, "5.0".to_owned(), false));
    }

    #[test]
    fn a_stopped_clock_shows_no_tenths() {
        let side = SideReading { game_ms: Some(9_400), ..SideReading::default() };
        let face = ClockFace::of(side, TimeControl::UNTIMED, false);
        assert_eq!((face.digits.as_str(), face.low), ("0:10", false));
    }

    #[test]
    fn digits_change_each_second_and_near_the_end_each_tenth() {
        let now = Timestamp::from_ms(1_000);
        let side = |game_ms| SideReading { game_ms: Some(game_ms), ..SideReading::default() };
        assert_eq!(next_change(side(30_250), now), Some(Timestamp::from_ms(1_251)));
        assert_eq!(next_change(side(5_250), now), Some(Timestamp::from_ms(1_051)));
        // tenths are shown even if read-seconds follow
        let read = SideReading { read_ms: Some(30_000), ..side(5_250) };
        assert_eq!(next_change(read, now), Some(Timestamp::from_ms(1_051)));
        assert_eq!(next_change(SideReading::default(), now), None);
    }
}
