//! When little time is left: one decision for the colour of a clock, the sound and the news.
//!
//! Little is relative to what a clock allows. The time for a move runs low in most moves, so it is
//! reported only near its end, once in a turn. The game time runs low once: it is reported when it
//! falls below a part of its full length, and again near its end, each once in a game.

use chuhe_rules::clock::{SideReading, TimeControl};

/// The maximum time that is near the end of a limit, in milliseconds.
const END_MS: u64 = 10_000;
/// The end of the time for a move, or of the read-seconds, is at most this part of it.
const END_OF_MOVE: u64 = 3;
/// The game time runs low from this part of its full length on; its end is at most as much.
const LAST_OF_GAME: u64 = 10;

/// What runs low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LowTime {
    /// The game time, which is not near its end yet, or which read-seconds follow.
    Game,
    /// The game time is near its end, and no read-seconds follow.
    EndOfGame,
    /// The time for the move, or the read-seconds.
    Move,
}

/// Whether the flag of a running clock is near.
pub(super) fn is_near_end(side: SideReading, control: TimeControl) -> bool {
    low_times(side, control).any(|(what, _)| what != LowTime::Game)
}

/// What runs low on a running clock, with the milliseconds left of it.
pub(super) fn low_times(side: SideReading, control: TimeControl) -> impl Iterator<Item = (LowTime, u64)> {
    // a part that the control lacks is shown by a server only
    let part = |full_ms: u32, of: u64| if full_ms == 0 { END_MS } else { u64::from(full_ms) / of };
    let end = |full_ms, of| END_MS.min(part(full_ms, of));
    let step = side.move_ms.filter(|&left| left <= end(control.move_ms, END_OF_MOVE));
    let has_read = side.read_ms.is_some();
    let read = side.read_ms.filter(|_| side.game_ms == Some(0));
    let read = read.filter(|&left| left <= end(control.read_ms, END_OF_MOVE));
    let game = side.game_ms.filter(|&left| left > 0 || !has_read);
    let end_of_game = game.filter(|&left| !has_read && left <= end(control.game_ms, LAST_OF_GAME));
    let low_game = game.filter(|&left| end_of_game.is_none() && left <= part(control.game_ms, LAST_OF_GAME));
    let found = [
        (LowTime::Game, low_game),
        (LowTime::EndOfGame, end_of_game),
        (LowTime::Move, [step, read].into_iter().flatten().min()),
    ];
    found.into_iter().filter_map(|(what, left)| Some((what, left?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: TimeControl = TimeControl { move_ms: 60_000, ..TimeControl::UNTIMED };

    fn low(
        control: TimeControl,
        game_ms: Option<u64>,
        read_ms: Option<u64>,
        move_ms: Option<u64>,
    ) -> Vec<LowTime> {
        low_times(SideReading { game_ms, read_ms, move_ms }, control).map(|(what, _)| what).collect()
    }

    #[test]
    fn a_move_time_runs_low_in_its_last_ten_seconds_or_its_last_third() {
        assert_eq!(low(MOVE, None, None, Some(60_000)), []);
        assert_eq!(low(MOVE, None, None, Some(10_001)), []);
        assert_eq!(low(MOVE, None, None, Some(10_000)), [LowTime::Move]);
        let short = TimeControl { move_ms: 9_000, ..TimeControl::UNTIMED };
        assert_eq!(low(short, None, None, Some(9_000)), []);
        assert_eq!(low(short, None, None, Some(3_000)), [LowTime::Move]);
    }

    #[test]
    fn a_game_time_runs_low_in_its_last_tenth_and_at_its_end() {
        let quarter = TimeControl { game_ms: 900_000, ..TimeControl::UNTIMED };
        assert_eq!(low(quarter, Some(90_001), None, None), []);
        assert_eq!(low(quarter, Some(90_000), None, None), [LowTime::Game]);
        assert_eq!(low(quarter, Some(10_000), None, None), [LowTime::EndOfGame]);
        let minute = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
        assert_eq!(low(minute, Some(6_001), None, None), []);
        assert_eq!(low(minute, Some(6_000), None, None), [LowTime::EndOfGame]);
    }

    #[test]
    fn read_seconds_run_low_only_once_they_have_begun() {
        let read = TimeControl { game_ms: 600_000, read_ms: 30_000, ..TimeControl::UNTIMED };
        assert_eq!(low(read, Some(5_000), Some(30_000), None), [LowTime::Game], "read-seconds follow");
        assert_eq!(low(read, Some(0), Some(30_000), None), []);
        assert_eq!(low(read, Some(0), Some(10_000), None), [LowTime::Move]);
    }
}
