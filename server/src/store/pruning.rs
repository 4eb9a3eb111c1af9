//! Removes old finished games.

use super::Sqlite;
use super::rewriting::{Rewrite, RewriteError, check_own, rewrite};
use super::verify::for_each_key;
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use chuhe_store::{Fate, Store, StoreError, Table, decode_entry, examined_of, game_of_list};
use std::collections::BTreeSet;
use std::path::Path;

/// What was removed, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of finished games.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The number of entries in the lists of finished games.
    pub listed: u64,
    /// The number of games that stay, running ones included.
    pub kept: u64,
    /// When the oldest removed game ended.
    pub first_ended_at: Option<Timestamp>,
    /// When the newest removed game ended.
    pub last_ended_at: Option<Timestamp>,
}

/// Removes the finished games that ended before a time from the store in `folder`, which no server uses.
///
/// Games whose tables are open stay, and so do accounts. With `dry_run`, it only says what it would remove.
///
/// # Errors
/// [`RewriteError`]; nothing is changed then.
pub fn prune(folder: &Path, before: Timestamp, dry_run: bool) -> Result<Pruned, RewriteError> {
    let mut pruned = Pruned::default();
    rewrite(folder, |store| {
        check_own(store)?;
        let pruning = choose(store, before, &mut pruned)?;
        Ok::<_, RewriteError>(Some(pruning).filter(|pruning| !dry_run && !pruning.games.is_empty()))
    })?;
    Ok(pruned)
}

/// Chooses the games that go, and counts.
fn choose(store: &mut Sqlite, before: Timestamp, pruned: &mut Pruned) -> Result<Pruning, StoreError> {
    let mut open = BTreeSet::new();
    for_each_key(store, Table::Games, |key, _| {
        open.extend(key.try_into().map(u64::from_be_bytes));
        Ok(())
    })?;
    let mut games = BTreeSet::new();
    for journal in store.journals()? {
        let is_open = open.contains(&journal);
        let entries = if is_open { Vec::new() } else { store.read(journal, 0, limits::GAME_EVENTS + 1)? };
        // one that cannot be decoded stays: `repair` sets it aside
        let ended_at = entries.iter().filter_map(|value| decode_entry(value).ok());
        let ended_at = ended_at.filter(|entry| entry.event.is_end()).map(|entry| entry.at).next();
        let Some(ended_at) = ended_at.filter(|at| *at < before) else {
            pruned.kept += 1;
            continue;
        };
        games.insert(journal);
        pruned.games += 1;
        pruned.events += entries.len() as u64;
        pruned.first_ended_at = Some(pruned.first_ended_at.map_or(ended_at, |first| first.min(ended_at)));
        pruned.last_ended_at = pruned.last_ended_at.max(Some(ended_at));
    }
    let pruning = Pruning { games };
    for_each_key(store, Table::PlayerGames, |key, _| {
        pruned.listed += u64::from(pruning.has_listed(key));
        Ok(())
    })?;
    Ok(pruning)
}

/// Rewrites a database without some games.
struct Pruning {
    games: BTreeSet<u64>,
}

impl Pruning {
    fn has_listed(&self, key: &[u8]) -> bool {
        game_of_list(key).is_some_and(|game| self.games.contains(&game.0))
    }
}

impl Rewrite for Pruning {
    fn row(&mut self, table: Table, key: &[u8], _value: &[u8]) -> Result<Fate, StoreError> {
        let goes = match table {
            Table::PlayerGames => self.has_listed(key),
            Table::Meta => examined_of(key).is_some_and(|game| self.games.contains(&game.0)),
            Table::Players | Table::Sessions | Table::Games | Table::Challenges => false,
        };
        Ok(if goes { Fate::Deleted } else { Fate::Kept })
    }

    fn keeps(&self, journal: u64) -> bool {
        !self.games.contains(&journal)
    }

    fn entry(&mut self, _value: &[u8]) -> Result<Fate, StoreError> {
        Ok(Fate::Kept)
    }
}
