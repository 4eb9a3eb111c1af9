//! The text of a formation, as it is saved to a file.
//!
//! Seven lines, each ended by a line feed: the heading `luzhanqi layout 1`, then
//! the six rows of the own arm from the front to the back, each of five letters
//! from left to right ([`Strength::letter`]) with a dot for a camp:
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
//! Nothing else is read.

use super::formation::IllegalFormation;
use super::{Arm, Formation, PIECES, Slot, Strength};

const HEADING: &str = "luzhanqi layout 1";
const CAMP: char = '.';

/// Why a text is no formation, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct FormationTextError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: FormationFault,
}

/// What is wrong with the text of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FormationFault {
    /// The first line is not the heading.
    #[error("the first line is {HEADING:?}")]
    Heading,
    /// The line ends too early, or the text before it.
    #[error("more is to follow")]
    TooShort,
    /// Something follows the fifth character of a row, or the last line.
    #[error("nothing is to follow")]
    TooLong,
    /// A character stands for no piece.
    #[error("{0:?} is no letter of a piece")]
    UnknownLetter(char),
    /// A camp holds something.
    #[error("a camp is written as a dot")]
    CampExpected,
    /// The dot of a camp stands where none is.
    #[error("no camp is here")]
    PieceExpected,
    /// The pieces may not stand like that.
    #[error(transparent)]
    Illegal(IllegalFormation),
}

impl Formation {
    /// Its text.
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

    /// Reads a text that [`Formation::text`] could have written, and no other:
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{Formation, FormationFault};
    /// let text = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";
    /// assert_eq!(Formation::from_text(text)?.text(), text);
    /// let error = Formation::from_text(&text.replace("TT.CC", "TTXCC")).expect_err("a camp is held");
    /// assert_eq!((error.line, error.column, error.fault), (4, 3, FormationFault::CampExpected));
    /// # Ok::<(), chuhe_rules::luzhanqi::FormationTextError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong, and where. A rule of setting up comes
    /// after all others, with the place of the piece that breaks it.
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

/// Reads the five characters of a row; an error is told with its column.
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
