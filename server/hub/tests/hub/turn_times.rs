//! How long the turns took, told to a client that missed some of a game whose clocks do not show it.

use crate::world::{Client, QUARTER, Table, World, cursor, timed, untimed};
use chuhe_protocol::{ServerMessage, TableMessage, TableRequest, Terms, WatchFrom};
use chuhe_rules::Color;
use chuhe_rules::clock::TimeControl;
use chuhe_rules::offers::OfferKind;

/// What a client is told of the turns: of the plies, and of the present one.
fn told(received: &[ServerMessage]) -> Vec<(Vec<u64>, Option<u64>)> {
    let of_turns = |message: &ServerMessage| match message {
        ServerMessage::Table { message: TableMessage::TurnTimes { spent_ms, lasting_ms }, .. } => {
            Some((spent_ms.clone(), *lasting_ms))
        }
        _ => None,
    };
    received.iter().filter_map(of_turns).collect()
}

/// Plays a move after this many milliseconds.
fn play_after(world: &mut World, table: &mut Table, ms: u64, mv: &str) {
    let both = [table.red(), table.black()];
    world.advance_with(&both, ms);
    world.play(table, &[mv]);
}

/// A player comes back with the events before `next`; what are they told?
fn told_back(world: &mut World, table: &mut Table, by: Color, next: u32) -> Vec<(Vec<u64>, Option<u64>)> {
    let (client, received) = world.resume(table.seats[by], cursor(table.game, next));
    table.seats[by] = client;
    told(&received)
}

fn watched(
    world: &mut World,
    client: Client,
    table: &Table,
    from: WatchFrom,
) -> Vec<(Vec<u64>, Option<u64>)> {
    world.send(client, TableRequest::Watch { from }.at(table.game));
    told(&world.received(client))
}

#[test]
fn who_missed_events_learns_how_long_the_turns_took() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    play_after(&mut world, &mut table, 2_000, "h2e2");
    play_after(&mut world, &mut table, 5_000, "h9g7");
    play_after(&mut world, &mut table, 1_000, "h0g2");
    world.advance_with(&[table.red(), table.black()], 7_000);
    let known = world.known(table.red(), table.game);
    let expected = (vec![2_000, 5_000, 1_000], Some(7_000));
    for (color, next) in [(Color::Red, 0), (Color::Black, known - 1)] {
        assert_eq!(told_back(&mut world, &mut table, color, next), std::slice::from_ref(&expected));
    }
    // they have seen all of it themselves
    let known = world.known(table.red(), table.game);
    assert_eq!(told_back(&mut world, &mut table, Color::Red, known), []);
}

#[test]
fn a_takeback_and_an_interruption_are_charged_to_nobody() {
    let (mut world, kind) = (World::new(), OfferKind::Takeback);
    let mut table = world.table(untimed());
    play_after(&mut world, &mut table, 2_000, "h2e2");
    play_after(&mut world, &mut table, 3_000, "h9g7");
    world.send(table.black(), TableRequest::Offer { kind }.at(table.game));
    world.advance_with(&[table.red(), table.black()], 9_000);
    world.send(table.red(), TableRequest::AnswerOffer { kind, accept: true }.at(table.game));
    table.ply = 1;
    world.advance_with(&[table.red(), table.black()], 4_000);
    world.crash(60_000);
    let told = told_back(&mut world, &mut table, Color::Red, 0);
    let [(spent_ms, Some(lasting_ms))] = &told[..] else { panic!("{told:?}") };
    assert_eq!(spent_ms, &[2_000]);
    assert_eq!(*lasting_ms, 4_000);
    told_back(&mut world, &mut table, Color::Black, 0);
    world.discard_received();
    play_after(&mut world, &mut table, 1_000, "h9g7");
    assert_eq!(told_back(&mut world, &mut table, Color::Red, 0), [(vec![2_000, 5_000], Some(0))]);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    assert_eq!(told_back(&mut world, &mut table, Color::Red, 0), [(vec![2_000, 5_000], None)]);
}

#[test]
fn spectators_learn_of_the_turns_that_they_see() {
    for (watch_delay_plies, expected) in [(0, (vec![2_000, 3_000], Some(4_000))), (1, (vec![2_000], None))] {
        let mut world = World::new();
        let mut table = world.table(Terms { watch_delay_plies, ..untimed() });
        let early = world.join("Di");
        world.discard_received();
        let before = expected.1.map(|_| 0);
        assert_eq!(watched(&mut world, early, &table, WatchFrom::Start), [(Vec::new(), before)]);
        play_after(&mut world, &mut table, 2_000, "h2e2");
        play_after(&mut world, &mut table, 3_000, "h9g7");
        world.advance_with(&[table.red(), table.black()], 4_000);
        let spectator = world.join("Cy");
        world.discard_received();
        for from in [WatchFrom::Start, WatchFrom::Current] {
            let told = watched(&mut world, spectator, &table, from);
            assert_eq!(told, std::slice::from_ref(&expected), "{from:?}");
        }
    }
}

#[test]
fn clocks_that_show_every_turn_need_no_message() {
    let read = TimeControl { read_ms: 30_000, ..QUARTER };
    for (time, messages) in [(QUARTER, 0), (read, 1), (TimeControl { game_ms: 0, ..QUARTER }, 1)] {
        let mut world = World::new();
        let mut table = world.table(timed(time));
        world.play(&mut table, &["h2e2", "h9g7"]);
        assert_eq!(told_back(&mut world, &mut table, Color::Red, 0).len(), messages, "{time:?}");
    }
}
