//! Network delay: how it is measured, and how clocks are credited with it.

use crate::long_game::long_game;
use crate::world::{Client, QUARTER, Table, World, end_clocks, mv, outcome, timed, untimed};
use chuhe_hub::{Input, InvalidEvent};
use chuhe_protocol::{DoorRequest, Event, ServerMessage, TableRequest, limits};
use chuhe_rules::clock::{LAG_CREDIT_MS, LAG_QUOTA_MS, LAG_REFILL_MS, TimeControl};
use chuhe_rules::{AbortReason, Color, Outcome, PerColor, WinReason};

pub(crate) const OPENING: [&str; 2] = ["h2e2", "h9g7"];
/// A move of red after the opening.
pub(crate) const NEXT: &str = "e2h2";

/// Pings, and answers the pong after this time.
pub(crate) fn measure(world: &mut World, client: Client, delay_ms: u64) {
    world.send(client, DoorRequest::Ping { nonce: 7, round_trip_ms: None });
    world.advance(delay_ms);
    world.send(client, DoorRequest::Echo { nonce: 7 });
}

/// A table at which both have moved, and red's delay was measured before.
pub(crate) fn delayed(time: TimeControl, delay_ms: u64) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(timed(time));
    measure(&mut world, table.red(), delay_ms);
    world.discard_received();
    world.play(&mut table, &OPENING);
    (world, table)
}

/// The quotas in the last tick to a client.
fn quotas(world: &World, client: Client) -> PerColor<u16> {
    world.last_tick(client).lag_quota_ms
}

#[test]
fn the_measured_delay_is_sent_to_both_and_not_charged() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
    measure(&mut world, table.red(), 190);
    let measured = [Event::LagMeasured { color: Color::Red, lag_ms: 200 }];
    assert_eq!(world.events(table.black()), measured);
    assert_eq!(world.journal(table.red(), table.game)[1..], measured);
    world.discard_received();
    world.play(&mut table, &OPENING);
    world.advance(5_000);
    let ticks = world.ticks(table.black());
    let (_, clocks, _) = ticks.last().expect("a tick after 5 s");
    assert_eq!(clocks.sides.red.game_ms, Some(55_000), "a tick shows no credit");
    let game = table.game;
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv(NEXT), premove: false }.at(game));
    let events = world.events(table.black());
    let [Event::Played { clocks, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(clocks.sides.red.game_ms, Some(55_200));
    world.advance(5_000);
    assert_eq!(quotas(&world, table.black()), PerColor::new(2_900, LAG_QUOTA_MS));
}

#[test]
fn a_flag_falls_later_by_the_credit() {
    let by_move = TimeControl { move_ms: 10_000, ..TimeControl::UNTIMED };
    let by_game = TimeControl { game_ms: 10_000, ..TimeControl::UNTIMED };
    let by_read = TimeControl { game_ms: 7_000, read_ms: 3_000, ..TimeControl::UNTIMED };
    for (time, reason) in
        [(by_move, WinReason::MoveTime), (by_game, WinReason::GameTime), (by_read, WinReason::GameTime)]
    {
        // more than the most that is credited
        let (mut world, table) = delayed(time, 900);
        world.advance(10_000 + u64::from(LAG_CREDIT_MS) - 1);
        assert_eq!(world.events(table.black()), []);
        world.advance(1);
        let events = world.events(table.black());
        assert_eq!(outcome(&events), Outcome::won(Color::Black, reason));
        assert_eq!(end_clocks(&events).sides.red.flag_in_ms(), Some(0));
    }
}

#[test]
fn the_first_move_is_not_credited() {
    let mut world = World::new();
    let table = world.table(timed(QUARTER));
    let start = world.now();
    measure(&mut world, table.red(), 500);
    world.discard_received();
    world.advance_with(&[table.red(), table.black()], 50_000);
    world.advance(limits::FIRST_MOVE_MS - world.now().since(start) - 1);
    assert_eq!(world.events(table.red()), []);
    world.advance(1);
    let expected = Outcome::Aborted(AbortReason::NoFirstMove(Color::Red));
    assert_eq!(outcome(&world.events(table.red())), expected);
}

#[test]
fn delaying_the_answers_to_pongs_gains_no_more_than_the_quota() {
    const TURNS: u16 = 40;
    let (mut world, mut table) = delayed(TimeControl { game_ms: 600_000, ..TimeControl::UNTIMED }, 4_000);
    for moves in long_game(&OPENING, 2 * usize::from(TURNS)).chunks(2) {
        measure(&mut world, table.red(), 4_000);
        world.discard_received();
        world.play(&mut table, &[&moves[0], &moves[1]]);
    }
    world.advance_with(&[table.red(), table.black()], 5_000);
    assert_eq!(quotas(&world, table.red()).red, LAG_REFILL_MS, "every turn uses up what is left");
    let game = table.game;
    world.send(table.red(), TableRequest::Resign.at(game));
    let left_ms = end_clocks(&world.events(table.black())).sides.red.game_ms.expect("a game time");
    let credited_ms = left_ms - (600_000 - 4_000 * u64::from(TURNS) - 5_000);
    assert_eq!(credited_ms, u64::from(LAG_QUOTA_MS + TURNS * LAG_REFILL_MS));
}

#[test]
fn only_a_change_by_a_step_is_recorded() {
    let mut world = World::new();
    let table = world.table(timed(QUARTER));
    let mut recorded = Vec::new();
    for delay_ms in [20, 49, 130, 100, 170, 60] {
        // so that only this measurement counts
        for _ in 0..limits::LAG_SAMPLES {
            measure(&mut world, table.black(), delay_ms);
        }
        recorded.push(world.events(table.red()));
    }
    let lag = |lag_ms| vec![Event::LagMeasured { color: Color::Black, lag_ms }];
    assert_eq!(recorded, [vec![], vec![], lag(150), lag(100), lag(150), lag(50)]);
}

#[test]
fn the_number_of_recorded_delays_is_limited() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { game_ms: 80_000_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &OPENING);
    let mut recorded = 0;
    for n in 0..=limits::GAME_LAGS {
        for _ in 0..limits::LAG_SAMPLES {
            measure(&mut world, table.red(), if n.is_multiple_of(2) { 400 } else { 100 });
            world.advance_with(&[table.black()], 300);
        }
        recorded += world.events(table.black()).len();
        world.discard_received();
    }
    assert_eq!(recorded, limits::GAME_LAGS);
}

