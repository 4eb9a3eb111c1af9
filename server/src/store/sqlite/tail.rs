//! The append buffer: the latest entries of all journals, in order of arrival.
//!
//! A commit that appends to many journals writes one row at the end of the table `arrivals`, not a
//! page of each journal. The tail mirrors these rows in memory. It finds the entries that only
//! `arrivals` holds, and chooses those that move into the table `journal`, which stores the entries
//! of a journal together. It has no access to the database.
//!
//! Rows are numbered without gaps and removed from the front. An entry that has moved stays in its
//! row until that is removed; its number shows that the table `journal` has it.

use super::entries::{TailEntry, entries_of};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// Bytes of rows beyond which entries move.
///
/// With fewer, a slow game would move before its entries fill a page.
pub(super) const TAIL_BYTES: usize = 8 << 20;
/// Bytes after which a row gets no further entry.
const ROW_BYTES: usize = 1 << 20;
/// Approximate bytes of a journal that move in one step, and of rows that are removed in one step.
const CHUNK_BYTES: usize = 8 << 10;
/// Bytes that move for each byte appended.
///
/// More than one, so that the tail shrinks to its limit; few, so that all commits take about as long.
const PACE: usize = 2;

/// The rows of the table `arrivals`, and the places of the entries that have not moved.
pub(super) struct Tail {
    /// The number of the first row.
    first: u64,
    rows: VecDeque<Vec<u8>>,
    /// The bytes of all rows.
    bytes: usize,
    journals: BTreeMap<i64, Journal>,
    /// The journals, by the row of their first entry.
    by_age: BTreeSet<(u64, i64)>,
    /// How many bytes the moves lag behind their pace; negative if they are ahead.
    owed: i64,
    limit: usize,
}

/// The entries of a journal that have not moved; at least one.
#[derive(Debug, PartialEq, Eq)]
struct Journal {
    /// The number of the first entry.
    first: u64,
    /// The places of the entries, in order.
    places: Vec<EntryAddress>,
}

impl Journal {
    /// The number of the entry after the last.
    fn end(&self) -> u64 {
        self.first + self.places.len() as u64
    }
}

/// The place of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryAddress {
    pub(super) row: u64,
    pub(super) offset: u32,
}

/// The entries to move and the rows to remove.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Due {
    /// Journals, and how many of their first entries move.
    pub(super) moves: Vec<(i64, usize)>,
    /// How many rows to remove; their entries moved in earlier commits.
    pub(super) rows: usize,
    owed: i64,
}

impl Default for Tail {
    fn default() -> Self {
        Self {
            first: 0,
            rows: VecDeque::new(),
            bytes: 0,
            journals: BTreeMap::new(),
            by_age: BTreeSet::new(),
            owed: 0,
            limit: TAIL_BYTES,
        }
    }
}

/// Shows only counts: values may be secrets.
impl fmt::Debug for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (journals, rows, bytes) = (self.journals.len(), self.rows.len(), self.bytes);
        write!(f, "Tail({journals} journals in {rows} rows of {bytes} bytes)")
    }
}

impl Tail {
    pub(super) const fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of the next row.
    pub(super) fn next_row(&self) -> u64 {
        self.first + self.rows.len() as u64
    }

    /// The rows from number `from` on, with their numbers.
    pub(super) fn rows_from(&self, from: u64) -> impl Iterator<Item = (u64, &[u8])> {
        // `range` jumps there; skipping would visit every row before
        let rows = self.rows.range(self.index_of(from)..);
        (from.max(self.first)..).zip(rows).map(|(id, row)| (id, row.as_slice()))
    }

    /// The index of the first row from number `from` on.
    fn index_of(&self, from: u64) -> usize {
        let before = usize::try_from(from.saturating_sub(self.first)).unwrap_or(usize::MAX);
        before.min(self.rows.len())
    }

    /// The journals with entries in the tail.
    pub(super) fn journals(&self) -> impl Iterator<Item = i64> {
        self.journals.keys().copied()
    }

