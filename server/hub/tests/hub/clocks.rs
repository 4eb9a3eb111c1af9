//! Clocks.

use crate::world::{Client, MATE, QUARTER, World, end_clocks, from_position, mv, outcome, timed, untimed};
use chuhe_hub::Limits;
use chuhe_protocol::{DoorRequest, Event, Refusal, TableRequest, Terms, limits};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

const OPENING: [&str; 2] = ["h2e2", "h9g7"];

/// The outcome when red waits once both have moved, and the time until then.
fn waits(terms: Terms) -> (Outcome, u64) {
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &OPENING);
    let start = world.now();
    loop {
        world.advance_with(&[table.red(), table.black()], 1_000);
        let events = world.events(table.black());
        if !events.is_empty() {
            assert_eq!(events, world.events(table.red()));
            return (outcome(&events), world.now().since(start));
        }
    }
}

#[test]
fn the_game_time_counts_down() {
    let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    assert_eq!(waits(timed(control)), (Outcome::won(Color::Black, WinReason::GameTime), 60_000));
}

#[test]
fn the_time_for_one_move_counts_down() {
    let control = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
    assert_eq!(waits(timed(control)), (Outcome::won(Color::Black, WinReason::MoveTime), 20_000));
}

#[test]
fn the_read_seconds_count_down_after_the_game_time() {
    let control = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
    assert_eq!(waits(timed(control)), (Outcome::won(Color::Black, WinReason::GameTime), 15_000));
}

#[test]
fn the_increment_is_added_with_every_move() {
    let control = TimeControl { game_ms: 60_000, increment_ms: 3_000, ..TimeControl::UNTIMED };
    let mut world = World::new();
    let mut table = world.table(timed(control));
    world.play(&mut table, &OPENING);
    world.advance(10_000);
    let game = table.game;
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(game));
    let events = world.events(table.black());
    let [Event::Played { by: Color::Red, clocks, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(clocks.sides.red.game_ms, Some(53_000));
    assert_eq!(clocks.sides.black.game_ms, Some(60_000), "an untimed first move earns no increment");
    assert_eq!(clocks.running, Some(Color::Black));
}

#[test]
fn the_two_sides_may_differ() {
    let odds = TimeControl { game_ms: 30_000, ..TimeControl::UNTIMED };
    let terms = Terms { challenger_time: odds, ..timed(QUARTER) };
    assert_eq!(waits(terms), (Outcome::won(Color::Black, WinReason::GameTime), 30_000));
}

#[test]
fn an_untimed_game_never_times_out() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &OPENING);
    world.advance_with(&[table.red(), table.black()], 3_600_000);
    assert_eq!(world.events(table.red()), []);
}

#[test]
fn the_first_move_of_each_side_is_not_timed() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { move_ms: 1_000, ..TimeControl::UNTIMED }));
    for text in OPENING {
        world.advance_with(&[table.red(), table.black()], 25_000);
        world.play(&mut table, &[text]);
    }
    world.advance(1_000);
    assert_eq!(outcome(&world.events(table.red())), Outcome::won(Color::Black, WinReason::MoveTime));
}

#[test]
fn the_first_move_must_be_made_within_a_minute() {
    for (played, late) in [(0, Color::Red), (1, Color::Black)] {
        let mut world = World::new();
        let mut table = world.table(timed(QUARTER));
        world.play(&mut table, &OPENING[..played]);
        world.advance_with(&[table.red(), table.black()], limits::FIRST_MOVE_MS - 5_000);
        world.advance(4_999);
        assert_eq!(world.events(table.red()), []);
        world.advance(1);
        let expected = Outcome::Aborted(AbortReason::NoFirstMove(late));
        assert_eq!(outcome(&world.events(table.red())), expected);
        assert_eq!(outcome(&world.events(table.black())), expected);
    }
}

#[test]
fn against_bare_defenders_a_fallen_flag_is_a_draw() {
    // black has a general and an advisor; red a rook
    let bare = "3ak4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1";
    let control = TimeControl { game_ms: 10_000, ..TimeControl::UNTIMED };
    let terms = Terms { challenger_time: control, opponent_time: control, ..from_position(bare) };
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &["a0b0", "e9e8"]);
    world.advance(10_000);
    let drawn = Outcome::Drawn(DrawReason::TimeWithoutAttackers);
    assert_eq!(outcome(&world.events(table.red())), drawn);
}

#[test]
fn the_bare_side_itself_loses_by_its_flag() {
    let bare = "3ak4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1";
    let control = TimeControl { game_ms: 10_000, ..TimeControl::UNTIMED };
    let terms = Terms { challenger_time: control, opponent_time: control, ..from_position(bare) };
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &["a0b0", "e9e8", "b0b1"]);
    world.advance(10_000);
    assert_eq!(outcome(&world.events(table.red())), Outcome::won(Color::Red, WinReason::GameTime));
}

