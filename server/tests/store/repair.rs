//! Damaged databases that are opened: everything else is served, and the damaged files are kept.

use crate::opening::{Files, MARK, files, folder_of};
use crate::sample::{self, Everything, JOURNALS, Random, append, set};
use chuhe_server::store::{Problem, Sqlite, import, verify};
use chuhe_store::{Durability, Order, Store, StoreError, Table};
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const DATABASE: &str = "chuhe.db";
const PAGE: usize = 1024;
/// The first byte of a value that is set aside.
const SET_ASIDE: u8 = 0;

/// A closed store, with about half of its entries in their journals, and what it holds.
fn closed() -> (Files, Everything) {
    let folder = tempdir().unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(30_000);
    let states = sample::fill(&mut store, &mut Random::new(8), 80, 1500);
    drop(store);
    (files(folder.path()), states.last().unwrap().clone())
}

/// The files in `folder` without the folders of damaged ones.
fn database(folder: &Path) -> Files {
    let mut files = Files::new();
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap()) {
        let name = file.file_name().into_string().unwrap();
        if file.file_type().unwrap().is_file() && name != "chuhe.lock" && name != MARK {
            files.insert(name, fs::read(file.path()).unwrap());
        }
    }
    files
}

/// Opens damaged files. Whatever is served must be as in `before`, or set aside; returns how many
/// rows are not served, and what was reported.
fn judge(damaged: &Files, before: &Everything, case: &str) -> Result<(usize, Vec<Problem>), StoreError> {
    let folder = folder_of(damaged);
    let opened = Sqlite::open_or_repair(folder.path()).inspect_err(|_| {
        assert!(database(folder.path()) == *damaged, "{case}: refused and changed");
    })?;
    if let Some(kept) = &opened.kept {
        assert!(files(kept) == *damaged, "{case}: the damaged files are kept");
        assert!(!opened.problems.is_empty(), "{case}");
    }
    let mut store = opened.store;
    let found = everything_readable(&mut store);
    let is_aside = |value: &[u8]| value.first() == Some(&SET_ASIDE);
    let mut lost = 0;
    for (found, before) in found.journals.iter().zip(&before.journals) {
        lost += before.len().abs_diff(found.len());
        for (found, before) in found.iter().zip(before) {
            assert!(found == before || is_aside(found), "{case}: a wrong entry");
            lost += usize::from(found != before);
        }
    }
    for (found, before) in found.tables.iter().zip(&before.tables) {
        lost += before.iter().filter(|row| !found.contains(row)).count();
        let wrong = found.iter().find(|row| !before.contains(row) && !is_aside(&row.value));
        assert!(wrong.is_none(), "{case}: {wrong:?}");
    }
    let writes = [append(77, 0, "it goes on"), set(Table::Meta, "new", 0, "value")];
    store.commit(&writes, Durability::Process).unwrap();
    drop(store);
    let again = Sqlite::open_or_repair(folder.path()).unwrap();
    assert_eq!((again.problems, again.kept), (vec![], None), "{case}: repaired once");
    drop(again.store);
    if Sqlite::check(folder.path()).is_err() {
        // opening reads no journals and no finished games
        assert_eq!(opened.kept, None, "{case}: a repair repairs everything");
        Sqlite::repair(folder.path()).unwrap();
    }
    Sqlite::check(folder.path()).unwrap_or_else(|error| panic!("{case}: {error}"));
    Ok((lost, opened.problems))
}

/// What can be read: of a journal, the entries before a damaged one.
fn everything_readable(store: &mut Sqlite) -> Everything {
    let mut read = |journal: u64, n: usize| store.read(journal, u32::try_from(n).unwrap(), 1);
    let journals = JOURNALS.map(|journal| {
        let entries = (0..).map_while(|n| read(journal, n).unwrap_or_default().pop());
        entries.collect()
    });
    let tables =
        Table::ALL.map(|table| store.scan(table, b"", None, Order::Up, usize::MAX).unwrap_or_default());
    Everything { journals: journals.into(), tables: tables.into() }
}

fn change(files: &Files, sql: &str) -> Files {
    let folder = folder_of(files);
    let other = Connection::open(folder.path().join(DATABASE)).unwrap();
    assert_eq!(other.execute(sql, ()), Ok(1), "{sql}");
    drop(other);
    database(folder.path())
}

#[test]
fn a_damaged_row_of_any_table_costs_no_other_row() {
    let (files, before) = closed();
    for table in Table::ALL {
        let name = match table {
            Table::Players => "players",
            Table::Sessions => "sessions",
            Table::Games => "games",
            Table::PlayerGames => "player_games",
            Table::Challenges => "challenges",
            Table::Meta => "meta",
        };
        for column in ["value = zeroblob(4)", "checksum = checksum + 1", "revision = revision + 1"] {
            let sql = format!("UPDATE {name} SET {column} WHERE key = (SELECT max(key) FROM {name})");
            let damaged = change(&files, &sql);
            if table == Table::PlayerGames {
                // found when it is read, or by a repair
                let folder = folder_of(&damaged);
                let repair = Sqlite::repair(folder.path()).unwrap();
                assert!(matches!(&repair.problems[..], [Problem::Value { table: Table::PlayerGames, .. }]));
                continue;
            }
            let (lost, problems) = judge(&damaged, &before, &sql).unwrap();
            assert_eq!(lost, 1, "{sql}");
            let [Problem::Value { table: found, key: _ }] = &problems[..] else { panic!("{problems:?}") };
            assert_eq!(*found, table);
        }
    }
    let sql = "UPDATE state SET live_sum = live_sum + 1";
    assert_eq!(judge(&change(&files, sql), &before, sql), Ok((0, vec![Problem::Sum])));
}

