//! Notation of moves of xiangqi, for people and for programs.
//!
//! [`Notation::write`] writes a move and [`Notation::read`] reads it back; [`read_any`] accepts any
//! notation but UCI with ranks from 1. Chinese and WXF name a piece by its file, counted from its
//! player's right, or by its place among the pieces of its kind on that file, so both need the
//! position.
//!
//! Sources: the notation of the Asian Xiangqi Federation
//! (<http://www.wxf.org/xq/computer/wxf_notation.html>), and for the letters a to e and the other
//! marks that only programs write, their documentation
//! (<https://www.xqbase.com/protocol/cchess_move.htm>).

mod chinese;
mod coordinates;
mod described;
mod wxf;

pub use chinese::{ChineseStyle, DigitWidth, Script, chinese_name};

use chuhe_rules::xiangqi::{IllegalMove, Move, Position};

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Chinese, as in 炮二平五.
    Chinese(ChineseStyle),
    /// That of the World Xiangqi Federation, as in `C2.5`.
    Wxf,
    /// Coordinates as in `H2-E2`, ranks from 0.
    Iccs,
    /// Coordinates as in `h2e2`, ranks from 0.
    Uci,
    /// Coordinates as in `h3e3`, ranks from 1.
    UciFromOne,
}

/// The reason why a text is not a legal move in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotationError {
    /// The text is not a move in the notation, whatever the position.
    #[error("this is not a move")]
    Malformed,
    /// No piece of the side to move fits the description.
    #[error("there is no such piece")]
    NoSuchPiece,
    /// The described move is illegal.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// Several legal moves fit the description.
    #[error("several moves are written like this")]
    Ambiguous,
}

/// The default is simplified Chinese.
impl Default for Notation {
    fn default() -> Self {
        Self::SIMPLIFIED
    }
}

impl Notation {
    /// Chinese in simplified characters with half-width digits.
    pub const SIMPLIFIED: Self =
        Self::Chinese(ChineseStyle { script: Script::Simplified, digits: DigitWidth::Half });
    /// Chinese in traditional characters with half-width digits.
    pub const TRADITIONAL: Self =
        Self::Chinese(ChineseStyle { script: Script::Traditional, digits: DigitWidth::Half });

    /// Writes `mv`, a legal move of `position`.
    ///
    /// Reading the text gives the move again, except in Chinese while the side to move has pawns
    /// in tandem on two files: then it may be [`NotationError::Ambiguous`].
    ///
    /// ```
    /// use chuhe_records::notation::Notation;
    /// use chuhe_rules::xiangqi::Position;
    /// let (position, cannon) = (Position::start(), "h2e2".parse()?);
    /// assert_eq!(Notation::SIMPLIFIED.write(&position, cannon), "炮二平五");
    /// assert_eq!(Notation::Wxf.write(&position, cannon), "C2.5");
    /// assert_eq!(Notation::Iccs.write(&position, cannon), "H2-E2");
    /// assert_eq!(Notation::UciFromOne.write(&position, cannon), "h3e3");
    /// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
    /// ```
    ///
    /// # Panics
    /// If no piece stands on the origin of `mv`.
    #[must_use]
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Chinese(style) => chinese::write(position, mv, style),
            Self::Wxf => wxf::write(position, mv),
            Self::Iccs => coordinates::write_iccs(mv),
            Self::Uci => mv.to_string(),
            Self::UciFromOne => coordinates::write_uci_from_one(mv),
        }
    }

    /// Reads a legal move of `position`.
    ///
    /// Chinese is read in either script and width of digits, and WXF with the letters and marks
    /// of common programs. Two pieces may fit a description of which only one can legally move so;
    /// then that one moves.
    ///
    /// ```
    /// use chuhe_records::notation::{Notation, NotationError};
    /// use chuhe_rules::xiangqi::{IllegalMove, Position};
    /// let start = Position::start();
    /// assert_eq!(Notation::SIMPLIFIED.read(&start, "砲２平５"), Ok("h2e2".parse()?));
    /// assert_eq!(Notation::Wxf.read(&start, "N2+3"), Ok("h0g2".parse()?));
    /// let blocked = Err(NotationError::Illegal(IllegalMove::PathBlocked));
    /// assert_eq!(Notation::Wxf.read(&start, "R1+4"), blocked);
    /// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
    /// ```
    ///
    /// # Errors
    /// `Malformed`, `NoSuchPiece`, `Ambiguous`, or the rule that forbids the move.
    pub fn read(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mv = match self {
            Self::Chinese(_) => return chinese::read(position, text),
            Self::Wxf => return wxf::read(position, text),
            Self::Iccs | Self::Uci => coordinates::read(text),
            Self::UciFromOne => coordinates::read_uci_from_one(text),
        };
        legal(position, mv.ok_or(NotationError::Malformed)?)
    }
}

/// Reads a legal move of `position` in Chinese, WXF, ICCS or UCI with ranks from 0.
///
/// ```
/// use chuhe_records::notation::read_any;
/// use chuhe_rules::xiangqi::Position;
/// let cannon = "h2e2".parse();
/// for text in ["炮二平五", "C2.5", "c2=5", "H2-E2", "h2e2"] {
///     assert_eq!(read_any(&Position::start(), text).ok(), cannon.clone().ok(), "{text}");
/// }
/// ```
///
/// # Errors
/// As [`Notation::read`].
pub fn read_any(position: &Position, text: &str) -> Result<Move, NotationError> {
    if !text.is_ascii() {
        return chinese::read(position, text);
    }
    match coordinates::read(text) {
        Some(mv) => legal(position, mv),
        None => wxf::read(position, text),
    }
}

fn legal(position: &Position, mv: Move) -> Result<Move, NotationError> {
    position.validate(mv).map_err(NotationError::Illegal)?;
    Ok(mv)
}
