//! Delayed spectators: what they may not know yet.

use crate::watching::{QUIET, spectator, watch};
use crate::world::{Client, QUARTER, Table, World, mv, timed, untimed};
use chuhe_hub::HubConfig;
use chuhe_protocol::{Event, ServerMessage, TableMessage, TableRequest, Terms, WatchFrom, limits, wire};
use chuhe_rules::offers::OfferKind;

fn delayed_by_host(watch_delay_plies: u8) -> World {
    World::with(HubConfig { watch_delay_plies, ..HubConfig::seeded([1; 32]) })
}

fn delayed_by_terms(watch_delay_plies: u8) -> Terms {
    Terms { watch_delay_plies, ..untimed() }
}

fn delay(world: &mut World, client: Client) -> u8 {
    match world.received(client).into_iter().next() {
        Some(ServerMessage::Table { message: TableMessage::Watching { delay_plies }, .. }) => delay_plies,
        other => panic!("{other:?}"),
    }
}

/// The bytes of each frame of events since the last call.
fn bytes(world: &mut World, client: Client) -> Vec<Vec<u8>> {
    let events = |message: &ServerMessage| {
        matches!(message, ServerMessage::Table { message: TableMessage::Events { .. }, .. })
    };
    let received = world.received(client);
    received
        .iter()
        .filter(|message| events(message))
        .map(|message| wire::encode(message).expect("the message fits into a frame"))
        .collect()
}

/// Returns what a spectator receives after each ply of a game on a server with a delay.
fn told_after_each_ply(delay_plies: u8) -> Vec<Vec<Vec<u8>>> {
    let mut world = delayed_by_host(delay_plies);
    let mut table = world.table(timed(QUARTER));
    let cy = spectator(&mut world, "Cy", table.game);
    world.received(cy);
    let mut sent = Vec::new();
    for ply in QUIET {
        world.advance(700);
        world.play(&mut table, &[ply]);
        sent.push(bytes(&mut world, cy));
    }
    assert_eq!(world.ticks(cy).is_empty(), delay_plies > 0);
    sent
}

#[test]
fn a_delay_sends_the_same_bytes_that_many_plies_later() {
    let live = told_after_each_ply(0);
    for frames in &live {
        assert_eq!(frames.len(), 1);
    }
    for delay_plies in 1..=5_u8 {
        let d = usize::from(delay_plies);
        let late = told_after_each_ply(delay_plies);
        assert!(late[..d].iter().all(Vec::is_empty), "nothing in the first {d} plies");
        assert_eq!(late[d..], live[..live.len() - d]);
    }
}

#[test]
fn the_longer_of_two_delays_applies() {
    for (host, terms, expected) in [(0, 0, 0), (3, 0, 3), (0, 3, 3), (2, 3, 3), (200, 1, 40)] {
        let mut world = delayed_by_host(host);
        let table = world.table(delayed_by_terms(terms));
        let cy = spectator(&mut world, "Cy", table.game);
        assert_eq!(delay(&mut world, cy), expected);
        assert_eq!(limits::WATCH_DELAY_PLIES, 40);
    }
}

fn known(world: &World, client: Client, table: &Table) -> usize {
    world.journal(client, table.game).len()
}

#[test]
fn offers_and_takebacks_are_delayed_with_the_moves_before_them() {
    let mut world = World::new();
    let mut table = world.table(delayed_by_terms(1));
    let game = table.game;
    let cy = spectator(&mut world, "Cy", game);
    let kind = OfferKind::Takeback;
    world.play(&mut table, &QUIET[..2]); // events 1 and 2
    assert_eq!(known(&world, cy, &table), 2);
    world.send(table.black(), TableRequest::Offer { kind }.at(game));
    world.send(table.red(), TableRequest::AnswerOffer { kind, accept: true }.at(game)); // events 3 and 4
    assert_eq!(known(&world, cy, &table), 2, "spectators never see the move that was taken back");
    world.send(table.black(), TableRequest::Play { ply: 1, mv: mv(QUIET[3]), premove: false }.at(game)); // event 5
    assert_eq!(known(&world, cy, &table), 3, "the next move becomes visible after the delay");
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv(QUIET[2]), premove: false }.at(game)); // event 6
    assert_eq!(known(&world, cy, &table), 6);
    world.lose(table.black()); // event 7
    assert_eq!(known(&world, cy, &table), 6);
    world.send(table.red(), TableRequest::Resign.at(game));
    assert_eq!(world.journal(cy, game), world.journal(table.red(), game), "the end reveals all moves");
}

#[test]
fn no_starting_point_reveals_events_within_the_delay() {
    for from in [WatchFrom::Start, WatchFrom::Current, WatchFrom::Event(0), WatchFrom::Event(6)] {
        let mut world = World::new();
        let mut table = world.table(Terms { watch_delay_plies: 2, ..timed(QUARTER) });
        world.play(&mut table, &QUIET[..5]);
        let cy = world.join("Cy");
        watch(&mut world, cy, table.game, from);
        let received = world.received(cy);
        let sent: Vec<&Event> = received
            .iter()
            .flat_map(|message| match message {
                ServerMessage::Table {
                    message: TableMessage::Events { events, .. } | TableMessage::Snapshot { events, .. },
                    ..
                } => &events[..],
                _ => &[],
            })
            .collect();
        assert_eq!(sent.len(), 4, "the beginning and three of the five moves: {received:?}");
        assert!(world.ticks(cy).is_empty());
        world.play(&mut table, &QUIET[5..6]);
        assert_eq!(known(&world, cy, &table), 5);
    }
}

#[test]
fn the_waiting_time_of_an_absence_is_delayed_too() {
    let mut world = World::new();
    let mut table = world.table(delayed_by_terms(1));
    let game = table.game;
    world.play(&mut table, &QUIET[..1]);
    let away = |world: &mut World, table: &mut Table| {
        world.lose(table.black());
        table.seats.black = world.resume(table.black(), None).0;
        world.discard_received();
    };
    away(&mut world, &mut table);
    world.play(&mut table, &QUIET[1..3]);
    world.lose(table.black()); // away again, which no spectator knows
    world.advance(5_000);
    let cy = spectator(&mut world, "Cy", game);
    let sent = world.journal(cy, game);
    let red = world.journal(table.red(), game);
    assert_eq!(sent, red[..sent.len()]);
    assert!(sent.iter().any(|event| matches!(event, Event::WentAway { .. })));
}
