//! Opening and closing the store on a disk: which files are created, which are refused unchanged,
//! and what happens while the store is open.

use crate::sample::{self, Random, append, set};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Memory, Store, StoreError, Table};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const DATABASE: &str = "chuhe.db";
const LOCK: &str = "chuhe.lock";

/// The mark of the last commit, beside the database.
pub(crate) const MARK: &str = "chuhe.db.mark";

/// The files in a folder with their contents, without the lock file and the mark: a database does without
/// both.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

pub(crate) fn files(folder: &Path) -> Files {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let files = files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()));
    files.filter(|(name, _)| name != LOCK && name != MARK).collect()
}

pub(crate) fn folder_of(files: &Files) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Returns the files of a closed store with a few rows.
fn closed() -> Files {
    closed_with(usize::MAX)
}

/// Returns the files of a closed store; entries beyond `tail_limit` bytes have moved to the journals.
fn closed_with(tail_limit: usize) -> Files {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(tail_limit);
    sample::fill(&mut store, &mut Random::new(1), 5, 50);
    drop(store);
    files(folder.path())
}

/// The store's database, as another program opens it.
fn other_program(folder: &Path) -> Connection {
    Connection::open(folder.join(DATABASE)).unwrap()
}

#[track_caller]
fn refused_and_untouched(folder: &Path) -> StoreError {
    let before = files(folder);
    let error = Sqlite::open(folder).unwrap_err();
    assert_eq!(files(folder), before, "{error}");
    error
}

#[test]
fn commits_are_there_when_the_store_is_opened_again() {
    let folder = tempdir().unwrap();
    let mut random = Random::new(2);
    let mut last = None;
    for _ in 0..4 {
        let mut store = Sqlite::open(folder.path()).unwrap();
        let states = sample::fill(&mut store, &mut random, 10, 3000);
        assert!(last.is_none_or(|last| last == states[0]));
        last = states.last().cloned();
    }
    assert_eq!(
        files(folder.path()).keys().collect::<Vec<_>>(),
        [DATABASE],
        "closing moves the log into the database"
    );
}

#[test]
fn a_killed_server_loses_no_commit() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    for round in 0..8 {
        let states = sample::fill(&mut store, &mut Random::new(round), 5, 500);
        let killed = folder_of(&files(folder.path()));
        let mut found = Sqlite::open(killed.path()).unwrap();
        assert_eq!(Some(&sample::everything(&mut found)), states.last());
    }
}

#[cfg(unix)]
#[test]
fn created_files_are_readable_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let made = folder.path().join("of/its/own");
    let mut store = Sqlite::open(&made).unwrap();
    store.commit(&[append(1, 0, "a")], Durability::Power).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&made), 0o700);
    let names: Vec<_> = files(&made).into_keys().chain([LOCK.to_owned()]).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    for name in names {
        assert_eq!(mode(&made.join(&name)), 0o600, "{name}");
    }
}

#[test]
fn a_second_server_is_refused() {
    let folder = tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(Sqlite::open(folder.path()).unwrap_err(), StoreError::InUse);
    drop(store);
    Sqlite::open(folder.path()).unwrap();
}

#[test]
fn a_newer_version_is_refused() {
    for clean in [true, false] {
        let folder = folder_of(&closed());
        let newer = other_program(folder.path());
        newer.pragma_update(None, "user_version", 99).unwrap();
        // after a clean close the version is in the database, after a kill only in the log
        let folder = if clean {
            drop(newer);
            folder
        } else {
            folder_of(&files(folder.path()))
        };
        assert_eq!(files(folder.path()).len(), if clean { 1 } else { 3 });
        assert_eq!(refused_and_untouched(folder.path()), StoreError::TooNew { found: 99, known: 4 });
    }
}

#[test]
fn files_of_other_programs_are_refused() {
    let sqlite = tempdir().unwrap();
    other_program(sqlite.path()).execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (1);").unwrap();
    let text = folder_of(&Files::from([(DATABASE.to_owned(), b"Dear diary, ".repeat(100))]));
    let short = folder_of(&Files::from([(DATABASE.to_owned(), b"x".to_vec())]));
    for folder in [sqlite, text, short] {
        let error = refused_and_untouched(folder.path());
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    }
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let with = |change: &dyn Fn(&mut Files)| {
        let mut files = closed();
        change(&mut files);
        let error = refused_and_untouched(folder_of(&files).path());
        assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    };
    with(&|files| files.insert(DATABASE.to_owned(), Vec::new()).map(drop).unwrap());
    with(&|files| drop(files.insert(format!("{DATABASE}-journal"), b"x".to_vec())));
    with(&|files| {
        files.remove(DATABASE);
        files.insert(format!("{DATABASE}-wal"), b"x".to_vec());
    });
}

