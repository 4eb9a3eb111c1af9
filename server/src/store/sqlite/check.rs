//! Checks of a database before it is used: that it is a Chuhe server's, of a known version, and
//! whole. A database that is refused is left exactly as it was.
//!
//! Opening reads what a server needs anyway: the arrivals and the keys of everything that is not
//! finished. Their number and their sum must be those of the last commit, and the mark beside the
//! database says whether a later commit is missing. The journals and the
//! lists of finished games grow without end; opening does not read them, and each of their rows is
//! checked when it is used. [`all`] reads every row.

use super::checksum::{self, Digest, Sums};
use super::error::{at, reading};
use super::mark::Mark;
use super::rows::{self, Key};
use super::tail::Tail;
use super::{arrivals, file, schema};
use chuhe_store::{StoreError, Table};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;
/// Where the header has the versions for writing and reading: both 2 with a write-ahead log.
const FORMATS: std::ops::Range<usize> = 18..20;
/// Where the header has the application's mark.
const APPLICATION_ID: std::ops::Range<usize> = 68..72;

/// How much of a database a check reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// What opening needs, and a damaged key is only reported.
    Live,
    /// Every row, and any damage is an error.
    All,
}

/// The rows of a database, added up.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) sums: Sums,
    pub(super) tail: Tail,
    /// Keys whose rows have a wrong checksum.
    pub(super) damaged: Vec<(Table, Vec<u8>)>,
}

/// Opens the database at `path` if it passes the check. Nothing is written yet.
pub(super) fn open(path: &Path, steps: &[&str]) -> Result<(Connection, Rows), StoreError> {
    without_trace(path, || {
        let (connection, rows) = inspect(path, steps, Extent::Live)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        connection.pragma_update(None, "query_only", false)?;
        Ok((connection, rows))
    })
}

/// Checks every row of the database at `path`, and changes nothing.
pub(super) fn all(path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let log = file::beside(path, "-wal");
    let had_log = log.exists();
    without_trace(path, || inspect(path, steps, Extent::All).map(drop))?;
    remove_empty_log(path, had_log)
}

/// Opens the database at `path` for reading if every row passes the check.
pub(super) fn open_unchanging(path: &Path, steps: &[&str]) -> Result<(Connection, Rows), StoreError> {
    without_trace(path, || inspect(path, steps, Extent::All))
}

/// Runs a check; if it fails, removes the log that SQLite made in order to see that it is empty.
pub(super) fn without_trace<T>(
    path: &Path,
    check: impl FnOnce() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    header(path)?;
    let journal = file::beside(path, "-journal");
    if journal.exists() {
        return Err(StoreError::damaged("there is a rollback journal, which this server does not write"));
    }
    let had_log = file::beside(path, "-wal").exists();
    let checked = check();
    if checked.is_err() {
        remove_empty_log(path, had_log)?;
    }
    // whatever else fails here fails because of the file
    checked.map_err(|error| {
        if let StoreError::Failed(how) | StoreError::Unreadable(how) = error {
            StoreError::Damaged(how)
        } else {
            error
        }
    })
}

pub(super) fn remove_empty_log(path: &Path, had_log: bool) -> Result<(), StoreError> {
    let log = file::beside(path, "-wal");
    if !had_log && fs::metadata(&log).is_ok_and(|log| log.len() == 0) {
        fs::remove_file(&log).map_err(at(&log))?;
    }
    Ok(())
}

/// Checks the bytes that SQLite does not put into the log, before it opens the file.
fn header(path: &Path) -> Result<(), StoreError> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    let file = File::open(path).map_err(at(path))?;
    file.take(HEADER_BYTES as u64).read_to_end(&mut header).map_err(reading(path))?;
    if header.is_empty() {
        return Err(StoreError::damaged("the file is empty"));
    }
    // a mark shows that the file was a server's
    let is_ours = file::beside(path, file::MARK).exists();
    let foreign = |why: &str| {
        if is_ours { StoreError::damaged(why) } else { StoreError::Foreign(why.to_owned()) }
    };
    if !header.starts_with(MAGIC) {
        return Err(foreign("the file is no SQLite database"));
    }
    if header.len() < HEADER_BYTES {
        return Err(StoreError::damaged("the file ends in its header"));
    }
    if header.get(APPLICATION_ID) != Some(&schema::APPLICATION_ID.to_be_bytes()) {
        return Err(foreign("the SQLite database is another application's"));
    }
    if header.get(FORMATS) != Some(&[2, 2]) {
        return Err(StoreError::damaged("the header names another format"));
    }
    Ok(())
}

/// Checks the database with its log, if there is one. Nothing is written while it may still be
/// refused: not even what the log has into the database.
fn inspect(path: &Path, steps: &[&str], extent: Extent) -> Result<(Connection, Rows), StoreError> {
    let mark = Mark::read(path)?;
    let is_suspect = mark.as_ref().is_some_and(Mark::is_suspect);
    let connection = connect_unchanging(path)?;
    let rows = contents(&connection, steps, if is_suspect { Extent::All } else { extent })?;
    Mark::check(mark.as_ref(), path, &stored_digest(&connection)?)?;
    Ok((connection, rows))
}

