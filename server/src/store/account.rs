//! What is stored of one player: found by name, and erased.

use super::Sqlite;
use super::rewriting::{Rewrite, RewriteError, check_own, rewrite};
use super::verify::for_each_key;
use chuhe_protocol::{GameId, PlayerId};
use chuhe_store::{Erasure, Fate, Store, StoreError, Table};
use std::path::Path;

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
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The data cannot be rewritten.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// The player sits at the board of a game that is not closed.
    #[error(
        "the player still sits at the table of game {0}; start the server, let the game end, and stop it"
    )]
    Playing(GameId),
}

/// Adds all players of the store in `folder`, which no server uses, who have the name of `erasure`.
///
/// # Errors
/// Those of the store; [`StoreError::Damaged`] if a player cannot be read.
pub fn find_players(folder: &Path, erasure: &mut Erasure) -> Result<(), StoreError> {
    let mut readable = Sqlite::open_readable(folder)?;
    find_players_in(&mut readable.store, erasure)
}

/// Adds all players of an open store.
pub(crate) fn find_players_in(store: &mut Sqlite, erasure: &mut Erasure) -> Result<(), StoreError> {
    for_each_key(store, Table::Players, |key, value| erasure.add(key, value))
}

/// Erases a player from the store in `folder`, which no server uses.
///
/// # Errors
/// [`EraseError`]; nothing is changed then.
pub fn erase(folder: &Path, erasure: &Erasure) -> Result<Erased, EraseError> {
    let erasing = rewrite(folder, |store| {
        check_own(store)?;
        check_idle(store, erasure)?;
        Ok::<_, EraseError>(Some(Erasing::of(erasure.clone())))
    })?;
    Ok(erasing.map(|erasing| erasing.erased).unwrap_or_default())
}

/// Erases the players whose accounts are gone from the store in `folder`, which no server uses; see
/// [`Record::Erased`](chuhe_hub::Record::Erased).
///
/// Players who sit at a table stay marked. Returns `None` if nobody else is.
///
/// # Errors
/// [`RewriteError`]; nothing is changed then.
pub(crate) fn erase_pending(folder: &Path, players: &[PlayerId]) -> Result<Option<Erased>, RewriteError> {
    let erasing = rewrite(folder, |store| {
        check_own(store)?;
        let mut idle = Vec::new();
        for &player in players {
            if table_of(store, &Erasure::of_players([player]))?.is_none() {
                idle.push(player);
            }
        }
        let erasure = Erasure::of_players(idle.iter().copied());
        Ok::<_, RewriteError>((!idle.is_empty()).then(|| Erasing::of(erasure)))
    })?;
    Ok(erasing.map(|erasing| erasing.erased))
}

/// Erases a player from a copy of a hall in a cluster. The caller makes a snapshot of it, and no node follows
/// the log on from another copy.
///
/// # Errors
/// [`EraseError`]; nothing is changed then.
pub(crate) fn erase_from_copy(folder: &Path, erasure: &Erasure) -> Result<Erased, EraseError> {
    let erasing = rewrite(folder, |_| Ok::<_, EraseError>(Some(Erasing::of(erasure.clone()))))?;
    Ok(erasing.map(|erasing| erasing.erased).unwrap_or_default())
}

/// Checks that the player sits at no table.
pub(crate) fn check_idle(store: &mut Sqlite, erasure: &Erasure) -> Result<(), EraseError> {
    table_of(store, erasure)?.map_or(Ok(()), |game| Err(EraseError::Playing(game)))
}

/// Returns a game at whose table the player sits.
fn table_of(store: &mut Sqlite, erasure: &Erasure) -> Result<Option<GameId>, StoreError> {
    let mut open = Vec::new();
    for_each_key(store, Table::Games, |key, _| {
        open.extend(key.try_into().map(u64::from_be_bytes));
        Ok(())
    })?;
    for game in open {
        for entry in store.read(game, 0, 1)? {
            if erasure.entry(&entry)? != Fate::Kept {
                return Ok(Some(GameId(game)));
            }
        }
    }
    Ok(None)
}

/// Rewrites a database without a player, and counts.
struct Erasing {
    erasure: Erasure,
    erased: Erased,
}

impl Erasing {
    fn of(erasure: Erasure) -> Self {
        Self { erasure, erased: Erased::default() }
    }

    fn count(&mut self, fate: Fate) -> Fate {
        match fate {
            Fate::Kept => {}
            Fate::Changed(_) => self.erased.changed += 1,
            Fate::Deleted => self.erased.deleted += 1,
        }
        fate
    }
}

impl Rewrite for Erasing {
    fn row(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<Fate, StoreError> {
        let fate = self.erasure.row(table, key, value)?;
        Ok(self.count(fate))
    }

    fn keeps(&self, _journal: u64) -> bool {
        true
    }

    fn entry(&mut self, value: &[u8]) -> Result<Fate, StoreError> {
        let fate = self.erasure.entry(value)?;
        Ok(self.count(fate))
    }
}