#[test]
fn every_move_carries_both_clocks() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &OPENING);
    world.advance(7_000);
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(table.game));
    let events = world.events(table.red());
    let [Event::Played { clocks, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(clocks.sides.red.game_ms, Some(u64::from(QUARTER.game_ms) - 7_000));
    assert_eq!(clocks.sides.black.game_ms, Some(u64::from(QUARTER.game_ms)));
}

#[test]
fn ticks_come_every_five_seconds_and_every_second_in_the_last_ten() {
    let control = TimeControl { game_ms: 22_000, ..TimeControl::UNTIMED };
    let mut world = World::new();
    let mut table = world.table(timed(control));
    world.play(&mut table, &OPENING);
    world.send(table.red(), DoorRequest::Ping { nonce: 1, round_trip_ms: Some(40) });
    world.discard_received();
    let start = world.now().as_ms();
    for _ in 0..22 {
        world.advance_with(&[table.red(), table.black()], 1_000);
    }
    let ticks = world.ticks(table.black());
    let moments: Vec<u64> = ticks.iter().map(|(at, ..)| (at - start) / 1_000).collect();
    assert_eq!(moments, [5, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    for (at, clocks, round_trips) in &ticks {
        assert_eq!(clocks.sides.red.game_ms, Some(22_000 - (at - start)));
        assert_eq!(clocks.running, Some(Color::Red));
        assert_eq!((round_trips.red, round_trips.black), (Some(40), None));
    }
    assert_eq!(world.ticks(table.red()).len(), ticks.len());
    let last = world.events(table.red());
    assert_eq!(end_clocks(&last).sides.red.game_ms, Some(0));
    assert_eq!(end_clocks(&last).running, None);
}

#[test]
fn nothing_ticks_after_the_end() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &MATE);
    world.discard_received();
    world.advance_with(&[table.red(), table.black()], 60_000);
    assert_eq!(world.ticks(table.red()), []);
}

#[test]
fn a_move_that_arrives_after_the_flag_fell_is_refused() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { move_ms: 10_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &OPENING);
    let fallen = world.now().plus_ms(10_000);
    let request = chuhe_protocol::Request {
        number: 9,
        message: TableRequest::Play { ply: 2, mv: mv("h0g2"), premove: false }.at(table.game),
    };
    // the hub was not woken in time, so the move itself brings the later time
    world.hub.handle(fallen, chuhe_hub::Input::Received(table.red().connection, request));
    world.handle(chuhe_hub::Input::Tick);
    let received = world.received(table.red());
    let refused = chuhe_protocol::ServerMessage::Refused { request: 9, reason: Refusal::GameOver };
    assert_eq!(received.last(), Some(&refused));
    assert_eq!(outcome(&world.events(table.black())), Outcome::won(Color::Black, WinReason::MoveTime));
}

#[test]
fn a_move_a_millisecond_before_the_flag_counts() {
    let mut world = World::new();
    let mut table = world.table(timed(TimeControl { move_ms: 10_000, ..TimeControl::UNTIMED }));
    world.play(&mut table, &OPENING);
    world.advance(9_999);
    world.play(&mut table, &["h0g2"]);
}

/// The time left for the first move in the last tick to a client.
fn first_move_left(world: &World, client: Client) -> Option<u32> {
    world.last_tick(client).first_move_left_ms
}

#[test]
fn ticks_and_a_resume_carry_the_time_left_for_the_first_move() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.advance_with(&[table.red(), table.black()], 10_000);
    let most = u32::try_from(limits::FIRST_MOVE_MS).unwrap();
    assert_eq!(first_move_left(&world, table.black()), Some(most - 10_000));
    world.lose(table.red());
    world.advance(2_500);
    table.seats.red = world.resume(table.red(), None).0;
    assert_eq!(first_move_left(&world, table.red()), Some(most - 12_500));
    world.discard_received();
    world.play(&mut table, &OPENING[..1]);
    world.advance_with(&[table.red(), table.black()], 5_000);
    assert_eq!(first_move_left(&world, table.red()), Some(most - 5_000), "black has as long");
    world.discard_received();
    world.play(&mut table, &OPENING[1..2]);
    world.advance_with(&[table.red(), table.black()], 5_000);
    assert_eq!(first_move_left(&world, table.red()), None, "both have moved");
}

#[test]
fn the_operator_sets_the_time_for_the_first_move() {
    let set = Limits { first_move_ms: 7_000, untimed_first_move_ms: 9_000, ..Limits::default() };
    let odds = Terms { opponent_time: QUARTER, ..untimed() };
    let defaults = [limits::FIRST_MOVE_MS, limits::UNTIMED_FIRST_MOVE_MS, limits::FIRST_MOVE_MS];
    for (limits, expected) in [(Limits::default(), defaults), (set, [7_000, 9_000, 7_000])] {
        for (terms, first_move_ms) in [timed(QUARTER), untimed(), odds.clone()].into_iter().zip(expected) {
            let mut world = World::limited(limits.clone());
            let table = world.table(terms);
            let journal = world.journal(table.red(), table.game);
            let Some(Event::Started(start)) = journal.first() else { panic!("{journal:?}") };
            assert_eq!(u64::from(start.first_move_ms), first_move_ms);
            world.advance_with(&[table.red(), table.black()], first_move_ms);
            let journal = world.journal(table.red(), table.game);
            assert_eq!(outcome(&journal), Outcome::Aborted(AbortReason::NoFirstMove(Color::Red)));
        }
    }
}
