//! The contract of a store, on the one in memory, and what the others share: keys, lists, searches and
//! erasures.
#![expect(clippy::unwrap_used, reason = "a failing test shows where")]

mod accounts;
mod erasure;
mod lists;
mod memory;
mod outbox;
mod restoring;
mod sqlite_errors;

use chuhe_protocol::{GameId, GameKind, GameSummary, PlayerId, PlayerName, Seat};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Color, Outcome, PerColor, WinReason};
use chuhe_store::{Durability, Memory, Store, Table, Write};

const BO: PlayerId = PlayerId(1);
const AN: PlayerId = PlayerId(2);
const AT: Timestamp = Timestamp::from_ms(1_800_000_000_000);

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

fn seat(player: PlayerId, text: &str) -> Seat {
    Seat { player, name: name(text) }
}

/// A finished game of Bo and An.
fn summary(game: u64) -> GameSummary {
    GameSummary {
        game: GameId(game),
        seats: PerColor::new(seat(BO, "Bo"), seat(AN, "An")),
        outcome: Outcome::won(Color::Red, WinReason::Resignation),
        plies: 87,
        ended_at_ms: AT.as_ms(),
        kind: GameKind::Xiangqi,
        first_moves: FirstMoves::default(),
        rated: false,
        correction: None,
    }
}

fn append(journal: u64, n: u32, value: &[u8]) -> Write {
    Write::Append { journal, n, value: value.to_vec() }
}

fn set(table: Table, key: &[u8], expected: u64, value: &[u8]) -> Write {
    Write::Set { table, key: key.to_vec(), expected, value: Some(value.to_vec()) }
}

fn delete(table: Table, key: &[u8], expected: u64) -> Write {
    Write::Set { table, key: key.to_vec(), expected, value: None }
}

fn store_with(writes: &[Write]) -> Memory {
    let mut store = Memory::new();
    store.commit(writes, Durability::Power).unwrap();
    store
}