#[test]
fn the_delay_of_an_untimed_player_is_not_recorded() {
    let mut world = World::new();
    let table = world.table(untimed());
    measure(&mut world, table.red(), 400);
    assert_eq!(world.events(table.black()), []);
}

#[test]
fn an_answer_during_a_pause_is_accepted_and_recorded_later() {
    let mut world = World::new();
    let table = world.table(timed(QUARTER));
    world.handle(Input::StoreStalled(world.now()));
    measure(&mut world, table.red(), 300);
    let sent = world.received(table.red());
    assert!(!sent.iter().any(|sent| matches!(sent, ServerMessage::Refused { .. })), "{sent:?}");
    world.handle(Input::StoreRecovered);
    let is_lag = |event: &&Event| matches!(event, Event::LagMeasured { .. });
    let lags = |world: &World| world.journal(table.black(), table.game).iter().filter(is_lag).count();
    assert_eq!(lags(&world), 0);
    measure(&mut world, table.red(), 300);
    assert_eq!(lags(&world), 1);
}

#[test]
fn a_journal_with_a_delay_that_is_never_recorded_is_set_aside() {
    let false_delays = [30, LAG_CREDIT_MS + limits::LAG_STEP_MS, 0];
    for lag_ms in false_delays {
        let (mut world, table) = delayed(QUARTER, 400);
        let why = world.reason_set_aside(table.game, |entries| {
            entries[1].event = Event::LagMeasured { color: Color::Red, lag_ms }.into();
        });
        assert_eq!(why, InvalidEvent::Lag);
    }
}

#[test]
fn credit_survives_a_restart_of_the_server() {
    let (mut world, mut table) = delayed(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }, 500);
    world.advance(2_000);
    world.crash(4_000);
    table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
    world.discard_received();
    let game = table.game;
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv(NEXT), premove: false }.at(game));
    let events = world.events(table.black());
    let [Event::Played { clocks, .. }] = &events[..] else { panic!("{events:?}") };
    let left_ms = 60_000 + limits::INTERRUPTION_CREDIT_MS - (2_000 - 500);
    assert_eq!(clocks.sides.red.game_ms, Some(left_ms));
}
