//! Verifies stored data: every row, every value, and the replay of every game. Nothing is changed.

use super::Sqlite;
use super::problem::{Problem, Target};
use chuhe_hub::{StoredGame, Unusable};
use chuhe_protocol::{GameId, limits};
use chuhe_store::{Order, Store, StoreError, Table, decode_entry, is_usable, values};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Keys read at once.
const PAGE: usize = 1_000;

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The number of rows of each table of keys that can be used.
    pub keys: BTreeMap<Table, u64>,
    /// The number of games that were replayed.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// What is damaged, and can be set aside by a repair.
    pub problems: Vec<Problem>,
    /// What an earlier repair or migration has set aside.
    pub set_aside: Vec<Problem>,
    /// What a repair has to set aside besides damaged rows.
    pub(super) targets: Vec<Target>,
}

/// Verifies the store in `folder`, which no server uses. `progress` receives the number of games that
/// were replayed, and that there are.
///
/// # Errors
/// Those of [`Sqlite::open`], but damage is a part of the verdict. [`StoreError::Damaged`] if no table
/// can be read at all.
pub fn verify(folder: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<Verdict, StoreError> {
    let mut verdict = Verdict::default();
    let mut readable = Sqlite::open_readable(folder)?;
    verdict.problems = std::mem::take(&mut readable.problems);
    let store = &mut readable.store;
    for table in Table::ALL {
        verify_table(store, table, &mut verdict)?;
    }
    verify_games(store, &mut verdict, progress)?;
    // a damaged value is reported by its row already
    let reported: BTreeSet<Problem> = verdict.problems.iter().cloned().collect();
    verdict.set_aside.retain(|problem| !reported.contains(problem));
    Ok(verdict)
}

/// Passes every row of a table to `take`.
pub(super) fn for_each_key(
    store: &mut dyn Store,
    table: Table,
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut from = Vec::new();
    loop {
        let page = store.scan(table, &from, None, Order::Up, PAGE)?;
        page.iter().try_for_each(|row| take(&row.key, &row.value))?;
        let Some(last) = page.last().filter(|_| page.len() == PAGE) else { return Ok(()) };
        from.clone_from(&last.key);
        from.push(0); // the first key after it
    }
}

fn verify_table(store: &mut Sqlite, table: Table, verdict: &mut Verdict) -> Result<(), StoreError> {
    let mut usable = 0;
    for_each_key(store, table, |key, value| {
        let problem = Problem::Value { table, key: key.to_vec() };
        if values::is_set_aside(value) {
            verdict.set_aside.push(problem);
        } else if !is_usable(table, key, value) {
            verdict.problems.push(problem);
            verdict.targets.push(Target::Key(table, key.to_vec()));
        } else {
            usable += 1;
        }
        Ok(())
    })?;
    verdict.keys.insert(table, usable);
    Ok(())
}

/// Replays every journal, and finds the games without one.
fn verify_games(
    store: &mut Sqlite,
    verdict: &mut Verdict,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let journals = store.journals()?;
    let count = journals.len() as u64;
    for (done, journal) in (1..).zip(&journals) {
        verify_game(store, *journal, verdict)?;
        progress(done, count);
    }
    let journals: BTreeSet<u64> = journals.into_iter().collect();
    for_each_key(store, Table::Games, |key, _| {
        if let Ok(game) = key.try_into().map(u64::from_be_bytes)
            && !journals.contains(&game)
        {
            verdict.set_aside.push(Problem::Empty { game });
        }
        Ok(())
    })
}

fn verify_game(store: &mut Sqlite, journal: u64, verdict: &mut Verdict) -> Result<(), StoreError> {
    let stored = store.read(journal, 0, limits::GAME_EVENTS + 1)?;
    let mut entries = Vec::with_capacity(stored.len());
    for (n, value) in (0..).zip(&stored) {
        if values::is_set_aside(value) {
            verdict.set_aside.push(Problem::Entry { journal, n });
            return Ok(());
        }
        match decode_entry(value) {
            Ok(entry) => entries.push(entry),
            Err(_) => {
                verdict.problems.push(Problem::Entry { journal, n });
                verdict.targets.push(Target::Entry(journal, n));
                return Ok(());
            }
        }
    }
    let events = entries.len() as u64;
    let game = StoredGame { game: GameId(journal), revision: 0, entries, damage: None, notified: Vec::new() };
    match game.replay() {
        Ok(()) => {
            verdict.games += 1;
            verdict.events += events;
        }
        Err(why) => {
            let n = if let Unusable::Journal(invalid) = &why { invalid.n } else { 0 };
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            verdict.problems.push(Problem::Replay { game: journal, why: why.to_string() });
            verdict.targets.push(Target::Entry(journal, n));
        }
    }
    Ok(())
}

/// Repairs the store in `folder`: sets aside what `verdict` found and keeps the files as they were.
///
/// # Errors
/// Those of [`Sqlite::open`]; nothing is changed then.
pub fn repair(folder: &Path, verdict: &Verdict) -> Result<super::Repair, StoreError> {
    Sqlite::repair_with(folder, &verdict.targets)
}
