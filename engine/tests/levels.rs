//! The levels of the computer player.

use chuhe_engine::xiangqi::{Control, Level, Options, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a legal position"), Rules::default())
}

fn choose(level: Level, searcher: &mut Searcher, game: &Game, seed: u64) -> Option<Move> {
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    level.choose(searcher, game, &[], None, &control, seed).map(|choice| choice.mv)
}

fn searcher() -> Searcher {
    Searcher::new(Options { hash_mib: 1, ..Options::default() })
}

/// The levels that take little time.
fn quick_levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|&level| level < Level::HIGHEST)
}

#[test]
fn a_seed_repeats_its_move_whatever_was_searched_before() {
    let start = Game::new(Position::start(), Rules::default());
    let other = game("4k4/9/9/9/9/9/9/9/R8/3K5 w");
    for level in quick_levels() {
        let (mut fresh, mut used) = (searcher(), searcher());
        choose(level, &mut used, &other, 1);
        for seed in 0..3 {
            assert_eq!(choose(level, &mut fresh, &start, seed), choose(level, &mut used, &start, seed));
        }
    }
}

#[test]
fn levels_choose_among_the_moves_that_are_allowed() {
    let start = Game::new(Position::start(), Rules::default());
    let allowed = ["a0a1", "e3e4"].map(|mv| mv.parse().expect("a move"));
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
    for level in quick_levels() {
        for seed in 0..3 {
            let choice = level.choose(&mut searcher(), &start, &allowed, None, &control, seed);
            assert!(choice.is_some_and(|choice| allowed.contains(&choice.mv)), "{level:?}: {choice:?}");
        }
    }
}

#[test]
fn low_levels_vary_their_moves() {
    let start = Game::new(Position::start(), Rules::default());
    for level in quick_levels().take(4) {
        let mut moves: Vec<_> = (0..20).map(|seed| choose(level, &mut searcher(), &start, seed)).collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() >= 3, "{level:?}: {moves:?}");
    }
}

#[test]
fn no_level_puts_its_rook_where_a_pawn_takes_it() {
    // the rook may go to a5, where the pawn on a6 takes it
    let game = game("3k5/9/9/p8/9/9/R8/9/9/5K3 w");
    let blunder: Move = "a3a5".parse().expect("a move");
    assert!(game.position().validate(blunder).is_ok());
    for level in quick_levels().take(6) {
        let mut searcher = searcher();
        for seed in 0..50 {
            assert_ne!(choose(level, &mut searcher, &game, seed), Some(blunder), "{level:?} {seed}");
        }
    }
}

#[test]
fn every_level_mates_at_once() {
    // two rooks mate on the top rank
    let game = game("3k5/R8/1R7/9/9/9/9/9/9/4K4 w");
    for level in quick_levels() {
        let mv = choose(level, &mut searcher(), &game, 7).expect("a move");
        let mut after = game.position().clone();
        after.play(mv).expect("it is legal");
        assert!(!after.has_legal_move(), "{level:?} plays {mv}");
    }
}

#[test]
fn a_finished_game_has_no_choice() {
    let mated = game("3k5/3R1R3/9/9/9/9/9/9/9/4K4 b");
    for level in Level::ALL {
        assert_eq!(choose(level, &mut searcher(), &mated, 1), None);
    }
}

#[test]
fn a_level_leaves_the_options_as_they_were() {
    let options = Options { hash_mib: 1, threads: 2, multi_pv: 3 };
    let mut searcher = Searcher::new(options);
    choose(Level::LOWEST, &mut searcher, &Game::new(Position::start(), Rules::default()), 1);
    assert_eq!(searcher.options(), options);
}
