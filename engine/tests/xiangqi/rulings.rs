//! Repetitions, the natural limit and drawn endgames inside the search.

use super::{answer, depth, game, game_after, nodes, search};
use chuhe_engine::xiangqi::{Options, Score, Searcher};
use chuhe_rules::xiangqi::{Game, Position, RuleSet, Rules};
use chuhe_rules::{Color, DrawReason, Outcome, WinReason};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Lost, or won, by mate or by ruling.
const DECIDED: i32 = 20_000;

/// Red can only check for ever; whatever else it does, black mates at once.
const ONLY_CHECKS: &str = "3k5/8R/9/9/9/9/9/1r7/r8/4K4 w";

#[test]
fn perpetual_check_is_no_way_out() {
    let answer = answer(&game(ONLY_CHECKS), &depth(8));
    assert!(answer.score.centipawns() < -DECIDED, "{answer:?}");
}

#[test]
fn a_checked_side_wins_by_the_ruling() {
    let answer = answer(&game_after(ONLY_CHECKS, "i8i9"), &depth(8));
    assert!(answer.score.centipawns() > DECIDED, "{answer:?}");
}

#[test]
fn a_perpetual_check_is_ended_in_time() {
    let fen = "3k5/8R/9/9/9/9/p8/4B4/r3A4/3AK1B2 w";
    let game = game_after(fen, "i8i9 d9d8 i9i8 d8d9 i8i9 d9d8");
    let answer = answer(&game, &nodes(20_000));
    assert_ne!(answer.best, "i9i8".parse().ok());
    assert!(answer.score.centipawns() > -DECIDED, "{answer:?}");
}

/// A rook chases a horse that no other piece protects.
const CHASE: &str = "9/4k4/8R/9/9/9/7n1/9/3K5/9 w";

#[test]
fn a_perpetual_chase_is_ended_in_time() {
    let game = game_after(CHASE, "i7h7 h3i1 h7i7 i1h3 i7h7 h3i1");
    let answer = answer(&game, &nodes(20_000));
    assert_ne!(answer.best, "h7i7".parse().ok());
    assert!(answer.score.centipawns() > 0, "{answer:?}");
}

#[test]
fn a_chased_side_wins_by_the_ruling() {
    let game = game_after(CHASE, "i7h7 h3i1 h7i7 i1h3 i7h7 h3i1 h7i7");
    let answer = answer(&game, &nodes(20_000));
    assert_eq!(answer.best, "i1h3".parse().ok());
    assert!(answer.score.centipawns() > DECIDED, "{answer:?}");
}

#[test]
fn a_perpetual_chase_is_sought_where_it_draws() {
    // black is a cannon and more ahead, which red attacks for ever
    for (fen, chase) in
        [("3r1k3/R8/9/9/9/9/9/1c1A5/3K5/9 w", "a8b8"), ("4k1n2/4a4/3c5/9/9/R8/9/9/4K3c/5p3 w", "a4i4")]
    {
        let position = Position::from_fen(fen).expect("the position is legal");
        let by = |set| answer(&Game::new(position.clone(), Rules::current(set)), &nodes(60_000));
        let simple = by(RuleSet::Simple);
        assert_eq!(simple.best, chase.parse().ok(), "{simple:?} in {fen}");
        assert!(simple.score.centipawns().abs() <= 20, "{simple:?} in {fen}");
        let asian = by(RuleSet::Asian);
        assert!(asian.score.centipawns() < -100, "{asian:?} in {fen}");
        let outcome = play_on(Game::new(position, Rules::current(RuleSet::Simple)), 30_000);
        assert_eq!(outcome, Outcome::Drawn(DrawReason::Repetition), "{fen}");
    }
}

#[test]
fn a_won_game_is_not_drawn_by_repetition() {
    let fen = "3k5/9/9/9/9/9/8p/9/9/R3K4 w";
    let game = game_after(fen, "a0b0 d9d8 b0a0 d8d9 a0b0 d9d8");
    let answer = answer(&game, &nodes(20_000));
    assert_ne!(answer.best, "b0a0".parse().ok());
    assert!(answer.score.centipawns() > 300, "{answer:?}");
}

