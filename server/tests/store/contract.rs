//! The contract of [`Store`], tested on each implementation.

use crate::sample::{self, Random, append, delete, set};
use chuhe_server::store::Sqlite;
use chuhe_store::{
    Durability, KEY_BYTES, KeyValue, Memory, Order, Store, StoreError, Table, VALUE_BYTES, Write, end_of,
};

/// Runs a test on a new store of each kind.
fn each(test: impl Fn(&mut dyn Store)) {
    test(&mut Memory::new());
    // appended entries stay in the tail, move to the journals after 50 bytes, or move at once
    for limit in [None, Some(50), Some(0)] {
        let mut store = Sqlite::in_memory().unwrap();
        limit.inspect(|limit| store.set_tail_limit(*limit));
        test(&mut store);
    }
    let folder = tempfile::tempdir().unwrap();
    test(&mut Sqlite::open(folder.path()).unwrap());
}

fn commit(store: &mut dyn Store, writes: &[Write]) -> Result<(), StoreError> {
    store.commit(writes, Durability::Process)
}

#[track_caller]
fn conflicts(store: &mut dyn Store, writes: &[Write]) {
    let before = sample::everything(store);
    let answer = commit(store, writes);
    assert!(matches!(answer, Err(StoreError::Conflict { .. })), "{answer:?}");
    assert_eq!(sample::everything(store), before, "a refused commit changes nothing");
}

#[test]
fn appended_entries_are_read_from_any_number_on() {
    each(|store| {
        assert_eq!(store.read(7, 0, 10), Ok(vec![]));
        commit(store, &[append(7, 0, "a"), append(7, 1, ""), append(9, 0, "x")]).unwrap();
        commit(store, &[append(7, 2, "c")]).unwrap();
        let read = |store: &mut dyn Store, from, most| store.read(7, from, most).unwrap();
        assert_eq!(read(store, 0, 10), [&b"a"[..], b"", b"c"]);
        assert_eq!(read(store, 1, 1), [b""]);
        assert_eq!(read(store, 2, usize::MAX), [b"c"]);
        assert_eq!(read(store, 3, 10), [b""; 0]);
        assert_eq!(read(store, u32::MAX, 10), [b""; 0]);
        assert_eq!(read(store, 0, 0), [b""; 0]);
        assert_eq!(store.read(9, 0, 10).unwrap(), [b"x"]);
    });
}

#[test]
fn journals_may_have_any_number() {
    each(|store| {
        for journal in [0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX] {
            commit(store, &[append(journal, 0, &journal.to_string())]).unwrap();
        }
        for journal in [0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX] {
            assert_eq!(store.read(journal, 0, 2).unwrap(), [journal.to_string().as_bytes()]);
        }
    });
}

#[test]
fn an_append_anywhere_but_at_the_end_is_a_conflict() {
    each(|store| {
        conflicts(store, &[append(1, 1, "no start")]);
        commit(store, &[append(1, 0, "a"), append(1, 1, "b")]).unwrap();
        conflicts(store, &[append(1, 0, "once more")]);
        conflicts(store, &[append(1, 1, "once more")]);
        conflicts(store, &[append(1, 3, "a gap")]);
        conflicts(store, &[append(1, u32::MAX, "a gap")]);
        conflicts(store, &[append(1, 2, "c"), append(1, 2, "twice in one")]);
        conflicts(store, &[append(2, 1, "another journal")]);
        commit(store, &[append(1, 2, "c")]).unwrap();
    });
}

#[test]
fn setting_a_key_at_another_revision_is_a_conflict() {
    each(|store| {
        assert_eq!(store.get(Table::Players, b"ann"), Ok(None));
        commit(store, &[set(Table::Players, "ann", 0, "1")]).unwrap();
        assert_eq!(store.get(Table::Players, b"ann"), Ok(Some((1, b"1".to_vec()))));
        conflicts(store, &[set(Table::Players, "ann", 0, "2")]);
        conflicts(store, &[set(Table::Players, "ann", 2, "2")]);
        conflicts(store, &[set(Table::Players, "bob", 1, "2")]);
        commit(store, &[set(Table::Players, "ann", 1, ""), set(Table::Players, "ann", 2, "3")]).unwrap();
        assert_eq!(store.get(Table::Players, b"ann"), Ok(Some((3, b"3".to_vec()))));
        assert_eq!(store.get(Table::Sessions, b"ann"), Ok(None), "tables are independent");
        commit(store, &[set(Table::Sessions, "ann", 0, "s")]).unwrap();
        assert_eq!(store.get(Table::Players, b"ann"), Ok(Some((3, b"3".to_vec()))));
    });
}