#[test]
fn a_damaged_row_of_arrivals_costs_the_games_in_it_only() {
    let (files, before) = closed();
    for (row, last) in [("min(id)", false), ("max(id)", true)] {
        for column in ["value = zeroblob(length(value))", "value = zeroblob(4)", "checksum = checksum + 1"] {
            let sql = format!("UPDATE arrivals SET {column} WHERE id = (SELECT {row} FROM arrivals)");
            let (lost, problems) = judge(&change(&files, &sql), &before, &sql).unwrap();
            assert!(lost <= JOURNALS.len(), "{sql}: {lost}");
            assert!(matches!(problems[..], [.., Problem::Arrivals { .. }]), "{sql}: {problems:?}");
            let named = problems.iter().filter(|it| matches!(it, Problem::Entry { .. })).count();
            assert!(last || named == lost, "{sql}: a later entry shows what is missing");
        }
    }
}

#[test]
fn a_damaged_entry_is_named_and_the_entries_around_it_stay() {
    let (files, before) = closed();
    let sql = "UPDATE journal SET value = x'05' WHERE journal = 0 AND n = 3";
    let folder = folder_of(&change(&files, sql));
    // opening does not read it
    let opened = Sqlite::open_or_repair(folder.path()).unwrap();
    assert_eq!((opened.problems, opened.kept), (vec![], None));
    drop(opened.store);
    let repair = Sqlite::repair(folder.path()).unwrap();
    assert_eq!(repair.problems, [Problem::Entry { journal: 0, n: 3 }]);
    let found = sample::everything(&mut Sqlite::open(folder.path()).unwrap());
    assert_eq!(found.journals[0][3], [SET_ASIDE, 1, 5]);
    assert_eq!(found.journals[0][4..], before.journals[0][4..]);
}

#[test]
fn rows_missing_without_a_trace_are_refused_until_a_repair_accepts_it() {
    let (files, before) = closed();
    for sql in [
        "DELETE FROM arrivals WHERE id = (SELECT max(id) - 1 FROM arrivals)",
        "DELETE FROM players WHERE key = (SELECT max(key) FROM players)",
    ] {
        let damaged = change(&files, sql);
        let error = judge(&damaged, &before, sql).unwrap_err();
        assert!(matches!(&error, StoreError::Damaged(why) if why.contains("; rows are missing")), "{error}");
        let folder = folder_of(&damaged);
        let repair = Sqlite::repair(folder.path()).unwrap();
        assert!(repair.problems.contains(&Problem::Missing), "{repair:?}");
        assert!(self::files(&repair.kept) == damaged);
        Sqlite::check(folder.path()).unwrap();
    }
}

#[test]
fn a_flipped_byte_anywhere_costs_few_rows() {
    let (files, before) = closed();
    let mut random = Random::new(9);
    let (mut refused, mut cases) = (0, 0);
    let length = files[DATABASE].len();
    // after the header and the schema, which name the tables
    for at in (0..60).map(|_| usize::try_from(random.below(length as u64)).unwrap()) {
        let mut damaged = files.clone();
        damaged.get_mut(DATABASE).unwrap()[at] ^= 0xff;
        match judge(&damaged, &before, &format!("byte {at}")) {
            Ok((lost, _)) => assert!(lost < 100, "byte {at}: {lost} rows"),
            Err(StoreError::Damaged(_)) => refused += 1,
            Err(error) => panic!("byte {at}: {error}"),
        }
        cases += 1;
    }
    println!("{refused} of {cases} refused");
    assert!(refused < cases / 20, "{refused} of {cases}");
}

#[test]
fn a_page_that_cannot_be_read_does_not_hide_the_other_pages() {
    let (files, before) = closed();
    let pages = files[DATABASE].len() / PAGE;
    let (mut refused, mut lost_at_most) = (BTreeSet::new(), 0);
    for page in (2..20).chain((20..pages).step_by(17)) {
        let mut damaged = files.clone();
        damaged.get_mut(DATABASE).unwrap()[page * PAGE..(page + 1) * PAGE].fill(0);
        match judge(&damaged, &before, &format!("page {page}")) {
            Ok((lost, _)) => lost_at_most = lost_at_most.max(lost),
            Err(StoreError::Damaged(why)) => drop(refused.insert((page, why))),
            Err(error) => panic!("page {page}: {error}"),
        }
    }
    println!("of {pages} pages refused: {refused:?}, lost at most {lost_at_most}");
    assert!(refused.len() < 5, "{refused:?}");
}

