//! The store on a disk: one SQLite database in a folder of its own, with a
//! write-ahead log. What is appended is kept in order of arrival, and moves to
//! where its journal's other entries lie when much of it has gathered. What is read is what was written, or the data is damaged:
//! every row has a checksum, and the database is looked at as a whole when it is
//! opened. It decides nothing about what the bytes mean.

mod arrivals;
mod check;
mod checksum;
mod entries;
mod error;
mod file;
mod reading;
mod rows;
mod schema;
mod tail;
#[cfg(test)]
mod tests;

use super::{
    Durability, KEY_BYTES, KeyValue, Order, Revision, Store, StoreError, Table, Write, check_lengths,
};
use checksum::Digest;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::fs::File;
use std::path::Path;
use tail::Tail;

/// The pages of the log go into the database when there are so many bytes of them. The log is
/// reused, so it does not grow much beyond it. Whoever commits next waits
/// as long as that takes, which is the longer the more pages there are.
const LOG_BYTES: i64 = 2 << 20;
/// A log that has grown longer is cut to this, in bytes.
const LONGEST_LOG_BYTES: i64 = 64 << 20;
/// Statements kept ready: a few for each table.
const STATEMENTS: usize = 64;
/// What SQLite keeps of the database in memory, in KiB.
const CACHE_KIB: i64 = 24 << 10;
/// Comes after every key.
const LAST: [u8; KEY_BYTES + 1] = [u8::MAX; KEY_BYTES + 1];

/// A store in a SQLite database, which no other program can use meanwhile.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
    digest: Digest,
    /// What has arrived last.
    tail: Tail,
    /// What the connection's commits outlive for now.
    durability: Durability,
    /// Whether there was no room the last time.
    full: bool,
    /// Held as long as the connection is open; none in memory.
    _lock: Option<File>,
}

