//! Where the database lies: its folder, the lock on it, and how a new one is
//! made so that it is there whole or not at all.

use super::error::at;
use super::{check, schema};
use crate::store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The database, in its folder.
pub(super) const DATABASE: &str = "chuhe.db";
/// The file that a server locks as long as it runs. It holds nothing.
const LOCK: &str = "chuhe.lock";
/// What is appended to the database's name while it is made.
const UNFINISHED: &str = ".new";
/// How long to wait for another program to be done with the database.
const BUSY: Duration = Duration::from_secs(1);

/// The path of the file that SQLite keeps beside the database at `path`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Makes the folder if it is not there, for nobody else to read, and takes its
/// lock, which lasts as long as the file that is returned.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(at(folder))?;
    let path = folder.join(LOCK);
    let lock = private().truncate(false).open(&path).map_err(at(&path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(at(&path)(error)),
    }
}

/// The pages of a database that is made here, in bytes. The smaller they are, the less a
/// commit writes.
pub(super) const PAGE_BYTES: i64 = 1024;

/// Makes a database with no rows at `path`, where there is none.
pub(super) fn create(path: &Path) -> Result<(), StoreError> {
    let orphan = beside(path, "-wal");
    if orphan.exists() {
        return Err(check::damaged("there is a write-ahead log without its database"));
    }
    // one that was not finished, with what SQLite put beside it
    let unfinished = beside(path, UNFINISHED);
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let path = beside(&unfinished, suffix);
        if path.exists() {
            fs::remove_file(&path).map_err(at(&path))?;
        }
    }
    // SQLite gives the files beside it the same permissions
    let file = private().truncate(true).open(&unfinished).map_err(at(&unfinished))?;
    let mut connection = connect(&unfinished)?;
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    schema::create(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    file.sync_all().map_err(at(&unfinished))?;
    fs::rename(&unfinished, path).map_err(at(path))?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))?;
    }
    Ok(())
}

/// Opens the database at `path`, which must be there, for this connection alone.
///
/// Alone, because the index that others would share is a file mapped into
/// memory, and a disk without room for it would end the process by a signal.
/// The database is trusted no more than it must be.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON;")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    Ok(connection)
}

/// Opens a file to be written, for nobody else to read if it is made.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
