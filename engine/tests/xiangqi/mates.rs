//! Mates in one to nine moves, with one first move each.

use super::{depth, game, nodes, search};
use chuhe_engine::xiangqi::{Limits, Options, Score, Searcher};
use chuhe_rules::xiangqi::{Move, Position};
use std::collections::BTreeMap;

/// Moves to mate, the position, and the only first move that mates with checks alone.
pub(super) const MATES: [(u8, &str, &str); 19] = [
    (1, "1Cbakn3/2rc3R1/2N6/N5p2/2b6/P8/3RP4/4B4/4A4/2B1KA3 w", "h8e8"),
    (1, "3aka3/9/4b4/p3p4/9/9/9/3N2n2/5K3/3Ar4 b", "e0f0"),
    (2, "5k3/R3a4/8b/4C1N2/2b5p/2P6/8c/2N1B4/4A4/4KABr1 w", "a8a9"),
    (2, "2b1kab2/4a4/8n/2p3p1p/9/6P1P/4c4/4BA3/3rA4/1nc2KBN1 b", "d1d0"),
    (3, "2b1kab2/4a4/8n/2p3p1p/9/6P1P/2c1c4/4BA3/3r5/1n1A1KBN1 b", "c3c0"),
    (3, "2bak4/9/9/4p4/2b1c4/6B2/9/2n5C/5K3/2B3r2 b", "c2d0"),
    (4, "2b1kab2/4a4/8n/2p2rp1p/9/6P1P/2c1c4/4BR3/3rA4/1n1A1KBN1 b", "f6f2"),
    (4, "3a1R3/4k1c2/5N3/9/6P2/8P/R3P4/4B4/9/3AKAB2 w", "f7d6"),
    (4, "3k3CR/4a4/4ba3/5N3/n8/P1B6/4P3P/4B1C2/4A4/3AK4 w", "h9h8"),
    (5, "2RN5/4k4/1R6b/9/9/P1B6/6n2/4B4/3rA4/3AK4 w", "d9c7"),
    (5, "R2R1abC1/4k4/b8/2P6/4p4/6P2/P3P4/2N5B/5C3/2BAKA3 w", "d9e9"),
    (5, "R8/3k5/2Pa1a3/9/5NC2/9/8n/4B4/9/3AKAB2 w", "a9a8"),
    (6, "3k1a1n1/1R2a4/b3R3r/r3p3p/6p2/2p6/P5P2/3C4N/9/2BAKAB2 w", "e7d7"),
    (6, "4k1b2/3R5/4b4/6n2/1n6p/4P3P/4c4/r8/3K5/3A5 b", "b5c3"),
    (6, "4kaR2/4a2R1/9/9/8p/6P1P/2npNr3/9/N8/2rAKAB2 b", "c0d0"),
    (7, "4k1b2/3R5/4b4/6n2/1n6p/4P3P/4c4/3K5/r8/3A5 b", "a1a2"),
    (8, "3rkab2/4a4/n1R1b4/p3C3p/2C6/6R2/P3c4/B1rA4B/9/3K1A3 b", "c2d2"),
    (9, "2r1k1b2/R8/4b4/2N3n2/1n6p/4P3P/4c4/3K5/r8/3A5 b", "c9d9"),
    (9, "4k1b2/2Rr5/4b4/6n2/1n6p/4P3P/3c5/9/3K5/r2A5 b", "a0a1"),
];

/// Proves mates by checks: it tries every check and every answer to it.
#[derive(Default)]
struct Solver {
    known: BTreeMap<(u64, u8), bool>,
}

impl Solver {
    /// Whether the side to move can mate within `moves` moves.
    fn mates(&mut self, position: &mut Position, moves: u8) -> bool {
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return known;
        }
        let list = position.legal_moves();
        let found = list.into_iter().any(|mv| position.gives_check(mv) && self.mates_by(position, mv, moves));
        self.known.insert((position.key(), moves), found);
        found
    }

    /// Whether `mv` mates within `moves` moves.
    fn mates_by(&mut self, position: &mut Position, mv: Move, moves: u8) -> bool {
        let undo = position.make(mv);
        let answers = position.legal_moves();
        let mates = answers.is_empty()
            || moves > 1
                && answers.into_iter().all(|answer| {
                    let undo = position.make(answer);
                    let mates = self.mates(position, moves - 1);
                    position.unmake(undo);
                    mates
                });
        position.unmake(undo);
        mates
    }
}

#[test]
fn the_table_of_mates_is_right() {
    for (moves, fen, first) in MATES {
        let mut position = Position::from_fen(fen).expect("the position is legal");
        let mut solver = Solver::default();
        assert!(moves == 1 || !solver.mates(&mut position, moves - 1), "{fen}: a shorter mate");
        let checks = position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv));
        let solving: Vec<String> = checks
            .filter(|&mv| solver.mates_by(&mut position.clone(), mv, moves))
            .map(|mv| mv.to_string())
            .collect();
        assert_eq!(solving, [first], "{fen}");
    }
}

#[test]
fn every_mate_is_found() {
    for (moves, fen, first) in MATES {
        let limits = Limits { mate: Some(moves), ..nodes(1_500_000) };
        let (answer, _) = search(&mut Searcher::new(Options::default()), &game(fen), &limits);
        let Score::Mate(found) = answer.score else { panic!("mate in {moves} in {fen}: {answer:?}") };
        assert!((1..=i32::from(moves)).contains(&found), "mate in {moves} in {fen}: {answer:?}");
        // quiet moves may mate, too
        let best = answer.best.expect("the game goes on");
        assert!(best.to_string() == first || !game(fen).position().gives_check(best), "{fen}: {best}");
    }
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let (moves, fen, _) = MATES[4];
    let limits = Limits { mate: Some(moves), ..depth(60) };
    let (answer, _) = search(&mut Searcher::new(Options::default()), &game(fen), &limits);
    assert!(answer.depth < 60, "{answer:?}");
}

#[test]
fn mates_of_finished_searches_are_proven() {
    // the first positions are mates against every defence, so that no score may be shorter
    for (moves, fen, _) in &MATES[..6] {
        let (answer, _) = search(&mut Searcher::new(Options::default()), &game(fen), &depth(12));
        assert_eq!(answer.score, Score::Mate(i32::from(*moves)), "{fen}");
    }
}