    /// The number after the last entry of a journal, if that entry is in the tail.
    pub(super) fn end(&self, journal: i64) -> Option<u64> {
        self.journals.get(&journal).map(Journal::end)
    }

    /// The entries of a journal in the tail, from number `from` on.
    pub(super) fn entries(&self, journal: i64, from: u64) -> impl Iterator<Item = TailEntry<'_>> {
        let places = self.journals.get(&journal).map(|journal| {
            let skipped = usize::try_from(from.saturating_sub(journal.first)).unwrap_or(usize::MAX);
            journal.places.get(skipped..).unwrap_or_default()
        });
        places.unwrap_or_default().iter().filter_map(|place| self.entry_at(*place))
    }

    fn entry_at(&self, EntryAddress { row, offset }: EntryAddress) -> Option<TailEntry<'_>> {
        let row = self.rows.get(usize::try_from(row.checked_sub(self.first)?).ok()?)?;
        TailEntry::first_of(row.get(usize::try_from(offset).ok()?..)?)
    }

    /// Appends an entry, which must be its journal's next, to the commit whose rows begin at number
    /// `from`.
    pub(super) fn append(&mut self, from: u64, entry: TailEntry<'_>) {
        if self.next_row() == from || self.rows.back().is_none_or(|row| row.len() > ROW_BYTES) {
            self.rows.push_back(Vec::new());
        }
        let row = self.next_row() - 1;
        let Some(bytes) = self.rows.back_mut() else { return };
        // a row and the longest value fit
        let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        entry.write(bytes);
        self.bytes += entry.bytes();
        self.record_place(entry, EntryAddress { row, offset });
    }

    /// Adds a stored row at the end.
    ///
    /// The caller records the entries that have not moved with [`Tail::record_place`].
    pub(super) fn push(&mut self, id: u64, row: Vec<u8>) {
        if self.rows.is_empty() {
            self.first = id;
        }
        self.bytes += row.len();
        self.rows.push_back(row);
    }

    /// Records the place of an entry, which must be its journal's next.
    pub(super) fn record_place(&mut self, entry: TailEntry<'_>, place: EntryAddress) {
        let first = u64::from(entry.n);
        let journal =
            self.journals.entry(entry.journal).or_insert_with(|| Journal { first, places: Vec::new() });
        if journal.places.is_empty() {
            self.by_age.insert((place.row, entry.journal));
        }
        journal.places.push(place);
    }

    /// Removes the rows from number `from` on, to undo the latest appends.
    pub(super) fn cut(&mut self, from: u64) {
        while self.next_row() > from {
            let Some(row) = self.rows.pop_back() else { return };
            self.bytes -= row.len();
            for (_, TailEntry { journal: id, .. }) in entries_of(&row) {
                let Some(journal) = self.journals.get_mut(&id) else { continue };
                let last = journal.places.pop();
                if let (true, Some(place)) = (journal.places.is_empty(), last) {
                    self.by_age.remove(&(place.row, id));
                    self.journals.remove(&id);
                }
            }
        }
    }

    /// Chooses the entries that move with the commit whose rows begin at number `from`.
    ///
    /// The oldest entries move first, in proportion to the bytes appended, so that all commits take
    /// about as long.
    pub(super) fn due(&self, from: u64) -> Due {
        let mut due = Due { moves: Vec::new(), rows: 0, owed: self.owed };
        let appended: usize = self.rows_from(from).map(|(_, row)| row.len()).sum();
        if appended == 0 || self.bytes <= self.limit {
            return due;
        }
        due.owed = due.owed.saturating_add_unsigned((PACE * appended) as u64);
        let mut oldest = self.by_age.iter();
        while due.owed > 0 {
            let Some((_, journal)) = oldest.next() else {
                due.owed = 0;
                break;
            };
            let (mut count, mut bytes) = (0, 0);
            for entry in self.entries(*journal, 0) {
                if bytes >= CHUNK_BYTES {
                    break;
                }
                count += 1;
                bytes += entry.bytes();
            }
            due.moves.push((*journal, count));
            due.owed = due.owed.saturating_sub_unsigned(bytes as u64);
        }
        due.rows = self.leaving(PACE * appended);
        due
    }

    /// Returns how many rows to remove, all of whose entries have moved.
    ///
    /// They have at most about `bytes` and a chunk, and at least a chunk.
    fn leaving(&self, bytes: usize) -> usize {
        let needed = self.by_age.first().map_or(self.first, |(row, _)| *row);
        let (mut rows, mut sum) = (0, 0);
        for (_, row) in self.rows_from(0).take_while(|(id, _)| *id < needed) {
            if sum >= bytes + CHUNK_BYTES {
                break;
            }
            rows += 1;
            sum += row.len();
        }
        if sum < CHUNK_BYTES.min(self.limit) { 0 } else { rows }
    }

    /// Records that the rows from number `from` on are committed, with the moves of `due`.
    pub(super) fn done(&mut self, from: u64, due: Due) {
        let new = self.index_of(from);
        self.rows.range_mut(new..).for_each(Vec::shrink_to_fit);
        for (id, count) in due.moves {
            let Some(journal) = self.journals.get_mut(&id) else { continue };
            if let Some(place) = journal.places.first() {
                self.by_age.remove(&(place.row, id));
            }
            journal.places.drain(..count);
            journal.first += count as u64;
            match journal.places.first() {
                Some(place) => drop(self.by_age.insert((place.row, id))),
                None => drop(self.journals.remove(&id)),
            }
        }
        for _ in 0..due.rows {
            self.bytes -= self.rows.pop_front().map_or(0, |row| row.len());
            self.first += 1;
        }
        self.owed = due.owed;
    }
}

