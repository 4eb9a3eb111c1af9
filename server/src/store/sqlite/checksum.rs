//! What makes damage known: a checksum of every row, kept in the row, and the
//! sum of them all, kept beside them. SQLite itself has neither; it would read a
//! flipped bit of a value as it stands, and would not miss a row.

use crate::store::{Revision, Table};
use rusqlite::{Connection, OptionalExtension};

/// The checksum of a journal's entry, over its place and its value.
pub(super) fn of_entry(journal: i64, n: u32, value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[JOURNAL]);
    hasher.update(&journal.to_le_bytes());
    hasher.update(&n.to_le_bytes());
    hasher.update(value);
    hasher.finalize()
}

/// The checksum of a row of arrivals, over its number and its value.
pub(super) fn of_arrivals(id: i64, value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[ARRIVALS]);
    hasher.update(&id.to_le_bytes());
    hasher.update(value);
    hasher.finalize()
}

/// The checksum of a key, over its table, itself, its revision and its value.
pub(super) fn of_key(table: Table, key: &[u8], revision: Revision, value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[tag(table)]);
    hasher.update(&key.len().to_le_bytes());
    hasher.update(key);
    hasher.update(&revision.to_le_bytes());
    hasher.update(value);
    hasher.finalize()
}

/// The tables that are none of keys, as [`tag`] numbers the others.
const JOURNAL: u8 = 0;
const ARRIVALS: u8 = 7;

/// A number for each table that never changes.
const fn tag(table: Table) -> u8 {
    match table {
        Table::Players => 1,
        Table::Sessions => 2,
        Table::Games => 3,
        Table::PlayerGames => 4,
        Table::Challenges => 5,
        Table::Meta => 6,
    }
}

/// The rows that there are, in a few bytes: their number and the sum of their
/// checksums. It changes with every commit and is kept in the row of the table
/// `state`, so pages of different commits do not pass for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    /// How many commits there were.
    pub(super) commits: u64,
    /// How many rows there are.
    pub(super) rows: u64,
    /// The sum of their checksums.
    pub(super) sum: u64,
}

impl Digest {
    /// Adds a row with this checksum.
    pub(super) const fn add(&mut self, checksum: u32) {
        self.rows = self.rows.wrapping_add(1);
        self.sum = self.sum.wrapping_add(checksum as u64);
    }

    /// Takes away a row with this checksum.
    pub(super) const fn remove(&mut self, checksum: u32) {
        self.rows = self.rows.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(checksum as u64);
    }

    fn checksum(self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for part in [self.commits, self.rows, self.sum] {
            hasher.update(&part.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Keeps the digest of a database that has none.
    pub(super) fn create(self, connection: &Connection) -> rusqlite::Result<()> {
        let sql = "INSERT INTO state (id, commits, rows, sum, checksum) VALUES (0, ?1, ?2, ?3, ?4)";
        connection.execute(sql, self.columns()).map(drop)
    }

    /// Replaces the digest that was kept as commit number `before`. False if it
    /// is another's.
    pub(super) fn replace(self, before: u64, connection: &Connection) -> rusqlite::Result<bool> {
        let sql = "UPDATE state SET commits = ?1, rows = ?2, sum = ?3, checksum = ?4 WHERE commits = ?5";
        let (commits, rows, sum, checksum) = self.columns();
        let mut statement = connection.prepare_cached(sql)?;
        Ok(statement.execute((commits, rows, sum, checksum, before.cast_signed()))? == 1)
    }

    /// The digest that is kept; `None` if there is none or it is damaged.
    pub(super) fn kept(connection: &Connection) -> rusqlite::Result<Option<Self>> {
        let sql = "SELECT commits, rows, sum, checksum FROM state WHERE id = 0";
        let row: Option<(i64, i64, i64, u32)> = connection
            .query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        Ok(row.and_then(|(commits, rows, sum, checksum)| {
            let [commits, rows, sum] = [commits, rows, sum].map(i64::cast_unsigned);
            let digest = Self { commits, rows, sum };
            (digest.checksum() == checksum).then_some(digest)
        }))
    }

    fn columns(self) -> (i64, i64, i64, u32) {
        let [commits, rows, sum] = [self.commits, self.rows, self.sum].map(u64::cast_signed);
        (commits, rows, sum, self.checksum())
    }
}
