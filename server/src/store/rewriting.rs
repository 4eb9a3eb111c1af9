//! Copies a database without some of its content, and puts the copy in its place.
//!
//! Free pages and the write-ahead log have nothing of what is left out then, and the file is as
//! short as what remains.

use super::Sqlite;
use super::verify::for_each_key;
use crate::files;
use chuhe_protocol::limits;
use chuhe_store::{Durability, Fate, Store, StoreError, Table, Write, last_place};
use std::fs;
use std::io;
use std::path::Path;

/// Folder, in that of the data, of the copy that is being made.
const COPY: &str = "rewriting.partial";
/// Writes that are committed at once.
const BATCH: usize = 1_000;

/// Why the data is not rewritten. Nothing is changed then.
#[derive(Debug, thiserror::Error)]
pub enum RewriteError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of the copy cannot be used.
    #[error("cannot use {COPY}: {0}")]
    Copy(#[from] io::Error),
    /// What is to go may be in what cannot be read.
    #[error("the data is damaged: {0}; run `chuhe-server repair` first")]
    Damaged(String),
    /// The data follows the log of a hall, which has everything as well.
    #[error("this is the copy of a hall in a cluster, whose log has it too")]
    InCluster,
}

/// What becomes of each part of a database.
pub(super) trait Rewrite {
    /// Returns what becomes of a row.
    ///
    /// # Errors
    /// Nothing is rewritten then.
    fn row(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<Fate, StoreError>;

    /// Returns whether a journal stays.
    fn keeps(&self, journal: u64) -> bool;

    /// Returns what becomes of an entry of a journal that stays; it is never deleted.
    ///
    /// # Errors
    /// Nothing is rewritten then.
    fn entry(&mut self, value: &[u8]) -> Result<Fate, StoreError>;
}

/// Opens the database in `folder`, which no server uses and which is whole, for a [`Rewrite`].
///
/// Calls `prepare` with it, and rewrites it if that returns something.
///
/// # Errors
/// [`RewriteError`], or that of `prepare`; nothing is changed then.
pub(super) fn rewrite<R: Rewrite, E: From<RewriteError> + From<StoreError>>(
    folder: &Path,
    prepare: impl FnOnce(&mut Sqlite) -> Result<Option<R>, E>,
) -> Result<Option<R>, E> {
    let mut readable = Sqlite::open_readable(folder)?;
    if let Some(problem) = readable.problems.first() {
        return Err(RewriteError::Damaged(problem.to_string()).into());
    }
    let from = &mut readable.store;
    let Some(mut rewriting) = prepare(from)? else { return Ok(None) };
    let copy = folder.join(COPY);
    let used = |error: io::Error| E::from(RewriteError::Copy(error));
    // a command that was killed leaves it
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(used)?;
    }
    files::private_folders().create(&copy).map_err(used)?;
    let copied = Sqlite::create_with(&copy, |to| copy_all(from, to, &mut rewriting));
    let replaced = copied.and_then(|()| {
        let new = Sqlite::database_in(&copy);
        Sqlite::check_file(&new)?;
        // the lock of the data is with the reader
        drop(readable);
        Sqlite::replace(folder, &new)
    });
    fs::remove_dir_all(&copy).map_err(used)?;
    replaced?;
    Ok(Some(rewriting))
}

/// Refuses the copy of a hall in a cluster.
///
/// # Errors
/// [`RewriteError::InCluster`], and those of the store.
pub(super) fn check_own(store: &mut Sqlite) -> Result<(), RewriteError> {
    match last_place(store)? {
        Some(_) => Err(RewriteError::InCluster),
        None => Ok(()),
    }
}

/// Copies everything that stays.
fn copy_all(from: &mut Sqlite, to: &mut Sqlite, rewriting: &mut dyn Rewrite) -> Result<(), StoreError> {
    let mut writes = Vec::new();
    for table in Table::ALL {
        for_each_key(from, table, |key, value| {
            let value = match rewriting.row(table, key, value)? {
                Fate::Kept => value.to_vec(),
                Fate::Changed(value) => value,
                Fate::Deleted => return Ok(()),
            };
            writes.push(Write::Set { table, key: key.to_vec(), expected: 0, value: Some(value) });
            commit_if(to, &mut writes, BATCH)
        })?;
    }
    for journal in from.journals()? {
        if !rewriting.keeps(journal) {
            continue;
        }
        for (n, value) in (0..).zip(from.read(journal, 0, limits::GAME_EVENTS + 1)?) {
            let value = match rewriting.entry(&value)? {
                Fate::Changed(value) => value,
                Fate::Kept | Fate::Deleted => value,
            };
            writes.push(Write::Append { journal, n, value });
        }
        commit_if(to, &mut writes, BATCH)?;
    }
    commit_if(to, &mut writes, 0)
}

/// Commits the writes if there are as many as `enough`.
fn commit_if(to: &mut Sqlite, writes: &mut Vec<Write>, enough: usize) -> Result<(), StoreError> {
    if writes.len() >= enough {
        to.commit(writes, Durability::Process)?;
        writes.clear();
    }
    Ok(())
}
