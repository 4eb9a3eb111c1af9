//! The commits of a store as texts: each commit is one text, so that a move does not write the game
//! again, and is there whole or not at all.

use super::Storage;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chuhe_store::{Durability, Memory, Store as _, StoreError, Write, decode_commit, encode_commit};
use std::collections::BTreeSet;

/// Where the names of all versions begin; the version follows.
pub(super) const ROOT: &str = "chuhe.game.";
/// The version of the names and texts.
const VERSION: u32 = 1;

/// The commits, and the store that they give.
#[derive(Debug)]
pub struct CommitLog<S> {
    storage: S,
    memory: Memory,
    /// The number of commits.
    count: u32,
}

fn key_of(n: u32) -> String {
    format!("{ROOT}{VERSION}.{n}")
}

/// The version and the number in the name of a commit.
fn parse(key: &str) -> Option<(u32, u32)> {
    let (version, n) = key.strip_prefix(ROOT)?.split_once('.')?;
    Some((version.parse().ok()?, n.parse().ok()?))
}

impl<S: Storage> CommitLog<S> {
    /// Reads the commits that are kept; there may be none.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] if a newer program wrote some; [`StoreError::Damaged`] if one is missing or
    /// cannot be read.
    pub(super) fn open(storage: S) -> Result<Self, StoreError> {
        let mut numbers = BTreeSet::new();
        for key in storage.keys(ROOT) {
            match parse(&key) {
                Some((VERSION, n)) => numbers.insert(n),
                Some((found, _)) if found > VERSION => {
                    return Err(StoreError::TooNew { found: found.into(), known: VERSION.into() });
                }
                Some(_) | None => return Err(StoreError::damaged("a commit has an unknown name")),
            };
        }
        let mut log = Self { storage, memory: Memory::new(), count: 0 };
        for n in numbers {
            let damaged = |why: &dyn std::fmt::Display| StoreError::damaged(&format!("commit {n}: {why}"));
            if n != log.count {
                return Err(damaged(&"one before it is missing"));
            }
            let text = log.storage.get(&key_of(n)).ok_or_else(|| damaged(&"it is missing"))?;
            let bytes = STANDARD_NO_PAD.decode(text).map_err(|error| damaged(&error))?;
            let writes = decode_commit(&bytes).map_err(|error| damaged(&error))?;
            log.memory.commit(&writes, Durability::Process).map_err(|error| damaged(&error))?;
            log.count += 1;
        }
        Ok(log)
    }

