//! The history of a game's positions, and their repetitions.

use alloc::{vec, vec::Vec};

/// The keys of a game's positions, from the start position to the current one.
///
/// [`History::occurrences`] and [`History::previous_occurrence`] take constant time, so that an
/// engine can ask at every node. Adding a position allocates only when the history doubles.
///
/// ```
/// use chuhe_rules::xiangqi::{History, Position};
/// let mut position = Position::start();
/// let mut history = History::new(position.key());
/// for mv in ["b0c2", "b9c7", "c2b0", "c7b9"] {
///     position.play(mv.parse()?)?;
///     history.push(position.key());
/// }
/// assert_eq!((history.occurrences(), history.previous_occurrence()), (2, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// A hash table with linear probing over the distinct keys.
    ///
    /// A slot holds one more than the ply of the latest occurrence of a key; 0 if free. The length
    /// is a power of two and at least twice the number of entries.
    latest: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// One more than the ply of the previous occurrence; 0 if there is none.
    previous: u32,
    occurrences: u32,
}

/// The initial length of the table: games of up to 127 plies, which most are, need no second one.
const FIRST_SLOTS: usize = 256;

impl History {
    /// Creates the history of a game at its start position.
    #[must_use]
    pub fn new(start: u64) -> Self {
        let mut history = Self { entries: Vec::with_capacity(FIRST_SLOTS / 2), latest: vec![0; FIRST_SLOTS] };
        history.push(start);
        history
    }

    /// The number of plies played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.entries.len() - 1
    }

    /// Appends the position after a move.
    #[inline(always)]
    pub fn push(&mut self, key: u64) {
        if self.entries.len() * 2 >= self.latest.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let previous = self.latest[slot];
        let occurrences = match previous {
            0 => 1,
            after => self.entries[after as usize - 1].occurrences + 1,
        };
        self.entries.push(Entry { key, previous, occurrences });
        self.latest[slot] = self.entries.len() as u32;
    }

    /// Goes back to the position after `ply` plies, if there are more.
    pub fn truncate(&mut self, ply: usize) {
        while self.entries.len() > ply + 1
            && let Some(&Entry { key, previous, .. }) = self.entries.last()
        {
            // Keys leave in the reverse order of their arrival, so that freeing the slot of the
            // latest one interrupts no other key's probes.
            let slot = self.slot(key);
            self.latest[slot] = previous;
            self.entries.pop();
        }
    }

    /// The number of occurrences of the current position, including this one.
    #[must_use]
    #[inline]
    pub fn occurrences(&self) -> usize {
        self.entries.last().map_or(0, |entry| entry.occurrences as usize)
    }

    /// The ply of the previous occurrence of the current position.
    #[must_use]
    #[inline]
    pub fn previous_occurrence(&self) -> Option<usize> {
        self.earlier_occurrences().next()
    }

    /// The plies of the earlier occurrences of the current position, the latest first.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let ply_before = |ply: usize| (self.entries[ply].previous as usize).checked_sub(1);
        core::iter::successors(ply_before(self.ply()), move |&ply| ply_before(ply))
    }

    /// The slot of `key`, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let last = self.latest.len() - 1;
        // keys are random numbers, so that their low bits are a hash
        let mut slot = key as usize & last;
        while let after @ 1.. = self.latest[slot]
            && self.entries[after as usize - 1].key != key
        {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.latest = vec![0; self.latest.len() * 2];
        // in the order of arrival, on which `truncate` relies
        for ply in 0..self.entries.len() {
            let slot = self.slot(self.entries[ply].key);
            self.latest[slot] = ply as u32 + 1;
        }
    }
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        let keys = self.entries.iter().map(|entry| entry.key);
        keys.eq(other.entries.iter().map(|entry| entry.key))
    }
}

impl Eq for History {}
