//! Perft counts of our own positions, checked with the reference generator where it is fast enough.

use crate::reference::ReferencePosition;
use chuhe_rules::xiangqi::{Position, perft};

/// Lines with a FEN, a depth and the number of leaves, separated by tabs.
const TABLE: &str = include_str!("perft.tsv");

/// The reference generator is too slow for lines with more leaves.
const REFERENCE_LIMIT: u64 = 500_000;

#[test]
fn perft_matches_the_table() {
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
        if leaves <= REFERENCE_LIMIT {
            let reference = ReferencePosition::from_fen(fen).perft(depth);
            assert_eq!(reference, leaves, "reference, depth {depth} of {fen}");
        }
    }
}
