//! Checks and repairs of stored data, with its values and games.

use crate::migration::{RUNNING_LUZHANQI, fixture};
use crate::opening::files;
use chuhe_hub::{Address, Record, Sanction, SanctionKind, SanctionTarget};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{Problem, Sqlite, Verdict, repair, verify};
use chuhe_store::{Durability, Store, StoreError, Table, Write, alive_at, restore, write_of};
use rusqlite::Connection;
use std::path::Path;
use tempfile::tempdir;

fn verified(folder: &Path) -> Verdict {
    verify(folder, &mut |_, _| {}).unwrap()
}

#[test]
fn a_check_replays_every_game_and_changes_nothing() {
    let folder = fixture();
    drop(Sqlite::open(folder.path()).unwrap());
    let before = files(folder.path());
    let mut progress = Vec::new();
    let verdict = verify(folder.path(), &mut |done, count| progress.push((done, count))).unwrap();
    assert_eq!(files(folder.path()), before);
    assert_eq!((&verdict.problems[..], &verdict.set_aside[..]), (&[][..], &[][..]));
    assert_eq!(progress, (1..=verdict.games).map(|done| (done, verdict.games)).collect::<Vec<_>>());
    assert_eq!((verdict.keys[&Table::Players], verdict.keys[&Table::Games], verdict.games), (8, 3, 5));
    assert!(verdict.events > 40, "{verdict:?}");
}

#[test]
fn a_check_accepts_bans_and_silences() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let target = SanctionTarget::Addresses { first: Address(1), last: Address(2) };
    let row = Some(Sanction { kind: SanctionKind::Ban, target, until: None });
    let ban = write_of(&Record::Sanction { number: 1, revision: 0, row }).unwrap();
    store.commit(&[ban, alive_at(Timestamp::from_ms(1), 0)], Durability::Power).unwrap();
    drop(store);
    let verdict = verified(folder.path());
    assert_eq!((&verdict.problems[..], verdict.keys[&Table::Meta]), (&[][..], 2));
}

#[test]
fn data_that_cannot_be_checked_is_an_error() {
    let folder = tempdir().unwrap();
    let check = |folder: &Path| verify(folder, &mut |_, _| {});
    assert!(matches!(check(folder.path()), Err(StoreError::Unavailable(_))));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "a check creates nothing");
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(check(folder.path()), Err(StoreError::InUse));
    drop(store);
    let old = fixture();
    let database = Connection::open(old.path().join("chuhe.db")).unwrap();
    database.pragma_update(None, "user_version", 3).unwrap();
    drop(database);
    let before = files(old.path());
    assert!(matches!(check(old.path()), Err(StoreError::Foreign(_))));
    assert_eq!(files(old.path()), before);
}

#[test]
fn values_and_games_that_cannot_be_used_are_set_aside_by_a_repair() {
    let folder = fixture();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let running = RUNNING_LUZHANQI.0;
    let events = store.read(running, 0, 99).unwrap();
    let game = 7_u64;
    let set = |table, key: u64, value: &[u8]| {
        let (key, value) = (key.to_be_bytes().to_vec(), Some(value.to_vec()));
        Write::Set { table, key, expected: 0, value }
    };
    let next = u32::try_from(events.len()).unwrap();
    let writes = [
        // whole rows, with values that no server writes
        set(Table::Players, 5, b"\xff"),
        Write::Append { journal: running, n: next, value: b"\xfe".to_vec() },
        // a game that begins twice
        Write::Append { journal: game, n: 0, value: events[0].clone() },
        Write::Append { journal: game, n: 1, value: events[0].clone() },
    ];
    store.commit(&writes, Durability::Power).unwrap();
    drop(store);
    // and a damaged row
    let other = Connection::open(folder.path().join("chuhe.db")).unwrap();
    assert_eq!(other.execute("UPDATE challenges SET checksum = checksum + 1", ()), Ok(1));
    drop(other);
    let verdict = verified(folder.path());
    let names: Vec<String> = verdict.problems.iter().map(ToString::to_string).collect();
    let has = |start: &str| names.iter().any(|name| name.starts_with(start));
    assert!(has("challenge ") && has("player 5: ") && has("game 7: it cannot be replayed"), "{names:#?}");
    assert!(has(&format!("game {running}: event {next} is damaged")), "{names:#?}");
    assert_eq!((names.len(), &verdict.set_aside[..]), (4, &[][..]));

    let before = files(folder.path());
    let repaired = repair(folder.path(), &verdict).unwrap();
    assert!(files(&repaired.kept) == before);
    let again = verified(folder.path());
    assert_eq!(again.problems, []);
    assert_eq!(again.set_aside.len(), 4);
    let restored = restore(&mut Sqlite::open(folder.path()).unwrap()).unwrap();
    assert_eq!(restored.games.iter().filter(|game| game.damage.is_none()).count(), 2);
    assert!(!restored.rejected.iter().any(|it| matches!(it.value, chuhe_hub::StoredValue::Row(_))));
    assert_eq!(verified(folder.path()).problems, [], "opening changes nothing of it");
    let player: Problem = Problem::Value { table: Table::Players, key: 5_u64.to_be_bytes().to_vec() };
    assert!(again.set_aside.contains(&player));
}

#[test]
fn the_copy_of_damaged_data_stays_in_its_directory_and_is_removed() {
    let folder = fixture();
    drop(Sqlite::open(folder.path()).unwrap());
    let other = Connection::open(folder.path().join("chuhe.db")).unwrap();
    assert_eq!(other.execute("UPDATE challenges SET checksum = checksum + 1", ()), Ok(1));
    drop(other);
    let before = files(folder.path());
    let copy = folder.path().join("chuhe.db.readable");
    // left by a check that was killed
    std::fs::create_dir(&copy).unwrap();
    std::fs::write(copy.join("chuhe.db"), "passwords").unwrap();
    let mut seen = 0;
    let verdict = verify(folder.path(), &mut |_, _| {
        assert_ne!(std::fs::read(copy.join("chuhe.db")).unwrap(), b"passwords");
        assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::InUse)), "no server starts meanwhile");
        seen += 1;
    });
    assert_eq!((verdict.unwrap().problems.len(), seen), (1, 5));
    assert!(files(folder.path()) == before, "the copy is removed");
}

#[cfg(unix)]
#[test]
fn what_root_makes_in_a_data_directory_belongs_to_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    const OWNER: u32 = 12_345;
    let folder = fixture();
    drop(Sqlite::open(folder.path()).unwrap());
    let other = Connection::open(folder.path().join("chuhe.db")).unwrap();
    assert_eq!(other.execute("UPDATE challenges SET checksum = checksum + 1", ()), Ok(1));
    drop(other);
    let inside = || folder.path().read_dir().unwrap().map(|file| file.unwrap().path());
    let all = || inside().chain([folder.path().to_owned()]);
    std::fs::remove_file(folder.path().join("chuhe.lock")).unwrap();
    if !all().all(|path| chown(&path, Some(OWNER), Some(OWNER)).is_ok()) {
        return; // only root gives files away
    }
    repair(folder.path(), &verified(folder.path())).unwrap();
    assert!(inside().count() > 2, "a database, a lock and the damaged files");
    for path in inside() {
        let file = std::fs::metadata(&path).unwrap();
        assert_eq!((file.uid(), file.gid()), (OWNER, OWNER), "{}", path.display());
    }
}
