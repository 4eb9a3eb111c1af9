//! Answers, limits and determinism.

use super::{answer, depth, game, nodes, search};
use chuhe_engine::xiangqi::{Control, Limits, Options, Report, Score, Searcher, TimeLimit};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn a_search_with_one_thread_is_deterministic() {
    let game = Game::new(Position::start(), Rules::default());
    let run = || search(&mut Searcher::new(Options::default()), &game, &nodes(30_000));
    assert_eq!(run(), run());
}

#[test]
fn a_cleared_searcher_is_as_good_as_new() {
    let game = Game::new(Position::start(), Rules::default());
    let mut searcher = Searcher::new(Options::default());
    let first = search(&mut searcher, &game, &nodes(10_000));
    searcher.clear();
    assert_eq!(search(&mut searcher, &game, &nodes(10_000)), first);
}

#[test]
fn a_stopped_search_returns_a_legal_move() {
    let game = Game::new(Position::start(), Rules::default());
    let stop = AtomicBool::new(true);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    let answer = Searcher::new(Options::default()).search(&game, &Limits::default(), &control, &mut |_| {});
    assert!(answer.best.is_some_and(|mv| game.position().validate(mv).is_ok()));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let game = game("3k5/9/9/9/9/9/9/4r4/9/r3K4 w");
    assert!(game.outcome().is_some());
    let answer = answer(&game, &depth(3));
    assert_eq!((answer.best, answer.score), (None, Score::Mate(0)));
}

#[test]
fn the_node_limit_is_exact() {
    let game = Game::new(Position::start(), Rules::default());
    for limit in [1, 2, 100, 12_345] {
        assert_eq!(answer(&game, &nodes(limit)).nodes, limit);
    }
}

#[test]
fn the_time_for_a_move_ends_the_search() {
    let game = Game::new(Position::start(), Rules::default());
    let stop = AtomicBool::new(false);
    let calls = std::sync::atomic::AtomicU64::new(0);
    let tick = || Duration::from_millis(calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let control = Control { stop: &stop, elapsed: &tick, ponder: None };
    let limits = Limits { time: Some(TimeLimit::PerMove(Duration::from_millis(20))), ..Limits::default() };
    let answer = Searcher::new(Options::default()).search(&game, &limits, &control, &mut |_| {});
    assert!(answer.best.is_some());
    assert!(answer.nodes < 60_000, "{} nodes", answer.nodes);
}

#[test]
fn pondering_ignores_the_time() {
    let game = Game::new(Position::start(), Rules::default());
    let (stop, ponder) = (AtomicBool::new(false), AtomicBool::new(true));
    let control = Control { stop: &stop, elapsed: &|| Duration::from_secs(60), ponder: Some(&ponder) };
    let time = Some(TimeLimit::PerMove(Duration::from_millis(1)));
    let limits = Limits { time, depth: Some(7), ..Limits::default() };
    let answer = Searcher::new(Options::default()).search(&game, &limits, &control, &mut |_| {});
    assert_eq!(answer.depth, 7);
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let game = Game::new(Position::start(), Rules::default());
    let wanted: Move = "a0a1".parse().expect("it is a move");
    let limits = Limits { moves: vec![wanted, "a0a9".parse().expect("it is a move")], ..depth(4) };
    let (answer, reports) = search(&mut Searcher::new(Options::default()), &game, &limits);
    assert_eq!(answer.best, Some(wanted));
    assert!(reports.iter().all(|report| report.line[0] == wanted));
}

#[test]
fn several_lines_are_different_and_sorted() {
    let game = Game::new(Position::start(), Rules::default());
    let mut searcher = Searcher::new(Options { multi_pv: 4, ..Options::default() });
    let (answer, reports) = search(&mut searcher, &game, &depth(6));
    let last: Vec<&Report> = reports.iter().filter(|report| report.depth == 6).collect();
    assert_eq!(last.iter().map(|report| report.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(answer.best, Some(last[0].line[0]));
    for pair in last.windows(2) {
        let (Score::Cp(better), Score::Cp(worse)) = (pair[0].score, pair[1].score) else { panic!("no mate") };
        assert!(better >= worse);
        assert_ne!(pair[0].line[0], pair[1].line[0]);
    }
}

#[test]
fn lines_are_legal() {
    let game = Game::new(Position::start(), Rules::default());
    let (_, reports) = search(&mut Searcher::new(Options::default()), &game, &nodes(50_000));
    for report in reports {
        let mut position = game.position().clone();
        for mv in report.line {
            position.play(mv).expect("each move of a line is legal");
        }
    }
}

#[test]
fn several_threads_return_a_legal_move() {
    let game = Game::new(Position::start(), Rules::default());
    let mut searcher = Searcher::new(Options { threads: 3, ..Options::default() });
    for limits in [depth(6), nodes(20_000)] {
        let (answer, _) = search(&mut searcher, &game, &limits);
        assert!(answer.best.is_some_and(|mv| game.position().validate(mv).is_ok()));
    }
}
