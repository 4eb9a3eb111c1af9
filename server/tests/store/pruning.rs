//! Old finished games are removed, and what a finished game takes on the disk.

use crate::finished::Club;
use chuhe_protocol::GameId;
use chuhe_rules::clock::Timestamp;
use chuhe_server::shell::operate::maintenance;
use chuhe_server::store::{Pruned, RewriteError, Sqlite, prune, verify};
use chuhe_store::{Order, Store, StoreError, Table, listed_games, restore};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const HOUR_MS: u64 = 60 * 60 * 1000;

/// 22 November 2026.
const fn begin() -> Timestamp {
    Timestamp::from_ms(1_795_000_000_000)
}

fn rows(store: &mut Sqlite, table: Table) -> usize {
    store.scan(table, &[], None, Order::Up, usize::MAX).unwrap().len()
}

/// Two finished games, an hour apart, and a running one; and the time between the first two.
fn data(folder: &Path) -> ([GameId; 3], Timestamp) {
    let mut club = Club::open(folder, begin());
    let old = club.finish(30);
    let between = club.now().plus_ms(1);
    club.wait(HOUR_MS);
    let (new, running) = (club.finish(10), club.play(6));
    ([old, new, running], between)
}

#[test]
fn old_games_go_and_newer_ones_running_ones_and_accounts_stay() {
    let folder = tempdir().unwrap();
    let ([old, new, running], between) = data(folder.path());
    let before = fs::read(Sqlite::database_in(folder.path())).unwrap();
    let would = prune(folder.path(), between, true).unwrap();
    assert_eq!(fs::read(Sqlite::database_in(folder.path())).unwrap(), before, "a dry run changes nothing");
    let pruned = prune(folder.path(), between, false).unwrap();
    assert_eq!(would, pruned);
    let Pruned { games, events, listed, kept, first_ended_at, last_ended_at } = pruned;
    assert_eq!((games, listed, kept), (1, 2, 2));
    assert!(events >= 32, "{events}");
    assert!(first_ended_at == last_ended_at && last_ended_at < Some(between));

    let mut store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(listed_games(&mut store).unwrap(), [new]);
    assert_eq!(store.read(old.0, 0, 999).unwrap(), Vec::<Vec<u8>>::new());
    assert!(store.read(new.0, 0, 999).unwrap().len() >= 12);
    let restored = restore(&mut store).unwrap();
    assert_eq!(restored.players.len(), 2);
    assert_eq!(restored.games.iter().map(|game| game.game).collect::<Vec<_>>(), [running]);
    drop(store);
    let verdict = verify(folder.path(), &mut |_, _| {}).unwrap();
    assert_eq!((verdict.problems, verdict.set_aside), (vec![], vec![]));
    assert_eq!(prune(folder.path(), between, false).unwrap().games, 0);

    // and its table is still open
    let mut store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(rows(&mut store, Table::Games), 1);
}

#[test]
fn data_of_a_running_server_is_not_pruned() {
    let folder = tempdir().unwrap();
    let (_, between) = data(folder.path());
    let store = Sqlite::open(folder.path()).unwrap();
    let refused = prune(folder.path(), between, false);
    assert!(matches!(refused, Err(RewriteError::Store(StoreError::InUse))), "{refused:?}");
    drop(store);
    assert_eq!(prune(folder.path(), between, false).unwrap().games, 1);
}

#[test]
fn report_says_what_went_and_how_long_the_file_is() {
    let folder = tempdir().unwrap();
    data(folder.path());
    let mut report = Vec::new();
    // older than a millisecond: both
    maintenance::prune(folder.path(), 1, true, &mut report).unwrap();
    maintenance::prune(folder.path(), 1, false, &mut report).unwrap();
    let report = String::from_utf8(report).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines[0].starts_with("would be removed: 2 games with "), "{report}");
    assert!(
        lines[0]
            .ends_with(" events, in 4 entries of players' lists; they ended from 2026-11-18 to 2026-11-18"),
        "{report}"
    );
    assert_eq!(lines[1..3], ["1 games stay, running ones included", "nothing is changed: this is a dry run"]);
    assert!(lines[3].starts_with("removed: 2 games with "), "{report}");
    assert!(lines[5].starts_with("the database had "), "{report}");
    let nothing = maintenance::prune(&folder.path().join("none"), 1, false, &mut Vec::new()).unwrap_err();
    assert!(nothing.to_string().contains("has no data"), "{nothing}");
}

/// The figure of docs/operating.md.
#[test]
fn finished_game_of_100_plies_takes_under_seven_kilobytes_which_prune_gives_back() {
    const GAMES: u64 = 200;
    let folder = tempdir().unwrap();
    let mut club = Club::open(folder.path(), begin());
    club.set_tail_limit(0);
    let empty = club.bytes();
    for _ in 0..GAMES {
        club.finish(100);
    }
    let (end, full) = (club.now(), club.bytes());
    drop(club);
    let a_game = (full - empty) / GAMES;
    assert!((5_500..7_000).contains(&a_game), "{a_game} bytes");
    assert_eq!(prune(folder.path(), end.plus_ms(1), false).unwrap().games, GAMES);
    let left = Sqlite::hold_stopped(folder.path()).unwrap().bytes();
    assert!(left <= empty + (64 << 10), "{left} bytes are left, {empty} were there at first");
}
