//! Proves every puzzle of the program with a fresh solver, and prints positions and times by class and length.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{MateMoves, MateSolver};
use chuhe_puzzles::collection;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The positions that a proof may visit.
const NODES: u64 = 10_000_000;

fn main() {
    let mut groups: BTreeMap<(bool, u8), Vec<(u64, Duration)>> = BTreeMap::new();
    for puzzle in collection() {
        let mut solver = MateSolver::new(puzzle.class);
        let begin = Instant::now();
        solver.attack(&puzzle.position, puzzle.plies, NODES);
        let group = groups.entry((puzzle.class == MateMoves::Checks, puzzle.plies)).or_default();
        group.push((solver.nodes(), begin.elapsed()));
    }
    for ((is_checks, plies), mut proofs) in groups {
        proofs.sort_unstable();
        let (nodes, median) = proofs[proofs.len() / 2];
        let (most, _) = proofs[proofs.len() - 1];
        let longest = proofs.iter().map(|(_, time)| *time).max().unwrap_or_default();
        let class = if is_checks { "checks" } else { "all" };
        println!(
            "{class} {plies}: {} proofs, median {nodes} positions in {median:.1?}, most {most}, longest {longest:.1?}",
            proofs.len()
        );
    }
}
