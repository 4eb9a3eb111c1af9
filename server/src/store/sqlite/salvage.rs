//! Copies everything that can be read from a damaged database into a new one.
//!
//! Whole rows are copied. A damaged value is set aside under its key, with its bytes, so that reading
//! it reports the damage. A damaged or missing journal entry becomes a value that is set aside too, so
//! that journals have no gaps. The append buffer of the new database is empty.
//!
//! What may be missing without a trace is collected in [`Losses`], which decides what follows.

use super::arrived::Arrived;
use super::checksum::{self, Digest, Sums};
use super::losses::Losses;
use super::rows::{self, Key};
use super::scan::{self, Source};
use super::sums::Expected;
use super::{arrivals, check, schema};
use crate::store::problem::{Problem, Target};
use chuhe_store::values::{is_set_aside, set_aside};
use chuhe_store::{KeyValue, StoreError, Table};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::collections::BTreeSet;

/// A journal entry whose row is damaged.
struct DamagedEntry {
    journal: i64,
    n: u32,
    value: Vec<u8>,
}

/// Copies from `old` into the empty database `new`; returns what could not be copied. Also sets
/// `targets` aside there.
///
/// # Errors
/// [`StoreError::Damaged`] if the tables of `old` cannot be read at all; those of writing to `new`.
pub(super) fn salvage(
    old: &Connection,
    new: &mut Connection,
    targets: &[Target],
    expected: Expected,
) -> Result<Vec<Problem>, StoreError> {
    let transaction = new.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (read, losses, problems) = Default::default();
    let mut salvage = Salvage { old, new: &transaction, read, losses, problems };
    for table in Table::ALL {
        salvage.keys(table)?;
    }
    let mut damaged = salvage.journals()?;
    damaged.extend(salvage.arrivals()?);
    salvage.set_entries_aside(damaged)?;
    salvage.fill_gaps()?;
    targets.iter().try_for_each(|target| salvage.set_target_aside(target))?;
    let Salvage { read, mut losses, mut problems, .. } = salvage;
    expected.compare(&read, &mut losses, &mut problems);
    losses.settle(&transaction, &mut problems)?;
    let digest = check::rows(&transaction, check::Extent::All)?.sums.digest;
    Digest { commits: expected.next_commit(), ..digest }.replace(0, &transaction)?;
    transaction.commit()?;
    Ok(problems.into_iter().collect())
}

struct Salvage<'a> {
    old: &'a Connection,
    new: &'a Transaction<'a>,
    /// The sums of the rows that were read, by the checksums that they name.
    read: Sums,
    losses: Losses,
    problems: BTreeSet<Problem>,
}

