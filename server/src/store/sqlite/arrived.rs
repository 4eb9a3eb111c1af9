//! The rows of a damaged append buffer: which of them can be trusted, and which are missing.

use super::checksum;
use super::entries::{TailEntry, entries_of};
use super::scan::Reach;
use chuhe_store::StoreError;
use std::collections::BTreeMap;

/// Behind every row.
const BEHIND_ALL: u64 = u64::MAX;

/// A row that was read.
#[derive(Debug)]
pub(super) struct Row {
    value: Vec<u8>,
    is_whole: bool,
    /// Whether the journals and numbers of its entries are what was written, in a row that is not whole too.
    names_its_games: bool,
}

impl Row {
    /// Whether its checksum matches.
    pub(super) const fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = TailEntry<'_>> {
        entries_of(&self.value).map(|(_, entry)| entry)
    }

    /// Whether its entries fill it.
    fn is_filled(&self) -> bool {
        let bytes: usize = self.entries().map(TailEntry::bytes).sum();
        bytes == self.value.len() && bytes > 0
    }
}

/// The rows of the table `arrivals` that were read, by number.
#[derive(Debug, Default)]
pub(super) struct Arrived {
    rows: BTreeMap<u64, Row>,
    /// Whether rows were found twice, or without their number.
    has_lost_ends: bool,
}

impl Arrived {
    /// Adds a row. Of two with the same number, the whole one counts.
    pub(super) fn add(&mut self, id: i64, value: Vec<u8>, stored: u32) {
        let is_whole = checksum::of_arrivals(id, &value) == stored;
        let row = Row { value, is_whole, names_its_games: is_whole };
        let before = self.rows.get(&id.cast_unsigned()).map(Row::is_whole);
        self.has_lost_ends |= before.is_some();
        if before != Some(true) {
            self.rows.insert(id.cast_unsigned(), row);
        }
    }

    /// Notes that a row was read whose place is not known.
    pub(super) const fn lose_ends(&mut self) {
        self.has_lost_ends = true;
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, &Row)> {
        self.rows.iter().map(|(id, row)| (*id, row))
    }

    /// Finds the damaged rows that still name the games in them: all entries are the next ones of their
    /// journals. `moved` returns how many entries of a journal have moved, and whether its game is open.
    pub(super) fn check_heads(
        &mut self,
        mut moved: impl FnMut(i64) -> Result<(u64, bool), StoreError>,
    ) -> Result<(), StoreError> {
        let mut next = BTreeMap::new();
        for row in self.rows.values_mut() {
            let mut reached = BTreeMap::new();
            let mut is_continuous = row.is_filled();
            for entry in entries_of(&row.value).map(|(_, entry)| entry) {
                let n = u64::from(entry.n);
                let may_be = match reached.get(&entry.journal).or_else(|| next.get(&entry.journal)) {
                    Some(due) => n == *due,
                    None => {
                        let (moved, is_open) = moved(entry.journal)?;
                        n <= moved && (moved > 0 || is_open)
                    }
                };
                is_continuous &= may_be;
                reached.insert(entry.journal, n + 1);
            }
            row.names_its_games |= is_continuous;
            if row.names_its_games {
                next.extend(reached);
            }
        }
        Ok(())
    }

    /// The number of the first row behind all that are missing or name no games; `None` if there are no such
    /// rows.
    pub(super) fn missing_before(&self, reach: Reach) -> Option<u64> {
        if self.has_lost_ends || !reach.is_whole && !reach.has_last {
            return Some(BEHIND_ALL);
        }
        let mut behind = None;
        let mut due = if reach.has_first { None } else { Some(BEHIND_ALL) };
        for (id, row) in &self.rows {
            // anything may have been before the first row that was read
            if due.is_some_and(|due| due != *id) {
                behind = Some(*id);
            }
            if !row.names_its_games {
                behind = Some(id + 1);
            }
            due = Some(id + 1);
        }
        if self.rows.is_empty() && !reach.is_whole { Some(BEHIND_ALL) } else { behind }
    }

    /// The last row of each journal, among those that name their games.
    pub(super) fn last_rows(&self) -> BTreeMap<i64, u64> {
        let named = self.rows.iter().filter(|(_, row)| row.names_its_games);
        named.flat_map(|(id, row)| row.entries().map(|entry| (entry.journal, *id))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Reach = Reach { is_whole: true, has_first: true, has_last: true };
    const TORN: Reach = Reach { is_whole: false, ..WHOLE };

    fn row(entries: &[(i64, u32)]) -> Vec<u8> {
        let mut row = Vec::new();
        entries.iter().for_each(|&(journal, n)| TailEntry { journal, n, value: b"value" }.write(&mut row));
        row
    }

    fn arrived(rows: &[(i64, &[(i64, u32)])]) -> Arrived {
        let mut arrived = Arrived::default();
        for (id, entries) in rows {
            let row = row(entries);
            let checksum = checksum::of_arrivals(*id, &row);
            arrived.add(*id, row, checksum);
        }
        arrived
    }

    #[test]
    fn missing_rows_are_those_between_and_beyond_the_ones_that_were_read() {
        let rows: [(i64, &[(i64, u32)]); 3] = [(4, &[(1, 0)]), (5, &[(2, 0)]), (9, &[(1, 1)])];
        assert_eq!(arrived(&rows[..2]).missing_before(WHOLE), None);
        assert_eq!(arrived(&rows).missing_before(TORN), Some(9));
        assert_eq!(arrived(&rows[..2]).missing_before(Reach { has_first: false, ..TORN }), Some(4));
        assert_eq!(arrived(&rows[..2]).missing_before(Reach { has_last: false, ..TORN }), Some(BEHIND_ALL));
        assert_eq!(arrived(&[]).missing_before(TORN), Some(BEHIND_ALL));
        let mut twice = arrived(&rows[..2]);
        twice.add(5, row(&[(2, 0)]), 0);
        assert_eq!(
            twice.missing_before(WHOLE),
            Some(BEHIND_ALL),
            "a page is there twice, in the place of another"
        );
        assert_eq!(twice.last_rows(), BTreeMap::from([(1, 4), (2, 5)]));
    }

    #[test]
    fn damaged_row_names_its_games_only_if_its_entries_are_the_next_ones() {
        let before: [(i64, &[(i64, u32)]); 2] = [(4, &[(1, 7), (2, 0)]), (5, &[(2, 1)])];
        let missing = |bytes: &[u8]| {
            let mut arrived = arrived(&before);
            arrived.add(6, bytes.to_vec(), 0);
            arrived.check_heads(|journal| Ok((if journal == 1 { 7 } else { 0 }, journal < 4))).unwrap();
            arrived.missing_before(WHOLE)
        };
        assert_eq!(missing(&row(&[(1, 8), (2, 2), (1, 9), (3, 0)])), None);
        for entries in [[(1, 9)], [(2, 1)], [(7, 0)], [(3, 1)]] {
            assert_eq!(missing(&row(&entries)), Some(7), "{entries:?}");
        }
        assert_eq!(missing(&[]), Some(7));
        assert_eq!(missing(&row(&[(1, 8)])[..12]), Some(7));
    }
}
