//! A database that a server of an earlier build wrote, and rows that cannot be used.
//!
//! `fixtures/README.md` describes the database.

use crate::opening::{files, folder_of};
use chuhe_hub::{
    Address, ConnectionId, GameEvent, Hub, HubConfig, Input, JournalEntry, Output, Record, Restored,
    StoredValue, TokenHash,
};
use chuhe_protocol::{
    ClientMessage, ColorChoice, DoorRequest, Event, GameId, GameKind, GameSummary, GameTerms, PlayerId,
    PlayerName, Request, Seat, ServerMessage, SessionToken, TableRequest, TakebackPolicy,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, WinReason};
use chuhe_server::store::Sqlite;
use chuhe_store::{
    Durability, Memory, Store, Table, Write, entries, games_of, has_listed, last_alive, restore, write_of,
};
use rusqlite::Connection;
use std::path::Path;
use tempfile::TempDir;

/// The first of the numbers in the fixture.
const FIRST: u64 = 1_838_412_174_489_600;
pub(crate) const BO: PlayerId = PlayerId(FIRST + 1);
const GU: PlayerId = PlayerId(FIRST + 5);
pub(crate) const FINISHED_XIANGQI: GameId = GameId(FIRST + 8);
const FINISHED_LUZHANQI: GameId = GameId(FIRST + 10);
const SET_UP_XIANGQI: GameId = GameId(FIRST + 12);
const RUNNING_XIANGQI: GameId = GameId(FIRST + 16);
pub(crate) const RUNNING_LUZHANQI: GameId = GameId(FIRST + 18);

/// The token of Bo's session in the fixture.
const TOKEN: SessionToken =
    SessionToken([9, 252, 32, 225, 180, 185, 206, 136, 43, 250, 220, 79, 31, 227, 64, 63]);
/// The running games in the fixture, with the length of each.
const RUNNING: [(GameId, usize); 3] = [(SET_UP_XIANGQI, 4), (RUNNING_XIANGQI, 10), (RUNNING_LUZHANQI, 17)];

/// A copy of the fixture.
pub(crate) fn fixture() -> TempDir {
    folder_of(&files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/fixtures/schema_4")))
}

fn kinds(entries: &[JournalEntry]) -> String {
    let letter = |entry: &JournalEntry| match &entry.event {
        GameEvent::Secret(_) => 's',
        GameEvent::Public(event) => match event {
            Event::Started(_) => 'B',
            Event::Played { .. } => 'p',
            Event::Offered { .. } => 'o',
            Event::OfferClosed { .. } => 'c',
            Event::TakenBack { .. } => 't',
            Event::WentAway { .. } => 'a',
            Event::FellAsleep { .. } => 'z',
            Event::CameBack { .. } => 'b',
            Event::Ended { .. } => 'E',
            Event::Left { .. } => 'l',
            Event::Interrupted { .. } => 'i',
            Event::Paused { .. } => 'P',
            Event::Luzhanqi { .. }
            | Event::LagMeasured { .. }
            | Event::RepetitionJudged { .. }
            | Event::Rated(_) => '?',
        },
    };
    entries.iter().map(letter).collect()
}

fn check_keys(restored: &Restored) {
    assert_eq!(restored.rejected, []);
    let names: Vec<&str> = restored.players.iter().map(|(_, _, row)| row.name.as_str()).collect();
    assert_eq!(names, ["Bo", "安娜", "Cy", "Di", "Gu", "Ha", "Ia", "Jo"]);
    let numbers: Vec<u64> = restored.players.iter().map(|(player, ..)| player.0 - FIRST).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 13, 14]);
    let registered: Vec<PlayerId> =
        restored.players.iter().filter(|(_, _, row)| row.password.is_some()).map(|(id, ..)| *id).collect();
    assert_eq!(registered, [BO]);
    assert_eq!(restored.sessions.len(), 8);
    let hash = TokenHash::of(TOKEN);
    let (_, _, session) = restored.sessions.iter().find(|(token, ..)| *token == hash).unwrap();
    assert_eq!(session.player, BO);
    if let [(_, _, challenge)] = &restored.challenges[..] {
        assert_eq!((challenge.from.0, challenge.to.0), (FIRST + 13, FIRST + 14));
        let terms = &challenge.terms;
        assert_eq!((terms.color, terms.watch_delay_plies), (ColorChoice::Black, 2));
    } else {
        panic!("{:?}", restored.challenges);
    }
}

