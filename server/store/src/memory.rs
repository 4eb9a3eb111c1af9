//! A store in memory, for tests and simulation. A clone is a snapshot, so a simulated crash can go
//! back to any commit. Its only error is a conflict.

use super::{Durability, KeyValue, Order, Revision, Store, StoreError, Table, Write, check_lengths};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;

type Keys = BTreeMap<Vec<u8>, (Revision, Vec<u8>)>;

/// A store in memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Memory {
    journals: BTreeMap<u64, Vec<Vec<u8>>>,
    tables: BTreeMap<Table, Keys>,
}

/// Shows only counts: values may be secrets.
impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: usize = self.journals.values().map(Vec::len).sum();
        let keys: usize = self.tables.values().map(BTreeMap::len).sum();
        write!(f, "Memory({} journals, {entries} entries, {keys} keys)", self.journals.len())
    }
}

/// How to undo one write.
enum Undo {
    Append(u64),
    Set(Table, Vec<u8>, Option<(Revision, Vec<u8>)>),
}

impl Memory {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn apply(&mut self, write: &Write) -> Result<Undo, StoreError> {
        match write {
            Write::Append { journal, n, value } => {
                let end = self.journals.get(journal).map_or(0, Vec::len);
                if usize::try_from(*n) != Ok(end) {
                    return Err(StoreError::not_the_end(*journal, *n));
                }
                self.journals.entry(*journal).or_default().push(value.clone());
                Ok(Undo::Append(*journal))
            }
            Write::Set { table, key, expected, value } => {
                let keys = self.tables.entry(*table).or_default();
                let found = keys.get(key).map_or(0, |(revision, _)| *revision);
                if found != *expected {
                    return Err(StoreError::stale(*table, *expected, found));
                }
                let before = match value {
                    Some(value) => keys.insert(key.clone(), (expected + 1, value.clone())),
                    None => keys.remove(key),
                };
                Ok(Undo::Set(*table, key.clone(), before))
            }
        }
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Append(journal) => {
                let entries = self.journals.entry(journal).or_default();
                entries.pop();
                if entries.is_empty() {
                    self.journals.remove(&journal);
                }
            }
            Undo::Set(table, key, before) => {
                let keys = self.tables.entry(table).or_default();
                match before {
                    Some(before) => keys.insert(key, before),
                    None => keys.remove(&key),
                };
            }
        }
    }
}

impl Store for Memory {
    fn commit(&mut self, writes: &[Write], _durability: Durability) -> Result<(), StoreError> {
        check_lengths(writes)?;
        let mut done = Vec::with_capacity(writes.len());
        for write in writes {
            match self.apply(write) {
                Ok(undo) => done.push(undo),
                Err(error) => {
                    done.into_iter().rev().for_each(|undo| self.undo(undo));
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        let entries = self.journals.get(&journal).map(Vec::as_slice).unwrap_or_default();
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok(entries.iter().skip(from).take(most).cloned().collect())
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        Ok(self.tables.get(&table).and_then(|keys| keys.get(key)).cloned())
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        let Some(keys) = self.tables.get(&table) else { return Ok(Vec::new()) };
        if to.is_some_and(|to| to <= from) {
            return Ok(Vec::new()); // a range that ends before it begins would panic
        }
        let end = to.map_or(Bound::Unbounded, Bound::Excluded);
        let range = keys.range::<[u8], _>((Bound::Included(from), end));
        let entry = |(key, (revision, value)): (&Vec<u8>, &(Revision, Vec<u8>))| KeyValue {
            key: key.clone(),
            revision: *revision,
            value: value.clone(),
        };
        Ok(match order {
            Order::Up => range.take(most).map(entry).collect(),
            Order::Down => range.rev().take(most).map(entry).collect(),
        })
    }
}
