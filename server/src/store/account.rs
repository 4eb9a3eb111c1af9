//! What is stored of one player: found by name, and erased.
//!
//! A database is erased by a copy without the name, which takes its place: free pages and the
//! write-ahead log have nothing of it then.

use super::Sqlite;
use super::verify::for_each_key;
use crate::files;
use chuhe_protocol::{GameId, limits};
use chuhe_store::{Durability, Erasure, Fate, Store, StoreError, Table, Write, last_place};
use std::fs;
use std::io;
use std::path::Path;

/// Folder, in that of the data, of the copy that is being made.
const COPY: &str = "erasing.partial";
/// Writes that are committed at once.
const BATCH: usize = 1_000;

/// How much an erasure has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// The number of rows that were deleted: the account, its sessions, its list of games.
    pub deleted: u64,
    /// The number of rows and events that name the player no more.
    pub changed: u64,
}

/// Why nothing was erased.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of the copy cannot be used.
    #[error("cannot use {COPY}: {0}")]
    Copy(#[from] io::Error),
    /// The name may be in what cannot be read.
    #[error("the data is damaged: {0}; run `chuhe-server repair` first")]
    Damaged(String),
    /// The player sits at the board of a game that is not closed.
    #[error(
        "the player still sits at the table of game {0}; start the server, let the game end, and stop it"
    )]
    Playing(GameId),
    /// The data follows the log of a hall, which has the name as well.
    #[error("this is the copy of a hall in a cluster, whose log has the name too")]
    InCluster,
}

/// Adds all players of the store in `folder`, which no server uses, who have the name of `erasure`.
///
/// # Errors
/// Those of the store; [`StoreError::Damaged`] if a player cannot be read.
pub fn find_players(folder: &Path, erasure: &mut Erasure) -> Result<(), StoreError> {
    let mut readable = Sqlite::open_readable(folder)?;
    for_each_key(&mut readable.store, Table::Players, |key, value| erasure.add(key, value))
}

/// Erases a player from the store in `folder`, which no server uses.
///
/// # Errors
/// [`EraseError`]; nothing is changed then.
pub fn erase(folder: &Path, erasure: &Erasure) -> Result<Erased, EraseError> {
    let mut readable = Sqlite::open_readable(folder)?;
    if let Some(problem) = readable.problems.first() {
        return Err(EraseError::Damaged(problem.to_string()));
    }
    let from = &mut readable.store;
    if last_place(from)?.is_some() {
        return Err(EraseError::InCluster);
    }
    check_idle(from, erasure)?;
    let copy = folder.join(COPY);
    // a command that was killed leaves it
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    files::private_folders().create(&copy)?;
    let erased = Sqlite::create_with(&copy, |to| copy_without(from, to, erasure));
    let replaced = erased.and_then(|erased| {
        let new = Sqlite::database_in(&copy);
        Sqlite::check_file(&new)?;
        // the lock of the data is with the reader
        drop(readable);
        Sqlite::replace(folder, &new)?;
        Ok(erased)
    });
    fs::remove_dir_all(&copy)?;
    replaced
}

/// Checks that the player sits at no table.
fn check_idle(store: &mut Sqlite, erasure: &Erasure) -> Result<(), EraseError> {
    let mut open = Vec::new();
    for_each_key(store, Table::Games, |key, _| {
        open.extend(key.try_into().map(u64::from_be_bytes));
        Ok(())
    })?;
    for game in open {
        for entry in store.read(game, 0, 1)? {
            if erasure.entry(&entry)? != Fate::Kept {
                return Err(EraseError::Playing(GameId(game)));
            }
        }
    }
    Ok(())
}

/// Copies everything but what is erased.
fn copy_without(from: &mut Sqlite, to: &mut Sqlite, erasure: &Erasure) -> Result<Erased, EraseError> {
    let mut erased = Erased::default();
    let mut writes = Vec::new();
    for table in Table::ALL {
        for_each_key(from, table, |key, value| {
            let value = match erasure.row(table, key, value)? {
                Fate::Kept => value.to_vec(),
                Fate::Changed(value) => {
                    erased.changed += 1;
                    value
                }
                Fate::Deleted => {
                    erased.deleted += 1;
                    return Ok(());
                }
            };
            writes.push(Write::Set { table, key: key.to_vec(), expected: 0, value: Some(value) });
            commit_if(to, &mut writes, BATCH)
        })?;
    }
    for journal in from.journals()? {
        for (n, value) in (0..).zip(from.read(journal, 0, limits::GAME_EVENTS + 1)?) {
            let value = match erasure.entry(&value)? {
                Fate::Changed(value) => {
                    erased.changed += 1;
                    value
                }
                Fate::Kept | Fate::Deleted => value,
            };
            writes.push(Write::Append { journal, n, value });
        }
        commit_if(to, &mut writes, BATCH)?;
    }
    commit_if(to, &mut writes, 0)?;
    Ok(erased)
}

/// Commits the writes if there are as many as `enough`.
fn commit_if(to: &mut Sqlite, writes: &mut Vec<Write>, enough: usize) -> Result<(), StoreError> {
    if writes.len() >= enough {
        to.commit(writes, Durability::Process)?;
        writes.clear();
    }
    Ok(())
}
