//! How the hub's records lie in a store: which key and which bytes. Numbers are
//! big-endian in keys, so that their order is the keys'; values are the bytes of
//! `chuhe_protocol::wire`.

use super::entry::{self, bytes_of_entry};
use super::{Order, Revision, Store, StoreError, Table, Write, end_of};
use chuhe_hub::{JournalEntry, Record, Restored, StoredGame, TokenHash};
use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{ChallengeId, GameId, GameKind, GameSummary, PlayerId, Seq, limits};
use chuhe_rules::clock::Timestamp;
use serde::{Deserialize, Serialize};

/// The key, in [`Table::Meta`], of the time at which the server was last alive.
const ALIVE: &[u8] = b"alive";
/// Keys that are read at once.
const PAGE: usize = 1_000;

/// A game in a player's list.
#[derive(Debug, Serialize, Deserialize)]
struct Listed(GameSummary);

impl Message for Listed {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
}

/// The write that keeps a record.
///
/// # Errors
/// [`StoreError::TooLong`] if the record is longer than any that the hub makes.
pub fn write_of(record: &Record) -> Result<Write, StoreError> {
    Ok(match record {
        Record::Event { game, n, entry } => {
            Write::Append { journal: game.0, n: *n, value: bytes_of_entry(entry)? }
        }
        Record::Room { game, revision, stands } => {
            set(Table::Games, number(game.0), *revision, stands.then(Vec::new))
        }
        Record::PlayerGame { player, summary } => {
            let key = game_key(*player, summary.game);
            set(Table::PlayerGames, key.to_vec(), 0, Some(bytes(&Listed(summary.clone()))?))
        }
        Record::Player { player, revision, row } => {
            set(Table::Players, number(player.0), *revision, row.as_ref().map(bytes).transpose()?)
        }
        Record::Session { token, revision, row } => {
            set(Table::Sessions, token.0.to_vec(), *revision, row.as_ref().map(bytes).transpose()?)
        }
        Record::Challenge { challenge, revision, row } => {
            set(Table::Challenges, number(challenge.0), *revision, row.as_ref().map(bytes).transpose()?)
        }
    })
}

/// The write that keeps the time at which the server is alive, where it was kept
/// `revision` times before.
#[must_use]
pub fn alive_at(now: Timestamp, revision: Revision) -> Write {
    let (key, value) = (ALIVE.to_vec(), Some(number(now.as_ms())));
    Write::Set { table: Table::Meta, key, expected: revision, value }
}

/// When the server was last known to be alive, and how often that was kept.
///
/// # Errors
/// [`StoreError::Damaged`] if it is no time; else as the store's.
pub fn last_alive(store: &mut dyn Store) -> Result<Option<(Revision, Timestamp)>, StoreError> {
    let Some((revision, value)) = store.get(Table::Meta, ALIVE)? else { return Ok(None) };
    Ok(Some((revision, Timestamp::from_ms(parse_number(&value)?))))
}

/// All that a hub is made of again.
///
/// # Errors
/// [`StoreError::Damaged`] if a record is none; else as the store's.
pub fn restore(store: &mut dyn Store) -> Result<Restored, StoreError> {
    let alive_at = last_alive(store)?.map(|(_, at)| at);
    let mut restored = Restored { alive_at, ..Restored::default() };
    for_each(store, Table::Players, |key, revision, value| {
        restored.players.push((PlayerId(parse_number(key)?), revision, parse(value)?));
        Ok(())
    })?;
    for_each(store, Table::Sessions, |key, revision, value| {
        let hash = key.try_into().map_err(|_| damaged("a token's hash"))?;
        restored.sessions.push((TokenHash(hash), revision, parse(value)?));
        Ok(())
    })?;
    for_each(store, Table::Challenges, |key, revision, value| {
        restored.challenges.push((ChallengeId(parse_number(key)?), revision, parse(value)?));
        Ok(())
    })?;
    let mut games = Vec::new();
    for_each(store, Table::Games, |key, revision, _| {
        games.push((GameId(parse_number(key)?), revision));
        Ok(())
    })?;
    for (game, revision) in games {
        let entries = entries(store, game, 0, limits::GAME_EVENTS)?;
        restored.games.push(StoredGame { game, revision, entries, damage: None });
    }
    Ok(restored)
}

/// Events of a game from number `from` on, at most `most`.
///
/// # Errors
/// [`StoreError::Damaged`] if one is none; else as the store's.
pub fn entries(
    store: &mut dyn Store,
    game: GameId,
    from: Seq,
    most: usize,
) -> Result<Vec<JournalEntry>, StoreError> {
    store.read(game.0, from, most)?.iter().map(|value| entry::entry_of(value)).collect()
}

