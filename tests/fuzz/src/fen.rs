//! Parses a text as FEN: the result is a legal position or an error.
//!
//! A position round-trips through FEN, and so does every position after a legal move.

use chuhe_rules::RulesVersion;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules, Square};

/// Checks the FEN invariants on `data`.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let loose = Position::from_loose_fen(text);
    loose.iter().for_each(check_round_trip);
    let Ok(position) = Position::from_fen(text) else { return };
    assert_eq!(loose.as_ref(), Ok(&position), "{text}");
    check_round_trip(&position);
    let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            assert_eq!(position.validate(mv).is_ok(), moves.contains(&mv), "{mv} in {text}");
        }
    }
    let side = position.side_to_move();
    // by later versions a game without attackers is over before its first move
    let rules = Rules { version: RulesVersion::V1, ..Rules::default() };
    for mv in moves {
        let mut game = Game::new(position.clone(), rules);
        game.play(side, mv).expect("a legal move can be played");
        check_round_trip(game.position());
        game.take_back_to(0);
        assert_eq!(game.position(), &position);
    }
}

fn check_round_trip(position: &Position) {
    assert_eq!(Position::from_fen(&position.fen()).as_ref(), Ok(position));
}