#[cfg(test)]
mod tests {
    use super::super::entries::HEAD_BYTES;
    use super::super::reading::Reading;
    use super::*;
    use chuhe_store::StoreError;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

    /// The tail, with a table of the entries that have moved.
    #[derive(Default)]
    struct Both {
        tail: Tail,
        moved: BTreeMap<i64, Vec<Vec<u8>>>,
    }

    impl Both {
        fn with_limit(bytes: usize) -> Self {
            let mut both = Self::default();
            both.tail.set_limit(bytes);
            both
        }

        fn end(&self, journal: i64) -> u64 {
            let moved = || self.moved.get(&journal).map_or(0, Vec::len) as u64;
            self.tail.end(journal).unwrap_or_else(moved)
        }

        fn append(&mut self, journals: &[i64], value: &[u8]) -> u64 {
            let from = self.tail.next_row();
            for journal in journals {
                let n = u32::try_from(self.end(*journal)).unwrap();
                self.tail.append(from, TailEntry { journal: *journal, n, value });
            }
            from
        }

        /// Appends and commits; returns the bytes moved and the bytes of the rows removed.
        fn commit(&mut self, journals: &[i64], value: &[u8]) -> (usize, usize) {
            let from = self.append(journals, value);
            let due = self.tail.due(from);
            let mut bytes = 0;
            for (journal, count) in &due.moves {
                let moved = self.moved.entry(*journal).or_default();
                for entry in self.tail.entries(*journal, 0).take(*count) {
                    assert_eq!((entry.journal, entry.n as usize), (*journal, moved.len()));
                    moved.push(entry.value.to_vec());
                    bytes += entry.bytes();
                }
            }
            let leaving = self.tail.rows_from(0).take(due.rows).map(|(_, row)| row.len()).sum();
            self.tail.done(from, due);
            (bytes, leaving)
        }

        fn all(&self, journal: i64) -> Vec<Vec<u8>> {
            let moved = self.moved.get(&journal).cloned().unwrap_or_default();
            moved.into_iter().chain(self.tail.entries(journal, 0).map(|entry| entry.value.to_vec())).collect()
        }

