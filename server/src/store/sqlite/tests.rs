//! Damage while the store is open, done through its own connection: no other program can open the
//! database meanwhile.

use super::*;
use std::sync::Arc;

fn append(n: u32, value: &str) -> Write {
    Write::Append { journal: 7, n, value: value.as_bytes().to_vec() }
}

fn set(expected: Revision, value: &str) -> Write {
    let value = Some(value.as_bytes().to_vec());
    Write::Set { table: Table::Games, key: b"g".to_vec(), expected, value }
}

/// A store with five entries that have moved, two that have not, and a key, after `sql`.
fn damaged(folder: &Path, sql: &str) -> Sqlite {
    let mut store = Sqlite::open(folder).unwrap();
    store.set_tail_limit(0);
    let entries = (0..5).map(|n| append(n, "right")).collect::<Vec<_>>();
    store.commit(&entries, Durability::Process).unwrap();
    store.set_tail_limit(usize::MAX);
    store.commit(&[append(5, "right"), append(6, "right")], Durability::Process).unwrap();
    store.commit(&[set(0, "right")], Durability::Process).unwrap();
    assert_eq!(store.connection.execute(sql, ()).unwrap(), 1);
    store
}

#[track_caller]
fn check_finds_damage(folder: &Path, sql: &str) {
    let error = Sqlite::check(folder).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
}

#[track_caller]
fn refused(folder: &Path, sql: &str) {
    let error = Sqlite::open(folder).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
}

/// Runs `sql` on a store; the next use must find the damage.
fn damage(sql: &str, seen: &dyn Fn(&mut Sqlite) -> StoreError) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = damaged(folder.path(), sql);
    let error = seen(&mut store);
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
    drop(store);
    assert!(folder.path().join("chuhe.db-wal").exists(), "{sql}: damage is left as it is");
    check_finds_damage(folder.path(), sql);
}

#[test]
fn damage_is_found_when_the_row_is_read() {
    let read = |from| move |store: &mut Sqlite| store.read(7, from, 10).unwrap_err();
    damage("UPDATE journal SET value = x'00' WHERE n = 3", &read(0));
    damage("UPDATE journal SET n = 9 WHERE n = 4", &read(4));
    damage("DELETE FROM journal WHERE n = 2", &read(1));
    damage("DELETE FROM journal WHERE n = 2", &read(2));
    damage("DELETE FROM journal WHERE n = 4", &read(0));
    damage("DELETE FROM journal WHERE n = 4", &read(4));
    damage("UPDATE games SET revision = 2", &|store| store.get(Table::Games, b"g").unwrap_err());
    damage("UPDATE games SET value = x''", &|store| {
        store.commit(&[set(1, "next")], Durability::Process).unwrap_err()
    });
    damage("UPDATE games SET key = x'00'", &|store| {
        store.scan(Table::Games, b"", None, Order::Up, 9).unwrap_err()
    });
}

#[test]
fn damage_in_arrivals_is_found_when_their_row_is_removed_or_the_store_is_opened() {
    // the bytes of these rows are not read before that
    let leave = |store: &mut Sqlite| {
        store.set_tail_limit(0);
        let mut commit = |n| store.commit(&[append(n, "next")], Durability::Process);
        (7..9).find_map(|n| commit(n).err()).unwrap()
    };
    damage("DELETE FROM arrivals WHERE id = 0", &leave);
    damage("DELETE FROM arrivals WHERE id = 1", &leave);
    for sql in [
        "UPDATE arrivals SET value = x'00' WHERE id = 0",
        "UPDATE arrivals SET value = x'00' WHERE id = 1",
        "UPDATE arrivals SET id = 2 WHERE id = 1",
        "DELETE FROM arrivals WHERE id = 1",
    ] {
        let folder = tempfile::tempdir().unwrap();
        drop(damaged(folder.path(), sql));
        check_finds_damage(folder.path(), sql);
        refused(folder.path(), sql);
    }
}

#[test]
fn entries_that_have_moved_are_removed_from_arrivals() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(2000);
    for n in 0..500 {
        store.commit(&[append(n, "a value of some bytes")], Durability::Process).unwrap();
    }
    let count =
        |store: &Sqlite, sql| store.connection.query_row(sql, (), |row| row.get::<_, u32>(0)).unwrap();
    let arrived = count(&store, "SELECT count(*) FROM arrivals");
    let moved = count(&store, "SELECT count(*) FROM journal");
    assert!(arrived < 150 && moved > 350 && arrived + moved >= 500, "{arrived} arrived, {moved} moved");
    let tail = format!("{:?}", store.tail);
    drop(store);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(format!("{:?}", store.tail), tail);
}

#[test]
fn writes_by_another_program_are_a_conflict() {
    let mut store = Sqlite::in_memory().unwrap();
    store.commit(&[append(0, "mine")], Durability::Process).unwrap();
    store.connection.execute("UPDATE state SET commits = 99", ()).unwrap();
    let error = store.commit(&[append(1, "mine")], Durability::Process).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
    assert_eq!(store.read(7, 0, 9).unwrap(), [b"mine"]);
}

#[test]
fn damaged_row_is_logged_once_however_often_it_is_read() {
    let mut store = Sqlite::in_memory().unwrap();
    let (table, key) = (Table::PlayerGames, b"logged once".to_vec());
    let write = Write::Set { table, key, expected: 0, value: Some(b"right".to_vec()) };
    store.commit(&[write], Durability::Process).unwrap();
    let changed = store.connection.execute("UPDATE player_games SET checksum = checksum + 1", ());
    assert_eq!(changed, Ok(1));
    let log = tempfile::NamedTempFile::new().unwrap();
    let subscriber = tracing_subscriber::fmt().with_writer(Arc::new(log.reopen().unwrap())).finish();
    tracing::subscriber::with_default(subscriber, || {
        for _ in 0..3 {
            assert_eq!(store.scan(table, b"", None, Order::Up, 9).unwrap().len(), 1);
        }
    });
    let log = std::fs::read_to_string(log.path()).unwrap();
    assert_eq!(log.matches("a row is not what was written").count(), 1, "{log}");
}

#[test]
fn everything_is_checked_at_the_next_start_after_a_commit_has_met_damage() {
    for meets_damage in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        // opening reads no journals
        let mut store = damaged(folder.path(), "UPDATE journal SET checksum = checksum + 1 WHERE n = 3");
        if meets_damage {
            assert_eq!(store.connection.execute("UPDATE games SET checksum = checksum + 1", ()), Ok(1));
            let met = store.commit(&[set(1, "next")], Durability::Process);
            assert!(matches!(met, Err(StoreError::Damaged(_))), "{met:?}");
        }
        drop(store);
        assert_eq!(Sqlite::open(folder.path()).is_err(), meets_damage);
        assert_eq!(Sqlite::open_or_repair(folder.path()).unwrap().kept.is_some(), meets_damage);
    }
}
