//! Counts of our own positions, and the slow generator's where it can follow.

use crate::slow::SlowPosition;
use chuhe_rules::xiangqi::{Position, perft};

/// Lines of a FEN, a depth and the number of leaves, separated by tabs.
const TABLE: &str = include_str!("perft.tsv");

/// The slow generator counts up to so many leaves a line.
const SLOW_LIMIT: u64 = 500_000;

#[test]
fn leaves_are_as_many_as_in_the_table() {
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (Some(fen), Some(depth), Some(leaves), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            panic!("not three fields: {line}");
        };
        let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
        let mut position = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&mut position, depth), leaves, "depth {depth} of {fen}");
        assert_eq!(position.fen(), fen);
        if leaves <= SLOW_LIMIT {
            assert_eq!(SlowPosition::from_fen(fen).perft(depth), leaves, "slow, depth {depth} of {fen}");
        }
    }
}