/// A player's finished games, the latest first, of those before `before` if it
/// is given, at most `most`; and whether there are more.
///
/// # Errors
/// [`StoreError::Damaged`] if one is none; else as the store's.
pub fn games_of(
    store: &mut dyn Store,
    player: PlayerId,
    before: Option<GameId>,
    most: usize,
) -> Result<(Vec<GameSummary>, bool), StoreError> {
    let from = player.0.to_be_bytes();
    let to = match before {
        Some(before) => Some(game_key(player, before).to_vec()),
        None => end_of(&from),
    };
    let found = store.scan(Table::PlayerGames, &from, to.as_deref(), Order::Down, most + 1)?;
    let listed = found.iter().take(most).map(|entry| summary_of(&entry.value));
    Ok((listed.collect::<Result<_, _>>()?, found.len() > most))
}

/// The game in a list that these bytes keep. One that was kept when all games
/// were xiangqi ends before the kind of it.
fn summary_of(bytes: &[u8]) -> Result<GameSummary, StoreError> {
    let listed = parse(bytes).or_else(|damage| match wire::decode(&[bytes, &[0]].concat()) {
        Ok(Listed(older)) if older.kind == GameKind::Xiangqi => Ok(Listed(older)),
        Ok(_) | Err(_) => Err(damage),
    });
    listed.map(|Listed(game)| game)
}

/// Reads a whole table, in the order of its keys.
fn for_each(
    store: &mut dyn Store,
    table: Table,
    mut take: impl FnMut(&[u8], u32, &[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut from = Vec::new();
    loop {
        let page = store.scan(table, &from, None, Order::Up, PAGE)?;
        for entry in &page {
            let revision = u32::try_from(entry.revision).map_err(|_| damaged("a revision"))?;
            take(&entry.key, revision, &entry.value)?;
        }
        match page.into_iter().next_back() {
            None => return Ok(()),
            // the first key after it
            Some(last) => from = [last.key.as_slice(), &[0]].concat(),
        }
    }
}

fn set(table: Table, key: Vec<u8>, revision: u32, value: Option<Vec<u8>>) -> Write {
    Write::Set { table, key, expected: revision.into(), value }
}

fn game_key(player: PlayerId, game: GameId) -> [u8; 16] {
    ((u128::from(player.0) << 64) | u128::from(game.0)).to_be_bytes()
}

fn number(number: u64) -> Vec<u8> {
    number.to_be_bytes().to_vec()
}

fn parse_number(bytes: &[u8]) -> Result<u64, StoreError> {
    bytes.try_into().map(u64::from_be_bytes).map_err(|_| damaged("a number"))
}

pub(super) fn bytes<M: Message>(row: &M) -> Result<Vec<u8>, StoreError> {
    wire::encode(row).map_err(|_| StoreError::TooLong { bytes: M::LIMIT_BYTES })
}

fn parse<M: Message>(bytes: &[u8]) -> Result<M, StoreError> {
    wire::decode(bytes).map_err(|_| damaged(std::any::type_name::<M>()))
}

pub(super) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(format!("{what} cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Durability, Memory};
    use chuhe_protocol::{PlayerName, Seat};
    use chuhe_rules::luzhanqi::BoardKind;
    use chuhe_rules::{Color, Outcome, PerColor, WinReason};

    const BO: PlayerId = PlayerId(1);

    fn summary(kind: GameKind) -> GameSummary {
        let seat = |player, name| Seat { player, name: PlayerName::parse(name).expect("a name") };
        GameSummary {
            game: GameId(7),
            seats: PerColor::new(seat(BO, "Bo"), seat(PlayerId(2), "An")),
            outcome: Outcome::won(Color::Red, WinReason::Resignation),
            plies: 87,
            ended_at_ms: 1_800_000_000_000,
            kind,
        }
    }

    /// What a store lists that keeps a game but for the last `cut` bytes of it.
    fn listed(kind: GameKind, cut: usize) -> Result<Vec<GameSummary>, StoreError> {
        let record = Record::PlayerGame { player: BO, summary: summary(kind) };
        let mut write = write_of(&record).expect("a game in a list is short");
        let Write::Set { value: Some(value), .. } = &mut write else { panic!("{write:?}") };
        value.truncate(value.len() - cut);
        let mut store = Memory::default();
        store.commit(&[write], Durability::Process).expect("memory keeps it");
        games_of(&mut store, BO, None, 10).map(|(games, _)| games)
    }

    #[test]
    fn a_listed_game_is_of_the_kind_that_was_played() {
        let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
        for kind in boards.into_iter().chain([GameKind::Xiangqi]) {
            assert_eq!(listed(kind, 0), Ok(vec![summary(kind)]));
        }
    }

    #[test]
    fn a_game_that_was_listed_before_there_were_kinds_was_xiangqi() {
        assert_eq!(listed(GameKind::Xiangqi, 1), Ok(vec![summary(GameKind::Xiangqi)]));
        assert!(listed(GameKind::Xiangqi, 2).is_err());
        // without its board it is no game of any kind
        assert!(listed(GameKind::Luzhanqi(BoardKind::Classic), 1).is_err());
    }
}
