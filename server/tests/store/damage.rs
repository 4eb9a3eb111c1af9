//! Damaged files: truncated, with flipped bits, or with pages replaced.
//!
//! A full check refuses such a file, or its contents are correct: everything that was committed, or,
//! if the end of the log is damaged, everything up to some commit: there is no mark here that says which was the
//! last one. A refused file stays unchanged. Opening
//! reads less than a full check; damage that it does not find is found by a later read or set aside.

use crate::opening::{Files, files, folder_of};
use crate::sample::{self, Everything, Random, append};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Store, StoreError};
use rusqlite::Connection;
use std::path::Path;
use tempfile::tempdir;

const DATABASE: &str = "chuhe.db";
const LOG: &str = "chuhe.db-wal";
const PAGE: usize = 1024;
const HEADER: usize = 100;
/// A tail limit at which about half of the entries have moved to the journals; some are in both.
const HALF: usize = 60_000;

/// The files of a killed server, and the states that it had committed.
struct Killed {
    files: Files,
    /// The database before the log began.
    before: Vec<u8>,
    /// The contents of the store before the log began, and after each commit in the log.
    states: Vec<Everything>,
}

/// Creates a database and a log. With `copied`, a checkpoint has also copied the log into the
/// database. Entries beyond `tail_limit` bytes have moved to their journals.
fn killed(copied: bool, tail_limit: usize) -> Killed {
    let folder = tempdir().unwrap();
    let mut random = Random::new(3);
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(tail_limit);
    sample::fill(&mut store, &mut random, 60, 2500);
    drop(store);
    let before = files(folder.path()).remove(DATABASE).unwrap();
    let mut store = Sqlite::open(folder.path()).unwrap();
    store.set_tail_limit(tail_limit);
    let states = sample::fill(&mut store, &mut random, 30, 2500);
    let mut left = files(folder.path());
    if copied {
        let folder = folder_of(&left);
        let other = Connection::open(folder.path().join(DATABASE)).unwrap();
        other.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(())).unwrap();
        left = files(folder.path());
        left.remove("chuhe.db-shm").unwrap(); // the server uses no shared memory file
    }
    Killed { files: left, before, states }
}

/// The number of opened and of refused cases.
#[derive(Debug, Default)]
struct Tally {
    opened: usize,
    refused: usize,
}

impl Tally {
    /// Checks and opens damaged files; they must be refused, or their contents be one of `states`.
    fn check(&mut self, damaged: &Files, states: &[Everything], case: &str) {
        let folder = folder_of(damaged);
        let checked = Sqlite::check(folder.path());
        match checked.and_then(|()| Sqlite::open(folder.path())) {
            Err(StoreError::Damaged(_) | StoreError::Foreign(_) | StoreError::TooNew { .. }) => {
                assert!(files(folder.path()) == *damaged, "{case}: refused and changed");
                opened_without_check(folder.path(), damaged, case);
                self.refused += 1;
            }
            Err(error) => panic!("{case}: {error:?}"),
            Ok(mut store) => {
                let found = sample::everything(&mut store);
                assert!(states.contains(&found), "{case}: opened with wrong contents");
                let n = u32::try_from(found.journals[0].len()).unwrap();
                store.commit(&[append(0, n, "one more entry")], Durability::Process).unwrap();
                drop(store);
                let mut store = Sqlite::open(folder.path()).unwrap_or_else(|error| panic!("{case}: {error}"));
                assert_eq!(store.read(0, n, 2).unwrap(), [b"one more entry"], "{case}");
                self.opened += 1;
            }
        }
    }
}

/// Opens files that a check refuses: if opening accepts them, every read returns or fails cleanly.
fn opened_without_check(folder: &Path, damaged: &Files, case: &str) {
    match Sqlite::open(folder) {
        Err(StoreError::Damaged(_) | StoreError::Foreign(_) | StoreError::TooNew { .. }) => {
            assert!(files(folder) == *damaged, "{case}: refused by opening, and changed");
        }
        Err(error) => panic!("{case}: {error:?}"),
        Ok(mut store) => {
            let found = sample::try_everything(&mut store);
            assert!(matches!(found, Ok(_) | Err(StoreError::Damaged(_))), "{case}: {:?}", found.err());
        }
    }
}

fn with(files: &Files, name: &str, change: impl FnOnce(&mut Vec<u8>)) -> Files {
    let mut files = files.clone();
    change(files.get_mut(name).unwrap());
    files
}

/// Flips a random bit of the byte at `at`.
fn flip(bytes: &mut [u8], at: usize, random: &mut Random) {
    bytes[at] ^= 1 << random.below(8);
}

fn random_index(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.below(u64::try_from(end).unwrap())).unwrap()
}

