//! The standings are computed anew from the rated games.

use crate::finished::Club;
use chuhe_hub::{ActionRefusal, Correction};
use chuhe_protocol::{CountsAs, GameId, PlayerName, Terms};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_server::shell::operate::maintenance::{Outcome, erase_account, recompute_ratings};
use chuhe_server::store::{Recomputed, RewriteError, Sqlite, prune, recompute};
use chuhe_store::{
    Durability, KeyValue, NotCorrected, Order, Replay, Store, StoreError, Table, Write, end_of, values,
};
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// The keys of standings, and those of the log of rated games.
const STANDINGS: &[u8] = b"rating";
const LOG: &[u8] = b"game rated";

fn rated() -> Terms {
    let time = TimeControl { game_ms: 900_000, ..TimeControl::UNTIMED };
    Terms { rated: true, challenger_time: time, opponent_time: time, ..Terms::default() }
}

/// The data of a server that has rated four games on one day, of which three count, and one on another.
fn season() -> TempDir {
    let folder = tempdir().unwrap();
    let mut club = Club::open(folder.path(), Timestamp::from_ms(20_000 * Timestamp::DAY_MS));
    club.register();
    club.terms = rated();
    for plies in [5, 6, 7, 8] {
        club.finish(plies);
    }
    club.wait(Timestamp::DAY_MS);
    club.finish(9);
    // one that is too short, and one that is not rated
    club.finish(2);
    club.terms.rated = false;
    club.finish(6);
    folder
}

fn rows(folder: &Path, prefix: &[u8]) -> Vec<KeyValue> {
    let mut store = Sqlite::open(folder).unwrap();
    store.scan(Table::Meta, prefix, end_of(prefix).as_deref(), Order::Up, usize::MAX).unwrap()
}

fn values_of(folder: &Path, prefix: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    rows(folder, prefix).into_iter().map(|row| (row.key, row.value)).collect()
}

/// What damage makes of a value; `None` if it is lost.
type Damage = fn(&[u8]) -> Option<Vec<u8>>;

/// Sets the rows with a prefix to what `change` makes of them.
fn change(folder: &Path, prefix: &[u8], change: impl Fn(&[u8]) -> Option<Vec<u8>>) {
    let writes = rows(folder, prefix).into_iter().map(|KeyValue { key, revision, value }| Write::Set {
        table: Table::Meta,
        key,
        expected: revision,
        value: change(&value),
    });
    let writes: Vec<Write> = writes.collect();
    Sqlite::open(folder).unwrap().commit(&writes, Durability::Power).unwrap();
}

const SEASON: Recomputed =
    Recomputed { games: 5, annulled: 0, players: 2, standings: 2, changed: 0, logged: 0 };

#[test]
fn standings_of_a_season_are_the_fold_of_its_games() {
    let folder = season();
    let before = values_of(folder.path(), STANDINGS);
    assert_eq!(before.len(), 2);
    assert_eq!(recompute(folder.path(), true).unwrap(), SEASON);
    assert_eq!(recompute(folder.path(), false).unwrap(), SEASON);
    assert_eq!(values_of(folder.path(), STANDINGS), before);
}

#[test]
fn damaged_and_missing_standings_are_restored_byte_for_byte() {
    let folder = season();
    let before = (values_of(folder.path(), STANDINGS), values_of(folder.path(), LOG));
    let damages: [Damage; 3] =
        [|_| None, |value| Some(values::set_aside(value)), |_| Some(b"damaged".to_vec())];
    for damage in damages {
        for (prefix, changed, logged) in [(STANDINGS, 2, 0), (LOG, 0, 5)] {
            change(folder.path(), prefix, damage);
            let expected = Recomputed { changed, logged, ..SEASON };
            for _ in 0..2 {
                assert_eq!(recompute(folder.path(), true).unwrap(), expected, "a check changes nothing");
            }
            assert_eq!(recompute(folder.path(), false).unwrap(), expected);
            assert_eq!((values_of(folder.path(), STANDINGS), values_of(folder.path(), LOG)), before);
        }
    }
}

#[test]
fn games_that_are_pruned_still_count() {
    let folder = season();
    let before = values_of(folder.path(), STANDINGS);
    assert!(prune(folder.path(), Timestamp::from_ms(u64::MAX), false).unwrap().games > 0);
    assert_eq!(recompute(folder.path(), false).unwrap(), SEASON);
    assert_eq!(values_of(folder.path(), STANDINGS), before);
}

#[test]
fn an_erased_player_has_no_standing_and_their_opponent_keeps_theirs() {
    let folder = season();
    erase_account(folder.path(), &PlayerName::parse("Bo").unwrap()).unwrap();
    let left = values_of(folder.path(), STANDINGS);
    assert_eq!(left.len(), 1);
    assert_eq!(recompute(folder.path(), false).unwrap(), Recomputed { players: 1, standings: 1, ..SEASON });
    assert_eq!(values_of(folder.path(), STANDINGS), left);
}

