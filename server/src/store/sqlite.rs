//! The store on a disk: one SQLite database in a folder of its own, with a write-ahead log.
//!
//! Appends go to one table in order of arrival, the tail. When the tail exceeds a limit, its oldest
//! entries move to the table that groups entries by journal. Every row has a checksum, so damage is
//! an error and never a wrong value; a mark beside the database says which commit was the last one. Values are opaque here; only [`migration`] rewrites some.

mod arrivals;
mod arrived;
mod backup;
mod check;
mod checksum;
mod entries;
mod error;
mod file;
mod log;
mod losses;
mod mark;
mod mend;
mod migration;
pub(super) mod offline;
mod reading;
mod repair;
mod rows;
mod salvage;
mod scan;
pub(super) mod schema;
mod sums;
mod tail;
#[cfg(test)]
mod tests;

use super::problem::{Problem, Target};
use check::Extent;
use checksum::Sums;
use chuhe_store::values::set_aside;
use chuhe_store::{
    Durability, KeyValue, Order, Revision, Store, StoreError, Table, Write, check_lengths, warned,
};
use file::FolderLock;
use mark::MarkFile;
use rows::Key;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use tail::Tail;

pub use repair::Repair;

/// Bytes to which a longer log is cut.
const LONGEST_LOG_BYTES: i64 = 64 << 20;
/// Prepared statements in the cache: a few for each table.
const STATEMENTS: usize = 64;
/// KiB of the database that SQLite caches in memory.
const CACHE_KIB: i64 = 24 << 10;

/// Returns a key to set as the last write of a transaction, or prevents its commit.
type Finish<'a> = &'a mut dyn FnMut() -> Result<Option<Write>, StoreError>;

/// A store in a SQLite database, which is locked against other programs.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
    sums: Sums,
    /// The latest appends.
    tail: Tail,
    /// The durability of the connection's commits.
    durability: Durability,
    /// Whether the last commit failed for lack of room.
    full: bool,
    /// Whether the database file has not changed since a backup began.
    is_backup_whole: bool,
    /// The mark of the last commit; `None` in memory and for reading.
    ///
    /// Dropped when the connection is closed, which it records.
    mark: Option<MarkFile>,
    /// Held while the connection is open; `None` in memory.
    lock: Option<FolderLock>,
}

/// A store that was opened, and what is wrong with its data.
#[derive(Debug)]
pub struct Opened {
    /// The store.
    pub store: Sqlite,
    /// What was set aside by opening it.
    pub problems: Vec<Problem>,
    /// The folder with the damaged files, if a repair replaced them.
    pub kept: Option<PathBuf>,
}

