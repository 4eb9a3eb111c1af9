//! Tests of the clocks.

use super::*;
use alloc::format;

const fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn clock(control: TimeControl) -> Clock {
    let mut clock = Clock::new(PerColor::splat(control));
    clock.start_turn(Color::Red, at(1_000));
    clock
}

#[test]
fn the_earlier_of_game_time_and_move_time_sets_the_flag() {
    let both = clock(TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED });
    assert_eq!(both.flag(), Some(Flag { color: Color::Red, timer: Timer::Move, at: at(21_000) }));
    let short = clock(TimeControl { game_ms: 5_000, move_ms: 20_000, ..TimeControl::UNTIMED });
    assert_eq!(short.flag(), Some(Flag { color: Color::Red, timer: Timer::Game, at: at(6_000) }));
}

#[test]
fn an_untimed_side_has_no_flag() {
    assert_eq!(clock(TimeControl::UNTIMED).flag(), None);
}

#[test]
fn read_seconds_follow_the_game_time_and_renew_with_every_move() {
    let control = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
    let mut clock = clock(control);
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(16_000)));
    let mid = clock.reading(at(13_000)).sides.red;
    assert_eq!((mid.game_ms, mid.read_ms), (Some(0), Some(3_000)));
    clock.press(at(13_000));
    clock.start_turn(Color::Black, at(13_000));
    clock.press(at(14_000));
    clock.start_turn(Color::Red, at(14_000));
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(19_000)));
    let renewed = clock.reading(at(14_000)).sides.red;
    assert_eq!((renewed.game_ms, renewed.read_ms), (Some(0), Some(5_000)));
}

#[test]
fn an_increment_does_not_revive_a_used_up_game_time() {
    let control =
        TimeControl { game_ms: 10_000, read_ms: 5_000, increment_ms: 2_000, ..TimeControl::UNTIMED };
    let mut clock = clock(control);
    clock.press(at(12_000));
    assert_eq!(clock.reading(at(12_000)).sides.red.game_ms, Some(0));
}

#[test]
fn restoring_a_state_recovers_the_exact_game_time() {
    let mut clock = clock(TimeControl { game_ms: 60_000, increment_ms: 1_000, ..TimeControl::UNTIMED });
    let before = clock.state();
    clock.press(at(31_000));
    assert_ne!(clock.state(), before);
    clock.restore(before);
    assert_eq!(clock.reading(at(99_000)).sides.red.game_ms, Some(60_000));
    assert_eq!(clock.running(), None);
}

#[test]
fn a_reading_counts_down_like_the_clock() {
    let control = TimeControl { game_ms: 4_000, move_ms: 9_000, read_ms: 3_000, increment_ms: 0 };
    let clock = clock(control);
    let start = clock.reading(at(1_000));
    for elapsed in [0, 1, 3_999, 4_000, 5_500, 7_000, 20_000] {
        assert_eq!(start.after(elapsed), clock.reading(at(1_000 + elapsed)));
    }
    assert_eq!(start.sides.red.flag_in_ms(), Some(7_000));
}

#[test]
fn an_interruption_is_not_charged_and_adds_the_credit() {
    let control = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
    let mut clock = clock(control);
    let before = clock.reading(at(6_000));
    clock.credit(100_000, 10_000);
    let after = clock.reading(at(106_000));
    let more = |ms: Option<u64>| ms.map(|ms| ms + 10_000);
    assert_eq!(after.sides.red.game_ms, more(before.sides.red.game_ms));
    assert_eq!(after.sides.red.move_ms, more(before.sides.red.move_ms));
    assert_eq!(after.sides.black.game_ms, more(before.sides.black.game_ms));
    assert_eq!(after.sides.black.move_ms, before.sides.black.move_ms, "it is not black's turn");
    assert_eq!(clock.flag(), Some(Flag { color: Color::Red, timer: Timer::Move, at: at(131_000) }));
    // the longer limit applied to that move only
    clock.press(at(106_000));
    clock.start_turn(Color::Red, at(106_000));
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(126_000)));
    assert_eq!(clock.reading(at(106_000)).sides.red.game_ms, Some(65_000));
}

