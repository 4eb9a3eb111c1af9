//! What the errors of SQLite mean for a server.
#![cfg(feature = "sqlite")]

use chuhe_store::StoreError;
use rusqlite::{Error, ffi};

/// The error for a result code of SQLite.
fn of_code(code: i32) -> StoreError {
    Error::SqliteFailure(ffi::Error::new(code), None).into()
}

#[test]
fn a_full_or_busy_disk_may_come_back() {
    assert_eq!(of_code(ffi::SQLITE_FULL), StoreError::Full);
    for code in [
        ffi::SQLITE_BUSY,
        ffi::SQLITE_BUSY_SNAPSHOT,
        ffi::SQLITE_LOCKED,
        ffi::SQLITE_IOERR_WRITE,
        ffi::SQLITE_CANTOPEN,
        ffi::SQLITE_READONLY,
        ffi::SQLITE_PERM,
        ffi::SQLITE_PROTOCOL,
        ffi::SQLITE_NOMEM,
    ] {
        assert!(matches!(of_code(code), StoreError::Unavailable(_)), "{code}");
    }
    assert!(matches!(of_code(ffi::SQLITE_IOERR_READ), StoreError::Unreadable(_)));
}

#[test]
fn pages_that_a_sync_lost_may_never_be_written() {
    for code in [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC, ffi::SQLITE_MISUSE] {
        assert!(matches!(of_code(code), StoreError::Failed(_)), "{code}");
    }
}

#[test]
fn a_file_or_a_column_that_is_not_as_it_was_written_is_damaged() {
    for code in [
        ffi::SQLITE_CORRUPT,
        ffi::SQLITE_CORRUPT_INDEX,
        ffi::SQLITE_NOTADB,
        ffi::SQLITE_FORMAT,
        ffi::SQLITE_IOERR_SHORT_READ,
        ffi::SQLITE_IOERR_CORRUPTFS,
        ffi::SQLITE_IOERR_DATA,
    ] {
        assert!(matches!(of_code(code), StoreError::Damaged(_)), "{code}");
    }
    assert!(matches!(StoreError::from(Error::QueryReturnedNoRows), StoreError::Damaged(_)));
    assert!(matches!(StoreError::from(Error::InvalidQuery), StoreError::Failed(_)));
}