#[test]
fn changes_by_other_programs_are_refused() {
    for sql in [
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON games (value)",
        "DROP TABLE games",
        "ALTER TABLE games RENAME TO plays",
        "CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -1",
        "DELETE FROM state",
        "UPDATE state SET commits = commits + 1",
        "DELETE FROM arrivals WHERE id = 0",
        "DELETE FROM arrivals WHERE id = 2",
        "DELETE FROM arrivals WHERE id = 4",
        "UPDATE arrivals SET value = zeroblob(length(value)) WHERE id = 3",
        "UPDATE arrivals SET value = substr(value, 1, length(value) - 1) WHERE id = 4",
        "UPDATE arrivals SET id = 5 WHERE id = 4",
        "UPDATE arrivals SET id = 9 WHERE id = 1; UPDATE arrivals SET id = 1 WHERE id = 2;
            UPDATE arrivals SET id = 2 WHERE id = 9",
    ] {
        changed_by_others_is_refused(&closed(), sql);
    }
    for sql in ["DELETE FROM arrivals", "UPDATE arrivals SET value = zeroblob(length(value))"] {
        changed_by_others_is_refused(&closed_with(0), sql);
    }
    for sql in [
        "DELETE FROM journal WHERE n = 4",
        "DELETE FROM journal WHERE n = 2",
        "DELETE FROM journal WHERE journal = 0",
        "DELETE FROM player_games WHERE key = (SELECT min(key) FROM player_games)",
    ] {
        let folder = folder_of(&closed_with(0));
        Sqlite::check(folder.path()).unwrap();
        other_program(folder.path()).execute_batch(sql).unwrap();
        check_finds_damage(folder.path());
    }
}

#[track_caller]
fn changed_by_others_is_refused(files: &Files, sql: &str) {
    let folder = folder_of(files);
    other_program(folder.path()).execute_batch(sql).unwrap();
    check_finds_damage(folder.path());
    let error = refused_and_untouched(folder.path());
    assert!(matches!(error, StoreError::Damaged(_)), "{sql}: {error}");
}

/// Checks that a full check finds damage and changes nothing.
#[track_caller]
fn check_finds_damage(folder: &Path) {
    let before = files(folder);
    let error = Sqlite::check(folder).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(files(folder), before, "{error}");
}

#[test]
fn a_damaged_key_is_set_aside_and_the_others_go_on() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let keys = ["a", "b", "c"].map(|key| set(Table::Players, key, 0, "right"));
    store.commit(&keys, Durability::Power).unwrap();
    drop(store);
    for sql in [
        "UPDATE players SET value = x'01' WHERE key = x'62'",
        "UPDATE players SET checksum = 1 WHERE key = x'61'",
    ] {
        other_program(folder.path()).execute_batch(sql).unwrap();
        check_finds_damage(folder.path());
        drop(Sqlite::open(folder.path()).unwrap());
        Sqlite::check(folder.path()).unwrap();
    }
    let mut store = Sqlite::open(folder.path()).unwrap();
    let mut get = |key: &[u8]| store.get(Table::Players, key).unwrap();
    assert_eq!(get(b"a"), Some((1, b"\0\x01right".to_vec())));
    assert_eq!(get(b"b"), Some((1, b"\0\x01\x01".to_vec())));
    assert_eq!(get(b"c"), Some((1, b"right".to_vec())));
    store.commit(&[set(Table::Players, "b", 1, "again")], Durability::Power).unwrap();
    assert_eq!(store.get(Table::Players, b"b"), Ok(Some((2, b"again".to_vec()))));
}

