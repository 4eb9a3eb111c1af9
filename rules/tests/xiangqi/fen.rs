//! FEN: round trips, and each error.

use crate::random::Random;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{FenError, Piece, PieceKind, Position};
use proptest::prelude::*;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn check_refused(fen: &str, expected: FenError) {
    assert_eq!(Position::from_fen(fen), Err(expected), "{fen}");
}

/// A position with two generals that do not face each other and `ranks` 8 to 1 between them.
fn with_ranks(ranks: &str) -> String {
    format!("3k5/{ranks}/4K4 w - - 0 1")
}

#[test]
fn the_start_position_round_trips() {
    assert_eq!(Position::start().fen(), START);
    assert_eq!(Position::from_fen(START), Ok(Position::start()));
}

#[test]
fn alternative_letters_and_short_forms_are_accepted() {
    let other = "rhbakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKABNR r";
    assert_eq!(Position::from_fen(other), Ok(Position::start()));
    let counters = "3k5/9/9/9/9/9/9/9/9/4K4 b - - 120 9999";
    assert_eq!(Position::from_fen(counters).unwrap().fen(), counters);
}

#[test]
fn missing_and_extra_fields_are_rejected() {
    let board = "3k5/9/9/9/9/9/9/9/9/4K4";
    check_refused("", FenError::MissingField);
    check_refused(board, FenError::MissingField);
    check_refused(&format!("{board} "), FenError::MissingField);
    check_refused(&format!(" {board} w"), FenError::MissingField);
    check_refused(&format!("{board}  w"), FenError::MissingField);
    check_refused(&format!("{board} w "), FenError::MissingField);
    check_refused(&format!("{board} w -"), FenError::MissingField);
    check_refused(&format!("{board} w - - 0"), FenError::MissingField);
    check_refused(&format!("{board} w - - 0 1 "), FenError::TrailingField);
    check_refused(&format!("{board} w - - 0 1 moves"), FenError::TrailingField);
    check_refused(&format!("{board} white - - 0 1"), FenError::InvalidSide);
    check_refused(&format!("{board} W - - 0 1"), FenError::InvalidSide);
    check_refused(&format!("{board} w KQ - 0 1"), FenError::InvalidDash);
    check_refused(&format!("{board} w - e3 0 1"), FenError::InvalidDash);
}

#[test]
fn counters_must_be_numbers_in_range() {
    for bad in ["x", "-1", "+1", "00", "01", "10000", "99999999999999999999", "1.5", "٣"] {
        let board = "3k5/9/9/9/9/9/9/9/9/4K4 w - -";
        check_refused(&format!("{board} {bad} 1"), FenError::InvalidHalfmoveClock);
        check_refused(&format!("{board} 0 {bad}"), FenError::InvalidFullmoveNumber);
        check_refused(&format!("{board} 0 0"), FenError::InvalidFullmoveNumber);
    }
}

#[test]
fn a_placement_has_ten_ranks_of_nine() {
    check_refused(&with_ranks("9/9/9/9/9/9/9"), FenError::RankCount { found: 9 });
    check_refused(&with_ranks("9/9/9/9/9/9/9/9/9"), FenError::RankCount { found: 11 });
    check_refused(&with_ranks("9/9/9/9/8/9/9/9"), FenError::RankLength { rank: 4 });
    check_refused(&with_ranks("9/9/9/9/9R/9/9/9"), FenError::RankLength { rank: 4 });
    check_refused(&with_ranks("9/9/9/9/R9/9/9/9"), FenError::RankLength { rank: 4 });
    check_refused(&with_ranks("9/9/9/9//9/9/9"), FenError::RankLength { rank: 4 });
    check_refused(&with_ranks("9/9/9/9/54/9/9/9"), FenError::AdjacentDigits { rank: 4 });
    check_refused(&with_ranks("9/9/9/9/4x4/9/9/9"), FenError::UnknownLetter('x'));
    check_refused(&with_ranks("9/9/9/9/90/9/9/9"), FenError::UnknownLetter('0'));
    check_refused(&with_ranks("9/9/9/9/4车4/9/9/9"), FenError::UnknownLetter('车'));
}

#[test]
fn each_side_has_one_general_and_at_most_a_set() {
    check_refused("9/9/9/9/9/9/9/9/9/4K4 w", FenError::KingCount { color: Color::Black, found: 0 });
    check_refused("3k5/9/9/9/9/9/9/9/9/3KK4 w", FenError::KingCount { color: Color::Red, found: 2 });
    let too_many = |letter: char| FenError::TooMany(Piece::from_fen_letter(letter).unwrap());
    check_refused(&with_ranks("9/9/9/9/RRR6/9/9/9"), too_many('R'));
    check_refused(&with_ranks("9/9/9/9/nnn6/9/9/9"), too_many('n'));
    check_refused(&with_ranks("9/9/9/9/CCC6/9/9/9"), too_many('C'));
    check_refused(&with_ranks("9/9/pppppp3/9/9/9/9/9"), too_many('p'));
    check_refused(&with_ranks("9/9/9/9/2B3B2/9/4B4/9"), too_many('B'));
    check_refused("3aka3/4a4/9/9/9/9/9/9/9/3K5 w", too_many('a'));
}

