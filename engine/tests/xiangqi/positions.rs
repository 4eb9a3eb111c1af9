//! Positions with one best move that wins or saves material, found by far longer searches.

use super::{answer, game, nodes};

/// The position and the best move.
const POSITIONS: [(&str, &str); 9] = [
    // horses and cannons fork
    ("4ka3/4a4/9/6n2/3N2R2/8P/3r5/B3B4/4A4/4KA3 w", "d5f4"),
    ("2bak4/C3a4/4b4/3cr1P2/6P2/1R7/P1P6/9/3K3n1/9 b", "h1f2"),
    ("r1bak1b1r/4a4/1cn5n/2p1p1p2/p7p/4C4/P1P1P1P2/8C/9/RNBAKABNR w", "e4c4"),
    // rooks and cannons attack the back rank
    ("rnbak1b2/4a4/6n2/p1p1p1p1p/9/6P2/crP1P3P/4C1N2/4A4/2BRKAB1R b", "a3a0"),
    ("2C1kab1r/4a4/9/8p/p2N1n3/6p1P/1r4P1R/6R2/2c1A4/4KAB2 b", "b3b0"),
    ("2C1kab1r/4a4/9/8p/p2N1n3/6p1P/6P1R/6R2/2c6/1r1AKAB2 b", "c1c0"),
    ("2bk1a3/4ar2r/n8/pCp1R4/4N4/9/P3P3c/2c6/9/1RBAKAB2 w", "b6b8"),
    // a threat is met by a stronger one
    ("2bakabnr/7r1/2n4c1/p3p1p1p/2p6/P3P4/2P3PR1/6C2/9/RNBAKAB2 w", "g2i2"),
    ("4kab2/4a4/2n1b2c1/7CC/p3p4/1R7/P1P1P3P/N5rcR/3rA4/2B1KAB2 b", "h7g7"),
];

#[test]
fn material_is_won_and_saved() {
    let mut missed = Vec::new();
    for (fen, best) in POSITIONS {
        let answer = answer(&game(fen), &nodes(150_000));
        if answer.best.map(|mv| mv.to_string()).as_deref() != Some(best) {
            missed.push(format!("{best} in {fen}: {answer:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
