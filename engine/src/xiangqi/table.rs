//! The transposition table, shared by all threads of a search.
//!
//! A slot is two 64-bit words: the data, and the key combined with them by exclusive or. A slot that
//! two threads write at once therefore fails to match instead of returning mixed data
//! (<https://www.chessprogramming.org/Shared_Hash_Table#Lockless>).

use chuhe_rules::xiangqi::{Move, Square};
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableBound {
    /// There is no score, only a move or an evaluation.
    None,
    Upper,
    Lower,
    Exact,
}

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mv: Option<Move>,
    /// Relative to the node; see [`to_table`](super::score::to_table).
    pub(super) score: i32,
    /// The evaluation before any correction.
    pub(super) evaluation: i32,
    pub(super) depth: i32,
    pub(super) bound: TableBound,
    /// Whether the position was on a principal variation.
    pub(super) was_pv: bool,
}

impl Entry {
    /// Whether the score proves that the true one is at least `beta`, or less.
    pub(super) fn cuts(&self, beta: i32, score: i32) -> bool {
        match self.bound {
            TableBound::None => false,
            TableBound::Exact => true,
            TableBound::Lower => score >= beta,
            TableBound::Upper => score < beta,
        }
    }

    /// Whether the score is at least the true one, or exact.
    pub(super) fn is_upper(&self) -> bool {
        matches!(self.bound, TableBound::Upper | TableBound::Exact)
    }

    /// Whether the score is at most the true one, or exact.
    pub(super) fn is_lower(&self) -> bool {
        matches!(self.bound, TableBound::Lower | TableBound::Exact)
    }
}

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// Four slots in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The number of generations before they repeat.
const GENERATIONS: u64 = 32;
/// Generations weigh as much as this many plies when a slot is replaced.
const AGE_WEIGHT: i32 = 4;
/// How much deeper an entry of the same position must be to survive a shallower one.
const DEPTH_MARGIN: i32 = 4;

/// The transposition table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u64,
}

impl Table {
    /// Creates a table of `mib` MiB, or of as many as can be had.
    pub(super) fn new(mib: usize) -> Self {
        let buckets_of = |mib: usize| (mib << 20) / size_of::<Bucket>();
        let (mut count, least) = (buckets_of(mib), buckets_of(1));
        let mut buckets = Vec::new();
        while count > least && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, generation: 0 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = 0;
    }

    /// Marks the entries so far as those of an earlier search.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Starts to load the bucket of `key` into the cache, for a probe soon after.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// The entry of `key`.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores `entry`; without a move it keeps that of an earlier entry of the same key.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let mut replaced = &bucket.0[0];
        let mut least = i32::MAX;
        let mut mv = entry.mv;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                mv = mv.or(old.mv);
                let is_deeper = old.depth > entry.depth + DEPTH_MARGIN && data >> 59 == self.generation;
                if is_deeper && entry.bound != TableBound::Exact {
                    return;
                }
                replaced = slot;
                break;
            }
            let age = (GENERATIONS + self.generation - (data >> 59)) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - AGE_WEIGHT * age as i32 };
            if worth < least {
                (least, replaced) = (worth, slot);
            }
        }
        let data = pack(Entry { mv, ..entry }, self.generation);
        replaced.check.store(key ^ data, Ordering::Relaxed);
        replaced.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in thousandths.
    pub(super) fn permille(&self) -> u16 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && data >> 59 == self.generation
        });
        (used.count() * 1000 / (sample.len() * SLOTS)) as u16
    }
}

// score 0..16, evaluation 16..32, move 32..46, depth 46..54, bound 54..56, on a PV 56, generation 59..64

const NO_MOVE: u64 = 0x3fff;

fn pack(entry: Entry, generation: u64) -> u64 {
    let mv = entry.mv.map_or(NO_MOVE, |mv| mv.from.index() as u64 | (mv.to.index() as u64) << 7);
    u64::from(entry.score as i16 as u16)
        | u64::from(entry.evaluation as i16 as u16) << 16
        | mv << 32
        | (entry.depth.clamp(0, 255) as u64) << 46
        | (entry.bound as u64) << 54
        | u64::from(entry.was_pv) << 56
        // never zero, so that an empty slot is recognised
        | 1 << 57
        | generation << 59
}

fn depth_of(data: u64) -> i32 {
    (data >> 46 & 0xff) as i32
}

fn unpack(data: u64) -> Entry {
    let square = |bits: u64| Square::from_index((bits & 0x7f) as usize);
    let (from, to) = (square(data >> 32), square(data >> 39));
    Entry {
        mv: from.zip(to).map(|(from, to)| Move::new(from, to)),
        score: i32::from(data as u16 as i16),
        evaluation: i32::from((data >> 16) as u16 as i16),
        depth: depth_of(data),
        bound: match data >> 54 & 3 {
            0 => TableBound::None,
            1 => TableBound::Upper,
            2 => TableBound::Lower,
            _ => TableBound::Exact,
        },
        was_pv: data >> 56 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let mut table = Table::new(1);
        let entry = Entry {
            mv: "h2e2".parse().ok(),
            score: -30_990,
            evaluation: 123,
            depth: 17,
            bound: TableBound::Lower,
            was_pv: true,
        };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(table.probe(43), None);
        let without_move = Entry { mv: None, depth: 20, ..entry };
        table.store(42, without_move);
        assert_eq!(table.probe(42), Some(Entry { depth: 20, ..entry }), "it keeps the move");
        table.clear();
        assert_eq!(table.probe(42), None);
    }
}