#[test]
fn several_interruptions_add_up() {
    let control = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
    let mut clock = clock(control);
    // 2 s of the read-seconds have been used
    clock.credit(1_000, 10_000);
    clock.credit(500, 10_000);
    let reading = clock.reading(at(14_500)).sides;
    assert_eq!((reading.red.game_ms, reading.red.read_ms), (Some(18_000), Some(5_000)));
    assert_eq!(reading.black.game_ms, Some(30_000));
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(14_500 + 23_000)));
}

#[test]
fn credit_adds_no_absent_parts() {
    let mut clock = clock(TimeControl::UNTIMED);
    clock.credit(1_000, 10_000);
    assert_eq!(clock.flag(), None);
    assert_eq!(clock.state(), Clock::new(PerColor::splat(TimeControl::UNTIMED)).state());
    let mut moves = Clock::new(PerColor::splat(TimeControl { move_ms: 9_000, ..TimeControl::UNTIMED }));
    moves.credit(1_000, 10_000);
    moves.start_turn(Color::Red, at(0));
    assert_eq!(moves.flag().map(|flag| flag.at), Some(at(9_000)), "no clock ran during the interruption");
}

#[test]
fn crediting_a_state_equals_crediting_the_clock() {
    let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    let mut clock = Clock::new(PerColor::new(control, TimeControl::UNTIMED));
    let state = clock.credited(clock.state(), 10_000);
    clock.credit(5, 10_000);
    assert_eq!(clock.state(), state);
    assert_eq!(clock.reading(at(0)).sides.red.game_ms, Some(70_000));
}

/// Plays one turn of red that takes `used_ms`, and returns what is left of game time and quota.
fn turn_of_red(clock: &mut Clock, used_ms: u64) -> (Option<u64>, u16) {
    clock.start_turn(Color::Red, at(0));
    clock.press(at(used_ms));
    (clock.reading(at(used_ms)).sides.red.game_ms, clock.lag_quota_ms(Color::Red))
}

#[test]
fn network_delay_postpones_every_flag() {
    let both = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
    let read = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
    for (control, timer, flag_ms) in [(both, Timer::Move, 20_000), (read, Timer::Game, 15_000)] {
        let mut clock = Clock::new(PerColor::splat(control));
        clock.set_lag_ms(Color::Red, 300);
        clock.start_turn(Color::Red, at(1_000));
        let flag = Flag { color: Color::Red, timer, at: at(1_300 + flag_ms) };
        assert_eq!(clock.flag(), Some(flag));
        assert_eq!(clock.reading(flag.at).sides.red.flag_in_ms(), Some(0));
        assert_eq!(clock.final_reading(at(1_299 + flag_ms)).sides.red.flag_in_ms(), Some(1));
    }
}

#[test]
fn a_turn_is_charged_without_the_network_delay_but_never_gains_time() {
    let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    clock.set_lag_ms(Color::Red, 400);
    assert_eq!(turn_of_red(&mut clock, 1_000), (Some(59_400), 2_700));
    // only what a turn takes is used
    assert_eq!(turn_of_red(&mut clock, 50), (Some(59_400), 2_750));
    clock.set_lag_ms(Color::Red, 0);
    assert_eq!(turn_of_red(&mut clock, 400), (Some(59_000), 2_850));
    assert_eq!(clock.lag_quota_ms(Color::Black), LAG_QUOTA_MS);
}

#[test]
fn credit_in_a_row_ends_with_the_quota() {
    let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 600_000, ..TimeControl::UNTIMED }));
    clock.set_lag_ms(Color::Red, u16::MAX);
    for turns in 1..=100 {
        let (left, quota) = turn_of_red(&mut clock, 1_000);
        let credited = left.expect("a game time") - (600_000 - turns * 1_000);
        assert!(credited <= u64::from(LAG_QUOTA_MS) + (turns - 1) * u64::from(LAG_REFILL_MS));
        assert!(credited <= turns * u64::from(LAG_CREDIT_MS));
        assert!(turns < 10 || quota == LAG_REFILL_MS, "after {turns} turns {quota} ms are left");
    }
}

