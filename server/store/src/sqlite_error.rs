//! Maps the errors of SQLite, for the server's store on disk: whether a retry may succeed, and whether
//! commits are safe.

use crate::StoreError;
use rusqlite::{Error, ffi};

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        if let Error::SqliteFailure(failure, _) = &error {
            return of_code(failure.extended_code, error.to_string());
        }
        // a column has a type that this server never writes: the tables are strict
        let damaged = matches!(
            error,
            Error::InvalidColumnType(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::FromSqlConversionFailure(..)
                | Error::Utf8Error(..)
                | Error::QueryReturnedNoRows
        );
        let text = error.to_string();
        if damaged { Self::Damaged(text) } else { Self::Failed(text) }
    }
}

/// Maps SQLite's extended result code, whose low byte is the primary one.
fn of_code(code: i32, text: String) -> StoreError {
    match code {
        // the system may have dropped the pages that it could not write, and the next sync would
        // succeed without them
        ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC => return StoreError::Failed(text),
        // a file that ends too early is a short read
        ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS | ffi::SQLITE_IOERR_DATA => {
            return StoreError::Damaged(text);
        }
        ffi::SQLITE_IOERR_READ => return StoreError::Unreadable(text),
        _ => {}
    }
    match code & 0xff {
        ffi::SQLITE_FULL => StoreError::Full,
        ffi::SQLITE_CORRUPT | ffi::SQLITE_NOTADB | ffi::SQLITE_FORMAT => StoreError::Damaged(text),
        ffi::SQLITE_BUSY
        | ffi::SQLITE_LOCKED
        | ffi::SQLITE_IOERR
        | ffi::SQLITE_CANTOPEN
        | ffi::SQLITE_READONLY
        | ffi::SQLITE_PERM
        | ffi::SQLITE_PROTOCOL
        | ffi::SQLITE_NOMEM => StoreError::Unavailable(text),
        _ => StoreError::Failed(text),
    }
}
