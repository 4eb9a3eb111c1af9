//! The text format of formations, used in files.
//!
//! It has seven lines, each ended by a line feed: the heading `luzhanqi layout 1`, then the six
//! rows of the arm from front to back. A row has five letters ([`Strength::letter`]) from
//! left to right, with a dot for a camp:
//!
//! ```text
//! luzhanqi layout 1
//! MGDDB
//! B.R.R
//! TT.CC
//! C.P.P
//! PLXLX
//! EFLEE
//! ```
//!
//! The reader accepts no other text.

use super::formation::IllegalFormation;
use super::{Arm, Formation, PIECES, Slot, Strength};
use alloc::{format, string::String, vec::Vec};

const HEADING: &str = "luzhanqi layout 1";
const CAMP: char = '.';

/// An error in the text of a formation, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct FormationTextError {
    /// The line number, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
    /// The error.
    pub fault: FormationFault,
}

/// The kind of an error in the text of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FormationFault {
    /// The first line is not the heading.
    #[error("the first line must be {HEADING:?}")]
    Heading,
    /// The line or the text ends too early.
    #[error("the text ends too early")]
    TooShort,
    /// Text follows the fifth character of a row, or the last line.
    #[error("unexpected text follows")]
    TooLong,
    /// The character is not the letter of a piece.
    #[error("{0:?} is not the letter of a piece")]
    UnknownLetter(char),
    /// The character for a camp is not a dot.
    #[error("a camp must be a dot")]
    CampExpected,
    /// The dot of a camp stands in place of a piece.
    #[error("this place is not a camp")]
    PieceExpected,
    /// The formation is illegal.
    #[error(transparent)]
    Illegal(IllegalFormation),
}

impl Formation {
    /// Returns its text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for row in 1..=Arm::ROWS {
            for column in 1..=Arm::COLUMNS {
                text.push(Slot::new(row, column).map_or(CAMP, |slot| self.at(slot).letter()));
            }
            text.push('\n');
        }
        text
    }

    /// Parses a text that [`Formation::text`] could have written, and no other:
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{Formation, FormationFault};
    /// let text = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";
    /// assert_eq!(Formation::from_text(text)?.text(), text);
    /// let error = Formation::from_text(&text.replace("TT.CC", "TTXCC")).expect_err("a piece in a camp");
    /// assert_eq!((error.line, error.column, error.fault), (4, 3, FormationFault::CampExpected));
    /// # Ok::<(), chuhe_rules::luzhanqi::FormationTextError>(())
    /// ```
    ///
    /// # Errors
    /// The first error in the text. [`FormationFault::Illegal`] comes after all others and has the
    /// place of the illegal piece.
    pub fn from_text(text: &str) -> Result<Self, FormationTextError> {
        let at = |line: usize, column: usize, fault| FormationTextError { line, column, fault };
        let mut lines = text.split('\n');
        if lines.next() != Some(HEADING) {
            return Err(at(1, 1, FormationFault::Heading));
        }
        let mut strengths = Vec::with_capacity(PIECES);
        for row in 1..=Arm::ROWS {
            let line = usize::from(row) + 1;
            let text = lines.next().ok_or(at(line, 1, FormationFault::TooShort))?;
            read_row(row, text, &mut strengths).map_err(|(column, fault)| at(line, column, fault))?;
        }
        let last = usize::from(Arm::ROWS) + 1;
        match (lines.next(), lines.next()) {
            (Some(""), None) => {}
            (None, _) => return Err(at(last, usize::from(Arm::COLUMNS) + 1, FormationFault::TooShort)),
            (Some(_), _) => return Err(at(last + 1, 1, FormationFault::TooLong)),
        }
        let strengths = strengths.try_into().expect("the rows read have 25 slots");
        Self::new(strengths).map_err(|illegal| {
            let slot = illegal.slot();
            at(usize::from(slot.row()) + 1, usize::from(slot.column()), FormationFault::Illegal(illegal))
        })
    }
}

/// Parses the five characters of a row; an error includes its column.
fn read_row(row: u8, text: &str, strengths: &mut Vec<Strength>) -> Result<(), (usize, FormationFault)> {
    let mut letters = text.chars();
    for column in 1..=Arm::COLUMNS {
        let at = |fault| (usize::from(column), fault);
        let letter = letters.next().ok_or(at(FormationFault::TooShort))?;
        match (Slot::new(row, column), letter) {
            (None, CAMP) => {}
            (None, _) => return Err(at(FormationFault::CampExpected)),
            (Some(_), CAMP) => return Err(at(FormationFault::PieceExpected)),
            (Some(_), letter) => {
                let strength = Strength::from_letter(letter);
                strengths.push(strength.ok_or(at(FormationFault::UnknownLetter(letter)))?);
            }
        }
    }
    match letters.next() {
        None => Ok(()),
        Some(_) => Err((usize::from(Arm::COLUMNS) + 1, FormationFault::TooLong)),
    }
}
