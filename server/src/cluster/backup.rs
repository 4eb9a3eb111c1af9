//! What a member and the store of its hall agree on while a snapshot is made.
//!
//! The store holds the database file unchanged, the member copies it meanwhile, and commits go on. The
//! store looks at this with every commit.

use std::sync::atomic::{AtomicBool, Ordering};

/// What the member wants of the store.
#[derive(Debug, Default)]
pub(super) struct BackupWishes {
    begin: AtomicBool,
    end: AtomicBool,
}

impl BackupWishes {
    /// Has the store hold the file with its next commit.
    pub(super) fn begin(&self) {
        self.begin.store(true, Ordering::Release);
    }

    /// Has the store let the file go with its next commit.
    pub(super) fn end(&self) {
        self.end.store(true, Ordering::Release);
    }

    pub(super) fn take_begin(&self) -> bool {
        self.begin.load(Ordering::Relaxed) && self.begin.swap(false, Ordering::Acquire)
    }

    pub(super) fn take_end(&self) -> bool {
        self.end.load(Ordering::Relaxed) && self.end.swap(false, Ordering::Acquire)
    }
}
