//! Rebuilds the tail from its rows when a database is opened: finds which entries have moved, and
//! refuses rows that cannot follow each other.

use super::entries::entries_of;
use super::tail::{EntryAddress, Tail};
use chuhe_store::StoreError;
use std::collections::BTreeMap;

/// A tail that is being rebuilt, row by row.
#[derive(Debug, Default)]
pub(super) struct Reading {
    tail: Tail,
    journals: BTreeMap<i64, Reached>,
}

/// The progress within one journal.
#[derive(Clone, Copy, Debug)]
struct Reached {
    /// The number of the next entry.
    next: u64,
    /// The number after the last entry that has moved.
    moved: u64,
}

impl Reading {
    /// Adds a row. `moved` counts the entries of a journal in the table `journal`.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot follow the rows before it, or the error of `moved`.
    pub(super) fn row(
        &mut self,
        id: u64,
        bytes: Vec<u8>,
        mut moved: impl FnMut(i64) -> Result<u64, StoreError>,
    ) -> Result<(), StoreError> {
        let tail = &mut self.tail;
        if !tail.is_empty() && id != tail.next_row() || bytes.is_empty() {
            return Err(StoreError::damaged("the arrivals have a gap"));
        }
        let mut end = 0;
        for (offset, entry) in entries_of(&bytes) {
            let reached = match self.journals.get(&entry.journal) {
                Some(reached) => *reached,
                None => Reached { next: u64::from(entry.n), moved: moved(entry.journal)? },
            };
            let n = u64::from(entry.n);
            if n != reached.next || n > reached.moved && tail.end(entry.journal).is_none() {
                return Err(StoreError::damaged("an entry has arrived out of order"));
            }
            self.journals.insert(entry.journal, Reached { next: n + 1, ..reached });
            if n >= reached.moved {
                let offset = u32::try_from(offset)
                    .map_err(|_| StoreError::damaged("a row of arrivals is too long"))?;
                tail.record_place(entry, EntryAddress { row: id, offset });
            }
            end = offset + entry.bytes();
        }
        if end != bytes.len() {
            return Err(StoreError::damaged("a row of arrivals does not end with an entry"));
        }
        tail.push(id, bytes);
        Ok(())
    }

    /// Returns the tail after the last row.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the table `journal` has entries that never arrived.
    pub(super) fn end(self) -> Result<Tail, StoreError> {
        // rows are removed in order, so all later entries of a journal with one here are here too
        if self.journals.values().any(|reached| reached.next < reached.moved) {
            return Err(StoreError::damaged("an entry has moved that had not arrived"));
        }
        Ok(self.tail)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entries::TailEntry;
    use super::*;

    type Rows = Vec<(u64, Vec<u8>)>;

    fn read(rows: Rows, moved: impl Fn(i64) -> u64) -> Result<Tail, StoreError> {
        let mut reading = Reading::default();
        for (id, row) in rows {
            reading.row(id, row, |journal| Ok(moved(journal)))?;
        }
        reading.end()
    }

    #[test]
    fn rows_that_cannot_follow_each_other_are_refused() {
        let row = |entries: [(i64, u32); 2]| {
            let mut row = Vec::new();
            for (journal, n) in entries {
                TailEntry { journal, n, value: b"value" }.write(&mut row);
            }
            row
        };
        let rows = vec![(7, row([(1, 0), (2, 0)])), (8, row([(2, 1), (3, 0)])), (9, row([(1, 1), (3, 1)]))];
        let with = |change: &dyn Fn(&mut Rows)| {
            let mut rows = rows.clone();
            change(&mut rows);
            rows
        };
        let whole = |rows: Rows, moved: u64| read(rows, |_| moved).map(drop);
        assert_eq!(whole(rows.clone(), 0), Ok(()));
        assert_eq!(whole(rows.clone(), 1), Ok(()));
        assert_eq!(whole(rows.clone(), 2), Ok(()), "every entry has moved");
        assert_eq!(whole(with(&|rows| drop(rows.remove(2))), 0), Ok(()), "the last row is missing");
        assert_eq!(whole(with(&|rows| drop(rows.remove(0))), 1), Ok(()), "the first row is missing");
        let damaged = |rows, moved| assert!(matches!(whole(rows, moved), Err(StoreError::Damaged(_))));
        damaged(rows.clone(), 3);
        damaged(with(&|rows| drop(rows.remove(1))), 0);
        damaged(with(&|rows| drop(rows.remove(0))), 0);
        damaged(with(&|rows| drop(rows.remove(2))), 2);
        damaged(with(&|rows| rows[2].0 += 1), 0);
        damaged(with(&|rows| rows[1].1.clear()), 0);
        damaged(with(&|rows| rows[2].1.truncate(41)), 0);
        damaged(with(&|rows| rows[2].1.push(0)), 0);
        damaged(with(&|rows| rows[2].1[8] = 0), 0);
        damaged(with(&|rows| (rows[0].1, rows[2].1) = (rows[2].1.clone(), rows[0].1.clone())), 0);
    }
}