#[test]
fn ratings_are_not_recomputed_while_a_server_runs() {
    let folder = season();
    let store = Sqlite::open(folder.path()).unwrap();
    let refused = recompute(folder.path(), true);
    assert!(matches!(refused, Err(RewriteError::Store(StoreError::InUse))), "{refused:?}");
    drop(store);
}

#[test]
fn report_has_a_line_for_each_hall_and_a_check_fails_where_something_differs() {
    let all = tempdir().unwrap();
    let (east, west) = (all.path().join("halls/east"), all.path().join("halls/west"));
    for hall in [&east, &west] {
        std::fs::create_dir_all(hall).unwrap();
        for file in std::fs::read_dir(season().path()).unwrap().map(|entry| entry.unwrap().path()) {
            std::fs::copy(&file, hall.join(file.file_name().unwrap())).unwrap();
        }
    }
    change(&west, STANDINGS, |_| None);
    let report = |is_check| {
        let mut report = Vec::new();
        let outcome = recompute_ratings(all.path(), is_check, &mut report).unwrap();
        (outcome, String::from_utf8(report).unwrap())
    };
    let counts = "5 rated games, 0 annulled; 2 players with 2 standings";
    let lines = |changed: u32, what| {
        format!(
            "east: {counts}; 0 standings and 0 games of the log {what}\n\
             west: {counts}; {changed} standings and 0 games of the log {what}\n"
        )
    };
    assert_eq!(report(true), (Outcome::Damaged, lines(2, "differ")));
    assert_eq!(report(false), (Outcome::Whole, lines(2, "changed")));
    assert_eq!(report(true), (Outcome::Whole, lines(0, "differ")));
    let nothing = recompute_ratings(&all.path().join("none"), true, &mut Vec::new()).unwrap_err();
    assert!(nothing.to_string().contains("has no data"), "{nothing}");
}

fn replay(game: GameId, counts_as: Option<CountsAs>) -> Replay {
    let correction = |counts_as| Correction {
        at: Timestamp::from_ms(7),
        reason: "cheated".to_owned(),
        counts_as,
        changes: None,
    };
    Replay::new(game, counts_as.map(correction))
}

fn replay_without(game: GameId) -> Replay {
    replay(game, Some(CountsAs::Nothing))
}

#[test]
fn a_correction_leaves_the_standings_that_a_recomputation_finds() {
    let folder = tempdir().unwrap();
    let mut club = Club::open(folder.path(), Timestamp::from_ms(20_000 * Timestamp::DAY_MS));
    club.register();
    club.terms = rated();
    let games: Vec<GameId> = [5, 6, 7, 8].map(|plies| club.finish(plies)).to_vec();
    let mut replay = replay_without(games[1]);
    let outdated = club.replay(&mut replay).unwrap();
    club.wait(Timestamp::DAY_MS);
    club.finish(9);
    assert_eq!(club.correct(outdated), Err(ActionRefusal::Outdated));
    let correction = club.replay(&mut replay).unwrap();
    assert_eq!(correction, club.replay(&mut replay_without(games[1])).unwrap(), "it goes on where it was");
    assert_eq!(club.correct(correction), Ok(()));
    let again = club.replay(&mut replay_without(games[1])).unwrap_err();
    assert_eq!(again, NotCorrected::Again { game: games[1], reason: "cheated".to_owned() });
    for counts_as in [Some(CountsAs::Drawn), None] {
        let correction = club.replay(&mut self::replay(games[2], counts_as)).unwrap();
        assert_eq!(club.correct(correction), Ok(()), "{counts_as:?}");
    }
    assert_eq!(club.corrections(), [None, Some(CountsAs::Nothing), None, None, None]);
    let again = club.replay(&mut self::replay(games[2], None)).unwrap_err();
    assert_eq!(again, NotCorrected::AsPlayed(games[2]));
    let correction = club.replay(&mut self::replay(games[3], Some(CountsAs::Drawn))).unwrap();
    assert_eq!(club.correct(correction), Ok(()));
    drop(club);
    let expected = Recomputed { games: 4, annulled: 1, ..SEASON };
    assert_eq!(recompute(folder.path(), true).unwrap(), expected);
    change(folder.path(), STANDINGS, |_| None);
    recompute(folder.path(), false).unwrap();
    assert_eq!(recompute(folder.path(), true).unwrap(), expected, "the mark is in the log");
}

#[test]
fn a_game_that_cannot_be_corrected_is_refused_with_the_reason() {
    let folder = tempdir().unwrap();
    let mut club = Club::open(folder.path(), Timestamp::from_ms(20_000 * Timestamp::DAY_MS));
    let unrated = club.finish(6);
    club.register();
    club.terms = rated();
    let (short, running) = (club.finish(2), club.play(6));
    let unknown = GameId(999);
    for why in [
        NotCorrected::Unrated(unrated),
        NotCorrected::Uncounted(short),
        NotCorrected::Running(running),
        NotCorrected::Unknown(unknown),
    ] {
        let (NotCorrected::Unrated(game)
        | NotCorrected::Uncounted(game)
        | NotCorrected::Running(game)
        | NotCorrected::Unknown(game)) = why
        else {
            panic!("{why}")
        };
        assert_eq!(club.replay(&mut replay_without(game)), Err(why));
    }
}
