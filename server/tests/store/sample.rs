//! Random writes, and readers of everything in a store.

use chuhe_store::{Durability, KeyValue, Order, Store, StoreError, Table, Write};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The journals that samples use.
pub(crate) const JOURNALS: [u64; 4] = [0, 1, 1 << 63, u64::MAX];

pub(crate) fn append(journal: u64, n: u32, value: &str) -> Write {
    Write::Append { journal, n, value: value.as_bytes().to_vec() }
}

pub(crate) fn set(table: Table, key: &str, expected: u64, value: &str) -> Write {
    let value = Some(value.as_bytes().to_vec());
    Write::Set { table, key: key.as_bytes().to_vec(), expected, value }
}

pub(crate) fn delete(table: Table, key: &str, expected: u64) -> Write {
    Write::Set { table, key: key.as_bytes().to_vec(), expected, value: None }
}

/// A seeded random generator.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    pub(crate) fn text(&mut self, most: u64) -> String {
        (0..self.below(most)).map(|_| char::from(b'a' + u8::try_from(self.below(26)).unwrap())).collect()
    }
}

/// A few random writes, some of which conflict.
pub(crate) fn wild_writes(random: &mut Random) -> Vec<Write> {
    let one = |random: &mut Random| {
        let table = Table::ALL[usize::try_from(random.below(6)).unwrap()];
        let (key, value) = (random.below(5).to_string(), random.text(40));
        match random.below(4) {
            0 => delete(table, &key, random.below(3)),
            1 => set(table, &key, random.below(3), &value),
            _ => append(
                JOURNALS[usize::try_from(random.below(2)).unwrap()],
                u32::try_from(random.below(9)).unwrap(),
                &value,
            ),
        }
    };
    (0..=random.below(3)).map(|_| one(random)).collect()
}

/// A few appends that `store` accepts, several to some journals.
pub(crate) fn appends(random: &mut Random, store: &mut dyn Store) -> Vec<Write> {
    let mut ends = JOURNALS.map(|journal| store.read(journal, 0, usize::MAX).unwrap().len());
    let count = 1 + random.below(5);
    let mut one = || {
        let i = usize::try_from(random.below(4)).unwrap();
        ends[i] += 1;
        append(JOURNALS[i], u32::try_from(ends[i] - 1).unwrap(), &random.text(60))
    };
    (0..count).map(|_| one()).collect()
}

/// Everything that samples write to a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Everything {
    pub(crate) journals: Vec<Vec<Vec<u8>>>,
    pub(crate) tables: Vec<Vec<KeyValue>>,
}

#[track_caller]
pub(crate) fn everything(store: &mut dyn Store) -> Everything {
    try_everything(store).unwrap()
}

pub(crate) fn try_everything(store: &mut dyn Store) -> Result<Everything, StoreError> {
    let journals: Result<_, _> = JOURNALS.iter().map(|journal| store.read(*journal, 0, usize::MAX)).collect();
    let tables: Result<_, _> =
        Table::ALL.iter().map(|table| store.scan(*table, b"", None, Order::Up, usize::MAX)).collect();
    Ok(Everything { journals: journals?, tables: tables? })
}

/// Commits `count` batches that the store accepts; returns its contents before them and after each.
pub(crate) fn fill(
    store: &mut dyn Store,
    random: &mut Random,
    count: usize,
    longest: u64,
) -> Vec<Everything> {
    let mut states = vec![everything(store)];
    for i in 0..count {
        let now = states.last().unwrap().clone();
        let mut writes = Vec::new();
        for (journal, entries) in JOURNALS.iter().zip(&now.journals) {
            if *journal == 0 || random.below(2) == 0 {
                let n = u32::try_from(entries.len()).unwrap();
                writes.push(append(*journal, n, &random.text(longest)));
            }
        }
        for (table, entries) in Table::ALL.iter().zip(&now.tables) {
            let key = random.below(20).to_string();
            let found = entries.iter().find(|entry| entry.key == key.as_bytes());
            let revision = found.map_or(0, |entry| entry.revision);
            match random.below(4) {
                0 => writes.push(delete(*table, &key, revision)),
                1 | 2 => writes.push(set(*table, &key, revision, &random.text(longest))),
                _ => {}
            }
        }
        let durability = if i % 3 == 0 { Durability::Power } else { Durability::Process };
        store.commit(&writes, durability).unwrap();
        states.push(everything(store));
    }
    states
}
