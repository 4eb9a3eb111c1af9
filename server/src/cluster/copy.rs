//! A node's copy of a hall: its database, and how far it follows the log.
//!
//! The place is a row of the database that changes in the same transaction as the entries that it
//! covers. A loss of power may set the copy back to an earlier place, from which it follows again.

use super::parts::{Parts, cut};
use crate::store::Sqlite;
use chuhe_cluster::Reach;
use chuhe_store::{
    Durability, Order, Store as _, StoreError, Table, Write, decode_commit, encode_commit, last_place,
    place_at,
};
use std::path::Path;

/// A node's copy of a hall.
#[derive(Debug)]
pub(super) struct HallCopy {
    store: Sqlite,
    /// The stored place.
    place: Reach,
    /// The revision of its row.
    revision: u64,
    parts: Parts,
}

/// An entry of the log, and its payload; `None` if it only begins an epoch.
pub(super) type Entry = (Reach, Option<Vec<u8>>);

impl HallCopy {
    /// Opens the copy in a folder; an empty one is created if there is none.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it must be made again; [`StoreError::Foreign`] if the folder has the data
    /// of a server without a cluster.
    pub(super) fn open(folder: &Path) -> Result<Self, StoreError> {
        let mut store = Sqlite::open_whole(folder)?;
        let stored = last_place(&mut store)?;
        if stored.is_none() && has_rows(&mut store)? {
            let why = format!("{} has the data of a server without a cluster", folder.display());
            return Err(StoreError::Foreign(why));
        }
        let (revision, place) = stored.unwrap_or_default();
        Ok(Self { store, place, revision, parts: Parts::default() })
    }

    /// Opens the copy in a folder; replaces a damaged one by an empty one.
    ///
    /// # Errors
    /// Those of [`HallCopy::open`].
    pub(super) fn open_or_remake(folder: &Path) -> Result<Self, StoreError> {
        match Self::open(folder) {
            Err(StoreError::Damaged(damage) | StoreError::Replaced(damage)) => {
                tracing::error!(damage, "the copy of the hall is damaged; it is made again");
                Sqlite::remove(folder)?;
                Self::open(folder)
            }
            opened => opened,
        }
    }

    /// The place of the last entry that is stored.
    pub(super) const fn place(&self) -> Reach {
        self.place
    }

    /// The database, for reads and backups.
    pub(super) const fn store(&mut self) -> &mut Sqlite {
        &mut self.store
    }

    /// Applies entries that follow the place, in one transaction. Returns what they wrote.
    ///
    /// # Errors
    /// Those of the database; [`StoreError::Damaged`] if an entry cannot be decoded.
    pub(super) fn apply(&mut self, entries: &[Entry]) -> Result<Vec<Write>, StoreError> {
        let mut writes = Vec::new();
        let mut whole = None;
        for (place, payload) in entries {
            match payload {
                None => self.parts.clear(),
                Some(payload) => {
                    let commit = self.parts.push(payload).map_err(|error| unusable(*place, &error))?;
                    if let Some(commit) = commit {
                        writes.extend(decode_commit(&commit).map_err(|error| unusable(*place, &error))?);
                    }
                }
            }
            if !self.parts.is_open() {
                whole = Some(*place);
            }
        }
        // after a crash, an unfinished commit is read again from its first part
        let Some(place) = whole else { return Ok(Vec::new()) };
        writes.push(place_at(place, self.revision));
        self.store.commit(&writes, Durability::Process)?;
        (self.place, self.revision) = (place, self.revision + 1);
        writes.pop();
        Ok(writes)
    }

    /// Commits writes once `append` has put them into the log: `append` receives the payload of each
    /// entry and returns its place.
    ///
    /// The writes are checked before; nothing is appended that cannot be applied.
    ///
    /// # Errors
    /// Those of `append` and of the database. The second value is whether the log has the commit then,
    /// which the copy lacks.
    pub(super) fn commit(
        &mut self,
        writes: &[Write],
        append: &mut dyn FnMut(Vec<u8>) -> Result<Reach, StoreError>,
    ) -> Result<(), (StoreError, bool)> {
        let mut appended = None;
        let revision = self.revision;
        let mut finish = || {
            let place = match appended {
                // a full disk: the transaction is tried again
                Some(place) => place,
                None => *appended.insert(append_whole(&encode_commit(writes), append)?),
            };
            Ok(Some(place_at(place, revision)))
        };
        let committed = self.store.commit_with(writes, Durability::Process, &mut finish);
        match (committed, appended) {
            (Ok(()), Some(place)) => {
                (self.place, self.revision) = (place, revision + 1);
                Ok(())
            }
            (Ok(()), None) => Ok(()),
            (Err(error), appended) => Err((error, appended.is_some())),
        }
    }
}

/// Appends the parts of a commit, all in one epoch.
fn append_whole(
    commit: &[u8],
    append: &mut dyn FnMut(Vec<u8>) -> Result<Reach, StoreError>,
) -> Result<Reach, StoreError> {
    let parts = cut(commit);
    'anew: loop {
        let mut first = None;
        let mut last = Reach::default();
        for part in &parts {
            last = append(part.clone())?;
            if *first.get_or_insert(last.epoch) != last.epoch {
                // the copies have dropped the parts before
                continue 'anew;
            }
        }
        return Ok(last);
    }
}

fn unusable(place: Reach, error: &dyn std::error::Error) -> StoreError {
    StoreError::Damaged(format!("entry {} of the log: {error}", place.sequence))
}

fn has_rows(store: &mut Sqlite) -> Result<bool, StoreError> {
    for table in Table::ALL {
        if !store.scan(table, &[], None, Order::Up, 1)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
