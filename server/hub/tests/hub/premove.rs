//! Premoves: their flat price, live and after a restart.

use crate::lag::{NEXT, OPENING, delayed};
use crate::luzhanqi_table::{luzhanqi_in, plain};
use crate::world::{QUARTER, Table, World, mv, timed, untimed};
use chuhe_hub::{GameEvent, InvalidEvent};
use chuhe_protocol::{ClientMessage, Event, TableRequest, WatchFrom, limits};
use chuhe_rules::clock::{ClockReading, PREMOVE_CHARGE_MS, TimeControl};
use chuhe_rules::luzhanqi;
use chuhe_rules::{Color, PerColor};

const MINUTE: TimeControl = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };

/// A move that is sent as a premove.
fn premove(table: &Table, text: &str) -> ClientMessage {
    TableRequest::Play { ply: table.ply, mv: mv(text), premove: true }.at(table.game)
}

/// Red's premove, received after this time; what is left to red then, as both players see it.
fn left_after_premove(world: &mut World, table: &mut Table, text: &str, used_ms: u64) -> Option<u64> {
    world.discard_received();
    world.advance(used_ms);
    world.send(table.red(), premove(table, text));
    table.ply += 1;
    let [red, black] = Color::ALL.map(|color| world.events(table.seats[color]));
    assert_eq!(red, black);
    let [Event::Played { clocks, .. }] = &red[..] else { panic!("{red:?}") };
    assert_eq!(clocks.running, Some(Color::Black));
    clocks.sides.red.game_ms
}

/// Which entries of the stored game are premoves.
fn premoves(world: &World, table: &Table) -> Vec<usize> {
    let entries = world.stored.games[&table.game].iter().enumerate();
    entries.filter(|(_, entry)| entry.premove).map(|(n, _)| n).collect()
}

#[test]
fn a_premove_costs_a_tenth_of_a_second_whatever_it_took() {
    // without a measured delay, with one, and with more than the most that is credited
    for (delay_ms, latest_ms) in [(0, 100), (200, 300), (900, 600)] {
        for used_ms in [0, 60, latest_ms] {
            let (mut world, mut table) = delayed(MINUTE, delay_ms);
            let left = left_after_premove(&mut world, &mut table, NEXT, used_ms);
            assert_eq!(left, Some(60_000 - u64::from(PREMOVE_CHARGE_MS)), "{delay_ms} ms, {used_ms} ms");
            assert_eq!(premoves(&world, &table).len(), 1);
        }
    }
}

#[test]
fn a_premove_earns_the_increment() {
    let (mut world, mut table) = delayed(TimeControl { increment_ms: 3_000, ..MINUTE }, 0);
    assert_eq!(left_after_premove(&mut world, &mut table, NEXT, 40), Some(62_900));
}

#[test]
fn a_late_premove_is_charged_as_any_move() {
    for (delay_ms, used_ms, left_ms) in [(0, 101, 59_899), (200, 301, 59_899), (200, 5_000, 55_200)] {
        let (mut world, mut table) = delayed(MINUTE, delay_ms);
        assert_eq!(left_after_premove(&mut world, &mut table, NEXT, used_ms), Some(left_ms));
        assert_eq!(premoves(&world, &table), [0; 0], "the flag is ignored");
    }
}

#[test]
fn a_move_without_the_flag_has_no_price() {
    let (mut world, mut table) = delayed(MINUTE, 200);
    world.advance(230);
    world.play(&mut table, &[NEXT]);
    assert_eq!(premoves(&world, &table), [0; 0]);
}

#[test]
fn first_moves_and_untimed_games_have_no_premoves() {
    for terms in [timed(QUARTER), untimed()] {
        let mut world = World::new();
        let mut table = world.table(terms);
        for (color, text) in [(Color::Red, OPENING[0]), (Color::Black, OPENING[1])] {
            world.send(table.seats[color], premove(&table, text));
            table.ply += 1;
        }
        assert_eq!(premoves(&world, &table), [0; 0]);
    }
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &OPENING);
    assert_eq!(left_after_premove(&mut world, &mut table, NEXT, 0), None);
    assert_eq!(premoves(&world, &table), [0; 0]);
}