/// Returns the number of bytes that this process has read so far, from files or their cache.
#[cfg(target_os = "linux")]
fn bytes_read() -> u64 {
    let io = fs::read_to_string("/proc/self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

/// Measures how the time to open grows with finished games.
///
/// Before schema version 3, opening included a full check. Run it alone: `cargo test --release
/// -p chuhe-server --test store finished_games -- --ignored --nocapture`.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "writes hundreds of megabytes"]
fn opening_time_does_not_grow_with_finished_games() {
    const ENTRIES: u32 = 20;
    let folder = tempdir().unwrap();
    let mut stored = 0;
    for games in [1_000, 10_000, 100_000_u64] {
        let mut store = Sqlite::open(folder.path()).unwrap();
        while stored < games {
            let writes = (stored..stored + 50).flat_map(|game| {
                let entries =
                    (0..ENTRIES).map(move |n| append(game, n, "a move with both clocks, 37 bytes long"));
                entries.chain([set(Table::PlayerGames, &game.to_string(), 0, &"x".repeat(60))])
            });
            store.commit(&writes.collect::<Vec<_>>(), Durability::Process).unwrap();
            stored += 50;
        }
        drop(store);
        let measure = |what: &str, act: &dyn Fn()| {
            let (start, before) = (std::time::Instant::now(), bytes_read());
            act();
            let (took, read) = (start.elapsed(), bytes_read() - before);
            println!("{games} games: {what} takes {took:?} and reads {read} bytes");
        };
        measure("opening", &|| drop(Sqlite::open(folder.path()).unwrap()));
        measure("a full check", &|| Sqlite::check(folder.path()).unwrap());
    }
}

#[test]
fn the_error_names_a_folder_that_cannot_be_used() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Sqlite::open(&file.join("data")).unwrap_err();
    assert!(matches!(&error, StoreError::Unavailable(text) if text.contains("data")), "{error}");
    fs::create_dir(folder.path().join(DATABASE)).unwrap();
    let error = Sqlite::open(folder.path()).unwrap_err();
    assert!(matches!(&error, StoreError::Unavailable(text) if text.contains(DATABASE)), "{error}");
}

#[test]
fn an_unfinished_database_is_created_anew() {
    let names = ["chuhe.db.new", "chuhe.db.new-wal", "chuhe.db.new-journal"];
    let folder = folder_of(&names.map(|name| (name.to_owned(), b"half".to_vec())).into());
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.commit(&[append(1, 0, "a")], Durability::Process).unwrap();
    drop(store);
    assert_eq!(files(folder.path()).keys().collect::<Vec<_>>(), [DATABASE]);
}

#[test]
fn a_full_disk_refuses_and_recovers() {
    for tail_limit in [usize::MAX, 20_000, 0] {
        full_and_recovered(tail_limit);
    }
}

fn full_and_recovered(tail_limit: usize) {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(tail_limit);
    let mut same = Memory::new();
    let value = "x".repeat(1000);
    let mut n = 0;
    store.set_page_limit(40).unwrap();
    let refused = loop {
        let writes = [append(1, n, &value), set(Table::Meta, "n", n.into(), &value)];
        match store.commit(&writes, Durability::Process) {
            Ok(()) => same.commit(&writes, Durability::Process).unwrap(),
            Err(error) => {
                assert_eq!(error, StoreError::Full);
                break writes;
            }
        }
        n += 1;
    };
    assert!(n > 10, "some writes fit");
    assert_eq!(sample::everything(&mut store), sample::everything(&mut same), "committed writes are stored");
    assert_eq!(store.commit(&refused, Durability::Power), Err(StoreError::Full));
    store.set_page_limit(1000).unwrap();
    store.commit(&refused, Durability::Power).unwrap();
    same.commit(&refused, Durability::Power).unwrap();
    drop(store);
    let mut store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(sample::everything(&mut store), sample::everything(&mut same));
}

#[test]
fn no_other_program_can_use_the_database_meanwhile() {
    let folder = folder_of(&closed());
    let other = other_program(folder.path());
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = refused_and_untouched(folder.path());
    assert!(error.may_pass(), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    let mut store = Sqlite::open(folder.path()).unwrap();
    let busy = other_program(folder.path()).execute("UPDATE state SET commits = 99", ()).unwrap_err();
    assert_eq!(busy.sqlite_error_code(), Some(rusqlite::ErrorCode::DatabaseBusy));
    store.commit(&[set(Table::Meta, "k", 0, "v")], Durability::Power).unwrap();
}

#[test]
fn the_log_stays_bounded() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let log = folder.path().join("chuhe.db-wal");
    let value = "x".repeat(100_000);
    for n in 0..600 {
        store.commit(&[append(1, n, &value)], Durability::Process).unwrap();
    }
    let bytes = fs::metadata(&log).unwrap().len();
    assert!((1 << 20..20 << 20).contains(&bytes), "{bytes} bytes of log after 60 MB");
    drop(store);
    assert!(!log.exists());
}

#[test]
fn the_database_file_does_not_change_during_a_backup() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let states = sample::fill(&mut store, &mut Random::new(1), 20, 3000);
    let bytes = store.begin_backup().unwrap();
    let held = files(folder.path()).remove(DATABASE).unwrap();
    assert_eq!(held.len() as u64, bytes);
    // more than the log holds otherwise
    let value = "x".repeat(100_000);
    let commit = |store: &mut Sqlite, range: std::ops::Range<u32>| {
        for n in range {
            store.commit(&[append(7, n, &value)], Durability::Process).unwrap();
        }
    };
    commit(&mut store, 0..100);
    assert!(files(folder.path())[DATABASE] == held);
    store.end_backup().unwrap();
    let copy = folder_of(&Files::from([(DATABASE.to_owned(), held)]));
    assert_eq!(Some(&sample::everything(&mut Sqlite::open(copy.path()).unwrap())), states.last());
    commit(&mut store, 100..200);
    let log = fs::metadata(folder.path().join("chuhe.db-wal")).unwrap().len();
    assert!(log < 20 << 20, "the log is copied again: {log}");
    assert!(store.end_backup().is_err(), "it has ended");
    assert!(Sqlite::in_memory().unwrap().begin_backup().is_err());
}

#[test]
fn a_disk_that_fills_up_ends_a_backup() {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.begin_backup().unwrap();
    store.set_page_limit(40).unwrap();
    let value = "x".repeat(1000);
    let full = (0..).find_map(|n| store.commit(&[append(1, n, &value)], Durability::Process).err());
    assert_eq!(full, Some(StoreError::Full));
    store.set_page_limit(1000).unwrap();
    store.commit(&[append(2, 0, &value)], Durability::Process).unwrap();
    assert!(store.end_backup().is_err(), "room was made in the file");
}
