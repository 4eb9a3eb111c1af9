//! What follows from rows that are lost without a trace: the one place that decides it.
//!
//! What cannot be read may have belonged to anything that can be. Every running game that may lack its last
//! events is set aside, by an entry behind its end that is set aside; its players are notified. A running game
//! whose events are whole goes on, whatever table has lost its row, and finished games are listed again. A
//! table that has lost keys gets a mark in their place; while the players have one, no name can be registered.

use super::rows;
use super::scan::Source;
use super::schema;
use crate::store::problem::Problem;
use chuhe_hub::{JournalEntry, Record, StoredGame};
use chuhe_protocol::GameId;
use chuhe_store::values::set_aside;
use chuhe_store::{LOST_ROWS, StoreError, Table, Write, decode_entry, write_of};
use rusqlite::Transaction;
use std::collections::{BTreeMap, BTreeSet};

/// The rows that are lost without a trace.
#[derive(Debug, Default)]
pub(super) struct Losses {
    /// The tables of which some rows cannot be read.
    tables: BTreeSet<Source>,
    /// Rows of any table may be missing, or be older than the last commit.
    anything: bool,
    /// The number of the first row of arrivals behind all that are lost.
    arrivals_before: Option<u64>,
    /// The last row of arrivals of each journal.
    last_rows: BTreeMap<i64, u64>,
}

/// A journal of the new database.
struct Journal {
    id: i64,
    /// The number of the entry after the last.
    next: u32,
    /// The entries before the first that cannot be decoded.
    entries: Vec<JournalEntry>,
    /// Whether all can be decoded.
    is_whole: bool,
}

impl Losses {
    /// Notes that some rows of a table cannot be read, and nothing says which.
    pub(super) fn lose_rows_of(&mut self, source: Source) {
        self.tables.insert(source);
        if source == Source::Arrivals {
            self.arrivals_before = Some(u64::MAX);
        }
    }

    /// Notes that rows of any table may be missing.
    pub(super) const fn lose_anything(&mut self) {
        self.anything = true;
    }

    /// Notes which rows of arrivals are lost: all are before this number. Also takes the last row of each
    /// journal.
    pub(super) fn lose_arrivals(&mut self, before: Option<u64>, last_rows: BTreeMap<i64, u64>) {
        self.arrivals_before = before;
        self.last_rows = last_rows;
    }

    fn has_lost(&self, table: Table) -> bool {
        self.anything || self.tables.contains(&Source::Keys(table))
    }

    /// Whether events of a journal may be missing behind its last one.
    fn may_lack_events(&self, journal: i64) -> bool {
        let last_row = self.last_rows.get(&journal);
        let arrivals = self.arrivals_before.is_some_and(|before| last_row.is_none_or(|row| *row < before));
        // entries leave arrivals in order, so a journal with an entry there ends there
        let moved = self.tables.contains(&Source::Journal) && last_row.is_none();
        self.anything || arrivals || moved
    }

    /// Changes the new database accordingly, and adds what is lost to `problems`.
    pub(super) fn settle(
        &self,
        new: &Transaction<'_>,
        problems: &mut BTreeSet<Problem>,
    ) -> Result<(), StoreError> {
        for table in [Table::Players, Table::Sessions, Table::PlayerGames, Table::Challenges, Table::Meta] {
            if self.has_lost(table) {
                rows::put_key(new, table, (LOST_ROWS, 1), &set_aside(&[]))?;
            }
        }
        let concerns_games = self.has_lost(Table::Games)
            || self.has_lost(Table::PlayerGames)
            || self.arrivals_before.is_some()
            || self.tables.contains(&Source::Journal);
        if !concerns_games {
            return Ok(());
        }
        let journals: Vec<i64> = {
            let mut all = new.prepare("SELECT DISTINCT journal FROM journal ORDER BY journal")?;
            all.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?
        };
        for journal in journals {
            self.settle_game(new, Journal::read(new, journal)?, problems)?;
        }
        Ok(())
    }

    fn settle_game(
        &self,
        new: &Transaction<'_>,
        journal: Journal,
        problems: &mut BTreeSet<Problem>,
    ) -> Result<(), StoreError> {
        let Journal { id, next, .. } = journal;
        if journal.entries.iter().any(|entry| entry.event.is_end()) {
            return if self.has_lost(Table::PlayerGames) { list(new, journal) } else { Ok(()) };
        }
        if journal.is_whole && self.may_lack_events(id) {
            rows::put_entry(new, id, next, &set_aside(&[]))?;
            problems.insert(Problem::End { journal: id.cast_unsigned(), n: next });
        }
        // of a game that runs, or whose players are to be notified
        if self.has_lost(Table::Games) && !journal.entries.is_empty() {
            put(new, &Record::Room { game: game_of(id), revision: 0, is_open: true })?;
        }
        Ok(())
    }
}

impl Journal {
    fn read(new: &Transaction<'_>, id: i64) -> Result<Self, StoreError> {
        let mut select = new.prepare_cached("SELECT value FROM journal WHERE journal = ?1 ORDER BY n")?;
        let mut found = select.query([id])?;
        let mut journal = Self { id, next: 0, entries: Vec::new(), is_whole: true };
        while let Some(row) = found.next()? {
            let value: Vec<u8> = row.get(0)?;
            journal.next += 1;
            match decode_entry(&value) {
                Ok(entry) if journal.is_whole => journal.entries.push(entry),
                Ok(_) => {}
                Err(_) => journal.is_whole = false,
            }
        }
        Ok(journal)
    }
}

const fn game_of(journal: i64) -> GameId {
    GameId(journal.cast_unsigned())
}

/// Lists a finished game for its players, as its end did.
fn list(new: &Transaction<'_>, journal: Journal) -> Result<(), StoreError> {
    let Journal { id, entries, is_whole, .. } = journal;
    let damage = (!is_whole).then(|| "an event is damaged".to_owned());
    let game = StoredGame { game: game_of(id), revision: 0, entries, damage, notified: Vec::new() };
    let Some((players, summary)) = game.listing() else { return Ok(()) };
    for player in players {
        put(new, &Record::PlayerGame { player, summary: summary.clone() })?;
    }
    Ok(())
}

/// Stores the record of a new key, unless the key is there.
fn put(new: &Transaction<'_>, record: &Record) -> Result<(), StoreError> {
    if let Write::Set { table, key, value: Some(value), .. } = write_of(record)? {
        let is_there = new.prepare_cached(schema::statements(table).one)?.exists([&key])?;
        if !is_there {
            rows::put_key(new, table, (&key, 1), &value)?;
        }
    }
    Ok(())
}
