//! Maps the errors of the system: whether a retry may succeed, and whether commits are safe. Those of
//! SQLite are mapped where [`StoreError`] is.

use chuhe_store::StoreError;
use std::io;
use std::path::Path;

/// Maps an error of the system at a path.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
    move |error| {
        if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
            StoreError::Full
        } else {
            StoreError::Unavailable(format!("{}: {error}", path.display()))
        }
    }
}

/// Maps an error of reading an open file at a path: a bad sector is damage.
pub(super) fn reading(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
    move |error| {
        if error.kind() == io::ErrorKind::IsADirectory {
            at(path)(error)
        } else {
            StoreError::Damaged(format!("{}: {error}", path.display()))
        }
    }
}
