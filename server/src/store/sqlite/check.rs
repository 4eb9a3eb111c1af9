//! What is looked at before a database is used: whether it is ours, of a version
//! that is known, and whole. Nothing here changes what is refused or leaves a file there.
//!
//! Every row is read once, so that opening takes time in proportion to them all:
//! nothing less shows that none is missing and none is of another commit.

use super::checksum::Digest;
use super::error::at;
use super::tail::Tail;
use super::{arrivals, file, rows, schema};
use crate::store::{StoreError, Table};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// How every SQLite database begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;
/// Where the header says how the file is written and read: 2 and 2, with a
/// write-ahead log.
const FORMATS: std::ops::Range<usize> = 18..20;
/// Where the header has the application's mark.
const APPLICATION_ID: std::ops::Range<usize> = 68..72;

/// Opens the database at `path` if it is right. Nothing was written yet.
pub(super) fn open(path: &Path, steps: &[&str]) -> Result<(Connection, Tail), StoreError> {
    header(path)?;
    let journal = file::beside(path, "-journal");
    if journal.exists() {
        return Err(damaged("there is a rollback journal, which this server does not write"));
    }
    let log = file::beside(path, "-wal");
    let was_there = log.exists();
    let opened = contents(path, steps);
    // SQLite has made the log to see that it is empty
    if opened.is_err() && !was_there && fs::metadata(&log).is_ok_and(|log| log.len() == 0) {
        fs::remove_file(&log).map_err(at(&log))?;
    }
    // here nothing is wrong but what the file makes wrong
    opened.map_err(|error| if let StoreError::Failed(how) = error { damaged(&how) } else { error })
}

/// Looks at the bytes that SQLite does not keep in the log, before it is let
/// near the file.
fn header(path: &Path) -> Result<(), StoreError> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    let file = File::open(path).map_err(at(path))?;
    file.take(HEADER_BYTES as u64).read_to_end(&mut header).map_err(at(path))?;
    if header.is_empty() {
        return Err(damaged("the file is empty"));
    }
    if !header.starts_with(MAGIC) {
        return Err(StoreError::Foreign("the file is no SQLite database".to_owned()));
    }
    if header.len() < HEADER_BYTES {
        return Err(damaged("the file ends in its header"));
    }
    if header.get(APPLICATION_ID) != Some(&schema::APPLICATION_ID.to_be_bytes()) {
        return Err(StoreError::Foreign("the SQLite database is another application's".to_owned()));
    }
    if header.get(FORMATS) != Some(&[2, 2]) {
        return Err(damaged("the header names another format"));
    }
    Ok(())
}

/// Looks at everything, with the log if there is one. As long as it may be
/// refused nothing is written: not even what the log has into the database.
fn contents(path: &Path, steps: &[&str]) -> Result<(Connection, Tail), StoreError> {
    let connection = file::connect(path)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let tail = whole(&connection, steps)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    connection.pragma_update(None, "query_only", false)?;
    Ok((connection, tail))
}

fn whole(connection: &Connection, steps: &[&str]) -> Result<Tail, StoreError> {
    let known = schema::version_of(steps);
    let found = schema::version(connection)?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    let taken = usize::try_from(found).ok().and_then(|taken| steps.get(..taken)).unwrap_or_default();
    if taken.is_empty() || !schema::is_that_of(connection, taken)? {
        return Err(damaged("the tables are not those of their version"));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0))?;
    if verdict != "ok" {
        return Err(damaged(&verdict));
    }
    let kept = kept_digest(connection)?;
    let (found, tail) = rows(connection)?;
    if (Digest { commits: kept.commits, ..found }) != kept {
        return Err(damaged("the rows are not those of one commit"));
    }
    Ok(tail)
}

/// The digest that is kept.
pub(super) fn kept_digest(connection: &Connection) -> Result<Digest, StoreError> {
    Digest::kept(connection)?.ok_or_else(|| damaged("the sum of the rows is not whole"))
}

/// Adds up every row that there is, each of which must be whole and in its place.
/// An older version may not have every table yet.
pub(super) fn rows(connection: &Connection) -> Result<(Digest, Tail), StoreError> {
    let mut digest = Digest::default();
    journals(connection, &mut digest)?;
    let tail = if connection.table_exists(None, "arrivals")? {
        arrivals::read(connection, &mut digest)?
    } else {
        Tail::default()
    };
    for table in Table::ALL {
        let statements = schema::statements(table);
        if connection.table_exists(None, statements.name)? {
            keys(connection, table, &mut digest)?;
        }
    }
    Ok((digest, tail))
}

fn journals(connection: &Connection, digest: &mut Digest) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare("SELECT journal, n, value, checksum FROM journal ORDER BY journal, n")?;
    let mut all = statement.query(())?;
    let mut last: Option<(i64, u64)> = None;
    while let Some(row) = all.next()? {
        let journal: i64 = row.get(0)?;
        let due = match last {
            Some((before, _)) if journal < before => return Err(damaged("the journals are in disorder")),
            Some((before, n)) if journal == before => n + 1,
            Some(_) | None => 0,
        };
        digest.add(rows::entry(row, journal, due)?.1);
        last = Some((journal, due));
    }
    Ok(())
}

fn keys(connection: &Connection, table: Table, digest: &mut Digest) -> Result<(), StoreError> {
    let mut statement = connection.prepare(schema::statements(table).all)?;
    let mut all = statement.query(())?;
    let mut last: Option<Vec<u8>> = None;
    while let Some(row) = all.next()? {
        let key = rows::key(row, table)?;
        if last.as_deref().is_some_and(|last| last >= key.key) {
            return Err(damaged("the keys are in disorder"));
        }
        digest.add(key.checksum);
        last = Some(key.key.to_vec());
    }
    Ok(())
}

/// That the data is damaged, and how.
pub(super) fn damaged(how: &str) -> StoreError {
    StoreError::Damaged(how.to_owned())
}