/// Opens the database at `path` so that nothing is written to it, not even when it is closed.
pub(super) fn connect_unchanging(path: &Path) -> Result<Connection, StoreError> {
    let connection = file::connect(path)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

fn contents(connection: &Connection, steps: &[&str], extent: Extent) -> Result<Rows, StoreError> {
    let known = schema::version_of(steps);
    let found = schema::readable_version(connection, steps)?;
    let taken = schema::taken(found, steps);
    if taken.is_empty() || !schema::is_that_of(connection, taken)? {
        return Err(StoreError::damaged("the tables are not those of their version"));
    }
    // a migration reads every row, so none of them may be damaged
    let extent = if found < known { Extent::All } else { extent };
    structure(connection, extent)?;
    let found = rows(connection, extent)?;
    if matches_digest(&found, stored_digest(connection)?, extent) {
        Ok(found)
    } else {
        Err(StoreError::damaged("the rows are not those of one commit"))
    }
}

/// Checks what SQLite needs in order to write, which reading rows does not look at: the header's fields, the
/// list of free pages, and the room between the rows of a page.
///
/// The check of the schema includes the free pages.
fn structure(connection: &Connection, extent: Extent) -> Result<(), StoreError> {
    let vacuum: i64 = connection.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
    if vacuum != 0 {
        return Err(StoreError::damaged(
            "the header names a kind of database that this server does not write",
        ));
    }
    let mut parts = vec!["1"];
    if extent == Extent::Live {
        parts = vec!["sqlite_schema", "state", "arrivals"];
        let live = Table::ALL.into_iter().filter(|table| !checksum::is_archive(*table));
        parts.extend(live.map(|table| schema::statements(table).name));
    }
    for part in parts {
        let verdict: String =
            connection.query_row(&format!("PRAGMA quick_check({part})"), (), |row| row.get(0))?;
        if verdict != "ok" {
            return Err(StoreError::Damaged(verdict.replace('\n', " ")));
        }
    }
    Ok(())
}

/// Whether the rows are those of the last commit.
fn matches_digest(found: &Rows, stored: Digest, extent: Extent) -> bool {
    // a damaged row may name a wrong checksum, but no row may be missing
    let is_explained = !found.damaged.is_empty() && found.sums.digest.live.rows == stored.live.rows;
    let live = found.sums.digest.live == stored.live || is_explained;
    live && (extent == Extent::Live || found.sums.digest.archive == stored.archive)
}

/// The stored digest.
pub(super) fn stored_digest(connection: &Connection) -> Result<Digest, StoreError> {
    Digest::stored(connection)?.ok_or_else(|| StoreError::damaged("the sum of the rows is damaged"))
}

/// Reads the rows and checks their order.
pub(super) fn rows(connection: &Connection, extent: Extent) -> Result<Rows, StoreError> {
    let mut rows = Rows::default();
    if extent == Extent::All {
        journals(connection, &mut rows.sums)?;
    }
    rows.tail = arrivals::read(connection, &mut rows.sums)?;
    for table in Table::ALL {
        if extent == Extent::All || !checksum::is_archive(table) {
            keys(connection, table, extent, &mut rows)?;
        }
    }
    Ok(rows)
}

fn journals(connection: &Connection, sums: &mut Sums) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare("SELECT journal, n, value, checksum FROM journal ORDER BY journal, n")?;
    let mut all = statement.query(())?;
    let mut last: Option<(i64, u64)> = None;
    while let Some(row) = all.next()? {
        let journal: i64 = row.get(0)?;
        let due = match last {
            Some((before, _)) if journal < before => {
                return Err(StoreError::damaged("the journals are in disorder"));
            }
            Some((before, n)) if journal == before => n + 1,
            Some(_) | None => 0,
        };
        sums.add_entry(rows::entry(row, journal, due)?.1);
        last = Some((journal, due));
    }
    Ok(())
}

fn keys(connection: &Connection, table: Table, extent: Extent, rows: &mut Rows) -> Result<(), StoreError> {
    let mut statement = connection.prepare(schema::statements(table).all)?;
    let mut all = statement.query(())?;
    let mut last: Option<Vec<u8>> = None;
    while let Some(row) = all.next()? {
        let key = if extent == Extent::All { rows::key(row, table)? } else { Key::read(row)? };
        if last.as_deref().is_some_and(|last| last >= key.key) {
            return Err(StoreError::damaged("the keys are in disorder"));
        }
        rows.sums.add_key(table, key.checksum);
        if !key.is_whole(table) {
            rows.damaged.push((table, key.key.to_vec()));
        }
        last = Some(key.key.to_vec());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    #[test]
    fn disk_that_cannot_be_read_is_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file::DATABASE);
        file::create(&path, schema::STEPS).unwrap();
        let bad_sector = || rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR_READ), None);
        let error = without_trace(&path, || Err::<(), _>(bad_sector().into())).unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{error}");
        let running = StoreError::from(bad_sector());
        assert!(matches!(running, StoreError::Unreadable(_)) && running.may_pass(), "{running}");
    }
}