impl Sqlite {
    /// Opens the store in `folder`, and makes folder and store if they are not
    /// there. A torn end of the log, as a loss of power leaves it, is cut to the
    /// last whole commit. Every row is read once.
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::Foreign`], [`StoreError::TooNew`],
    /// [`StoreError::Damaged`], with nothing changed; [`StoreError::Unavailable`]
    /// and [`StoreError::Full`] if the system does not let it be read or made.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, schema::STEPS)
    }

    fn open_with(folder: &Path, steps: &[&str]) -> Result<Self, StoreError> {
        let lock = file::lock(folder)?;
        let path = folder.join(file::DATABASE);
        if !path.try_exists().map_err(error::at(&path))? {
            file::create(&path)?;
        }
        let (mut connection, tail) = check::open(&path, steps)?;
        if connection.is_readonly("main")? {
            return Err(StoreError::Unavailable(format!("{} may not be written", path.display())));
        }
        let tail = schema::migrate(&mut connection, steps, tail)?;
        Self::new(connection, tail, Some(lock))
    }

    /// A store in memory, which is gone with it.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        schema::create(&mut connection)?;
        Self::new(connection, Tail::default(), None)
    }

    fn new(connection: Connection, tail: Tail, lock: Option<File>) -> Result<Self, StoreError> {
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        // that of an earlier server has longer ones
        let page_bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        connection.pragma_update_and_check(None, "wal_autocheckpoint", LOG_BYTES / page_bytes, |_| Ok(()))?;
        connection.pragma_update_and_check(None, "journal_size_limit", LONGEST_LOG_BYTES, |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let digest = check::kept_digest(&connection)?;
        Ok(Self { connection, digest, tail, durability: Durability::Process, full: false, _lock: lock })
    }

    /// Lets the database grow to no more than `pages` of its pages, or to what
    /// it has, if that is more; beyond it commits are [`StoreError::Full`].
    ///
    /// # Errors
    /// As they are documented.
    pub fn set_page_limit(&mut self, pages: u32) -> Result<(), StoreError> {
        Ok(self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?)
    }

    /// Lets about `bytes` of what is appended gather before the oldest of it
    /// moves to the other entries of its journals. 0: all moves soon.
    pub const fn set_tail_limit(&mut self, bytes: usize) {
        self.tail.set_limit(bytes);
    }

    fn set_durability(&mut self, durability: Durability) -> Result<(), StoreError> {
        if self.durability != durability {
            let synchronous = match durability {
                Durability::Process => "NORMAL",
                Durability::Power => "FULL",
            };
            self.connection.pragma_update(None, "synchronous", synchronous)?;
            self.durability = durability;
        }
        Ok(())
    }

    /// Commits; where there is no room, only once all of the log has found its
    /// place in the database. That makes room, and where it does not, the next
    /// commit would be refused again.
    fn commit_with_room(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        if !self.full {
            let result = self.try_commit(writes, durability);
            self.full = result == Err(StoreError::Full);
            if !self.full {
                return result;
            }
        }
        self.empty_log()?;
        self.try_commit(writes, durability)?;
        self.full = false;
        Ok(())
    }

    fn try_commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        self.set_durability(durability)?;
        let first = self.tail.next_row();
        let result = self.transact(writes, first);
        if result.is_err() {
            self.tail.cut(first);
        }
        result
    }

    /// Commits with the rows of arrivals from number `first` on.
    fn transact(&mut self, writes: &[Write], first: u64) -> Result<(), StoreError> {
        let before = self.digest.commits;
        let mut digest = Digest { commits: before + 1, ..self.digest };
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for write in writes {
            match write {
                Write::Append { journal, n, value } => {
                    append(&transaction, &mut self.tail, first, (*journal, *n, value))?;
                }
                Write::Set { table, key, expected, value } => {
                    set(&transaction, (*table, key), *expected, value.as_deref(), &mut digest)?;
                }
            }
        }
        arrivals::insert(&transaction, &self.tail, first, &mut digest)?;
        let due = self.tail.due(first);
        arrivals::move_out(&transaction, &self.tail, &due, &mut digest)?;
        if !digest.replace(before, &transaction)? {
            return Err(StoreError::Conflict { what: "somebody else has written".to_owned() });
        }
        transaction.commit()?;
        self.digest = digest;
        self.tail.done(first, due);
        Ok(())
    }

    /// Copies the log into the database and cuts it: a page that it has many
    /// times is there once.
    fn empty_log(&self) -> Result<(), StoreError> {
        Ok(self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))?)
    }

    /// Passes a result on. What is found damaged is not made worse: the log
    /// stays beside the database when this store ends.
    fn noting<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(result, Err(StoreError::Damaged(_))) {
            self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        }
        result
    }
}

impl Store for Sqlite {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        check_lengths(writes)?;
        if writes.is_empty() && durability == Durability::Process {
            return Ok(());
        }
        let result = self.commit_with_room(writes, durability);
        self.noting(result)
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.noting(read(&self.connection, &self.tail, journal.cast_signed(), from, most))
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        let row = one(&self.connection, table, key, |row| (row.revision, row.value.to_vec()));
        self.noting(row)
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.noting(scan(&self.connection, table, (from, to.unwrap_or(&LAST)), order, most))
    }
}

/// Appends to the tail, where the journal ends before entry `n`.
fn append(
    transaction: &Transaction<'_>,
    tail: &mut Tail,
    first: u64,
    (journal, n, value): (u64, u32, &[u8]),
) -> Result<(), StoreError> {
    let signed = journal.cast_signed();
    let end = match tail.end(signed) {
        Some(end) => end,
        None => arrivals::moved(transaction, signed)?,
    };
    if end != u64::from(n) {
        return Err(StoreError::not_the_end(journal, n));
    }
    tail.append(first, entries::KeyValue { journal: signed, n, value });
    Ok(())
}

fn set(
    transaction: &Transaction<'_>,
    (table, key): (Table, &[u8]),
    expected: Revision,
    value: Option<&[u8]>,
    digest: &mut Digest,
) -> Result<(), StoreError> {
    let found = one(transaction, table, key, |row| (row.revision, row.checksum))?;
    let revision = found.map_or(0, |(revision, _)| revision);
    if revision != expected {
        return Err(StoreError::stale(table, expected, revision));
    }
    if let Some((_, checksum)) = found {
        digest.remove(checksum);
    }
    let statements = schema::statements(table);
    if let Some(value) = value {
        let checksum = checksum::of_key(table, key, revision + 1, value);
        let mut put = transaction.prepare_cached(statements.put)?;
        put.execute((key, (revision + 1).cast_signed(), value, checksum))?;
        digest.add(checksum);
    } else if found.is_some() {
        transaction.prepare_cached(statements.delete)?.execute([key])?;
    }
    Ok(())
}

/// The entries that have moved, then those that have not.
fn read(
    connection: &Connection,
    tail: &Tail,
    journal: i64,
    from: u32,
    most: usize,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let sql = "SELECT journal, n, value, checksum FROM journal WHERE journal = ?1 AND n >= ?2
        ORDER BY n LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query((journal, from, limit(most)))?;
    let mut entries = Vec::new();
    let mut due = u64::from(from);
    while let Some(row) = found.next()? {
        entries.push(rows::entry(row, journal, due)?.0.to_vec());
        due += 1;
    }
    for entry in tail.entries(journal, due).take(most.saturating_sub(entries.len())) {
        if u64::from(entry.n) != due {
            return Err(check::damaged("the end of a journal is missing"));
        }
        entries.push(entry.value.to_vec());
        due += 1;
    }
    Ok(entries)
}

fn one<T>(
    connection: &Connection,
    table: Table,
    key: &[u8],
    take: impl FnOnce(rows::Key<'_>) -> T,
) -> Result<Option<T>, StoreError> {
    let mut statement = connection.prepare_cached(schema::statements(table).one)?;
    let mut found = statement.query([key])?;
    let Some(row) = found.next()? else { return Ok(None) };
    rows::key(row, table).map(take).map(Some)
}

fn scan(
    connection: &Connection,
    table: Table,
    (from, to): (&[u8], &[u8]),
    order: Order,
    most: usize,
) -> Result<Vec<KeyValue>, StoreError> {
    let statements = schema::statements(table);
    let sql = match order {
        Order::Up => statements.up,
        Order::Down => statements.down,
    };
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query((from, to, limit(most)))?;
    let mut entries = Vec::new();
    while let Some(row) = found.next()? {
        entries.push(rows::key(row, table)?.entry());
    }
    Ok(entries)
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
