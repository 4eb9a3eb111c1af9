//! What a hub is restored from, whole and damaged.

use super::{AN, AT, BO, append, name, set, store_with, summary};
use chuhe_cluster::{Epoch, Hash, Reach, Sequence};
use chuhe_hub::{
    ChallengeRow, FairPlayRow, JournalEntry, PlayerRow, Preferences, Record, Sanction, SanctionKind,
    SanctionTarget, SessionRow, StoredValue, TokenHash, Unusable,
};
use chuhe_protocol::{ChallengeId, Event, GameId, GameKind, PlayerId, RatingClass, Terms};
use chuhe_ratings::Standing;
use chuhe_rules::Color;
use chuhe_rules::clock::{Speed, Timestamp};
use chuhe_store::{
    Durability, KeyValue, LOST_ROWS, Memory, Order, Revision, Store, StoreError, Table, Write, alive_at,
    decode_alive, decode_listed, decode_player, decode_session, is_usable, last_alive, last_place, place_at,
    restore, values, write_of,
};

const GAME: GameId = GameId(300);

fn player_row() -> PlayerRow {
    PlayerRow {
        name: name("Bo"),
        joined_at: AT,
        password: None,
        has_played: false,
        preferences: Preferences::default(),
        computer_level: None,
        shared: None,
    }
}

/// A class, and Bo's standing in it after a few games.
const CLASS: RatingClass = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Slow };

fn rating(revision: u32) -> Record {
    let row = Standing { wins: 2, rated_at: Some(AT), ..Standing::default() };
    Record::Rating { player: BO, class: CLASS, revision, row: Some(row) }
}

/// A record for a row of each table.
fn rows() -> [Record; 7] {
    let session = SessionRow { player: BO, issued_at: AT, replaces: None };
    let challenge = ChallengeRow { from: BO, to: AN, terms: Terms::default(), expires_at: AT };
    let target = SanctionTarget::Name(name("Cy"));
    let sanction = Sanction { kind: SanctionKind::Ban, target, until: None };
    [
        Record::Player { player: BO, revision: 0, row: Some(player_row()) },
        Record::Session { token: TokenHash([1; 32]), revision: 0, row: Some(session) },
        Record::Room { game: GAME, revision: 0, is_open: true },
        Record::PlayerGame { player: BO, summary: summary(7) },
        Record::Challenge { challenge: ChallengeId(5), revision: 0, row: Some(challenge) },
        Record::Sanction { number: 9, revision: 0, row: Some(sanction) },
        rating(0),
    ]
}

fn parts(write: Write) -> (Table, Vec<u8>, Vec<u8>) {
    let Write::Set { table, key, value: Some(value), .. } = write else { panic!("{write:?}") };
    (table, key, value)
}

fn place() -> Reach {
    Reach { sequence: Sequence(7), hash: Hash([7; 32]), epoch: Epoch(3) }
}

fn left(color: Color) -> JournalEntry {
    JournalEntry { at: AT, event: Event::Left { color }.into(), premove: false }
}

/// Writes two entries of a game.
fn journal() -> Vec<Write> {
    let record = |(n, color)| write_of(&Record::Event { game: GAME, n, entry: left(color) }).unwrap();
    (0..).zip(Color::ALL).map(record).collect()
}

#[test]
fn a_value_is_usable_as_what_its_key_stands_for_only() {
    let facts = [alive_at(AT, 0), place_at(place(), 0)];
    let all =
        rows().iter().map(|record| write_of(record).unwrap()).chain(facts).map(parts).collect::<Vec<_>>();
    for (at, (table, key, _)) in all.iter().enumerate() {
        for (of, (_, _, value)) in all.iter().enumerate() {
            assert_eq!(is_usable(*table, key, value), at == of, "{table:?}, {at}, {of}");
        }
        assert!(!is_usable(*table, key, b"\xff"));
    }
}

#[test]
fn each_decoder_reads_its_own_values() {
    let values = rows().map(|record| parts(write_of(&record).unwrap()).2);
    assert_eq!(decode_player(&values[0]), Ok(player_row()));
    assert_eq!(decode_session(&values[1]).map(|row| row.player), Ok(BO));
    assert_eq!(decode_listed(&values[3]), Ok(summary(7)));
    let alive = parts(alive_at(AT, 0)).2;
    assert_eq!(decode_alive(&alive), Ok(AT));
    assert!(decode_player(&values[1]).is_err() && decode_session(&values[0]).is_err());
    assert!(decode_listed(&values[0]).is_err() && decode_alive(&values[0]).is_err());
    let why = |result: Result<_, StoreError>| result.map(|_: PlayerRow| ()).unwrap_err();
    let damaged = |how: &str| StoreError::Damaged(how.to_owned());
    assert_eq!(why(decode_player(&[])), damaged("the value is empty"));
    assert_eq!(why(decode_player(&values[1])), damaged("the value is not a player"));
    let set_aside = values::set_aside(b"old");
    assert_eq!(set_aside, b"\0\x01old");
    assert!(values::is_set_aside(&set_aside) && !values::is_set_aside(&alive) && !values::is_set_aside(&[]));
}

