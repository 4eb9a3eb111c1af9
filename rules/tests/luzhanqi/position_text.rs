//! The text of a position: round trips, and each error.

use crate::random::Random;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{BoardKind, Piece, Position, PositionError, Strength};
use proptest::prelude::*;

fn check_refused(text: &str, expected: PositionError) {
    assert_eq!(Position::from_text(text), Err(expected), "{text}");
}

#[test]
fn a_position_round_trips_through_text() {
    for text in [
        "classic red 0 0 Fs62",
        "classic black 12 3 Es11 Fs62 fn62",
        "cross red 65535 65535 Ls51 Fs64 fn64 mw62 Xe11 gc22",
    ] {
        assert_eq!(Position::from_text(text).unwrap().text(), text);
    }
}

#[test]
fn the_fields_before_the_pieces_are_checked() {
    check_refused("", PositionError::InvalidBoard);
    check_refused("Classic red 0 0 Fs62", PositionError::InvalidBoard);
    check_refused("classic", PositionError::InvalidSide);
    check_refused("classic white 0 0 Fs62", PositionError::InvalidSide);
    check_refused("classic  red 0 0 Fs62", PositionError::InvalidSide);
    check_refused("classic red", PositionError::InvalidSteps);
    for bad in ["x", "-1", "+1", "00", "01", "65536", ""] {
        check_refused(&format!("classic red {bad} 0 Fs62"), PositionError::InvalidSteps);
        check_refused(&format!("classic red 9 {bad} Fs62"), PositionError::InvalidQuietSteps);
    }
    check_refused("classic red 9", PositionError::InvalidQuietSteps);
    check_refused("classic red 9 10 Fs62", PositionError::InvalidQuietSteps);
}

#[test]
fn pieces_are_letters_with_stations_in_order() {
    let bad = |pieces: &str, number| {
        check_refused(&format!("classic red 0 0 {pieces}"), PositionError::InvalidPiece { number });
    };
    bad("", 1);
    bad("Fs62 ", 2);
    bad("Fs62  fn62", 2);
    bad("Fs62 n62", 2);
    bad("Fs62 fn6", 2);
    bad("Fs62 zn62", 2);
    bad("司s11 Fs62", 1);
    bad("Fs62 fn62x", 2);
    let station = |name: &str| name.parse().unwrap();
    check_refused("classic red 0 0 Fs62 mw11", PositionError::OffTheBoard(station("w11")));
    check_refused("classic red 0 0 Fs62 mc22", PositionError::OffTheBoard(station("c22")));
    check_refused("classic red 0 0 Fs62 Ms62", PositionError::OutOfOrder(station("s62")));
    check_refused("classic red 0 0 fn62 Fs62", PositionError::OutOfOrder(station("s62")));
}

#[test]
fn each_side_has_at_most_a_set_and_one_side_has_a_flag() {
    let too_many = |color, strength| PositionError::TooMany(Piece::new(color, strength));
    check_refused("classic red 0 0 Ms11 Ms12 Fs62", too_many(Color::Red, Strength::Marshal));
    check_refused("classic red 0 0 Fs62 en11 en12 en13 en14", too_many(Color::Black, Strength::Engineer));
    check_refused("classic red 0 0 Fs62 fn62 fn64", too_many(Color::Black, Strength::Flag));
    check_refused("classic red 0 0", PositionError::NoFlag);
    check_refused("classic red 0 0 Ms11 mn11", PositionError::NoFlag);
}

#[test]
fn immovable_pieces_stand_where_they_can_be_set_up() {
    let check = |pieces: &str, letter: char, station: &str| {
        let piece = Piece::from_letter(letter).unwrap();
        let misplaced = PositionError::Misplaced { piece, station: station.parse().unwrap() };
        check_refused(&format!("cross red 0 0 {pieces}"), misplaced);
    };
    check("Fs61", 'F', "s61");
    check("Fn62", 'F', "n62");
    check("Ls41 Fs62", 'L', "s41");
    check("Fs62 Ln51 fn62", 'L', "n51");
    check("Fs62 fn62 lw61", 'l', "w61");
    check("Fs62 fn62 lc22", 'l', "c22");
}

#[test]
fn errors_name_pieces_in_words() {
    let error = |text: &str| Position::from_text(text).unwrap_err().to_string();
    assert_eq!(error("classic red 0 0 Ms11 Ms12 Fs62 fn62"), "red has too many marshals");
    assert_eq!(error("classic red 0 0 Fs62 Ln51 fn62"), "a red mine cannot stand on n51");
    assert_eq!(error("classic red 0 0 Fs62 Ls99 fn62"), "piece 2 must be a letter and a station");
}

#[test]
fn debug_hides_the_pieces_of_a_position() {
    let shown = format!("{:?}", Position::from_text("classic red 8 5 Ms11 Fs62 fn62").unwrap());
    assert_eq!(shown, "Position { board: Classic, side_to_move: Red, steps: 8, quiet_steps: 5, .. }");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_written_text_is_read_back(seed: u64) {
        for board in BoardKind::ALL {
            let position = Random::new(seed).position(board);
            prop_assert_eq!(Position::from_text(&position.text()), Ok(position));
        }
    }

    #[test]
    fn an_accepted_text_is_written_identically(seed: u64, at: prop::sample::Index, letter in "[MLFmlfsn0-9 w]") {
        let mut text: Vec<char> = Random::new(seed).position(BoardKind::Classic).text().chars().collect();
        let at = at.index(text.len());
        text[at] = letter.chars().next().unwrap();
        let text: String = text.into_iter().collect();
        if let Ok(position) = Position::from_text(&text) {
            prop_assert_eq!(position.text(), text);
        }
    }
}
