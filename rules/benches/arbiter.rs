//! Benchmarks of the arbiter: a ruling, and what repetitions cost every other move.

use chuhe_rules::RulesVersion;
use chuhe_rules::xiangqi::{Game, History, Move, Position, RuleSet, Rules};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// A full board on which a cannon chases a rook over four plies.
const CHASE: (&str, &str) =
    ("2bakabnr/9/1rn1c4/p1p1p1p1p/9/2P6/P3P1P1P/1C4N2/9/RNBAKAB1R w - - 0 1", "b2b3 b7a7 b3b2 a7b7");
/// A full board on which both sides move to and fro.
const IDLE: (&str, &str) =
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "a0a1 a9a8 a1a0 a8a9");
/// A rook and a cannon that threaten mate with each move, which is most work in the Chinese rules.
const MATE_THREATS: (&str, &str) =
    ("1nb1kab1r/5c3/4r4/p1p5p/9/9/P1P5P/9/9/3K5 b - - 0 1", "f8c8 d0d1 c8f8 d1d0");

/// The game after the cycle was played so many times.
fn game((fen, cycle): (&str, &str), set: RuleSet, times: usize) -> Game {
    let start = Position::from_fen(fen).expect("the position is legal");
    // in the first version of the rules no ruling is made while the moves are played
    let mut game = Game::new(start, Rules { set, version: RulesVersion::V1 });
    for _ in 0..times {
        for mv in cycle.split(' ') {
            let by = game.position().side_to_move();
            game.play(by, mv.parse().expect("the text is a move")).expect("the move is legal");
        }
    }
    game
}

fn ruling(c: &mut Criterion) {
    let mut group = c.benchmark_group("ruling");
    for (name, cycle) in [("chase", CHASE), ("idle", IDLE), ("mate threats", MATE_THREATS)] {
        for set in RuleSet::ALL {
            for times in [1, 2] {
                let game = game(cycle, set, times);
                group.bench_function(format!("{name}, {} plies, {set:?}", 4 * times), |b| {
                    b.iter(|| black_box(&game).rule_on_repetition());
                });
            }
        }
    }
    group.finish();
}

fn moves(c: &mut Criterion) {
    let mv = |text: &str| -> Move { text.parse().expect("the text is a move") };
    let mut group = c.benchmark_group("a move of a game, and its takeback");
    for version in [RulesVersion::V1, RulesVersion::V2] {
        group.bench_function(format!("{version:?}"), |b| {
            let mut game = Game::new(Position::start(), Rules { version, ..Rules::default() });
            b.iter(|| {
                let played = game.play(chuhe_rules::Color::Red, black_box(mv("h2e2")));
                game.take_back_to(0);
                played
            });
        });
    }
    group.finish();
    c.bench_function("add a position to a history of 200, and take it back", |b| {
        let mut history = History::new(0);
        (1..200_u64).for_each(|key| history.push(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        b.iter(|| {
            history.push(black_box(77));
            let occurrences = history.occurrences();
            history.truncate(199);
            occurrences
        });
    });
}

criterion_group!(benches, ruling, moves);
criterion_main!(benches);
