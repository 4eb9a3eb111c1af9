//! A text is a legal position or refused. A position is written as it is read,
//! and what may be played in it leads to positions of which the same holds.

use chuhe_rules::xiangqi::{Game, Move, Position, Square};

/// Holds it of `data`.
pub fn read(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(position) = Position::from_fen(text) else { return };
    check_written(&position);
    let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            assert_eq!(position.validate(mv).is_ok(), moves.contains(&mv), "{mv} in {text}");
        }
    }
    let side = position.side_to_move();
    for mv in moves {
        let mut game = Game::new(position.clone());
        game.play(side, mv).expect("a legal move is played");
        check_written(game.position());
        game.take_back_to(0);
        assert_eq!(game.position(), &position);
    }
}

fn check_written(position: &Position) {
    assert_eq!(Position::from_fen(&position.fen()).as_ref(), Ok(position));
}
