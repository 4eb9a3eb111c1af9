//! The text of a formation: round trips, and each error with its place.

use crate::random::Random;
use chuhe_rules::luzhanqi::{Formation, FormationFault, IllegalFormation, Slot};
use proptest::prelude::*;

const TEXT: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

fn check_refused(text: &str, line: usize, column: usize, fault: FormationFault) {
    let error = Formation::from_text(text).expect_err(text);
    assert_eq!((error.line, error.column, error.fault), (line, column, fault), "{text}");
}

fn with(from: &str, to: &str) -> String {
    assert_eq!(TEXT.matches(from).count(), 1);
    TEXT.replace(from, to)
}

#[test]
fn a_formation_round_trips_through_text() {
    assert_eq!(Formation::from_text(TEXT).unwrap().text(), TEXT);
}

#[test]
fn the_heading_must_match_exactly() {
    for text in
        ["", "\n", "MGDDB\n", "luzhanqi layout 2\nMGDDB", " luzhanqi layout 1\n", "luzhanqi layout 1\r\n"]
    {
        check_refused(text, 1, 1, FormationFault::Heading);
    }
}

#[test]
fn a_text_has_six_rows_of_five() {
    check_refused(&with("MGDDB", "MGDD"), 2, 5, FormationFault::TooShort);
    check_refused(&with("MGDDB", ""), 2, 1, FormationFault::TooShort);
    check_refused(&with("MGDDB", "MGDDBB"), 2, 6, FormationFault::TooLong);
    check_refused(&with("MGDDB", "MGDDB\r"), 2, 6, FormationFault::TooLong);
    check_refused(&with("EFLEE\n", "EFLEE"), 7, 6, FormationFault::TooShort);
    check_refused(&with("EFLEE\n", ""), 7, 1, FormationFault::TooShort);
    check_refused(&with("PLXLX\nEFLEE\n", "PLXLX"), 7, 1, FormationFault::TooShort);
    check_refused(&with("EFLEE\n", "EFLEE\n\n"), 8, 1, FormationFault::TooLong);
    check_refused(&with("EFLEE\n", "EFLEE\nEFLEE"), 8, 1, FormationFault::TooLong);
}

#[test]
fn characters_are_pieces_or_dots_on_camps() {
    check_refused(&with("MGDDB", "MGdDB"), 2, 3, FormationFault::UnknownLetter('d'));
    check_refused(&with("MGDDB", "M司DDB"), 2, 2, FormationFault::UnknownLetter('司'));
    check_refused(&with("MGDDB", " MGDD"), 2, 1, FormationFault::UnknownLetter(' '));
    check_refused(&with("B.R.R", "BER.R"), 3, 2, FormationFault::CampExpected);
    check_refused(&with("B.R.R", "B R R"), 3, 2, FormationFault::CampExpected);
    check_refused(&with("TT.CC", "TT.C."), 4, 5, FormationFault::PieceExpected);
}

#[test]
fn an_illegal_formation_is_reported_with_its_place() {
    let slot = |row, column| Slot::new(row, column).unwrap();
    let check = |from: &str, to: &str, line: usize, column: usize, fault| {
        check_refused(&with(from, to), line, column, FormationFault::Illegal(fault));
    };
    check("EFLEE", "FELEE", 7, 1, IllegalFormation::FlagOutsideHeadquarters(slot(6, 1)));
    check("MGDDB", "MGDBB", 3, 1, IllegalFormation::TooMany(slot(2, 1)));
    check("C.P.P\nPLXLX", "L.P.P\nPCXLX", 5, 1, IllegalFormation::MineTooFarForward(slot(4, 1)));
    check(
        "B.R.R\nTT.CC\nC.P.P\nPLXLX",
        "B.R.R\nTT.CC\nC.P.P\nPLXLB",
        6,
        5,
        IllegalFormation::TooMany(slot(5, 5)),
    );
    let bomb_in_front = with("MGDDB", "MGXDB").replace("PLXLX", "PLDLX");
    check_refused(&bomb_in_front, 2, 3, FormationFault::Illegal(IllegalFormation::BombInFront(slot(1, 3))));
}

proptest! {
    #[test]
    fn a_written_text_is_read_back(seed: u64) {
        let formation = Random::new(seed).formation();
        prop_assert_eq!(Formation::from_text(&formation.text()), Ok(formation));
    }

    #[test]
    fn an_accepted_text_is_written_identically(seed: u64, at: prop::sample::Index, letter in "[MGDBRTCPEXLF.\n a]") {
        let mut text: Vec<char> = Random::new(seed).formation().text().chars().collect();
        let at = at.index(text.len());
        text[at] = letter.chars().next().unwrap();
        let text: String = text.into_iter().collect();
        if let Ok(formation) = Formation::from_text(&text) {
            prop_assert_eq!(formation.text(), text);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text: String) {
        prop_assert!(Formation::from_text(&text).is_err());
    }
}
