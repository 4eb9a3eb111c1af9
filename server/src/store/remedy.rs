//! What an operator can do if stored data cannot be used.

use chuhe_store::StoreError;

/// Returns what to do, for a person who operates the server.
#[must_use]
pub const fn remedy(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged(_) => {
            "run `chuhe-server check` with the same --data and --hall, which changes nothing; then restore a backup, or \
             run `chuhe-server repair`, which keeps the files, sets aside what is lost, and names it. If a repair is \
             refused too, only a backup helps: without one, move the files whose names begin with chuhe.db elsewhere, \
             and the server begins without data"
        }
        StoreError::Replaced(_) => {
            "put the file back that was here before; or, if you have put this one here yourself, for example a \
             backup, remove chuhe.db.mark beside it"
        }
        StoreError::Foreign(_) => "name the server's directory with --data, or move the file elsewhere",
        StoreError::TooNew { .. } => {
            "install the newer server again, or restore a backup that this one has made"
        }
        StoreError::InUse => "stop the other server, or wait until its command has ended",
        StoreError::Full => "make room on the disk",
        StoreError::Unavailable(_) | StoreError::Unreadable(_) => {
            "check that the directory is there and belongs to the server's user, and that the disk works"
        }
        StoreError::Failed(_) => {
            "check the disk, and start the server again: what was confirmed to players is stored"
        }
        StoreError::Conflict { .. } => {
            "end the other program that writes to the database, and start the server again"
        }
        StoreError::TooLong { .. } | StoreError::Released(_) => "start the server again",
    }
}