#[test]
fn a_damaged_first_page_costs_nothing() {
    let (files, before) = closed();
    // the whole page, the schema, the number of pages, the length of a page, the format of the schema
    for (case, (range, flipped)) in
        [(0..PAGE, 0xff), (100..PAGE, 0x5a), (29..30, 0x40), (16..17, 0x40), (47..48, 0x40)]
            .into_iter()
            .enumerate()
    {
        let mut damaged = files.clone();
        damaged.get_mut(DATABASE).unwrap()[range].iter_mut().for_each(|byte| *byte ^= flipped);
        let folder = folder_of(&damaged);
        // the mark shows that the file is a server's
        fs::write(folder.path().join(MARK), b"damaged too").unwrap();
        let mut opened =
            Sqlite::open_or_repair(folder.path()).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert!(matches!(opened.problems[..], [Problem::File { .. }]), "{case}: {:?}", opened.problems);
        assert_eq!(sample::everything(&mut opened.store), before, "{case}");
        let left: Vec<String> = database(folder.path()).into_keys().collect();
        assert!(left.iter().all(|name| name == DATABASE || name == "chuhe.db-wal"), "{left:?}");
    }
}

#[test]
fn a_repair_that_is_killed_is_finished_or_done_again() {
    let (files, _) = closed();
    let damaged = change(
        &files,
        "UPDATE arrivals SET checksum = checksum + 1 WHERE id = (SELECT min(id) FROM arrivals)",
    );
    let folder = folder_of(&damaged);
    let opened = Sqlite::open_or_repair(folder.path()).unwrap();
    drop(opened.store);
    let repaired = database(folder.path()).remove(DATABASE).unwrap();
    // killed while it writes the copy
    let mut killed = damaged.clone();
    killed.insert("chuhe.db.repairing".to_owned(), repaired[..5000].to_vec());
    killed.insert("chuhe.db.repairing-wal".to_owned(), b"x".to_vec());
    let folder = folder_of(&killed);
    assert!(Sqlite::open_or_repair(folder.path()).unwrap().kept.is_some());
    assert_eq!(database(folder.path()).len(), 1);
    // killed before the copy is in its place
    for with_old in [true, false] {
        let mut killed = Files::from([("chuhe.db.repaired".to_owned(), repaired.clone())]);
        if with_old {
            killed.extend(damaged.clone());
            killed.insert("chuhe.db-wal".to_owned(), b"x".to_vec());
        }
        let folder = folder_of(&killed);
        drop(Sqlite::open(folder.path()).unwrap());
        Sqlite::check(folder.path()).unwrap();
    }
}

/// The files of a repair that was killed after it removed the damaged log, and the repaired database.
fn killed_in_the_last_step() -> (Files, Vec<u8>) {
    let sql = "UPDATE arrivals SET checksum = checksum + 1 WHERE id = (SELECT min(id) FROM arrivals)";
    let mut killed = change(&closed().0, sql);
    let folder = folder_of(&killed);
    Sqlite::repair(folder.path()).unwrap();
    let repaired = database(folder.path()).remove(DATABASE).unwrap();
    killed.insert("chuhe.db.repaired".to_owned(), repaired.clone());
    (killed, repaired)
}

#[test]
fn every_command_finishes_a_repair_that_was_killed_first() {
    let (killed, repaired) = killed_in_the_last_step();
    let after = |command: &dyn Fn(&Path)| {
        let folder = folder_of(&killed);
        command(folder.path());
        let left = database(folder.path());
        assert_eq!(left.keys().collect::<Vec<_>>(), [DATABASE]);
        left[DATABASE] == repaired
    };
    assert!(after(&|folder| Sqlite::check(folder).unwrap()));
    assert!(after(&|folder| drop(verify(folder, &mut |_, _| {}).unwrap())));
    assert!(after(&|folder| drop(Sqlite::hold_stopped(folder).unwrap())));
    assert!(after(&|folder| drop(import(folder, &mut "".as_bytes()).unwrap_err())));
    after(&|folder| assert_eq!(Sqlite::repair(folder).unwrap().problems, []));
}

#[test]
fn log_without_its_database_is_named() {
    let files = Files::from([("chuhe.db-wal".to_owned(), b"x".to_vec())]);
    let folder = folder_of(&files);
    let error = Sqlite::open_or_repair(folder.path()).unwrap_err();
    assert!(matches!(&error, StoreError::Damaged(why) if why.contains("without its database")), "{error}");
    assert!(database(folder.path()) == files);
}

#[test]
fn problems_are_named_without_secrets() {
    let hash = [0xab; 32].to_vec();
    let session = Problem::Value { table: Table::Sessions, key: hash };
    assert_eq!(session.to_string(), "a session: it is damaged; its player has to log in again");
    assert_eq!(format!("{session:?}"), format!("Problem({session})"));
    let player = Problem::Value { table: Table::Players, key: 7_u64.to_be_bytes().to_vec() };
    assert!(player.to_string().starts_with("player 7: "), "{player}");
    let entry = Problem::Entry { journal: 9, n: 3 };
    assert!(entry.to_string().starts_with("game 9: event 3 is damaged"), "{entry}");
}
