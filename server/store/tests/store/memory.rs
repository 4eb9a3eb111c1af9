//! The contract of a store, which the server's tests check on disk too.

use super::{append, delete, set, store_with};
use chuhe_store::{
    Durability, KEY_BYTES, KeyValue, Memory, Order, Revision, Store, StoreError, Table, VALUE_BYTES, Write,
};

fn commit(store: &mut Memory, writes: &[Write]) -> Result<(), StoreError> {
    store.commit(writes, Durability::Process)
}

/// The journals that these tests write, and all rows.
fn everything(store: &mut Memory) -> (Vec<Vec<Vec<u8>>>, Vec<Vec<KeyValue>>) {
    let journals = [7, 255].map(|journal| store.read(journal, 0, usize::MAX).unwrap());
    let tables = Table::ALL.map(|table| store.scan(table, &[], None, Order::Up, usize::MAX).unwrap());
    (journals.into(), tables.into())
}

#[track_caller]
fn conflicts(store: &mut Memory, writes: &[Write], what: &str) {
    let before = everything(store);
    assert_eq!(commit(store, writes), Err(StoreError::Conflict { what: what.to_owned() }));
    assert_eq!(everything(store), before, "a refused commit changes nothing");
}

#[test]
fn entries_are_read_from_a_number_on() {
    let mut store = store_with(&[append(7, 0, b"a"), append(7, 1, b"b"), append(9, 0, b"x")]);
    let mut read = |journal, from, most| store.read(journal, from, most).unwrap();
    assert_eq!(read(7, 0, 9), [b"a", b"b"]);
    assert_eq!(read(7, 1, 9), [b"b"]);
    assert_eq!(read(7, 0, 1), [b"a"]);
    assert_eq!(read(8, 0, 9), [b""; 0]);
}

#[test]
fn a_write_at_another_number_or_revision_undoes_its_commit() {
    let mut store = store_with(&[append(7, 0, b"a"), set(Table::Meta, b"m", 0, b"1")]);
    let good = [
        append(7, 1, b"b"),
        append(255, 0, b"new"),
        set(Table::Meta, b"m", 1, b"2"),
        set(Table::Games, b"g", 0, b"new"),
        delete(Table::Meta, b"m", 2),
    ];
    let and = |bad| [&good[..], &[bad]].concat();
    conflicts(&mut store, &and(append(7, 1, b"twice")), "journal 7 does not end before entry 1");
    conflicts(&mut store, &and(append(255, 2, b"a gap")), "journal ff does not end before entry 2");
    conflicts(&mut store, &and(set(Table::Games, b"g", 3, b"")), "a key of Games is at revision 1, not 3");
    conflicts(&mut store, &and(delete(Table::Meta, b"m", 1)), "a key of Meta is at revision 0, not 1");
    commit(&mut store, &good).unwrap();
    assert_eq!(store.get(Table::Meta, b"m"), Ok(None));
    assert_eq!(store.get(Table::Games, b"g"), Ok(Some((1, b"new".to_vec()))));
    assert_eq!(store.read(7, 0, 9).unwrap(), [b"a", b"b"]);
}

#[test]
fn a_key_is_at_the_number_of_its_writes() {
    let mut store = Memory::new();
    for revision in 0..3 {
        commit(&mut store, &[set(Table::Players, b"k", revision, b"v")]).unwrap();
        assert_eq!(store.get(Table::Players, b"k"), Ok(Some((revision + 1, b"v".to_vec()))));
    }
    assert_eq!(store.get(Table::Sessions, b"k"), Ok(None), "tables are independent");
}