#[test]
fn the_quota_refills_up_to_its_start() {
    let mut clock = Clock::new(PerColor::splat(TimeControl { move_ms: 60_000, ..TimeControl::UNTIMED }));
    clock.set_lag_ms(Color::Red, 500);
    assert_eq!(turn_of_red(&mut clock, 1_000), (None, 2_600));
    clock.set_lag_ms(Color::Red, 0);
    let quotas = [2_700, 2_800, 2_900, 3_000, 3_000];
    assert_eq!(quotas.map(|_| turn_of_red(&mut clock, 1_000).1), quotas);
}

/// Plays one premove of red that takes `used_ms`, and returns what is left of game time and quota.
fn premove_of_red(clock: &mut Clock, used_ms: u64) -> (Option<u64>, u16) {
    clock.start_turn(Color::Red, at(0));
    clock.press_premove(at(used_ms));
    (clock.reading(at(used_ms)).sides.red.game_ms, clock.lag_quota_ms(Color::Red))
}

#[test]
fn a_premove_has_a_flat_price_also_if_it_took_less() {
    let control =
        TimeControl { game_ms: 60_000, move_ms: 5_000, increment_ms: 2_000, ..TimeControl::UNTIMED };
    for used_ms in [0, 1, 99, 100] {
        let mut clock = Clock::new(PerColor::splat(control));
        assert_eq!(premove_of_red(&mut clock, used_ms), (Some(61_900), LAG_QUOTA_MS), "{used_ms} ms");
        clock.start_turn(Color::Red, at(500));
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(5_500)), "the move time begins anew");
    }
}

#[test]
fn network_delay_beyond_the_price_of_a_premove_uses_credit() {
    let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    clock.set_lag_ms(Color::Red, 400);
    assert_eq!(premove_of_red(&mut clock, 500), (Some(59_900), 2_700));
    assert_eq!(premove_of_red(&mut clock, 300), (Some(59_800), 2_600));
    assert_eq!(premove_of_red(&mut clock, 50), (Some(59_700), 2_700));
}

#[test]
fn a_late_premove_is_charged_as_any_move() {
    for used_ms in [501, 502, 4_000] {
        let clocks = [Clock::press_premove, Clock::press].map(|press| {
            let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
            let mut clock = Clock::new(PerColor::splat(control));
            clock.set_lag_ms(Color::Red, 400);
            clock.start_turn(Color::Red, at(0));
            assert_eq!((clock.takes_premove(at(500)), clock.takes_premove(at(used_ms))), (true, false));
            press(&mut clock, at(used_ms));
            clock
        });
        assert_eq!(clocks[0], clocks[1], "{used_ms} ms");
    }
}

/// A client that calls every move a premove never has more time and credit left.
#[test]
fn calling_every_move_a_premove_gains_nothing() {
    for (game_ms, read_ms) in [(600_000, 0), (50, 0), (150, 0), (0, 10_000), (50, 10_000)] {
        let control = TimeControl { game_ms: game_ms.max(1), read_ms, ..TimeControl::UNTIMED };
        for (lag_ms, used_ms) in [0, 50, 200, 500]
            .into_iter()
            .flat_map(|lag_ms| (0..1_000).step_by(10).map(move |ms| (lag_ms, ms)))
        {
            let [honest, liar] = [Clock::press, Clock::press_premove].map(|press| {
                let mut clock = Clock::new(PerColor::splat(control));
                clock.restore(ClockState { game_left_ms: PerColor::splat(u64::from(game_ms)) });
                clock.set_lag_ms(Color::Red, lag_ms);
                for _ in 0..50 {
                    clock.start_turn(Color::Red, at(0));
                    press(&mut clock, at(used_ms));
                }
                let left = clock.reading(at(used_ms)).sides.red.game_ms.expect("a game time");
                left + u64::from(clock.lag_quota_ms(Color::Red))
            });
            let with =
                format!("{game_ms} ms left, {read_ms} ms to read, {lag_ms} ms of delay, {used_ms} ms a move");
            assert!(liar <= honest, "{with}: {liar} > {honest}");
        }
    }
}

