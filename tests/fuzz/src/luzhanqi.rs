//! Parses a text as a luzhanqi formation or position: the result is valid or an error.
//!
//! Both round-trip. In a position, the generated moves are exactly the valid ones, the side to
//! move gets the same legal moves from its view as from the full position, and every position
//! after a legal move round-trips too.

use chuhe_rules::luzhanqi::{Formation, MineRule, Move, Position, Station, Strength};
use chuhe_rules::{Color, Viewer};

/// Checks the formation invariants on `data` as text.
///
/// Input of 25 bytes is also read as strengths, which are valid, an error, or made valid.
pub fn run_formation(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(formation) = Formation::from_text(text)
    {
        assert_eq!(formation.text(), text);
        check(formation);
    }
    let Ok(bytes) = <[u8; 25]>::try_from(data) else { return };
    let strengths = bytes.map(|byte| Strength::ALL[usize::from(byte) % Strength::ALL.len()]);
    check(Formation::nearest_legal(strengths));
    match Formation::new(strengths) {
        Ok(formation) => {
            assert_eq!(Formation::nearest_legal(strengths), formation, "legal formations stay unchanged");
            assert_eq!(<[Strength; 25]>::from(formation), strengths);
        }
        Err(illegal) => {
            assert_ne!(<[Strength; 25]>::from(Formation::nearest_legal(strengths)), strengths, "{illegal}")
        }
    }
}

fn check(formation: Formation) {
    assert_eq!(Formation::new(formation.into()), Ok(formation));
    assert_eq!(Formation::from_text(&formation.text()), Ok(formation));
    assert!(formation.slot_of_flag().is_headquarters());
}

/// Checks the position invariants on `data`.
pub fn run_position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(position) = Position::from_text(text) else { return };
    assert_eq!(position.text(), text);
    let side = position.side_to_move();
    let moves = position.legal_moves();
    let view = position.view(Viewer::Player(side));
    assert_eq!(view.legal_moves(), moves, "the side to move sees all its legal moves");
    for (from, _) in position.pieces() {
        for to in Station::all() {
            let mv = Move::new(from, to);
            assert_eq!(position.validate(mv).is_ok(), moves.contains(&mv), "{mv} in {text}");
            assert_eq!(view.validate(mv).is_ok(), moves.contains(&mv), "{mv} in {text}");
        }
    }
    for viewer in [Viewer::Player(side.opponent()), Viewer::Spectator] {
        assert!(position.view(viewer).legal_moves().is_empty());
    }
    for mv in moves {
        for mine in [MineRule::Stays, MineRule::BothCaptured] {
            let mut after = position.clone();
            after.play(mv, mine).expect("a legal move is played");
            // a move may capture the last flag, and a position without flags is not valid
            let flags = Color::ALL.map(|color| {
                after.pieces().any(|(_, piece)| piece.color == color && piece.strength == Strength::Flag)
            });
            if flags.contains(&true) {
                assert_eq!(Position::from_text(&after.text()).as_ref(), Ok(&after));
            }
        }
    }
}