#[test]
fn deleting_a_key_at_another_revision_is_a_conflict() {
    each(|store| {
        commit(store, &[delete(Table::Meta, "k", 0)]).unwrap();
        assert_eq!(store.get(Table::Meta, b"k"), Ok(None));
        conflicts(store, &[delete(Table::Meta, "k", 1)]);
        commit(store, &[set(Table::Meta, "k", 0, "1"), set(Table::Meta, "k", 1, "2")]).unwrap();
        conflicts(store, &[delete(Table::Meta, "k", 0)]);
        conflicts(store, &[delete(Table::Meta, "k", 1)]);
        commit(store, &[delete(Table::Meta, "k", 2)]).unwrap();
        assert_eq!(store.get(Table::Meta, b"k"), Ok(None));
        conflicts(store, &[set(Table::Meta, "k", 2, "3")]);
        commit(store, &[set(Table::Meta, "k", 0, "3")]).unwrap();
        assert_eq!(store.get(Table::Meta, b"k"), Ok(Some((1, b"3".to_vec()))));
    });
}

#[test]
fn a_commit_is_applied_as_a_whole_or_not_at_all() {
    each(|store| {
        commit(store, &[append(1, 0, "a"), set(Table::Games, "g", 0, "1"), set(Table::Meta, "m", 0, "1")])
            .unwrap();
        let good = [
            append(1, 1, "b"),
            append(2, 0, "new"),
            set(Table::Games, "g", 1, "2"),
            set(Table::Games, "h", 0, "new"),
            delete(Table::Meta, "m", 1),
        ];
        for bad in [append(1, 3, "gap"), set(Table::Meta, "m", 1, "gone"), delete(Table::Games, "none", 4)] {
            let mut writes = good.to_vec();
            writes.push(bad);
            conflicts(store, &writes);
        }
        commit(store, &good).unwrap();
        assert_eq!(store.read(1, 0, 9).unwrap(), [b"a", b"b"]);
        assert_eq!(store.get(Table::Meta, b"m"), Ok(None));
    });
}

#[test]
fn keys_are_scanned_in_order_both_ways() {
    let found = |entries: Result<Vec<KeyValue>, StoreError>| -> Vec<Vec<u8>> {
        entries.unwrap().into_iter().map(|entry| entry.key).collect()
    };
    each(|store| {
        // keys are ordered as unsigned bytes, not by length
        let keys: [&[u8]; 6] = [b"", b"a", b"a\0", b"ab", b"b", b"\xff\xff"];
        for key in [4, 1, 5, 0, 3, 2].map(|i| keys[i]) {
            let value = Some(key.to_vec());
            commit(store, &[Write::Set { table: Table::Games, key: key.to_vec(), expected: 0, value }])
                .unwrap();
        }
        let mut down = keys;
        down.reverse();
        assert_eq!(found(store.scan(Table::Games, b"", None, Order::Up, 99)), keys);
        assert_eq!(found(store.scan(Table::Games, b"", None, Order::Down, 99)), down);
        assert_eq!(found(store.scan(Table::Games, b"a", Some(b"b"), Order::Up, 99)), keys[1..4]);
        assert_eq!(found(store.scan(Table::Games, b"a", Some(b"b"), Order::Down, 2)), [b"ab", &b"a\0"[..]]);
        assert_eq!(found(store.scan(Table::Games, b"a", None, Order::Up, 1)), [b"a"]);
        assert_eq!(found(store.scan(Table::Games, b"b", Some(b"a"), Order::Up, 9)), [b""; 0]);
        assert_eq!(found(store.scan(Table::Games, b"a", Some(b"a"), Order::Down, 9)), [b""; 0]);
        assert_eq!(found(store.scan(Table::Players, b"", None, Order::Up, 9)), [b""; 0]);
        let end = end_of(b"\xff");
        assert_eq!(found(store.scan(Table::Games, b"\xff", end.as_deref(), Order::Up, 9)), [b"\xff\xff"]);
        let entry = store.scan(Table::Games, b"a", None, Order::Up, 1).unwrap().remove(0);
        assert_eq!(entry, KeyValue { key: b"a".to_vec(), revision: 1, value: b"a".to_vec() });
    });
}

