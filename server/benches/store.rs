//! Benchmarks of the store on a disk, by number of entries in a commit and by durability.
//!
//! Compare ratios: absolute times depend on the disk.

use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Store, Write};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// A stored move of roughly the usual length.
const ENTRY: [u8; 24] = [7; 24];
/// Games played at the same time, more than there are moves in a commit.
const GAMES: u64 = 500;

/// Moves of several games in turn.
struct Moves {
    games: u64,
    next: u64,
}

impl Moves {
    fn of(games: u64) -> Self {
        Self { games, next: 0 }
    }

    fn next(&mut self, count: u64) -> Vec<Write> {
        let moves = self.next..self.next + count;
        self.next = moves.end;
        let append = |i: u64| Write::Append {
            journal: i % self.games,
            n: u32::try_from(i / self.games).expect("a benchmark appends fewer than 2³² entries"),
            value: ENTRY.to_vec(),
        };
        moves.map(append).collect()
    }
}

fn commit(c: &mut Criterion) {
    for games in [1, GAMES] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Sqlite::open(folder.path()).expect("a new store");
        let mut moves = Moves::of(games);
        let mut group = c.benchmark_group(format!("commit, {games} games"));
        group.sample_size(20);
        for durability in [Durability::Process, Durability::Power] {
            for count in [1, 64, 256] {
                group.throughput(Throughput::Elements(count));
                group.bench_function(BenchmarkId::new(format!("{durability:?}"), count), |b| {
                    b.iter(|| store.commit(&moves.next(count), durability).expect("it is the next"));
                });
            }
        }
        group.finish();
    }
}

fn read(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Sqlite::open(folder.path()).expect("a new store");
    let mut moves = Moves::of(GAMES);
    for _ in 0..100 {
        store.commit(&moves.next(GAMES), Durability::Process).expect("it is the next");
    }
    c.bench_function("read a game of 100 moves", |b| {
        b.iter(|| store.read(7, 0, usize::MAX).expect("it is whole"));
    });
    // 50,000 rows
    drop(store);
    c.bench_function("open 50,000 rows", |b| {
        b.iter(|| Sqlite::open(folder.path()).expect("it is whole"));
    });
}

criterion_group!(benches, commit, read);
criterion_main!(benches);