        fn read_again(&self) -> Result<Tail, StoreError> {
            let mut reading = Reading::default();
            for (id, row) in self.tail.rows_from(0) {
                reading.row(id, row.to_vec(), |id| Ok(self.moved.get(&id).map_or(0, Vec::len) as u64))?;
            }
            reading.end()
        }
    }

    #[track_caller]
    fn same(one: &Tail, other: &Tail) {
        assert_eq!(one.rows, other.rows);
        assert_eq!((one.first, one.bytes), (other.first, other.bytes));
        assert_eq!(one.journals, other.journals);
        assert_eq!(one.by_age, other.by_age);
    }

    /// Random numbers below a bound, the same in every run.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        move |end| random.next_u64() % end
    }

    #[test]
    fn every_append_is_found_before_and_after_it_moves() {
        let mut below = numbers();
        for limit in [0, 100, 1000, 100_000] {
            let mut both = Both::with_limit(limit);
            let mut expected = BTreeMap::<i64, Vec<Vec<u8>>>::new();
            for step in 0..300_u64 {
                let journals: Vec<i64> = (0..=below(5)).map(|_| below(9).cast_signed() - 4).collect();
                let value = step.to_string().into_bytes();
                both.commit(&journals, &value);
                for journal in journals {
                    expected.entry(journal).or_default().push(value.clone());
                }
            }
            for (journal, entries) in &expected {
                assert_eq!(both.all(*journal), *entries);
                let from = both.tail.entries(*journal, entries.len() as u64 - 1).map(|entry| entry.n).last();
                assert!(from.is_none_or(|n| n as usize == entries.len() - 1));
            }
            same(&both.read_again().unwrap(), &both.tail);
        }
    }

    #[test]
    fn cut_rows_leave_no_trace() {
        let mut both = Both::with_limit(500);
        for step in 0..100 {
            both.commit(&[step % 7, 1], b"value");
            let before = both.read_again().unwrap();
            let from = both.append(&[1, 1, 2, 50], &[0; 300]);
            both.tail.cut(from);
            same(&both.tail, &before);
        }
    }

    #[test]
    fn each_commit_moves_in_proportion_and_the_tail_stays_short() {
        const LIMIT: usize = 100_000;
        // few journals and many, in turn or at random, one entry a commit or many
        for (journals, batch) in [(1, 1), (50, 50), (50, 1), (5000, 50), (5000, 1), (300, 300), (20_000, 7)] {
            let mut both = Both::with_limit(LIMIT);
            let (mut below, mut longest, mut next) = (numbers(), 0, 0);
            let appended = batch * (HEAD_BYTES + 60);
            for _ in 0..(10 * LIMIT / appended) {
                let mut journal = || {
                    next += 1;
                    let turn = if batch > 1 { next } else { below(journals) };
                    (turn % journals).cast_signed()
                };
                let journals: Vec<_> = (0..batch).map(|_| journal()).collect();
                let (moved, left) = both.commit(&journals, &[0; 60]);
                assert!(moved <= PACE * appended + CHUNK_BYTES + 100, "{journals:?}: {moved}");
                assert!(left <= (PACE + 1) * appended + CHUNK_BYTES, "{journals:?}: {left}");
                longest = longest.max(both.tail.bytes);
            }
            assert!((LIMIT..3 * LIMIT).contains(&longest), "{journals} journals, {batch} at once: {longest}");
        }
    }

    #[test]
    fn a_long_commit_is_split_into_several_rows() {
        let mut both = Both::with_limit(usize::MAX);
        both.commit(&[1, 2, 3, 1, 2], &vec![5; ROW_BYTES]);
        assert_eq!(both.tail.rows.len(), 5);
        assert_eq!(both.all(1).len(), 2);
        same(&both.read_again().unwrap(), &both.tail);
        let from = both.append(&[1, 2], &vec![5; ROW_BYTES]);
        assert_eq!(both.tail.rows_from(from).count(), 2);
        both.tail.cut(from);
        assert_eq!(both.all(1).len(), 2);
    }
}