#[test]
fn a_damaged_standing_begins_anew_and_is_written_over() {
    let mut store = store_with(&[0, 1].map(|revision| write_of(&rating(revision)).unwrap()));
    let (table, key, _) = parts(write_of(&rating(0)).unwrap());
    let damage = Write::Set { table, key, expected: 2, value: Some(b"\xff".to_vec()) };
    store.commit(&[damage], Durability::Power).unwrap();
    let restored = restore(&mut store).unwrap();
    assert_eq!(restored.ratings, [(BO, CLASS, 3, Standing::default())]);
    assert_eq!(restored.rejected.len(), 1);
    store.commit(&[write_of(&rating(3)).unwrap()], Durability::Power).unwrap();
}

#[test]
fn damaged_games_from_searches_begin_anew_and_are_written_over() {
    let record = |revision| Record::FairPlay { player: BO, revision, row: Some(FairPlayRow::default()) };
    let mut store = store_with(&[write_of(&record(0)).unwrap()]);
    let (table, key, _) = parts(write_of(&record(0)).unwrap());
    let damage = Write::Set { table, key, expected: 1, value: Some(b"\xff".to_vec()) };
    store.commit(&[damage], Durability::Power).unwrap();
    let restored = restore(&mut store).unwrap();
    assert_eq!(restored.fair_play, [(BO, 2, FairPlayRow::default())]);
    assert_eq!(restored.rejected.len(), 1);
    store.commit(&[write_of(&record(2)).unwrap()], Durability::Power).unwrap();
}

#[test]
fn a_fresh_store_has_no_time_and_no_place() {
    let mut store = Memory::new();
    assert_eq!((last_alive(&mut store), last_place(&mut store)), (Ok(None), Ok(None)));
    assert_eq!(restore(&mut store).unwrap().alive_at, None);
}

#[test]
fn the_time_and_the_place_are_those_of_the_last_write() {
    let mut store = store_with(&[alive_at(AT, 0), place_at(place(), 0)]);
    let later = Timestamp::from_ms(AT.as_ms() + 1);
    store.commit(&[alive_at(later, 1)], Durability::Power).unwrap();
    assert_eq!(last_alive(&mut store), Ok(Some((2, later))));
    assert_eq!(last_place(&mut store), Ok(Some((1, place()))));
    assert_eq!(restore(&mut store).unwrap().alive_at, Some(later));
}

#[test]
fn a_time_that_cannot_be_decoded_is_no_lower_bound_and_such_a_place_is_damage() {
    for (write, is_time) in [(alive_at(AT, 0), true), (place_at(place(), 0), false)] {
        let (table, key, _) = parts(write);
        let mut store = store_with(&[set(table, &key, 0, b"\xff")]);
        if is_time {
            assert_eq!(last_alive(&mut store), Ok(Some((1, Timestamp::default()))));
            assert_eq!(restore(&mut store).unwrap().alive_at, None);
        } else {
            assert!(matches!(last_place(&mut store), Err(StoreError::Damaged(_))));
        }
    }
}

#[test]
fn rows_that_cannot_be_used_are_named() {
    let expected = [
        Some(StoredValue::Player(BO)),
        Some(StoredValue::Session(TokenHash([1; 32]))),
        None,
        None,
        Some(StoredValue::Challenge(ChallengeId(5))),
        Some(StoredValue::Sanction(9)),
    ];
    for (record, expected) in rows().iter().zip(expected) {
        let (table, key, _) = parts(write_of(record).unwrap());
        let restored = restore(&mut store_with(&[set(table, &key, 0, b"\xff")])).unwrap();
        let named: Vec<StoredValue> = restored.rejected.into_iter().map(|row| row.value).collect();
        assert_eq!(named, Vec::from_iter(expected), "{table:?}");
    }
    for table in [Table::Players, Table::Sessions, Table::Challenges, Table::Games] {
        let restored = restore(&mut store_with(&[set(table, b"odd", 0, b"")])).unwrap();
        let [row] = &restored.rejected[..] else { panic!("{:?}", restored.rejected) };
        assert_eq!(row.value, StoredValue::Row(format!("row of {table:?} with a key of 3 bytes")));
        assert_eq!(row.why, Unusable::Damaged("the key cannot be decoded".to_owned()));
    }
    let restored = restore(&mut store_with(&[set(Table::Meta, b"sanction?", 0, b"")])).unwrap();
    assert_eq!(restored.rejected[0].value, StoredValue::Row("row of Meta with a key of 1 bytes".to_owned()));
}

