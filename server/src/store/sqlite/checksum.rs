//! Checksums: one in every row, and their sums in the row of the table `state`.
//!
//! SQLite has neither: it would detect neither a flipped bit in a value nor a missing row.

use chuhe_store::{Revision, Table};
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

/// The numbers of the tables without keys; [`tag`] numbers the others.
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

/// Whether a table of keys grows with every finished game and is not read when a store is opened.
pub(super) const fn is_archive(table: Table) -> bool {
    match table {
        Table::PlayerGames => true,
        Table::Players | Table::Sessions | Table::Games | Table::Challenges | Table::Meta => false,
    }
}

/// The number of some rows and the sum of their checksums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    pub(super) sum: u64,
}

impl Sum {
    /// Adds a row with this checksum.
    pub(super) const fn add(&mut self, checksum: u32) {
        self.rows = self.rows.wrapping_add(1);
        self.sum = self.sum.wrapping_add(checksum as u64);
    }

    /// Removes a row with this checksum.
    pub(super) const fn remove(&mut self, checksum: u32) {
        self.rows = self.rows.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(checksum as u64);
    }
}

/// The tables that have a sum of their own, by their numbers.
const NUMBERS: usize = 8;

/// The sum of each table.
///
/// Those of the tables that grow with every finished game are right only if every row was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableSums([Sum; NUMBERS]);

impl TableSums {
    /// The sum of the rows of arrivals.
    pub(super) const fn arrivals(&self) -> Sum {
        self.0[ARRIVALS as usize]
    }

    /// The sum of the rows of a table of keys.
    pub(super) const fn keys(&self, table: Table) -> Sum {
        self.0[tag(table) as usize]
    }
}

/// The number of tables that opening reads.
pub(super) const LIVE: usize = 6;
const LIVE_TAGS: [u8; LIVE] = [
    tag(Table::Players),
    tag(Table::Sessions),
    tag(Table::Games),
    tag(Table::Challenges),
    tag(Table::Meta),
    ARRIVALS,
];

/// The sums of all rows, and those of each table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) digest: Digest,
    pub(super) tables: TableSums,
}

impl Sums {
    /// Adds a row of a table of keys.
    pub(super) const fn add_key(&mut self, table: Table, checksum: u32) {
        self.digest.of_table(table).add(checksum);
        self.tables.0[tag(table) as usize].add(checksum);
    }

    /// Removes a row of a table of keys.
    pub(super) const fn remove_key(&mut self, table: Table, checksum: u32) {
        self.digest.of_table(table).remove(checksum);
        self.tables.0[tag(table) as usize].remove(checksum);
    }

    /// Adds a row of arrivals.
    pub(super) const fn add_arrivals(&mut self, checksum: u32) {
        self.digest.live.add(checksum);
        self.tables.0[ARRIVALS as usize].add(checksum);
    }

    /// Removes a row of arrivals.
    pub(super) const fn remove_arrivals(&mut self, checksum: u32) {
        self.digest.live.remove(checksum);
        self.tables.0[ARRIVALS as usize].remove(checksum);
    }

    /// Adds an entry of a journal.
    pub(super) const fn add_entry(&mut self, checksum: u32) {
        self.digest.archive.add(checksum);
        self.tables.0[JOURNAL as usize].add(checksum);
    }

    /// The sums of the tables that opening reads, in the order of their numbers.
    pub(super) fn live(&self) -> [Sum; LIVE] {
        LIVE_TAGS.map(|tag| self.tables.0[usize::from(tag)])
    }

    /// The sums with this digest and these tables that opening reads.
    pub(super) fn from_live(digest: Digest, live: [Sum; LIVE]) -> Self {
        let mut tables = TableSums::default();
        LIVE_TAGS.into_iter().zip(live).for_each(|(tag, sum)| tables.0[usize::from(tag)] = sum);
        Self { digest, tables }
    }
}

/// The sums of all rows, in the row of the table `state`.
///
/// It changes with every commit, so pages of different commits do not pass for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    /// The number of commits so far.
    pub(super) commits: u64,
    /// The rows that opening reads: arrivals, and the keys of everything that is not finished.
    pub(super) live: Sum,
    /// The rows of finished games and of the journals: only a full check reads them all.
    pub(super) archive: Sum,
}

impl Digest {
    /// The sum to which the rows of a table of keys belong.
    const fn of_table(&mut self, table: Table) -> &mut Sum {
        if is_archive(table) { &mut self.archive } else { &mut self.live }
    }

    /// Stores the digest of a database that has none.
    pub(super) fn insert(self, connection: &Connection) -> rusqlite::Result<()> {
        let sql = "INSERT INTO state (id, commits, live_rows, live_sum, archive_rows, archive_sum, checksum)
            VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6)";
        let [commits, live_rows, live_sum, rows, sum] = self.columns();
        let columns = (commits, live_rows, live_sum, rows, sum, of_state(&self.parts()));
        connection.execute(sql, columns).map(drop)
    }

    /// Replaces the digest of commit number `before`; false if the stored one is another's.
    pub(super) fn replace(self, before: u64, connection: &Connection) -> rusqlite::Result<bool> {
        let sql = "UPDATE state SET commits = ?1, live_rows = ?2, live_sum = ?3, archive_rows = ?4,
            archive_sum = ?5, checksum = ?6 WHERE commits = ?7";
        let [commits, live_rows, live_sum, rows, sum] = self.columns();
        let checksum = of_state(&self.parts());
        let columns = (commits, live_rows, live_sum, rows, sum, checksum, before.cast_signed());
        Ok(connection.prepare_cached(sql)?.execute(columns)? == 1)
    }

    /// The stored digest; `None` if there is none or it is damaged.
    pub(super) fn stored(connection: &Connection) -> rusqlite::Result<Option<Self>> {
        let sql = "SELECT commits, live_rows, live_sum, archive_rows, archive_sum, checksum FROM state
            WHERE id = 0";
        let row = |row: &rusqlite::Row<'_>| {
            let mut parts = [0; 5];
            for (column, part) in parts.iter_mut().enumerate() {
                *part = row.get::<_, i64>(column)?.cast_unsigned();
            }
            Ok((parts, row.get::<_, u32>(parts.len())?))
        };
        let Some((parts, checksum)) = connection.query_row(sql, (), row).optional()? else { return Ok(None) };
        let [commits, live_rows, live_sum, rows, sum] = parts;
        let (live, archive) = (Sum { rows: live_rows, sum: live_sum }, Sum { rows, sum });
        Ok((of_state(&parts) == checksum).then_some(Self { commits, live, archive }))
    }

    const fn parts(self) -> [u64; 5] {
        let Self { commits, live, archive } = self;
        [commits, live.rows, live.sum, archive.rows, archive.sum]
    }

    fn columns(self) -> [i64; 5] {
        self.parts().map(u64::cast_signed)
    }
}

fn of_state(parts: &[u64]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(&part.to_le_bytes()));
    hasher.finalize()
}
