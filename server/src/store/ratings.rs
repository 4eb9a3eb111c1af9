//! Computes the standings of all players anew, as the fold of the rated games.

use super::Sqlite;
use super::rewriting::{RewriteError, check_own};
use super::verify::for_each_key;
use chuhe_hub::{LoggedGame, Record};
use chuhe_protocol::{GameId, PlayerId, RatingClass, limits};
use chuhe_store::{
    Durability, LogRow, Store, StoreError, Table, Write, decode_entry, fold_log, log_key, rating_of,
    read_rated_log, write_of,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What the fold of the rated games says, and how the stored standings differ from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// The number of rated games that count.
    pub games: u64,
    /// The number of annulled games.
    pub annulled: u64,
    /// The number of players with a standing.
    pub players: u64,
    /// The number of standings.
    pub standings: u64,
    /// How many standings were missing, wrong or too many.
    pub changed: u64,
    /// How many games of the log were missing or wrong, though their journals have them.
    pub logged: u64,
}

/// Computes the standings of the store in `folder`, which no server uses, and puts them in place of those stored.
///
/// The games are those of the log of rated games; where the log lacks one or has it damaged, its journal has it.
/// With `is_check`, it only says what differs.
///
/// # Errors
/// [`RewriteError`]; nothing is changed then.
pub fn recompute(folder: &Path, is_check: bool) -> Result<Recomputed, RewriteError> {
    let mut readable = Sqlite::open_readable(folder)?;
    if let Some(problem) = readable.problems.first() {
        return Err(RewriteError::Damaged(problem.to_string()));
    }
    check_own(&mut readable.store)?;
    let (recomputed, writes) = compare(&mut readable.store)?;
    drop(readable);
    if !is_check && !writes.is_empty() {
        // a server that began meanwhile holds the store, and one that has ended has other revisions
        Sqlite::open_whole(folder)?.commit(&writes, Durability::Power)?;
    }
    Ok(recomputed)
}

/// Returns how the stored standings differ from the fold, and what mends them.
fn compare(store: &mut Sqlite) -> Result<(Recomputed, Vec<Write>), StoreError> {
    let mut recomputed = Recomputed::default();
    let (mut log, mut writes) = (read_log(store)?, Vec::new());
    for journal in store.journals()? {
        let values = store.read(journal, 0, limits::GAME_EVENTS + 1)?;
        // one that cannot be decoded counts as the log has it
        let entries: Result<Vec<_>, _> = values.iter().map(|value| decode_entry(value)).collect();
        let game = entries.ok().and_then(|entries| LoggedGame::of_journal(GameId(journal), &entries));
        let Some(mut game) = game else { continue };
        let row = log.entry(log_key(&game)).or_default();
        game.correction = row.game.as_ref().and_then(|logged| logged.correction.clone());
        if row.game.as_ref() != Some(&game) {
            recomputed.logged += 1;
            let revision = u32::try_from(row.revision).unwrap_or(u32::MAX);
            writes.push(write_of(&Record::RatedGame { revision, row: game.clone() })?);
            row.game = Some(game);
        }
    }
    let games: Vec<LoggedGame> = log.into_values().filter_map(|row| row.game).collect();
    recomputed.annulled = games.iter().filter(|game| game.counted().is_none()).count() as u64;
    recomputed.games = games.len() as u64 - recomputed.annulled;
    let (players, mut stored) = (players_in(store)?, read_standings(store)?);
    let mut standings = fold_log(games);
    // the standings of erased players are needed for those of their opponents, and not kept
    standings.retain(|(player, _), _| players.contains(player));
    recomputed.standings = standings.len() as u64;
    recomputed.players = standings.keys().map(|(player, _)| player).collect::<BTreeSet<_>>().len() as u64;
    for ((player, class), standing) in standings {
        let (revision, value) = stored.remove(&(player, class)).unwrap_or_default();
        let write = write_of(&Record::Rating { player, class, revision, row: Some(standing) })?;
        if !matches!(&write, Write::Set { value: Some(new), .. } if *new == value) {
            writes.push(write);
            recomputed.changed += 1;
        }
    }
    for ((player, class), (revision, _)) in stored {
        writes.push(write_of(&Record::Rating { player, class, revision, row: None })?);
        recomputed.changed += 1;
    }
    Ok((recomputed, writes))
}

/// A row of the log; without a game if it is damaged or missing.
#[derive(Default)]
struct Logged {
    revision: u64,
    game: Option<LoggedGame>,
}

/// Reads the whole log, by key.
fn read_log(store: &mut Sqlite) -> Result<BTreeMap<Vec<u8>, Logged>, StoreError> {
    let mut log = BTreeMap::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = read_rated_log(store, after.as_deref())?;
        let Some(last) = page.last() else { return Ok(log) };
        after = Some(last.key.clone());
        for LogRow { key, revision, game } in page {
            log.insert(key, Logged { revision, game: game.ok() });
        }
    }
}

/// Returns the numbers of the players who are stored.
fn players_in(store: &mut Sqlite) -> Result<BTreeSet<PlayerId>, StoreError> {
    let mut players = BTreeSet::new();
    for_each_key(store, Table::Players, |key, _| {
        players.extend(key.try_into().map(u64::from_be_bytes).map(PlayerId));
        Ok(())
    })?;
    Ok(players)
}

/// The revisions and bytes of the stored standings.
type Stored = BTreeMap<(PlayerId, RatingClass), (u32, Vec<u8>)>;

fn read_standings(store: &mut Sqlite) -> Result<Stored, StoreError> {
    let mut keys = Vec::new();
    for_each_key(store, Table::Meta, |key, _| {
        keys.extend(rating_of(key).map(|of| (of, key.to_vec())));
        Ok(())
    })?;
    let mut stored = Stored::new();
    for (of, key) in keys {
        if let Some((revision, value)) = store.get(Table::Meta, &key)? {
            stored.insert(of, (u32::try_from(revision).unwrap_or(u32::MAX), value));
        }
    }
    Ok(stored)
}