impl Salvage<'_> {
    fn report_unread(&mut self, source: Source, is_whole: bool) {
        if !is_whole {
            self.losses.lose_rows_of(source);
            self.problems.insert(Problem::Unreadable { table: source.name() });
        }
    }

    fn keys(&mut self, table: Table) -> Result<(), StoreError> {
        let (new, sums, source) = (self.new, &mut self.read, Source::Keys(table));
        let mut damaged: Vec<KeyValue> = Vec::new();
        let mut unread = false;
        let reach = scan::all(self.old, source, &mut |row| {
            let Ok(key) = Key::read(row) else {
                unread = true;
                return Ok(());
            };
            sums.add_key(table, key.checksum);
            if key.is_whole(table) {
                return rows::put_key(new, table, (key.key, key.revision), key.value);
            }
            damaged.push(key.to_key_value());
            Ok(())
        })?;
        self.report_unread(source, reach.is_whole && !unread);
        for KeyValue { key, revision, value } in damaged {
            let mut one = self.new.prepare_cached(schema::statements(table).one)?;
            if !one.exists([&key])? {
                rows::put_key(self.new, table, (&key, revision), &set_aside(&value))?;
                self.problems.insert(Problem::Value { table, key });
            }
        }
        Ok(())
    }

    fn journals(&mut self) -> Result<Vec<DamagedEntry>, StoreError> {
        let (new, sums) = (self.new, &mut self.read);
        let mut damaged = Vec::new();
        let mut unread = false;
        let reach = scan::all(self.old, Source::Journal, &mut |row| {
            let (Ok(journal), Ok(n), Ok(value), Ok(checksum)) =
                (row.get(0), row.get(1), row.get::<_, Vec<u8>>(2), row.get(3))
            else {
                unread = true;
                return Ok(());
            };
            sums.add_entry(checksum);
            if checksum::of_entry(journal, n, &value) == checksum {
                return rows::put_entry(new, journal, n, &value).map(drop);
            }
            damaged.push(DamagedEntry { journal, n, value });
            Ok(())
        })?;
        self.report_unread(Source::Journal, reach.is_whole && !unread);
        Ok(damaged)
    }

    /// Moves the append buffer to the journals; returns the entries of its damaged rows.
    fn arrivals(&mut self) -> Result<Vec<DamagedEntry>, StoreError> {
        let sums = &mut self.read;
        let mut arrived = Arrived::default();
        let mut unread = false;
        let reach = scan::all(self.old, Source::Arrivals, &mut |row| {
            let (Ok(id), Ok(value), Ok(checksum)) =
                (row.get::<_, i64>(0), row.get::<_, Vec<u8>>(1), row.get(2))
            else {
                unread = true;
                return Ok(());
            };
            sums.add_arrivals(checksum);
            arrived.add(id, value, checksum);
            Ok(())
        })?;
        if unread {
            arrived.lose_ends();
        }
        if !reach.is_whole || unread {
            self.problems.insert(Problem::Unreadable { table: Source::Arrivals.name() });
        }
        arrived.check_heads(|journal| Ok((arrivals::moved(self.new, journal)?, self.is_open(journal)?)))?;
        let mut damaged = Vec::new();
        for (id, row) in arrived.rows() {
            if !row.is_whole() {
                self.problems.insert(Problem::Arrivals { row: id });
            }
            for entry in row.entries() {
                if row.is_whole() {
                    rows::put_entry(self.new, entry.journal, entry.n, entry.value)?;
                } else {
                    let value = entry.value.to_vec();
                    damaged.push(DamagedEntry { journal: entry.journal, n: entry.n, value });
                }
            }
        }
        self.losses.lose_arrivals(arrived.missing_before(reach), arrived.last_rows());
        Ok(damaged)
    }

    /// Sets damaged entries aside where they continue a journal.
    ///
    /// Their numbers may be damaged too, so others are left out.
    fn set_entries_aside(&mut self, mut damaged: Vec<DamagedEntry>) -> Result<(), StoreError> {
        damaged.sort_by_key(|entry| (entry.journal, entry.n));
        for DamagedEntry { journal, n, value } in damaged {
            let continues = match n.checked_sub(1) {
                Some(before) => self.has_entry(journal, before)?,
                None => self.is_open(journal)? || arrivals::moved(self.new, journal)? > 0,
            };
            if continues && rows::put_entry(self.new, journal, n, &set_aside(&value))? {
                self.problems.insert(Problem::Entry { journal: journal.cast_unsigned(), n });
            }
        }
        Ok(())
    }

    fn has_entry(&self, journal: i64, n: u32) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM journal WHERE journal = ?1 AND n = ?2";
        Ok(self.new.prepare_cached(sql)?.exists((journal, n))?)
    }

    fn is_open(&self, journal: i64) -> Result<bool, StoreError> {
        let key = journal.to_be_bytes();
        Ok(self.new.prepare_cached(schema::statements(Table::Games).one)?.exists([key.as_slice()])?)
    }

    /// Sets an empty value aside for each missing entry.
    fn fill_gaps(&mut self) -> Result<(), StoreError> {
        let mut gaps = Vec::new();
        {
            let mut all = self.new.prepare("SELECT journal, n FROM journal ORDER BY journal, n")?;
            let mut found = all.query(())?;
            let mut next: (i64, u32) = (i64::MIN, 0);
            while let Some(row) = found.next()? {
                let (journal, n): (i64, u32) = (row.get(0)?, row.get(1)?);
                let due = if journal == next.0 { next.1 } else { 0 };
                if n > due {
                    gaps.push((journal, due..n));
                }
                next = (journal, n + 1);
            }
        }
        for (journal, missing) in gaps {
            self.problems.insert(Problem::Entry { journal: journal.cast_unsigned(), n: missing.start });
            for n in missing {
                rows::put_entry(self.new, journal, n, &set_aside(&[]))?;
            }
        }
        Ok(())
    }

    /// Sets a whole row aside, unless it is already.
    fn set_target_aside(&self, target: &Target) -> Result<(), StoreError> {
        match target {
            Target::Key(table, key) => {
                let row = {
                    let mut one = self.new.prepare_cached(schema::statements(*table).one)?;
                    let mut found = one.query([key])?;
                    found.next()?.map(|row| Key::read(row).map(Key::to_key_value)).transpose()?
                };
                if let Some(KeyValue { key, revision, value }) = row.filter(|row| !is_set_aside(&row.value)) {
                    rows::put_key(self.new, *table, (&key, revision), &set_aside(&value))?;
                }
            }
            Target::Entry(journal, n) => {
                let journal = journal.cast_signed();
                let sql = "SELECT value FROM journal WHERE journal = ?1 AND n = ?2";
                let value: Option<Vec<u8>> =
                    self.new.query_row(sql, (journal, n), |row| row.get(0)).optional()?;
                if let Some(value) = value.filter(|value| !is_set_aside(value)) {
                    self.new.execute("DELETE FROM journal WHERE journal = ?1 AND n = ?2", (journal, n))?;
                    rows::put_entry(self.new, journal, *n, &set_aside(&value))?;
                }
            }
        }
        Ok(())
    }
}