#[test]
fn keys_and_values_beyond_their_limits_are_refused() {
    each(|store| {
        let key = |length| vec![b'k'; length];
        let write = |key: Vec<u8>, length| {
            let value = Some(vec![1; length]);
            [Write::Set { table: Table::Meta, key, expected: 0, value }]
        };
        let long = StoreError::TooLong { bytes: KEY_BYTES + 1, limit: KEY_BYTES };
        assert_eq!(commit(store, &write(key(KEY_BYTES + 1), 1)), Err(long));
        let long = StoreError::TooLong { bytes: VALUE_BYTES + 1, limit: VALUE_BYTES };
        assert_eq!(commit(store, &write(key(1), VALUE_BYTES + 1)), Err(long.clone()));
        let entry = Write::Append { journal: 1, n: 0, value: vec![0; VALUE_BYTES + 1] };
        assert_eq!(commit(store, &[entry]), Err(long));
        let longest = vec![u8::MAX; KEY_BYTES];
        commit(store, &write(longest.clone(), VALUE_BYTES)).unwrap();
        assert_eq!(store.get(Table::Meta, &longest), Ok(Some((1, vec![1; VALUE_BYTES]))));
        assert_eq!(store.scan(Table::Meta, b"", None, Order::Down, 9).unwrap()[0].key, longest);
    });
}

#[test]
fn random_writes_have_the_same_effect_in_every_store() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let (mut memory, mut sqlite) = (Memory::new(), Sqlite::in_memory().unwrap());
        for _ in 0..60 {
            let writes = sample::wild_writes(&mut random);
            assert_eq!(
                memory.commit(&writes, Durability::Process),
                sqlite.commit(&writes, Durability::Power)
            );
        }
        assert_eq!(sample::everything(&mut memory), sample::everything(&mut sqlite), "seed {seed}");
    }
}

#[test]
fn reads_are_the_same_before_and_after_entries_move() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let folder = tempfile::tempdir().unwrap();
        let (mut memory, mut sqlite) = (Memory::new(), Sqlite::open(folder.path()).unwrap());
        for step in 0..150 {
            if random.below(12) == 0 {
                drop(sqlite);
                sqlite = Sqlite::open(folder.path()).unwrap();
            }
            if random.below(6) == 0 {
                let limits = [0, 0, 60, 300, 2000, 20_000];
                sqlite.set_tail_limit(limits[usize::try_from(random.below(6)).unwrap()]);
            }
            let writes = if random.below(4) == 0 {
                sample::wild_writes(&mut random)
            } else {
                sample::appends(&mut random, &mut memory)
            };
            let answers =
                (memory.commit(&writes, Durability::Process), sqlite.commit(&writes, Durability::Process));
            assert_eq!(answers.0, answers.1, "seed {seed}, step {step}");
            let (from, most) = (u32::try_from(random.below(90)).unwrap(), 7);
            for journal in sample::JOURNALS {
                let read = (memory.read(journal, from, most), sqlite.read(journal, from, most));
                assert_eq!(read.0, read.1, "seed {seed}, step {step}");
            }
        }
        assert_eq!(sample::everything(&mut memory), sample::everything(&mut sqlite), "seed {seed}");
    }
}

#[test]
fn debug_output_shows_no_values() {
    let secret = "hunter2";
    let shown =
        [append(1, 0, secret), set(Table::Sessions, secret, 0, secret)].map(|write| format!("{write:?}"));
    assert!(shown.iter().all(|shown| !shown.contains(secret) && shown.contains('7')), "{shown:?}");
    each(|store| {
        commit(store, &[set(Table::Sessions, secret, 0, secret)]).unwrap();
        let error = commit(store, &[set(Table::Sessions, secret, 0, secret)]).unwrap_err();
        let entry = store.scan(Table::Sessions, b"", None, Order::Up, 1).unwrap();
        for shown in [format!("{store:?}"), format!("{error:?} {error}"), format!("{entry:?}")] {
            assert!(!shown.contains(secret), "{shown}");
        }
    });
}
