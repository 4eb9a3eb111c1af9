//! Benchmarks of perft and of single moves.

use chuhe_rules::xiangqi::{Move, Position, perft};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// A middle game position with pins and an open cannon.
const MIDDLE_GAME: &str = "r2akab1r/3n5/b1n1c1c2/p1p1p1p1p/9/2P3P2/P3P3P/N1C1C1N2/9/R1BAKABR1 w - - 0 1";

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(20);
    group.bench_function("start 3", |b| {
        let mut position = Position::start();
        b.iter(|| perft(black_box(&mut position), 3));
    });
    group.bench_function("middle game 3", |b| {
        let mut position = Position::from_fen(MIDDLE_GAME).expect("the position is legal");
        b.iter(|| perft(black_box(&mut position), 3));
    });
    group.finish();
}

fn one_move(c: &mut Criterion) {
    let mv: Move = "h2e2".parse().expect("the text is a move");
    c.bench_function("validate a move", |b| {
        let position = Position::start();
        b.iter(|| black_box(&position).validate(black_box(mv)));
    });
    c.bench_function("play a move and take it back", |b| {
        let mut position = Position::start();
        b.iter(|| {
            if let Ok(undo) = position.play(black_box(mv)) {
                position.unmake(undo);
            }
        });
    });
    c.bench_function("list the legal moves", |b| {
        let position = Position::start();
        b.iter(|| black_box(&position).legal_moves());
    });
}

criterion_group!(benches, count, one_move);
criterion_main!(benches);