#[test]
fn a_mark_of_lost_rows_is_reported_once_for_its_table() {
    for table in Table::ALL {
        let restored = restore(&mut store_with(&[set(table, LOST_ROWS, 0, b"\0\x01")])).unwrap();
        let [lost] = &restored.rejected[..] else { panic!("{:?}", restored.rejected) };
        let is_players = table == Table::Players;
        let rows = StoredValue::Row(format!("rows of {table:?}"));
        assert_eq!(lost.value, if is_players { StoredValue::LostPlayers } else { rows });
    }
}

#[test]
fn more_rows_than_a_page_are_restored() {
    let rows =
        (0..2_500).map(|n| Record::Player { player: PlayerId(n), revision: 0, row: Some(player_row()) });
    let writes: Vec<Write> = rows.map(|record| write_of(&record).unwrap()).collect();
    let restored = restore(&mut store_with(&writes)).unwrap();
    let numbers: Vec<u64> = restored.players.iter().map(|(player, _, _)| player.0).collect();
    assert_eq!(numbers, Vec::from_iter(0..2_500));
}

#[test]
fn a_closed_room_and_a_row_without_a_value_are_deleted() {
    let closed = write_of(&Record::Room { game: GAME, revision: 4, is_open: false }).unwrap();
    let key = GAME.0.to_be_bytes().to_vec();
    assert_eq!(closed, Write::Set { table: Table::Games, key, expected: 4, value: None });
    let gone = write_of(&Record::Player { player: BO, revision: 2, row: None }).unwrap();
    let key = BO.0.to_be_bytes().to_vec();
    assert_eq!(gone, Write::Set { table: Table::Players, key, expected: 2, value: None });
}

#[test]
fn a_game_whose_room_is_set_aside_or_unreadable_keeps_its_events() {
    let key = GAME.0.to_be_bytes();
    let set_aside = values::set_aside(b"old");
    for (value, is_damaged) in [(&set_aside[..], false), (b"\xff", true)] {
        let writes = [journal(), vec![set(Table::Games, &key, 0, value)]].concat();
        let restored = restore(&mut store_with(&writes)).unwrap();
        let [game] = &restored.games[..] else { panic!("{:?}", restored.games) };
        assert_eq!((game.game, game.entries.len(), game.notified.len()), (GAME, 2, 0));
        assert_eq!(game.damage.is_some(), is_damaged);
    }
    let notified = Record::SetAsideNotified { game: GAME, revision: 0, players: vec![AN] };
    let writes = [journal(), vec![write_of(&notified).unwrap()]].concat();
    assert_eq!(restore(&mut store_with(&writes)).unwrap().games[0].notified, [AN]);
}

/// A store of which one entry cannot be read.
#[derive(Debug)]
struct Damaged {
    store: Memory,
    entry: u32,
    error: StoreError,
}

impl Store for Damaged {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        self.store.commit(writes, durability)
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        if self.entry >= from && ((self.entry - from) as usize) < most {
            return Err(self.error.clone());
        }
        self.store.read(journal, from, most)
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        self.store.get(table, key)
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.store.scan(table, from, to, order, most)
    }
}

#[test]
fn the_entries_before_a_damaged_one_are_restored() {
    let mut room = journal();
    room.push(write_of(&rows()[2]).unwrap());
    let entries = Color::ALL.map(left);
    for damaged in 0..=2 {
        let mut store =
            Damaged { store: store_with(&room), entry: damaged, error: StoreError::damaged("a page") };
        let restored = restore(&mut store).unwrap();
        let [game] = &restored.games[..] else { panic!("{:?}", restored.games) };
        assert_eq!(game.entries, entries[..damaged as usize]);
        assert_eq!(game.damage.as_deref(), Some("the data is damaged: a page"));
        store.error = StoreError::Unavailable("now".to_owned());
        assert_eq!(restore(&mut store).map(|_| ()), Err(store.error));
    }
    // an entry that is read and cannot be decoded
    let writes = [&room[..], &[append(GAME.0, 2, b"\xff")]].concat();
    let game = &restore(&mut store_with(&writes)).unwrap().games[0];
    assert_eq!((&game.entries[..], game.damage.is_some()), (&entries[..], true));
    let game = &restore(&mut store_with(&room)).unwrap().games[0];
    assert_eq!((&game.entries[..], game.damage.is_some()), (&entries[..], false));
}
