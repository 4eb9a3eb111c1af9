//! Each theme in a position of the textbooks.

use chuhe_puzzles::{Theme, themes};
use chuhe_rules::xiangqi::{Move, Position};

fn found(fen: &str, line: &str) -> Vec<Theme> {
    let position = Position::from_fen(fen).expect("the position is legal");
    let line: Vec<Move> = line.split(' ').map(|mv| mv.parse().expect("a move")).collect();
    themes(&position, &line)
}

/// A theme, a position, and the move that mates in it.
const TEXTBOOK: [(Theme, &str, &str); 12] = [
    (Theme::DoubleCannon, "3aka3/9/9/9/4C4/9/9/9/C8/4K4 w", "a1e1"),
    (Theme::CannonBehindHorse, "4k4/9/4N4/9/9/9/9/8C/9/3K5 w", "i2e2"),
    (Theme::Smothered, "4ka3/4a4/9/9/9/9/9/9/8C/3K5 w", "i1i9"),
    (Theme::CrouchingHorse, "4ka3/8R/9/1N7/9/9/9/9/3R5/3K5 w", "b6c8"),
    (Theme::PalaceCornerHorse, "3aka3/8R/9/9/2N6/9/9/9/9/3K5 w", "c5d7"),
    (Theme::AnglerHorse, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9"),
    (Theme::OctagonHorse, "5k3/9/3N5/9/9/9/9/9/R8/4K4 w", "a1f1"),
    (Theme::TwoRooks, "3k5/1R7/9/9/9/9/9/9/R8/5K3 w", "a1a9"),
    (Theme::IronBolt, "4k4/4a4/4b4/9/9/4C4/9/9/3R5/3K5 w", "d1d9"),
    (Theme::FacingGenerals, "5k3/9/9/9/9/9/9/9/R8/4K4 w", "a1f1"),
    (Theme::DoubleCheck, "3aka3/9/4N4/9/9/9/9/9/4R4/3K5 w", "e7c8"),
    (Theme::Stalemate, "3k5/9/8R/9/9/9/9/9/4R4/5K3 w", "i7i8"),
];

#[test]
fn each_theme_is_found_in_its_textbook_position() {
    for (theme, fen, mv) in TEXTBOOK {
        let mut position = Position::from_fen(fen).expect("the position is legal");
        position.play(mv.parse().expect("a move")).expect("the move is legal");
        assert!(!position.has_legal_move(), "{theme:?} is no mate");
        assert!(found(fen, mv).contains(&theme), "{theme:?}: {:?}", found(fen, mv));
    }
}

#[test]
fn a_rook_that_takes_the_middle_advisor_pierces_the_heart() {
    let fen = "4ka3/4a4/9/9/9/9/9/9/4R4/R2K5 w";
    assert_eq!(found(fen, "e1e8 f9e8"), [Theme::HeartPierce]);
    assert_eq!(found(fen, "a0a9 e8d9"), []);
}

#[test]
fn only_the_patterns_that_are_there_are_found() {
    assert_eq!(found(TEXTBOOK[0].1, TEXTBOOK[0].2), [Theme::DoubleCannon]);
    assert_eq!(found(TEXTBOOK[5].1, TEXTBOOK[5].2), [Theme::AnglerHorse]);
    assert_eq!(found(TEXTBOOK[7].1, TEXTBOOK[7].2), [Theme::TwoRooks]);
    // the horse that gives check is no angler, and the rook guards the whole line
    assert_eq!(found(TEXTBOOK[3].1, TEXTBOOK[3].2), [Theme::CrouchingHorse]);
}

#[test]
fn themes_are_found_for_black_too() {
    assert_eq!(found("3k5/8c/9/9/9/4c4/9/9/9/3AKA3 b", "i8e8"), [Theme::DoubleCannon]);
    assert_eq!(found("3k5/3r5/9/9/9/9/1n7/9/8r/4KA3 b", "b3c1"), [Theme::CrouchingHorse]);
}

#[test]
fn every_theme_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    assert_eq!(names.len(), Theme::ALL.len());
    assert!(Theme::ALL.is_sorted());
    let page = include_str!("../../../docs/puzzles.md");
    assert!(
        names.iter().all(|name| page.contains(&format!("| `{name}` |"))),
        "docs/puzzles.md lacks a theme"
    );
}