    /// The number of commits.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The store after all commits.
    pub(super) const fn store(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Keeps a commit. After an error the log is not to be used any more.
    ///
    /// # Errors
    /// [`StoreError::Full`] if the browser refuses it, and those of the store.
    pub(super) fn commit(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        self.memory.commit(writes, Durability::Process)?;
        let text = STANDARD_NO_PAD.encode(encode_commit(writes));
        self.storage.set(&key_of(self.count), &text).map_err(|_| StoreError::Full)?;
        self.count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_storage::TestStorage;
    use super::*;
    use chuhe_store::{KeyValue, Order, Table};
    use proptest::prelude::*;

    fn append(n: u32, value: &str) -> Write {
        Write::Append { journal: 7, n, value: value.as_bytes().to_vec() }
    }

    fn filled(count: u32) -> TestStorage {
        let storage = TestStorage::default();
        let mut log = CommitLog::open(storage.clone()).unwrap();
        (0..count).for_each(|n| log.commit(&[append(n, "a move")]).unwrap());
        storage
    }

    #[test]
    fn a_commit_writes_only_itself() {
        let storage = filled(1);
        let first = storage.written();
        let mut log = CommitLog::open(storage.clone()).unwrap();
        (1..200).for_each(|n| log.commit(&[append(n, "a move")]).unwrap());
        assert_eq!(storage.written(), 200 * first);
        assert_eq!(CommitLog::open(storage).unwrap().count(), 200);
    }

    #[test]
    fn missing_foreign_and_newer_commits_are_told_apart() {
        type Change = fn(&TestStorage);
        let damages: [Change; 7] = [
            |storage| storage.remove("chuhe.game.1.0"),
            |storage| storage.remove("chuhe.game.1.1"),
            |storage| storage.set("chuhe.game.1.1", "!").unwrap(),
            |storage| storage.set("chuhe.game.1.2", "AgAA").unwrap(),
            |storage| storage.set("chuhe.game.1.x", "").unwrap(),
            |storage| storage.set("chuhe.game.0.0", "").unwrap(),
            // the first commit again
            |storage| storage.set("chuhe.game.1.3", &storage.get("chuhe.game.1.0").unwrap()).unwrap(),
        ];
        for damage in damages {
            let storage = filled(3);
            damage(&storage);
            let opened = CommitLog::open(storage);
            assert!(matches!(opened, Err(StoreError::Damaged(_))), "{opened:?}");
        }
        let storage = filled(3);
        storage.set("chuhe.game.2.0", "").unwrap();
        let opened = CommitLog::open(storage);
        assert!(matches!(opened, Err(StoreError::TooNew { found: 2, known: 1 })), "{opened:?}");
    }

    #[test]
    fn a_refused_commit_leaves_those_before_it() {
        let storage = filled(3);
        storage.set_quota(storage.size());
        let mut log = CommitLog::open(storage.clone()).unwrap();
        assert_eq!(log.commit(&[append(3, "a move")]), Err(StoreError::Full));
        let mut log = CommitLog::open(storage).unwrap();
        assert_eq!(log.store().read(7, 0, 10).unwrap().len(), 3);
    }

    #[test]
    fn released_texts_stay_readable() {
        let storage = TestStorage::default();
        let mut log = CommitLog::open(storage.clone()).unwrap();
        log.commit(&[append(0, "ab")]).unwrap();
        let set = Write::Set { table: Table::Meta, key: b"k".to_vec(), expected: 0, value: Some(vec![255]) };
        log.commit(&[set]).unwrap();
        let texts: Vec<_> = storage.texts().into_iter().collect();
        let expected = [
            ("chuhe.game.1.0", "AgAAAAAAAAAABwAAAAAAAAACYWI"),
            ("chuhe.game.1.1", "AgEFAAAAAAAAAAAAAAABawAAAAH/"),
        ];
        assert_eq!(texts, expected.map(|(key, text)| (key.to_owned(), text.to_owned())));
    }

    fn write() -> impl Strategy<Value = Write> {
        let value = proptest::collection::vec(any::<u8>(), 0..20);
        let append = (0..2_u64, 0..4_u32, value.clone());
        let append = append.prop_map(|(journal, n, value)| Write::Append { journal, n, value });
        let set = (0..Table::ALL.len(), 0..3_u8, 0..3_u64, proptest::option::of(value));
        let set = set.prop_map(|(table, key, expected, value)| {
            let table = Table::ALL[table];
            Write::Set { table, key: vec![key], expected, value }
        });
        prop_oneof![append, set]
    }

    /// What commits of the strategy can write.
    fn everything(store: &mut Memory) -> (Vec<Vec<Vec<u8>>>, Vec<Vec<KeyValue>>) {
        let journals = (0..2).map(|journal| store.read(journal, 0, usize::MAX).unwrap()).collect();
        let scan = |table| store.scan(table, b"", None, Order::Up, usize::MAX).unwrap();
        (journals, Table::ALL.into_iter().map(scan).collect())
    }

    proptest! {
        #[test]
        fn a_log_that_is_opened_again_gives_the_store_in_memory(
            commits in proptest::collection::vec(proptest::collection::vec(write(), 0..3), 0..20),
        ) {
            let storage = TestStorage::default();
            let mut memory = Memory::new();
            for writes in commits {
                let kept = CommitLog::open(storage.clone()).unwrap().commit(&writes);
                prop_assert_eq!(kept, memory.commit(&writes, Durability::Process));
            }
            let mut opened = CommitLog::open(storage).unwrap();
            prop_assert_eq!(everything(opened.store()), everything(&mut memory));
        }
    }
}
