//! Backups: holds the database file unchanged while another process copies it.
//!
//! With a write-ahead log, SQLite changes the file only when it copies the log into it. A backup
//! copies the whole log first, and then puts that off until its end.

use super::error::at;
use super::file::{FolderLock, LOG_BYTES, copy_log_at};
use super::{Sqlite, check, file, repair, schema};
use chuhe_store::StoreError;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

/// Copies the whole log into the database, and returns the length of the database in bytes.
fn copy_log(connection: &Connection) -> Result<u64, StoreError> {
    file::copy_log(connection)?;
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
    let page_bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok((pages * page_bytes).cast_unsigned())
}

impl Sqlite {
    pub(super) fn hold_file(&mut self) -> Result<u64, StoreError> {
        if self.lock.is_none() {
            return Err(StoreError::Unavailable("the data is in memory only".to_owned()));
        }
        let bytes = copy_log(&self.connection)?;
        copy_log_at(&self.connection, 0)?;
        self.is_backup_whole = true;
        Ok(bytes)
    }

    pub(super) fn release_file(&mut self) -> Result<(), StoreError> {
        let page_bytes: i64 = self.connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        copy_log_at(&self.connection, LOG_BYTES / page_bytes)?;
        if std::mem::take(&mut self.is_backup_whole) {
            Ok(())
        } else {
            Err(StoreError::Unavailable("the database file has changed during the backup".to_owned()))
        }
    }

    /// Returns the path of the database in `folder`.
    #[must_use]
    pub fn database_in(folder: &Path) -> PathBuf {
        folder.join(file::DATABASE)
    }

    /// Returns the length of the write-ahead log in `folder`, in bytes; 0 if there is none.
    #[must_use]
    pub fn log_bytes_in(folder: &Path) -> u64 {
        let log = file::beside(&Self::database_in(folder), "-wal");
        fs::metadata(log).map_or(0, |log| log.len())
    }

    /// Verifies every row of a copy of a database.
    ///
    /// # Errors
    /// As [`Sqlite::check`].
    pub fn check_file(path: &Path) -> Result<(), StoreError> {
        check::all(path, schema::STEPS)
    }

    /// Removes the database in `folder`, which no server uses, with the files beside it.
    ///
    /// # Errors
    /// [`StoreError::InUse`]; [`StoreError::Unavailable`] if a file cannot be removed.
    pub(crate) fn remove(folder: &Path) -> Result<(), StoreError> {
        let (_lock, path) = repair::lock(folder)?;
        file::remove_with_log(&path)
    }

    /// Puts the database at `new` in the place of the one in `folder`, which no server uses.
    ///
    /// # Errors
    /// [`StoreError::InUse`]; [`StoreError::Unavailable`] if a file cannot be removed or renamed.
    pub(crate) fn replace(folder: &Path, new: &Path) -> Result<(), StoreError> {
        let (_lock, path) = repair::lock(folder)?;
        file::remove_with_log(&path)?;
        fs::rename(new, &path).map_err(at(&path))?;
        file::sync_folder_of(&path)
    }

    /// Holds the database file in `folder`, which no server uses, and puts everything committed into
    /// it. It is not migrated.
    ///
    /// # Errors
    /// Those of [`Sqlite::open`]; [`StoreError::Unavailable`] if there is no database.
    pub fn hold_stopped(folder: &Path) -> Result<Stopped, StoreError> {
        let path = Self::database_in(folder);
        if !repair::has_database(&path) {
            return Err(StoreError::Unavailable(format!("{} does not exist", path.display())));
        }
        let (lock, path) = repair::lock(folder)?;
        let (connection, _) = check::open(&path, schema::STEPS)?;
        let bytes = copy_log(&connection)?;
        Ok(Stopped { bytes, _connection: connection, _lock: lock })
    }
}

/// A database that no server uses, and that none can open meanwhile.
#[derive(Debug)]
pub struct Stopped {
    bytes: u64,
    _connection: Connection,
    _lock: FolderLock,
}

impl Stopped {
    /// The length of the database file, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}
