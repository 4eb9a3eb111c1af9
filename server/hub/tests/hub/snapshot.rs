//! Snapshots: resuming after a long gap with few events.

use crate::world::{Client, Table, World, cursor, untimed};
use chuhe_protocol::{Event, OfferEnd, ServerMessage, TableMessage, TableRequest, limits};
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;

/// A game with two moves, the second of which was taken back and repeated `times` times.
fn to_and_fro(times: usize) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    let (game, kind) = (table.game, OfferKind::Takeback);
    for _ in 0..times {
        world.send(table.black(), TableRequest::Offer { kind }.at(game));
        world.send(table.red(), TableRequest::AnswerOffer { kind, accept: true }.at(game));
        table.ply = 1;
        world.discard_received();
        world.play(&mut table, &["h9g7"]);
        world.advance_with(&[table.red(), table.black()], 1_000);
    }
    world.discard_received();
    (world, table)
}

/// The snapshot that a client received, with the number of the event after it.
fn snapshot(received: &[ServerMessage]) -> Option<(u32, Vec<Event>)> {
    let mut sent: Option<(u32, Vec<Event>)> = None;
    let mut whole = true;
    for message in received {
        if let ServerMessage::Table {
            message: TableMessage::Snapshot { next, events, first, last, .. },
            ..
        } = message
        {
            assert_eq!((*first, whole), (sent.is_none(), sent.is_none()));
            sent.get_or_insert((*next, Vec::new())).1.extend(events.iter().cloned());
            whole = *last;
        }
    }
    assert!(whole, "the last frame is missing");
    sent
}

fn resume(world: &mut World, client: Client, table: &Table, next: u32) -> (Client, Vec<ServerMessage>) {
    world.resume(client, cursor(table.game, next))
}

#[test]
fn a_player_who_missed_much_receives_a_snapshot_and_then_events() {
    let (mut world, mut table) = to_and_fro(100);
    let length = u32::try_from(world.stored.games[&table.game].len()).unwrap();
    let gap = u32::try_from(limits::SNAPSHOT_GAP).unwrap();
    let (red, received) = resume(&mut world, table.red(), &table, length - gap);
    assert_eq!(snapshot(&received), None, "the gap is short enough for events");
    let (red, received) = resume(&mut world, red, &table, length - gap - 1);
    let (next, events) = snapshot(&received).expect("a snapshot");
    assert_eq!(next, length);
    let [Event::Started(_), Event::Played { by: Color::Red, .. }, Event::Played { by: Color::Black, .. }] =
        &events[..]
    else {
        panic!("{events:?}");
    };
    table.seats.red = red;
    world.play(&mut table, &["h0g2"]);
    assert_eq!(world.journal(red, table.game).len(), length as usize + 1);
}

#[test]
fn a_cursor_beyond_the_journal_receives_a_snapshot() {
    let (mut world, table) = to_and_fro(0);
    let (red, received) = resume(&mut world, table.red(), &table, 3);
    assert_eq!(snapshot(&received), None);
    let (_, received) = resume(&mut world, red, &table, 4);
    let (next, events) = snapshot(&received).expect("a snapshot");
    assert_eq!((next, events.len()), (3, 3));
}

#[test]
fn a_long_snapshot_is_sent_in_several_frames() {
    let (mut world, mut table) = to_and_fro(20);
    world.play_long(&mut table, &["h2e2", "h9g7"], 320, 5_000);
    let (_, received) = world.resume(table.red(), None);
    let frames = received
        .iter()
        .filter(|message| {
            matches!(message, ServerMessage::Table { message: TableMessage::Snapshot { .. }, .. })
        })
        .count();
    let (next, events) = snapshot(&received).expect("a snapshot");
    assert_eq!((frames, next, events.len()), (2, 1 + 2 + 3 * 20 + 320, 1 + 2 + 320));
}

#[test]
fn a_snapshot_contains_standing_offers_and_absences() {
    let (mut world, table) = to_and_fro(100);
    let game = table.game;
    let draw = OfferKind::Draw;
    world.send(table.red(), TableRequest::Offer { kind: draw }.at(game));
    world.send(table.black(), TableRequest::Offer { kind: OfferKind::Takeback }.at(game));
    world.send(table.red(), TableRequest::AnswerOffer { kind: OfferKind::Takeback, accept: false }.at(game));
    world.lose(table.black());
    world.advance_with(&[table.red()], 10_000);
    let (_, received) = world.resume(table.red(), None);
    let (_, events) = snapshot(&received).expect("a snapshot");
    let (by, kind) = (Color::Black, OfferKind::Takeback);
    let claimable_in_ms = u32::try_from(limits::ABSENCE_MS).unwrap() - 10_000;
    let expected = [
        Event::Offered { by: Color::Red, kind: draw },
        Event::Offered { by, kind },
        Event::OfferClosed { by, kind, how: OfferEnd::Declined },
        Event::WentAway { color: Color::Black, claimable_in_ms },
    ];
    assert_eq!(events[3..], expected);
}