fn database_flipped(cases: usize) -> Tally {
    let (killed, mut tally, mut random) = (killed(false, HALF), Tally::default(), Random::new(4));
    let length = killed.files[DATABASE].len();
    let last = killed.states.last().map(std::slice::from_ref).unwrap();
    for case in 0..cases.max(HEADER) {
        // every byte of the header, then random ones
        let at = if case < HEADER { case } else { random_index(&mut random, length) };
        let files = with(&killed.files, DATABASE, |bytes| flip(bytes, at, &mut random));
        tally.check(&files, last, &format!("database flipped at {at}"));
        // the same without a log: the log hides some pages of the database
        let mut files = Files::from([(DATABASE.to_owned(), killed.before.clone())]);
        let at = at % killed.before.len();
        files = with(&files, DATABASE, |bytes| flip(bytes, at, &mut random));
        tally.check(&files, &killed.states[..1], &format!("closed database flipped at {at}"));
    }
    tally
}

/// Truncates the database. No entry has moved, so every page is in use.
fn database_truncated(cases: usize) -> Tally {
    let (killed, mut tally, mut random) = (killed(false, usize::MAX), Tally::default(), Random::new(5));
    let length = killed.before.len();
    let pages = (0..=length / PAGE).map(|page| page * PAGE);
    let more = (0..cases).map(|_| random_index(&mut random, length));
    for at in pages.chain(more).filter(|at| *at < length).collect::<Vec<_>>() {
        let files = with(&killed.files, DATABASE, |bytes| bytes.truncate(at));
        let last = killed.states.last().map(std::slice::from_ref).unwrap();
        tally.check(&files, last, &format!("database truncated at {at}"));
        let files = Files::from([(DATABASE.to_owned(), killed.before[..at].to_vec())]);
        tally.check(&files, &killed.states[..1], &format!("closed database truncated at {at}"));
    }
    tally
}

fn log_damaged(cases: usize, copied: bool) -> Tally {
    let (killed, mut tally, mut random) = (killed(copied, HALF), Tally::default(), Random::new(6));
    let length = killed.files[LOG].len();
    for case in 0..cases {
        let at = if case < 32 { case } else { random_index(&mut random, length) };
        let files = with(&killed.files, LOG, |bytes| flip(bytes, at, &mut random));
        tally.check(&files, &killed.states, &format!("log flipped at {at}, copied {copied}"));
        let at = random_index(&mut random, length);
        let files = with(&killed.files, LOG, |bytes| bytes.truncate(at));
        tally.check(&files, &killed.states, &format!("log truncated at {at}, copied {copied}"));
    }
    tally
}

/// Replaces pages by older ones, by other pages, or by zeros.
fn pages_replaced(cases: usize) -> Tally {
    let (killed, mut tally, mut random) = (killed(true, HALF), Tally::default(), Random::new(7));
    let now = Files::from([(DATABASE.to_owned(), killed.files[DATABASE].clone())]);
    let last = killed.states.last().map(std::slice::from_ref).unwrap();
    tally.check(&now, last, "everything is copied");
    let pages = killed.before.len() / PAGE;
    for case in 0..cases {
        let (page, other) = (random_index(&mut random, pages), random_index(&mut random, pages));
        let range = page * PAGE..(page + 1) * PAGE;
        let bytes = match case % 3 {
            0 => killed.before[range.clone()].to_vec(),
            1 => now[DATABASE][other * PAGE..(other + 1) * PAGE].to_vec(),
            _ => vec![0; PAGE],
        };
        let files = with(&now, DATABASE, |database| database[range].copy_from_slice(&bytes));
        tally.check(&files, last, &format!("page {page} replaced, way {}", case % 3));
    }
    tally
}

#[track_caller]
fn assert_some_of_each(tally: &Tally) {
    assert!(tally.opened > 0 && tally.refused > 0, "{tally:?}");
}

#[test]
fn a_database_with_a_flipped_bit_opens_correctly_or_is_refused() {
    assert_some_of_each(&database_flipped(200));
}

#[test]
fn a_truncated_database_is_refused() {
    let tally = database_truncated(20);
    assert_eq!(tally.opened, 0, "the last page is in use");
}

#[test]
fn a_log_damaged_in_its_middle_is_refused_and_one_that_is_cut_is_used_up_to_a_whole_commit() {
    let tally = log_damaged(100, false);
    // each case damages a byte, which all commits but the last follow, and cuts
    assert!(tally.refused >= 90 && tally.opened >= 100, "{tally:?}");
}

#[test]
fn a_damaged_log_that_is_partly_in_the_database_opens_correctly_or_is_refused() {
    assert_some_of_each(&log_damaged(100, true));
}

#[test]
fn a_database_with_replaced_pages_opens_correctly_or_is_refused() {
    assert_some_of_each(&pages_replaced(120));
}

#[test]
#[ignore = "takes minutes"]
fn many_more_damaged_files() {
    let tallies = [
        database_flipped(20_000),
        database_truncated(5_000),
        log_damaged(5_000, false),
        log_damaged(5_000, true),
        pages_replaced(5_000),
    ];
    println!("flipped, cut, log, log in the database, pages: {tallies:?}");
}