fn check_games(store: &mut dyn Store, restored: &Restored) {
    let running: Vec<(GameId, usize)> =
        restored.games.iter().map(|stored| (stored.game, stored.entries.len())).collect();
    assert_eq!(running, RUNNING);
    assert!(restored.games.iter().all(|stored| stored.damage.is_none()));
    let terms = |index: usize| match restored.games[index].entries[0].event.public() {
        Some(Event::Started(start)) => start.terms.clone(),
        other => panic!("{other:?}"),
    };
    let GameTerms::Xiangqi { start: Some(start), .. } = terms(0).game else { panic!() };
    assert_eq!((start.as_str(), terms(0).takeback), ("3k5/4R4/9/9/9/9/9/9/9/4K4 w", TakebackPolicy::Off));
    assert!(matches!(terms(2).game, GameTerms::Luzhanqi { board: BoardKind::Cross, .. }));

    let journal = entries(store, FINISHED_XIANGQI, 0, 999).unwrap();
    assert_eq!(kinds(&journal), "BppococotpppppEll");
    let journal = entries(store, FINISHED_LUZHANQI, 0, 999).unwrap();
    let kinds = kinds(&journal);
    assert!(kinds.starts_with("Bsss") && kinds.ends_with("Esll"), "{kinds}");
    let listed = |store: &mut dyn Store, player| games_of(store, player, None, 9).unwrap().0;
    let [game] = &listed(store, BO)[..] else { panic!() };
    assert_eq!((game.game, game.plies), (FINISHED_XIANGQI, 5));
    assert_eq!(game.outcome, Outcome::won(Color::Red, WinReason::Checkmate));
    let [game] = &listed(store, PlayerId(FIRST + 3))[..] else { panic!() };
    assert_eq!((game.game, game.plies), (FINISHED_LUZHANQI, 8));
    assert_eq!(game.outcome, Outcome::won(Color::Black, WinReason::Resignation));
    assert_eq!(listed(store, GU), []);
}

/// Checks that Bo can resume and that the running game goes on.
fn check_that_games_go_on(restored: Restored) {
    let (plies, now) = (kinds(&restored.games[1].entries).matches('p').count(), restored.latest());
    let (mut hub, set_aside) = Hub::restore(HubConfig::seeded([3; 32]), now, restored);
    assert_eq!(set_aside, []);
    let (connection, mut outputs) = (ConnectionId(1), Vec::new());
    let mut ask = |hub: &mut Hub, input| {
        hub.handle(now, input);
        outputs.extend(std::iter::from_fn(|| hub.poll_output()));
    };
    ask(&mut hub, Input::Connected(connection, Address(1), now));
    let say = |message| Input::Received(connection, Request { number: 1, message });
    ask(
        &mut hub,
        say(ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: None })),
    );
    // black is to move after an odd number of plies, and Bo is black
    let game = RUNNING_XIANGQI;
    let message = if plies % 2 == 1 {
        let mv = GameMove::Xiangqi("b7c7".parse().unwrap());
        TableRequest::Play { ply: u16::try_from(plies).unwrap(), mv, premove: false }.at(game)
    } else {
        TableRequest::Offer { kind: OfferKind::Draw }.at(game)
    };
    ask(&mut hub, say(message));
    let is_refused = |output: &Output| matches!(output, Output::Send(_, ServerMessage::Refused { .. }));
    assert!(!outputs.iter().any(is_refused), "{outputs:?}");
    let goes_on = |output: &Output| {
        matches!(output, Output::Save(chuhe_hub::Record::Event { entry, .. })
        if matches!(entry.event.public(), Some(Event::Played { .. } | Event::Offered { .. })))
    };
    assert!(outputs.iter().any(goes_on), "{outputs:?}");
}

#[test]
fn a_database_of_an_earlier_build_is_read_and_its_games_go_on() {
    let folder = fixture();
    // the second pass opens what the first has closed
    for _ in 0..2 {
        let mut store = Sqlite::open(folder.path()).unwrap();
        let restored = restore(&mut store).unwrap();
        assert!(last_alive(&mut store).unwrap().is_some_and(|(_, at)| at > Timestamp::default()));
        check_keys(&restored);
        check_games(&mut store, &restored);
        check_that_games_go_on(restored);
        drop(store);
        Sqlite::check(folder.path()).unwrap();
    }
}

fn append(journal: GameId, n: u32, value: &[u8]) -> Write {
    Write::Append { journal: journal.0, n, value: value.to_vec() }
}