impl Sqlite {
    /// Opens the store in `folder`, and creates the folder and the store if they are missing.
    ///
    /// A loss of power can leave a torn end of the log, which is cut to the last whole commit. A
    /// store of an older version is migrated. All keys but those of finished games are checked, and
    /// damaged ones are set aside. Finished games and journals are checked when they are read, or
    /// by [`Sqlite::check`].
    ///
    /// # Errors
    /// [`StoreError::InUse`], [`StoreError::Foreign`], [`StoreError::TooNew`],
    /// [`StoreError::Damaged`], with nothing changed; [`StoreError::Unavailable`]
    /// and [`StoreError::Full`] if the store can be neither read nor created.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, schema::STEPS)
    }

    fn open_with(folder: &Path, steps: &[&str]) -> Result<Self, StoreError> {
        Self::open_and_report(folder, steps).map(|(store, _)| store)
    }

    /// Opens the store; also returns the keys that are set aside.
    fn open_and_report(folder: &Path, steps: &[&str]) -> Result<(Self, Vec<Problem>), StoreError> {
        let (lock, path) = repair::lock(folder)?;
        if !path.try_exists().map_err(error::at(&path))? {
            file::create(&path, steps)?;
        }
        let (mut connection, rows) = check::open(&path, steps)?;
        if connection.is_readonly("main")? {
            return Err(StoreError::Unavailable(format!("{} may not be written", path.display())));
        }
        let is_unchanged =
            schema::version(&connection)? == schema::version_of(steps) && rows.damaged.is_empty();
        let tail = migration::migrate(&mut connection, steps, rows.tail)?;
        migration::set_damaged_aside(&mut connection, &rows.damaged)?;
        let problems = rows.damaged.into_iter().map(|(table, key)| Problem::Value { table, key });
        let mut store = Self::new(connection, tail, Some(lock))?;
        let read = if is_unchanged { rows.sums } else { check::rows(&store.connection, Extent::Live)?.sums };
        store.sums.tables = read.tables;
        store.mark = Some(MarkFile::begin(&path, &store.sums)?);
        Ok((store, problems.collect()))
    }

    /// Opens the store like [`Sqlite::open`]; keys that must be set aside are an error.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] for damaged keys too.
    pub(crate) fn open_whole(folder: &Path) -> Result<Self, StoreError> {
        let (store, problems) = Self::open_and_report(folder, schema::STEPS)?;
        match problems.first() {
            None => Ok(store),
            Some(problem) => Err(StoreError::Damaged(problem.to_string())),
        }
    }

    /// Opens the store like [`Sqlite::open`], and repairs it first if it is damaged.
    ///
    /// A repair copies everything that can be read into a new database, sets the rest aside, and keeps
    /// the damaged files. It needs twice as much room as the store takes.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] with nothing changed if no table can be read,
    /// or rows are missing without a trace: [`Sqlite::repair`] accepts that loss.
    pub fn open_or_repair(folder: &Path) -> Result<Opened, StoreError> {
        Self::open_or_repair_with(folder, schema::STEPS)
    }

    fn open_or_repair_with(folder: &Path, steps: &[&str]) -> Result<Opened, StoreError> {
        let damage = match Self::open_and_report(folder, steps) {
            Ok((store, problems)) => return Ok(Opened { store, problems, kept: None }),
            Err(StoreError::Damaged(damage)) => damage,
            Err(error) => return Err(error),
        };
        if !repair::has_database(&Self::database_in(folder)) {
            return Err(StoreError::Damaged(damage));
        }
        tracing::error!(damage, "the database is damaged; what can be read is copied to a new one");
        let accepted = |problems: &[Problem]| problems.iter().all(Problem::is_visible);
        let Repair { problems, kept } = {
            let (_lock, path) = repair::lock(folder)?;
            let repaired = repair::repair(&path, steps, &[], accepted);
            repaired.map_err(|error| repair::name_damage(&damage, error))?
        };
        let problems = repair::problems_or_file(problems, damage);
        Ok(Opened { store: Self::open_with(folder, steps)?, problems, kept: Some(kept) })
    }

    /// Copies everything that can be read of the store in `folder` into a new database in its place,
    /// sets the rest aside, and keeps the damaged files.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] with nothing changed if no table can be read.
    pub fn repair(folder: &Path) -> Result<Repair, StoreError> {
        Self::repair_with(folder, &[])
    }

    /// Repairs, and also sets `targets` aside.
    pub(super) fn repair_with(folder: &Path, targets: &[Target]) -> Result<Repair, StoreError> {
        let (_lock, path) = repair::lock(folder)?;
        repair::repair(&path, schema::STEPS, targets, |_| true)
    }

    /// Verifies every row of the store in `folder`, without changes.
    ///
    /// A repair that was interrupted is finished first, as by everything that opens the store.
    /// The time is proportional to the size of the store.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Damaged`] for the first damage of any kind.
    pub fn check(folder: &Path) -> Result<(), StoreError> {
        let (_lock, path) = repair::lock(folder)?;
        check::all(&path, schema::STEPS)
    }

    /// Creates a store in memory; its contents are lost when it is dropped.
    ///
    /// # Errors
    /// If SQLite cannot allocate the memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        schema::create(&mut connection, schema::STEPS)?;
        Self::new(connection, Tail::default(), None)
    }

    fn new(connection: Connection, tail: Tail, lock: Option<FolderLock>) -> Result<Self, StoreError> {
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        // databases of earlier servers have longer pages
        let page_bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        file::copy_log_at(&connection, file::LOG_BYTES / page_bytes)?;
        connection.pragma_update_and_check(None, "journal_size_limit", LONGEST_LOG_BYTES, |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let sums = Sums { digest: check::stored_digest(&connection)?, ..Sums::default() };
        Ok(Self {
            connection,
            sums,
            tail,
            durability: Durability::Process,
            full: false,
            is_backup_whole: false,
            mark: None,
            lock,
        })
    }

    /// Limits the size of the database, in pages, but not below its current size.
    ///
    /// Commits beyond the limit fail with [`StoreError::Full`].
    ///
    /// # Errors
    /// [`StoreError`] as its variants say.
    pub fn set_page_limit(&mut self, pages: u32) -> Result<(), StoreError> {
        Ok(self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?)
    }

    /// Sets the size of the tail, in bytes, beyond which its oldest entries move to their journals.
    ///
    /// With 0, every entry moves soon.
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

    /// Commits like [`Store::commit`], and records it in the mark before anybody learns of it. When all writes are done and only the commit is left, `finish` may
    /// add one more, or prevent the commit by its error.
    ///
    /// # Errors
    /// Those of [`Store::commit`] and of `finish`, which is called again if the disk was full.
    pub(crate) fn commit_with(
        &mut self,
        writes: &[Write],
        durability: Durability,
        finish: Finish<'_>,
    ) -> Result<(), StoreError> {
        check_lengths(writes)?;
        let result = self.commit_with_room(writes, durability, finish);
        if let Some(mark) = &mut self.mark {
            match &result {
                Ok(()) => mark.committed(&self.sums, durability),
                Err(StoreError::Damaged(_)) => mark.suspect(),
                Err(_) => {}
            }
        }
        self.keep_log_if_damaged(result)
    }

    /// Commits, and frees disk space first if a commit failed because the disk is full.
    ///
    /// Copying the log into the database frees the space.
    fn commit_with_room(
        &mut self,
        writes: &[Write],
        durability: Durability,
        finish: Finish<'_>,
    ) -> Result<(), StoreError> {
        if !self.full {
            let result = self.try_commit(writes, durability, finish);
            self.full = result == Err(StoreError::Full);
            if !self.full {
                return result;
            }
        }
        self.empty_log()?;
        self.try_commit(writes, durability, finish)?;
        self.full = false;
        Ok(())
    }

    fn try_commit(
        &mut self,
        writes: &[Write],
        durability: Durability,
        finish: Finish<'_>,
    ) -> Result<(), StoreError> {
        self.set_durability(durability)?;
        let first = self.tail.next_row();
        let result = self.transact(writes, first, finish);
        if result.is_err() {
            self.tail.cut(first);
        }
        result
    }

    /// Commits in one transaction; rows of the tail from number `first` on are new.
    fn transact(&mut self, writes: &[Write], first: u64, finish: Finish<'_>) -> Result<(), StoreError> {
        let before = self.sums.digest.commits;
        let mut sums = self.sums;
        sums.digest.commits += 1;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for write in writes {
            match write {
                Write::Append { journal, n, value } => {
                    append(&transaction, &mut self.tail, first, (*journal, *n, value))?;
                }
                Write::Set { table, key, expected, value } => {
                    set(&transaction, (*table, key), *expected, value.as_deref(), &mut sums)?;
                }
            }
        }
        arrivals::insert(&transaction, &self.tail, first, &mut sums)?;
        let due = self.tail.due(first);
        arrivals::move_out(&transaction, &self.tail, &due, &mut sums)?;
        if let Some(Write::Set { table, key, expected, value }) = finish()? {
            set(&transaction, (table, &key), expected, value.as_deref(), &mut sums)?;
        }
        if !sums.digest.replace(before, &transaction)? {
            return Err(StoreError::Conflict { what: "another program has written".to_owned() });
        }
        transaction.commit()?;
        self.sums = sums;
        self.tail.done(first, due);
        Ok(())
    }

    /// Copies the log into the database and truncates it.
    ///
    /// The log holds a page once per commit that changed it, so the copy needs less space.
    fn empty_log(&mut self) -> Result<(), StoreError> {
        self.is_backup_whole = false;
        Ok(self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))?)
    }

    /// Returns `result`; after damage, also prevents copying the log into the database on close.
    ///
    /// The copy could overwrite pages that a repair needs.
    fn keep_log_if_damaged<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(result, Err(StoreError::Damaged(_))) {
            self.keep_log()?;
        }
        result
    }

    fn keep_log(&self) -> Result<(), StoreError> {
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(())
    }
}