#[test]
fn the_price_of_a_premove_takes_no_time_that_the_move_has_left() {
    let read = TimeControl { game_ms: 1_000, read_ms: 5_000, increment_ms: 1_000, ..TimeControl::UNTIMED };
    for (before_ms, after_ms) in [(150, 1_050), (90, 1_001), (51, 1_001)] {
        let mut clock = Clock::new(PerColor::splat(TimeControl { read_ms: 0, ..read }));
        clock.restore(ClockState { game_left_ms: PerColor::splat(before_ms) });
        assert_eq!(premove_of_red(&mut clock, 20).0, Some(after_ms), "of {before_ms} ms");
    }
    // the game time is used up, and the read-seconds run
    let mut clock = Clock::new(PerColor::splat(read));
    clock.restore(ClockState { game_left_ms: PerColor::splat(0) });
    assert_eq!(premove_of_red(&mut clock, 20).0, Some(0));
    clock.start_turn(Color::Red, at(1_000));
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(6_000)));
    // 30 ms of game time are left, and the move took 70 ms
    clock.restore(ClockState { game_left_ms: PerColor::splat(30) });
    assert_eq!(premove_of_red(&mut clock, 70).0, Some(0), "the move itself used the game time up");
}

#[test]
fn an_untimed_side_has_no_premoves_to_pay() {
    let mut clock = Clock::new(PerColor::splat(TimeControl::UNTIMED));
    clock.start_turn(Color::Red, at(0));
    assert!(!clock.takes_premove(at(0)));
    assert_eq!(premove_of_red(&mut clock, 20), (None, LAG_QUOTA_MS));
    assert!(!clock.takes_premove(at(0)), "no clock runs");
}

#[test]
fn an_untimed_side_uses_no_credit() {
    let mut clock = Clock::new(PerColor::splat(TimeControl::UNTIMED));
    clock.set_lag_ms(Color::Red, 500);
    assert_eq!(turn_of_red(&mut clock, 1_000), (None, LAG_QUOTA_MS));
}

#[test]
fn an_interruption_leaves_the_credit_of_the_turn() {
    let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    clock.set_lag_ms(Color::Red, 300);
    clock.start_turn(Color::Red, at(1_000));
    // the server is down from 1.1 s to 5.1 s
    clock.credit(4_000, 10_000);
    assert_eq!(clock.flag().map(|flag| flag.at), Some(at(75_300)));
    clock.press(at(6_000));
    assert_eq!(clock.reading(at(6_000)).sides.red.game_ms, Some(69_300));
    assert_eq!(clock.lag_quota_ms(Color::Red), 2_800);
}

#[test]
fn an_absurd_reading_does_not_overflow() {
    let absurd = SideReading { game_ms: Some(u64::MAX), read_ms: Some(u64::MAX), move_ms: None };
    assert_eq!(absurd.flag_in_ms(), Some(u64::MAX));
}

#[test]
fn inconsistent_time_controls_are_rejected() {
    let check = |control: TimeControl, expect| assert_eq!(control.validate(), expect);
    check(TimeControl::UNTIMED, Ok(()));
    check(TimeControl { move_ms: 30_000, ..TimeControl::UNTIMED }, Ok(()));
    check(
        TimeControl { read_ms: 30_000, ..TimeControl::UNTIMED },
        Err(InvalidTimeControl::ReadSecondsWithoutGameTime),
    );
    check(
        TimeControl { increment_ms: 3_000, ..TimeControl::UNTIMED },
        Err(InvalidTimeControl::IncrementWithoutGameTime),
    );
    check(TimeControl { game_ms: u32::MAX, ..TimeControl::UNTIMED }, Err(InvalidTimeControl::TooLong));
    check(TimeControl { game_ms: 999, ..TimeControl::UNTIMED }, Err(InvalidTimeControl::TooShort));
}
