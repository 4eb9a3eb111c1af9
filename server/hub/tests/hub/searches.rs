//! Searches for finished games.

use crate::records::finished;
use crate::world::{MATE, World, untimed};
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, GameFilter, GameKind, InvalidFilter, PlayerResult,
    Refusal, ServerMessage, TableRequest, limits,
};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::Position;

fn find(filter: GameFilter) -> ClientMessage {
    ClientMessage::Archive(ArchiveRequest::FindGames { filter, before: None })
}

#[test]
fn a_search_finds_games_by_opponent_result_kind_and_date() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let mut table = world.begin(bo, an, untimed());
    finished(&mut world, &mut table);
    let (red, black, game) = (table.red(), table.black(), table.game);
    let (red_name, black_name) = if red.player == bo.player { ("BO", "AN") } else { ("AN", "BO") };
    let mut found = |client, filter| {
        world.send(client, find(filter));
        let received = world.received(client);
        let [ServerMessage::Archive(ArchiveMessage::FoundGames { games, next: None })] = &received[..] else {
            panic!("{received:?}")
        };
        games.iter().map(|summary| summary.game).collect::<Vec<_>>()
    };
    let all = GameFilter::default;
    assert_eq!(found(red, GameFilter { opponent: black_name[..1].into(), ..all() }), [game]);
    assert_eq!(found(black, GameFilter { opponent: format!(" {red_name} "), ..all() }), [game]);
    assert_eq!(found(red, GameFilter { opponent: red_name.into(), ..all() }), []);
    assert_eq!(found(red, GameFilter { result: Some(PlayerResult::Won), ..all() }), [game]);
    assert_eq!(found(black, GameFilter { result: Some(PlayerResult::Won), ..all() }), []);
    assert_eq!(found(black, GameFilter { result: Some(PlayerResult::Lost), ..all() }), [game]);
    assert_eq!(found(red, GameFilter { result: Some(PlayerResult::Drawn), ..all() }), []);
    assert_eq!(found(red, GameFilter { kind: Some(GameKind::Xiangqi), ..all() }), [game]);
    let kind = Some(GameKind::Luzhanqi(BoardKind::Classic));
    assert_eq!(found(red, GameFilter { kind, ..all() }), []);
    assert_eq!(found(red, GameFilter { ended_from_ms: Some(u64::MAX), ..all() }), []);
    assert_eq!(found(red, GameFilter { ended_before_ms: Some(0), ..all() }), []);
    let dates = GameFilter { ended_from_ms: Some(0), ended_before_ms: Some(u64::MAX), ..all() };
    assert_eq!(found(red, dates), [game]);
}

#[test]
fn a_search_finds_games_by_a_position_that_was_not_taken_back() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2"]);
    let offer = TableRequest::Offer { kind: OfferKind::Takeback }.at(table.game);
    world.send(table.red(), offer);
    let accept = TableRequest::AnswerOffer { kind: OfferKind::Takeback, accept: true }.at(table.game);
    world.send(table.black(), accept);
    world.discard_received();
    table.ply = 0;
    finished(&mut world, &mut table);
    let mut position = Position::start();
    let mut found = |position: &Position| {
        // the counters of the position do not matter
        let fen = position.fen().replace(" 0 1", " 7 9");
        world.send(table.red(), find(GameFilter { position: Some(fen), ..GameFilter::default() }));
        let received = world.received(table.red());
        let [ServerMessage::Archive(ArchiveMessage::FoundGames { games, next: None })] = &received[..] else {
            panic!("{received:?}")
        };
        games.len()
    };
    assert_eq!(found(&position), 1);
    let mut taken_back = position.clone();
    taken_back.play("h2e2".parse().unwrap()).unwrap();
    assert_eq!(found(&taken_back), usize::from(MATE[0] == "h2e2"));
    for mv in MATE {
        position.play(mv.parse().unwrap()).unwrap();
        assert_eq!(found(&position), 1, "{mv}");
    }
}

#[test]
fn a_search_goes_on_where_the_last_one_stopped() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    finished(&mut world, &mut table);
    for _ in 0..limits::GAMES_PER_FRAME {
        world.advance_with(&[table.red(), table.black()], 60_000);
        let mut next = world.begin(table.red(), table.black(), untimed());
        finished(&mut world, &mut next);
        table = next;
    }
    let mut before = None;
    let mut pages = Vec::new();
    loop {
        let filter = GameFilter { kind: Some(GameKind::Xiangqi), ..GameFilter::default() };
        world.send(table.red(), ArchiveRequest::FindGames { filter, before });
        let received = world.received(table.red());
        let [ServerMessage::Archive(ArchiveMessage::FoundGames { games, next })] = &received[..] else {
            panic!("{received:?}")
        };
        pages.push(games.len());
        before = *next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(pages, [limits::GAMES_PER_FRAME, 1]);
}

#[test]
fn an_invalid_filter_is_refused() {
    let mut world = World::new();
    let bo = world.join("Bo");
    for (filter, why) in [
        (GameFilter { opponent: "o".repeat(257), ..GameFilter::default() }, InvalidFilter::OpponentTooLong),
        (GameFilter { position: Some("9/9".into()), ..GameFilter::default() }, InvalidFilter::Position),
        (GameFilter { position: Some(" ".repeat(129)), ..GameFilter::default() }, InvalidFilter::Position),
    ] {
        assert_eq!(world.refused(bo, find(filter)), Refusal::Filter(why));
    }
}