#[test]
fn a_capture_avoids_the_natural_limit() {
    let game = game("3k5/9/9/9/p8/9/9/9/9/R4K3 w - - 119 80");
    let answer = answer(&game, &depth(6));
    assert_eq!(answer.best, "a0a5".parse().ok());
    assert!(answer.score.centipawns() > 300, "{answer:?}");
}

#[test]
fn a_mate_on_the_last_move_before_the_natural_limit_wins() {
    // the first has no legal move after the last ply, the second is checked as well
    for fen in ["3k5/1R7/9/9/9/9/9/9/9/R1B1K4 w - - 119 80", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 119 80"] {
        let answer = answer(&game(fen), &depth(3));
        assert_eq!(answer.score, Score::Mate(1), "{answer:?} in {fen}");
    }
}

#[test]
fn a_side_without_attackers_cannot_be_better() {
    let answer = answer(&game("2bakab2/9/9/9/9/9/9/p8/9/3K5 w"), &depth(8));
    assert!(answer.score.centipawns() <= 0, "{answer:?}");
}

/// Plays on with this many nodes for each move.
fn play_on(mut game: Game, limit: u64) -> Outcome {
    let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    while game.outcome().is_none() {
        let (answer, _) = search(&mut searcher, &game, &nodes(limit));
        let mv = answer.best.expect("the game goes on");
        game.play(game.position().side_to_move(), mv).expect("the best move is legal");
    }
    game.outcome().expect("the loop ends with the game")
}

#[test]
fn drawn_endgames_of_the_books_are_held() {
    // a rook against both advisors and both elephants; a horse against both advisors; a pawn on the
    // last rank
    let rook = "2bak4/4a4/4b4/9/9/9/9/9/4R4/4K4 w";
    let horse = "3ak4/4a4/9/9/9/9/9/4N4/9/4K4 w";
    let pawn = "3P5/5k3/9/9/9/9/9/9/9/4K4 w";
    for fen in [rook, horse, pawn] {
        let outcome = play_on(game(fen), 5_000);
        assert!(matches!(outcome, Outcome::Drawn(_)), "{outcome:?} in {fen}");
    }
}

#[test]
fn won_endgames_are_won_before_the_natural_limit() {
    // a rook against an advisor; a rook and a cannon against a full guard
    for fen in ["3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", "2bak4/4a4/4b4/9/9/9/9/4C4/4R4/4KA3 w"] {
        let outcome = play_on(game(fen), 4_000);
        assert_eq!(outcome.winner(), Some(Color::Red), "{outcome:?} in {fen}");
    }
}

#[test]
fn nobody_walks_into_a_ruling() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut repetitions = 0;
    for _ in 0..24 {
        let mut game = Game::new(Position::start(), Rules::default());
        for _ in 0..10 {
            let moves = game.position().legal_moves();
            let mv = moves[random.next_u64() as usize % moves.len()];
            game.play(game.position().side_to_move(), mv).expect("the move is legal");
        }
        let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
        let mut scores = [0; 2];
        while game.outcome().is_none() {
            let side = game.position().side_to_move();
            let (answer, _) = search(&mut searcher, &game, &nodes(800));
            scores[side as usize] = answer.score.centipawns();
            game.play(side, answer.best.expect("the game goes on")).expect("the best move is legal");
        }
        repetitions += usize::from(game.outcome() == Some(Outcome::Drawn(DrawReason::Repetition)));
        if let Some(Outcome::Won { winner, reason }) = game.outcome()
            && matches!(reason, WinReason::PerpetualCheck | WinReason::PerpetualChase)
        {
            let loser = scores[winner.opponent() as usize];
            assert!(loser < -300, "{reason:?} at {loser}: {:?}", game.moves());
        }
    }
    assert!(repetitions < 20, "{repetitions} of 24 games are repetitions");
}