impl Store for Sqlite {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        if writes.is_empty() && durability == Durability::Process {
            return Ok(());
        }
        self.commit_with(writes, durability, &mut || Ok(None))
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.keep_log_if_damaged(read(&self.connection, &self.tail, journal.cast_signed(), from, most))
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        let row = one(&self.connection, table, key, |row| (row.revision, row.value.to_vec()));
        self.keep_log_if_damaged(row)
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        let found = scan(&self.connection, table, (from, to.unwrap_or(&rows::LAST)), order, most);
        let (rows, damaged) = self.keep_log_if_damaged(found)?;
        if !damaged.is_empty() {
            self.keep_log()?;
        }
        for key in damaged.into_iter().filter(|key| warned::admit(table, key)) {
            let problem = Problem::Value { table, key };
            tracing::warn!(%problem, "a row is not what was written");
        }
        Ok(rows)
    }

    fn begin_backup(&mut self) -> Result<u64, StoreError> {
        self.hold_file()
    }

    fn end_backup(&mut self) -> Result<(), StoreError> {
        self.release_file()
    }
}

/// Appends to the tail, if the journal ends before entry `n`.
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
    tail.append(first, entries::TailEntry { journal: signed, n, value });
    Ok(())
}

fn set(
    transaction: &Transaction<'_>,
    (table, key): (Table, &[u8]),
    expected: Revision,
    value: Option<&[u8]>,
    sums: &mut Sums,
) -> Result<(), StoreError> {
    let found = one(transaction, table, key, |row| (row.revision, row.checksum))?;
    let revision = found.map_or(0, |(revision, _)| revision);
    if revision != expected {
        return Err(StoreError::stale(table, expected, revision));
    }
    if let Some((_, checksum)) = found {
        sums.remove_key(table, checksum);
    }
    let statements = schema::statements(table);
    if let Some(value) = value {
        let checksum = checksum::of_key(table, key, revision + 1, value);
        let mut put = transaction.prepare_cached(statements.put)?;
        put.execute((key, (revision + 1).cast_signed(), value, checksum))?;
        sums.add_key(table, checksum);
    } else if found.is_some() {
        transaction.prepare_cached(statements.delete)?.execute([key])?;
    }
    Ok(())
}

/// Reads a journal: first its entries that left the tail, then those in the tail.
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
            return Err(StoreError::damaged("the end of a journal is missing"));
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

/// The rows of a range, and the keys of those that are damaged.
///
/// Opening does not check finished games, so a damaged one is returned as set aside: one bad row
/// does not hide the others. In other tables damage is an error.
fn scan(
    connection: &Connection,
    table: Table,
    (from, to): (&[u8], &[u8]),
    order: Order,
    most: usize,
) -> Result<(Vec<KeyValue>, Vec<Vec<u8>>), StoreError> {
    let statements = schema::statements(table);
    let sql = match order {
        Order::Up => statements.up,
        Order::Down => statements.down,
    };
    let mut statement = connection.prepare_cached(sql)?;
    let mut found = statement.query((from, to, limit(most)))?;
    let (mut entries, mut damaged) = (Vec::new(), Vec::new());
    while let Some(row) = found.next()? {
        let row = if checksum::is_archive(table) { Key::read(row)? } else { rows::key(row, table)? };
        let mut entry = row.to_key_value();
        if !row.is_whole(table) {
            entry.value = set_aside(&entry.value);
            damaged.push(entry.key.clone());
        }
        entries.push(entry);
    }
    Ok((entries, damaged))
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
