//! Damage that comes while the store is open, done by its own connection, as no
//! other program has the database meanwhile.

use super::*;

fn append(n: u32, value: &str) -> Write {
    Write::Append { journal: 7, n, value: value.as_bytes().to_vec() }
}

fn set(expected: Revision, value: &str) -> Write {
    let value = Some(value.as_bytes().to_vec());
    Write::Set { table: Table::Games, key: b"g".to_vec(), expected, value }
}

/// Does `sql` to a store with five entries and a key, which then must be seen.
fn damage(sql: &str, seen: &dyn Fn(&mut Sqlite) -> StoreError) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let entries = (0..5).map(|n| append(n, "right")).collect::<Vec<_>>();
    store.commit(&entries, Durability::Process).unwrap();
    store.commit(&[set(0, "right")], Durability::Process).unwrap();
    assert_eq!(store.connection.execute(sql, ()).unwrap(), 1);
    let error = seen(&mut store);
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
    drop(store);
    assert!(folder.path().join("chuhe.db-wal").exists(), "{sql}: what is damaged is left as it is");
    let error = Sqlite::open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
}

#[test]
fn damage_that_is_met_later_is_known() {
    let read = |from| move |store: &mut Sqlite| store.read(7, from, 10).unwrap_err();
    damage("UPDATE journal SET value = x'00' WHERE n = 3", &read(0));
    damage("UPDATE journal SET n = 9 WHERE n = 4", &read(4));
    damage("DELETE FROM journal WHERE n = 2", &read(1));
    damage("DELETE FROM journal WHERE n = 2", &read(2));
    damage("UPDATE games SET revision = 2", &|store| store.get(Table::Games, b"g").unwrap_err());
    damage("UPDATE games SET value = x''", &|store| {
        store.commit(&[set(1, "next")], Durability::Process).unwrap_err()
    });
    damage("UPDATE games SET key = x'00'", &|store| {
        store.scan(Table::Games, b"", None, Order::Up, 9).unwrap_err()
    });
}

#[test]
fn whoever_else_writes_is_a_conflict() {
    let mut store = Sqlite::in_memory().unwrap();
    store.commit(&[append(0, "mine")], Durability::Process).unwrap();
    store.connection.execute("UPDATE state SET commits = 99", ()).unwrap();
    let error = store.commit(&[append(1, "mine")], Durability::Process).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
    assert_eq!(store.read(7, 0, 9).unwrap(), [b"mine"]);
}