/// The clocks in the events that a viewer receives.
fn clocks(events: &[Event]) -> Vec<ClockReading> {
    let clocks = |event: &Event| match event {
        Event::Played { clocks, .. } | Event::Luzhanqi { clocks, .. } => Some(*clocks),
        _ => None,
    };
    events.iter().filter_map(clocks).collect()
}

#[test]
fn a_premove_has_the_same_price_after_a_restart_and_for_spectators() {
    let (mut world, mut table) = delayed(MINUTE, 300);
    assert_eq!(left_after_premove(&mut world, &mut table, NEXT, 350), Some(59_900));
    world.play(&mut table, &["g7h9"]);
    let before = world.journal(table.black(), table.game);
    let stored = world.stored.games[&table.game].clone();
    assert_eq!(premoves(&world, &table).len(), 1);
    world.crash(4_000);
    table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
    assert_eq!(world.journal(table.black(), table.game)[..before.len()], before);
    assert_eq!(world.stored.games[&table.game][..stored.len()], stored);
    let credit_ms = limits::INTERRUPTION_CREDIT_MS;
    let left = left_after_premove(&mut world, &mut table, "b0c2", 0);
    assert_eq!(left, Some(59_800 + credit_ms), "the game goes on with the same clocks");

    let watcher = world.join("Cy");
    world.discard_received();
    world.send(watcher, TableRequest::Watch { from: WatchFrom::Start }.at(table.game));
    let watched = world.journal(watcher, table.game);
    assert_eq!(clocks(&watched), clocks(&world.journal(table.red(), table.game)));
}

#[test]
fn a_premove_of_luzhanqi_has_the_price_too() {
    let mut world = World::new();
    let mut table = world.armed(luzhanqi_in(MINUTE), PerColor::splat(plain()));
    world.march(&mut table, &["s15n11", "n21n22"]);
    let ClientMessage::Table { game, request: TableRequest::Play { ply, mv, .. } } = table.march("s13n13")
    else {
        unreachable!()
    };
    world.send(table.red(), TableRequest::Play { ply, mv, premove: true }.at(game));
    let [red, black] = Color::ALL.map(|color| clocks(&world.events(table.seats[color])));
    assert_eq!(red, black);
    assert_eq!(red.last().and_then(|clocks| clocks.sides.red.game_ms), Some(59_900));
    let stored = &world.stored.games[&table.game][premoves(&world, &table)[0]];
    let GameEvent::Secret(secret) = &stored.event else { panic!("{stored:?}") };
    assert!(matches!(secret.event, luzhanqi::Event::Moved(_)));
    assert_eq!(world.replayed().1, []);
}

#[test]
fn a_journal_with_an_impossible_premove_is_set_aside() {
    let played = || {
        let (mut world, mut table) = delayed(MINUTE, 200);
        left_after_premove(&mut world, &mut table, NEXT, 200);
        world.advance(4_000);
        world.play(&mut table, &["g7h9"]);
        (world, table)
    };
    let moves = |entries: &[chuhe_hub::JournalEntry]| {
        (0..entries.len()).filter(|&n| entries[n].event.is_move()).collect::<Vec<_>>()
    };
    let why = |n: fn(&[usize]) -> usize| {
        let (mut world, table) = played();
        world.reason_set_aside(table.game, |entries| {
            let n = n(&moves(entries));
            entries[n].premove ^= true;
        })
    };
    assert_eq!(why(|_| 1), InvalidEvent::Premove, "a measured delay is no move");
    assert_eq!(why(|moves| moves[0]), InvalidEvent::Premove, "no clock runs for a first move");
    assert_eq!(why(|moves| moves[2]), InvalidEvent::Mismatch, "its clocks are those of a premove");
    assert_eq!(why(|moves| moves[3]), InvalidEvent::Premove, "it took 4 s");
}