#[test]
fn keys_are_scanned_in_both_orders_within_a_range() {
    let keys: [&[u8]; 4] = [b"a", b"a\0", b"b", b"\xff"];
    let mut store = store_with(&keys.map(|key| set(Table::Games, key, 0, key)));
    let mut scan = |from: &[u8], to: Option<&[u8]>, order, most| {
        let found = store.scan(Table::Games, from, to, order, most).unwrap();
        found.into_iter().map(|entry| entry.key).collect::<Vec<_>>()
    };
    assert_eq!(scan(b"", None, Order::Up, 9), keys);
    assert_eq!(scan(b"", None, Order::Down, 2), [b"\xff", b"b"]);
    assert_eq!(scan(b"a\0", Some(b"b"), Order::Up, 9), [b"a\0"]);
    assert_eq!(scan(b"b", Some(b"a"), Order::Up, 9), [b""; 0]);
    assert_eq!(scan(b"b", Some(b"b"), Order::Up, 9), [b""; 0]);
    let first: Revision = 1;
    let entry = KeyValue { key: b"b".to_vec(), revision: first, value: b"b".to_vec() };
    assert_eq!(store.scan(Table::Games, b"b", None, Order::Up, 1), Ok(vec![entry]));
    assert_eq!(store.scan(Table::Players, b"", None, Order::Up, 1), Ok(vec![]));
}

#[test]
fn the_longest_key_and_value_are_stored_and_longer_ones_are_refused() {
    let mut store = Memory::new();
    let too_long = |limit| Err(StoreError::TooLong { bytes: limit + 1, limit });
    let (key, value) = (vec![1; KEY_BYTES + 1], vec![1; VALUE_BYTES + 1]);
    assert_eq!(VALUE_BYTES, 1024 * 1024);
    assert_eq!(commit(&mut store, &[set(Table::Meta, &key, 0, b"")]), too_long(KEY_BYTES));
    assert_eq!(commit(&mut store, &[set(Table::Meta, b"k", 0, &value)]), too_long(VALUE_BYTES));
    assert_eq!(commit(&mut store, &[append(1, 0, &value)]), too_long(VALUE_BYTES));
    assert_eq!(store, Memory::new());
    let longest = [set(Table::Meta, &key[1..], 0, &value[1..]), append(1, 0, &value[1..])];
    assert_eq!(commit(&mut store, &longest), Ok(()));
}

#[test]
fn a_store_in_memory_has_no_backup() {
    let mut store = Memory::new();
    assert!(matches!(store.begin_backup(), Err(StoreError::Unavailable(_))));
    assert!(matches!(store.end_backup(), Err(StoreError::Unavailable(_))));
}

#[test]
fn only_lengths_are_shown() {
    let writes = [
        append(7, 3, b"secret"),
        set(Table::Meta, b"hidden", 2, b"secret"),
        delete(Table::Meta, b"hidden", 4),
    ];
    let shown = writes.each_ref().map(|write| format!("{write:?}"));
    assert_eq!(shown[0], "Append(7, 3, 6 bytes)");
    assert_eq!(shown[1], "Set(Meta, key of 6 bytes, expected 2, Some(6) bytes)");
    assert_eq!(shown[2], "Set(Meta, key of 6 bytes, expected 4, None bytes)");
    let entry = KeyValue { key: b"hidden".to_vec(), revision: 2, value: b"secret!".to_vec() };
    assert_eq!(format!("{entry:?}"), "KeyValue(key of 6 bytes, revision 2, 7 bytes)");
    let store =
        store_with(&[append(1, 0, b"secret"), append(1, 1, b""), set(Table::Meta, b"hidden", 0, b"")]);
    assert_eq!(format!("{store:?}"), "Memory(1 journals, 2 entries, 1 keys)");
}

#[test]
fn a_full_or_absent_disk_may_come_back_and_damage_pauses() {
    let text = String::new;
    let may_pass = [StoreError::Full, StoreError::Unavailable(text()), StoreError::Unreadable(text())];
    for error in may_pass {
        assert!(error.may_pass() && error.pauses(), "{error}");
    }
    let damaged = StoreError::damaged("how");
    assert_eq!(damaged, StoreError::Damaged("how".to_owned()));
    assert!(!damaged.may_pass() && damaged.pauses());
    for error in [StoreError::Failed(text()), StoreError::InUse, StoreError::Replaced(text())] {
        assert!(!error.may_pass() && !error.pauses(), "{error}");
    }
}
