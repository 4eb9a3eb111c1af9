//! Finished games: only their players can list and read them.

use crate::luzhanqi_table::{Dice, luzhanqi, plain};
use crate::oracle;
use crate::world::{MATE, Table, World, untimed};
use chuhe_hub::Answer;
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, Event, GameId, GameKind, Refusal, Seq, ServerMessage,
    TableRequest, limits,
};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;

const fn fetch(game: GameId, from: Seq) -> ClientMessage {
    ClientMessage::Archive(ArchiveRequest::FetchGame { game, from })
}

/// A finished game whose players have both left the table.
pub(crate) fn finished(world: &mut World, table: &mut Table) {
    world.play(table, &MATE);
    for client in [table.red(), table.black()] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    world.discard_received();
}

#[test]
fn finished_games_are_listed_latest_first_in_pages() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    finished(&mut world, &mut table);
    let mut games = vec![table.game];
    for _ in 0..limits::GAMES_PER_FRAME {
        world.advance_with(&[table.red(), table.black()], 60_000);
        world.discard_received();
        let mut next = world.begin(table.red(), table.black(), untimed());
        finished(&mut world, &mut next);
        games.insert(0, next.game);
    }
    world.send(table.red(), ArchiveRequest::ListGames { before: None });
    let received = world.received(table.red());
    let [ServerMessage::Archive(ArchiveMessage::Games { games: sent, more: true })] = &received[..] else {
        panic!("{received:?}")
    };
    let ids: Vec<GameId> = sent.iter().map(|summary| summary.game).collect();
    assert_eq!(ids, games[..limits::GAMES_PER_FRAME]);
    world.send(table.red(), ArchiveRequest::ListGames { before: ids.last().copied() });
    let received = world.received(table.red());
    let [ServerMessage::Archive(ArchiveMessage::Games { games: sent, more: false })] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!(sent.iter().map(|summary| summary.game).collect::<Vec<_>>(), games[limits::GAMES_PER_FRAME..]);
}

#[test]
fn only_the_players_can_read_a_record_from_any_event_on() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    finished(&mut world, &mut table);
    world.send(table.black(), fetch(table.game, 0));
    let received = world.received(table.black());
    let [
        ServerMessage::Archive(ArchiveMessage::FinishedGame {
            game,
            first: 0,
            events,
            at_ms,
            more: false,
            correction: None,
        }),
    ] = &received[..]
    else {
        panic!("{received:?}")
    };
    assert_eq!(*game, table.game);
    assert_eq!((at_ms.len(), at_ms[0]), (events.len(), 0));
    assert!(at_ms.is_sorted());
    assert!(matches!(events[0], Event::Started(_)));
    assert!(matches!(events[MATE.len() + 1], Event::Ended { .. }));
    world.send(table.red(), fetch(table.game, 3));
    let received = world.received(table.red());
    let [ServerMessage::Archive(ArchiveMessage::FinishedGame { first: 3, events: rest, more: false, .. })] =
        &received[..]
    else {
        panic!("{received:?}");
    };
    assert_eq!(rest[..], events[3..]);
    assert_eq!(world.refused(cy, fetch(table.game, 0)), Refusal::NoSuchGame);
    assert_eq!(world.refused(cy, fetch(GameId(77), 0)), Refusal::NoSuchGame);
    world.send(table.red(), fetch(table.game, 10_000));
    let none = ServerMessage::Archive(ArchiveMessage::FinishedGame {
        game: table.game,
        first: 10_000,
        events: Vec::new(),
        at_ms: Vec::new(),
        more: false,
        correction: None,
    });
    world.expect(table.red(), &[none]);
}

#[test]
fn a_list_shows_the_kind_of_each_game() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    finished(&mut world, &mut table);
    let mut kinds = vec![GameKind::Xiangqi];
    for board in BoardKind::ALL {
        world.advance_with(&[table.red(), table.black()], 60_000);
        let mut next = world.begin(table.red(), table.black(), luzhanqi(board));
        for color in Color::ALL {
            world.arm(&next, color, plain());
        }
        world.play_out(&mut next, &mut Dice::new(5), &[]);
        for client in [next.red(), next.black()] {
            world.send(client, TableRequest::Leave.at(next.game));
        }
        world.discard_received();
        kinds.insert(0, GameKind::Luzhanqi(board));
    }
    world.send(table.black(), ArchiveRequest::ListGames { before: None });
    let received = world.received(table.black());
    let [ServerMessage::Archive(ArchiveMessage::Games { games, more: false })] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!(games.iter().map(|summary| summary.kind).collect::<Vec<_>>(), kinds);
}

#[test]
fn a_long_record_is_sent_in_several_frames() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play_long(&mut table, &[], 400, 5_000);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    world.discard_received();
    let mut got = 0;
    loop {
        world.send(table.red(), fetch(table.game, got));
        let received = world.received(table.red());
        let [ServerMessage::Archive(ArchiveMessage::FinishedGame { first, events, more, .. })] =
            &received[..]
        else {
            panic!("{received:?}")
        };
        assert_eq!(*first, got);
        got += u32::try_from(events.len()).unwrap();
        if !more {
            break;
        }
        assert_eq!(events.len(), limits::EVENTS_PER_FRAME);
    }
    assert_eq!(got, 402);
}

#[test]
fn a_running_game_has_no_record() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE[..3]);
    let cy = world.join("Cy");
    assert_eq!(world.refused(table.red(), fetch(table.game, 0)), Refusal::GameRunning);
    assert_eq!(world.refused(cy, fetch(table.game, 0)), Refusal::NoSuchGame, "it is in no list");
}

#[test]
fn an_unreadable_record_is_reported() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.answers_wait = true;
    for message in [ClientMessage::Archive(ArchiveRequest::ListGames { before: None }), fetch(GameId(1), 0)] {
        world.send(bo, message);
        assert!(world.answer_next(|_, _| Answer::Failed));
        let received = world.received(bo);
        assert!(
            matches!(received[..], [ServerMessage::Refused { reason: Refusal::Unreadable, .. }]),
            "{received:?}"
        );
    }
    world.send(bo, ArchiveRequest::ListGames { before: None });
    world.answer_next(oracle::answer);
    world.expect(bo, &[ServerMessage::Archive(ArchiveMessage::Games { games: Vec::new(), more: false })]);
}