#[test]
fn values_that_cannot_be_decoded_are_reported_and_the_others_are_restored() {
    let folder = fixture();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let whole = restore(&mut store).unwrap();
    let set = |table, key: &[u8], expected, value: &[u8]| Write::Set {
        table,
        key: key.to_vec(),
        expected,
        value: Some(value.to_vec()),
    };
    let token = TokenHash::of(TOKEN);
    let (_, revision, _) = whole.sessions.iter().find(|(hash, ..)| *hash == token).unwrap();
    let writes = [
        set(Table::Players, &GU.0.to_be_bytes(), 1, b"\xff"),
        set(Table::Players, b"no number", 0, b"\x02"),
        set(Table::Sessions, &token.0, (*revision).into(), b""),
        set(Table::Challenges, &7_u64.to_be_bytes(), 0, b"\x02\x00"),
        append(RUNNING_XIANGQI, 10, b"\xfe"),
    ];
    store.commit(&writes, Durability::Power).unwrap();
    let restored = restore(&mut store).unwrap();
    let rejected: Vec<StoredValue> = restored.rejected.iter().map(|value| value.value.clone()).collect();
    assert_eq!(rejected.len(), 4, "{rejected:?}");
    assert!(rejected.contains(&StoredValue::Player(GU)));
    assert!(rejected.contains(&StoredValue::Session(token)));
    assert_eq!(restored.players.len(), whole.players.len() - 1);
    assert_eq!(restored.sessions.len(), whole.sessions.len() - 1);
    assert_eq!(restored.challenges, whole.challenges);
    let [before, damaged, after] = &restored.games[..] else { panic!("{:?}", restored.games) };
    assert_eq!((before, after), (&whole.games[0], &whole.games[2]));
    assert_eq!(damaged.entries, whole.games[1].entries, "the journal up to the damage");
    assert!(damaged.damage.is_some());
}

#[test]
fn a_journal_with_a_damaged_row_is_restored_up_to_it() {
    let folder = fixture();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let whole = restore(&mut store).unwrap();
    drop(store);
    let sql = "UPDATE journal SET value = x'00' WHERE journal = ?1 AND n = 5";
    let connection = Connection::open(folder.path().join("chuhe.db")).unwrap();
    assert_eq!(connection.execute(sql, [RUNNING_LUZHANQI.0.cast_signed()]), Ok(1));
    drop(connection);
    let restored = restore(&mut Sqlite::open(folder.path()).unwrap()).unwrap();
    assert_eq!(restored.games[..2], whole.games[..2]);
    let damaged = &restored.games[2];
    assert_eq!(damaged.entries, whole.games[2].entries[..5]);
    assert!(damaged.damage.as_ref().is_some_and(|why| why.contains("entry 5")), "{:?}", damaged.damage);
}

#[test]
fn a_time_alive_that_cannot_be_decoded_is_none() {
    let mut store = Memory::default();
    let write =
        Write::Set { table: Table::Meta, key: b"alive".to_vec(), expected: 0, value: Some(b"\xff".to_vec()) };
    store.commit(&[write], Durability::Power).unwrap();
    assert_eq!(last_alive(&mut store), Ok(Some((1, Timestamp::default()))));
    assert_eq!(restore(&mut store).unwrap().alive_at, None);
}

pub(crate) fn listed(game: u64) -> Write {
    let seat = |player, name| Seat { player, name: PlayerName::parse(name).unwrap() };
    let summary = GameSummary {
        game: GameId(game),
        seats: PerColor::new(seat(BO, "Bo"), seat(GU, "Gu")),
        outcome: Outcome::won(Color::Red, WinReason::Checkmate),
        plies: 9,
        ended_at_ms: 1,
        kind: GameKind::Xiangqi,
        first_moves: FirstMoves::default(),
        rated: false,
        correction: None,
    };
    write_of(&Record::PlayerGame { player: BO, summary }).unwrap()
}

#[test]
fn damaged_finished_game_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let games: Vec<Write> = (1..=6).map(listed).collect();
    store.commit(&games, Durability::Power).unwrap();
    drop(store);
    let connection = Connection::open(folder.path().join("chuhe.db")).unwrap();
    for game in [2_u64, 5] {
        let key = [BO.0.to_be_bytes(), game.to_be_bytes()].concat();
        let sql = "UPDATE player_games SET checksum = checksum + 1 WHERE key = ?1";
        assert_eq!(connection.execute(sql, [key]), Ok(1));
    }
    drop(connection);
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut page = |before: Option<u64>, most| {
        let (games, more) = games_of(&mut store, BO, before.map(GameId), most).unwrap();
        (games.iter().map(|game| game.game.0).collect::<Vec<_>>(), more)
    };
    assert_eq!(page(None, 2), (vec![6, 4], true));
    assert_eq!(page(Some(4), 2), (vec![3, 1], false));
    assert_eq!(page(None, 3), (vec![6, 4, 3], true));
    assert_eq!(page(Some(3), 3), (vec![1], false));
    assert_eq!(page(None, 9), (vec![6, 4, 3, 1], false));
    assert_eq!(has_listed(&mut store, BO, GameId(3)), Ok(true));
    assert_eq!(has_listed(&mut store, BO, GameId(7)), Ok(false));
    assert_eq!(has_listed(&mut store, PlayerId(BO.0 - 1), GameId(3)), Ok(false));
    drop(store);
    assert!(Sqlite::check(folder.path()).is_err());
}