#[test]
fn pieces_must_stand_on_points_they_can_reach() {
    let check = |fen: &str, letter: char, square: &str| {
        let piece = Piece::from_fen_letter(letter).unwrap();
        check_refused(fen, FenError::Misplaced { piece, square: square.parse().unwrap() });
    };
    check("3k5/9/9/9/9/9/9/4K4/9/4A4 w", 'A', "e0");
    check("4k4/9/9/9/9/9/9/3K5/4A4/2A6 w", 'A', "c0");
    check("3k5/9/9/9/9/4B4/9/9/9/4K4 w", 'B', "e4");
    check("3k5/9/9/2b6/9/9/9/9/9/4K4 w", 'b', "c6");
    check("3k5/9/9/9/9/2b6/9/9/9/4K4 w", 'b', "c4");
    check("3k5/9/9/9/9/9/9/P8/9/4K4 w", 'P', "a2");
    check("3k5/9/9/9/9/1P7/9/9/9/4K4 w", 'P', "b4");
    check("3k5/9/p8/9/9/9/9/9/9/4K4 w", 'p', "a7");
    check("3k5/9/9/9/7p1/9/9/9/9/4K4 w", 'p', "h5");
    check("3k5/9/9/9/9/9/4K4/9/9/9 w", 'K', "e3");
    check("2k6/9/9/9/9/9/9/9/9/4K4 w", 'k', "c9");
    assert!(Position::from_fen("3k5/9/9/1P7/9/9/P8/9/9/4K4 w").is_ok());
}

#[test]
fn two_pawns_that_have_not_crossed_may_not_share_a_file() {
    let on_one_file =
        |color, square: &str| FenError::PawnsOnOneFile { color, square: square.parse().unwrap() };
    check_refused("3k5/9/9/9/9/P8/P8/9/9/4K4 w", on_one_file(Color::Red, "a3"));
    check_refused("3k5/9/9/4p4/4p4/9/9/9/9/3K5 w", on_one_file(Color::Black, "e6"));
    assert!(Position::from_fen("3k5/9/9/9/P8/P8/9/9/9/4K4 w").is_ok());
    assert!(Position::from_fen("3k5/9/9/9/p8/p8/9/9/9/4K4 w").is_ok());
}

#[test]
fn faults_name_the_side_and_the_piece() {
    for (fen, text) in [
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", "a red pawn can never stand on a2"),
        ("3k5/9/9/9/n8/n8/n8/9/9/4K4 w", "there are too many black horses"),
        ("3k5/9/9/9/9/9/9/9/9/9 w", "red has 0 generals"),
        ("3k5/9/9/9/9/P8/P8/9/9/4K4 w", "two red pawns on the file of a3 have not crossed the river"),
    ] {
        assert_eq!(Position::from_fen(fen).unwrap_err().to_string(), text);
    }
}

#[test]
fn facing_generals_and_an_opponent_in_check_are_rejected() {
    check_refused("4k4/9/9/9/9/9/9/9/9/4K4 w", FenError::GeneralsFacing);
    check_refused("4k4/9/9/9/9/9/9/9/9/4K4 b", FenError::GeneralsFacing);
    check_refused("3k5/9/9/9/9/9/9/9/3R5/4K4 w", FenError::OpponentInCheck);
    assert!(Position::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap().in_check());
}

proptest! {
    #[test]
    fn a_position_round_trips_through_fen(seed: u64) {
        let position = Random::new(seed).position();
        prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }

    #[test]
    fn an_accepted_text_round_trips(text in "[rnbakcpRNBAKCPheHE1-9/]{0,60}( [wrb](( -){2} [0-9]{1,3} [0-9]{1,3})?)?") {
        if let Ok(position) = Position::from_fen(&text) {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
    }

    #[test]
    fn an_accepted_fen_with_a_changed_character_round_trips(seed: u64, at: prop::sample::Index, letter: char) {
        let mut fen: Vec<char> = Random::new(seed).position().fen().chars().collect();
        let at = at.index(fen.len());
        fen[at] = letter;
        let fen: String = fen.into_iter().collect();
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
    }
}

#[test]
fn every_piece_round_trips_through_its_letter() {
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let piece = Piece::new(color, kind);
            assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
        }
    }
}
