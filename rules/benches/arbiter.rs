//! Benchmarks of the arbiter: a ruling, and what repetitions cost every other move.

use chuhe_rules::RulesVersion;
use chuhe_rules::xiangqi::{Game, History, Move, Position, RuleSet, Rules};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// A full board on which a cannon chases a rook over four plies.
const CHASE: (&str, &str) =
    ("2bakabnr/9/1rn1c4/p1p1p1p1p/9/2P6/P3P1P1P/1C4N2/9/RNBAKAB1R w - - 0 1", "b2b3 b7a7 b3b2 a7b7");
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
    for set in RuleSet::ALL {
        for times in [1, 2] {
            let game = game(CHASE, set, times);
            group.bench_function(format!("{} plies, {set:?}", 4 * times), |b| {
                b.iter(|| black_box(&game).rule_on_repetition());
            });
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
