//! The files of the database: its folder, the lock on it, and the atomic creation of a new one.

use super::error::at;
use super::schema;
use crate::files;
use chuhe_store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the database in its folder.
pub(super) const DATABASE: &str = "chuhe.db";
/// The empty file that a server locks while it runs.
const LOCK: &str = "chuhe.lock";
/// The suffix of a database that is being created.
const UNFINISHED: &str = ".new";
/// The suffix of the mark beside a database ([`super::mark`]).
pub(super) const MARK: &str = ".mark";
/// How long to wait for another program to release the database.
const BUSY: Duration = Duration::from_secs(1);
/// Bytes of the log at which its pages are copied into the database. The log is then reused, so it
/// does not grow much beyond this. The next commit waits for the copy, so more bytes make a longer
/// wait.
pub(super) const LOG_BYTES: i64 = 2 << 20;

/// Sets after how many pages the log is copied into the database; 0 means never.
pub(super) fn copy_log_at(connection: &Connection, pages: i64) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "wal_autocheckpoint", pages, |_| Ok(()))
}

/// The path of one of SQLite's files beside the database at `path`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The lock on a folder, held until it is dropped.
#[derive(Debug)]
pub(super) struct FolderLock(File);

/// Unlocks explicitly: a program that this process is just starting still holds a copy of the file
/// descriptor, which would keep the lock.
impl Drop for FolderLock {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock on the data is not released before the program ends");
        }
    }
}

/// Creates the folder if it is missing, readable for this user only, and locks it.
pub(super) fn lock(folder: &Path) -> Result<FolderLock, StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(at(folder))?;
    let path = folder.join(LOCK);
    let lock = create_or_open(&path).map_err(at(&path))?;
    match lock.try_lock() {
        Ok(()) => Ok(FolderLock(lock)),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(at(&path)(error)),
    }
}

/// The page size of a new database, in bytes: a commit writes whole pages, so small ones write
/// less.
pub(super) const PAGE_BYTES: i64 = 1024;

/// Creates an empty database at `path`, where there is none, with the tables of `steps`.
pub(super) fn create(path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let orphan = beside(path, "-wal");
    if orphan.exists() {
        return Err(StoreError::damaged("there is a write-ahead log without its database"));
    }
    if beside(path, MARK).exists() {
        return Err(StoreError::damaged(
            "the database is missing; the mark beside it shows that there was one",
        ));
    }
    // an unfinished one, with SQLite's files beside it
    let unfinished = beside(path, UNFINISHED);
    remove_with_log(&unfinished)?;
    let created =
        create_unfinished(&unfinished, steps).and_then(|()| fs::rename(&unfinished, path).map_err(at(path)));
    remove_if_failed(&unfinished, created)?;
    sync_folder_of(path)
}

fn create_unfinished(unfinished: &Path, steps: &[&str]) -> Result<(), StoreError> {
    // SQLite gives the files beside it the same permissions
    let file = create_new(unfinished).map_err(at(unfinished))?;
    let mut connection = connect(unfinished)?;
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    schema::create(&mut connection, steps)?;
    close_whole(connection, unfinished)?;
    file.sync_all().map_err(at(unfinished))
}

/// Copies the whole log into the database.
pub(super) fn copy_log(connection: &Connection) -> Result<(), StoreError> {
    let left: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0))?;
    if left != 0 {
        return Err(StoreError::Unavailable("the log cannot be copied into the database now".to_owned()));
    }
    Ok(())
}

/// Closes the database at `path`, whose file then has everything that was committed.
///
/// SQLite also copies the log when it closes a database, but reports no error if it cannot, for
/// example because the disk is full.
pub(super) fn close_whole(connection: Connection, path: &Path) -> Result<(), StoreError> {
    copy_log(&connection)?;
    connection.close().map_err(|(_, error)| error)?;
    let log = beside(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(StoreError::Unavailable(format!("{} is not copied into its database", log.display())));
    }
    remove_if_present(&log)
}

/// Returns `result`; an error also removes the unfinished database at `path`.
pub(super) fn remove_if_failed<T, E>(path: &Path, result: Result<T, E>) -> Result<T, E> {
    if result.is_err()
        && let Err(error) = remove_with_log(path)
    {
        tracing::warn!(%error, "an unfinished database is left");
    }
    result
}

/// Removes a database with SQLite's files beside it, as far as they are there.
pub(super) fn remove_with_log(path: &Path) -> Result<(), StoreError> {
    ["", "-wal", "-shm", "-journal", MARK]
        .iter()
        .try_for_each(|suffix| remove_if_present(&beside(path, suffix)))
}

pub(super) fn remove_if_present(path: &Path) -> Result<(), StoreError> {
    if path.exists() { fs::remove_file(path).map_err(at(path)) } else { Ok(()) }
}

/// Makes the names in a file's folder safe from a loss of power.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    files::sync_folder_of(path).map_err(at(files::folder_of(path)))
}

/// Opens the existing database at `path` for this connection alone.
///
/// Sharing it would need an index file mapped into memory, and a full disk would then end the
/// process by a signal. The contents of the database are not trusted.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON;")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    Ok(connection)
}

/// Opens a file for writing, and creates it like [`create_new`] if it is missing.
pub(super) fn create_or_open(path: &Path) -> io::Result<File> {
    match create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).open(path)
        }
        created => created,
    }
}

/// Creates a file for writing: readable for this user only, or for the owner of its folder if this
/// user is root.
fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // root follows no link that the owner of the folder has put there
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    files::give_to_owner(&file, files::folder_of(path))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_lock_is_free_while_a_copy_of_its_descriptor_is_open() {
        let folder = tempfile::tempdir().expect("a directory");
        let held = lock(folder.path()).expect("nobody holds it");
        let _copy = held.0.try_clone().expect("a copy");
        assert!(matches!(lock(folder.path()), Err(StoreError::InUse)));
        drop(held);
        lock(folder.path()).expect("the lock is released");
    }
}
