//! Notation of moves of xiangqi, for people and for programs.
//!
//! [`Notation::write`] writes a move and [`Notation::read`] reads it back; [`read_any`] accepts any
//! notation but UCI with ranks from 1. Chinese, WXF and Vietnamese name a piece by its file, counted
//! from its player's right, or by its place among the pieces of its kind on that file, so they need
//! the position. `P2.3` and `C2.1` are moves of different pieces in WXF and in Vietnamese:
//! [`read_in_list`] reads them as the rest of the list, and [`read_preferring`] as the user prefers.
//!
//! Sources: the notation of the Asian Xiangqi Federation
//! (<http://www.wxf.org/xq/computer/wxf_notation.html>), and for the letters a to e and the other
//! marks that only programs write, their documentation
//! (<https://www.xqbase.com/protocol/cchess_move.htm>).

mod algebraic;
mod chinese;
mod coordinates;
mod described;
mod error;
mod vietnamese;
mod vietnamese_beginning;
mod wxf;

pub use chinese::{ChineseStyle, DigitWidth, Script, chinese_name};
pub use error::NotationError;
pub use vietnamese_beginning::begins_vietnamese;

use chuhe_rules::xiangqi::{Move, Position};
use std::sync::LazyLock;

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Chinese, as in 炮二平五.
    Chinese(ChineseStyle),
    /// That of the World Xiangqi Federation, as in `C2.5`.
    Wxf,
    /// Vietnamese, as in `P2-5`.
    Vietnamese,
    /// Coordinates as in `H2-E2`, ranks from 0.
    Iccs,
    /// Coordinates as in `h2e2`, ranks from 0.
    Uci,
    /// Coordinates as in `h3e3`, ranks from 1.
    UciFromOne,
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
    /// assert_eq!(Notation::Vietnamese.write(&position, cannon), "P2-5");
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
            Self::Vietnamese => vietnamese::write(position, mv),
            Self::Iccs => coordinates::write_iccs(mv),
            Self::Uci => mv.to_string(),
            Self::UciFromOne => coordinates::write_uci_from_one(mv),
        }
    }

    /// Reads a legal move of `position`.
    ///
    /// Chinese is read in either script and width of digits, WXF with the letters and marks of
    /// common programs, and Vietnamese also in words. If only one of the pieces that fit a text can
    /// legally move so, that one moves.
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
            Self::Vietnamese => return vietnamese::read(position, text),
            Self::Iccs | Self::Uci => coordinates::read(text),
            Self::UciFromOne => coordinates::read_from_one(text),
        };
        legal(position, mv.ok_or(NotationError::Malformed)?)
    }
}

/// Reads a legal move of `position` in Chinese, WXF, Vietnamese, ICCS, UCI or the algebraic notation
/// of xboard, with ranks from 0.
///
/// Letters, digits and marks may have full width. A text that is a move in WXF is read as such.
///
/// ```
/// use chuhe_records::notation::read_any;
/// use chuhe_rules::xiangqi::Position;
/// let cannon = "h2e2".parse();
/// for text in ["炮二平五", "C2.5", "c2=5", "Ｃ２＝５", "P2-5", "Pháo 2 bình 5", "H2-E2", "h2e2", "Che2"] {
///     assert_eq!(read_any(&Position::start(), text).ok(), cannon.clone().ok(), "{text}");
/// }
/// ```
///
/// # Errors
/// As [`Notation::read`].
pub fn read_any(position: &Position, text: &str) -> Result<Move, NotationError> {
    read_numbered(position, text, 0)
}

/// Reads a move with this number for the first rank.
fn read_numbered(position: &Position, text: &str, first_rank: u8) -> Result<Move, NotationError> {
    if text.len() > MAX_MOVE_BYTES {
        return Err(NotationError::Malformed);
    }
    let mv = if first_rank == 0 { coordinates::read(text) } else { coordinates::read_from_one(text) };
    if let Some(mv) = mv {
        // `A0e1` may also be an advisor on rank 0
        let is_mixed = text.starts_with(char::is_uppercase) && text.contains(char::is_lowercase);
        let of_piece = || algebraic::read(position, text, first_rank);
        return legal(position, mv).or_else(|error| of_piece().ok().filter(|_| is_mixed).ok_or(error));
    }
    let read = if text.is_ascii() { wxf::read(position, text) } else { chinese::read(position, text) };
    let read = match read {
        Err(error) if error == NotationError::Malformed || vietnamese::has_vietnamese_letters(text) => {
            match vietnamese::read(position, text) {
                Err(NotationError::Malformed) => Err(error),
                read => read,
            }
        }
        read => read,
    };
    match read {
        Err(NotationError::Malformed) if text.is_ascii() => algebraic::read(position, text, first_rank),
        Err(NotationError::Malformed) if text.contains(is_wide) => {
            read_numbered(position, &text.chars().map(narrow).collect::<String>(), first_rank)
        }
        read => read,
    }
}

/// Whether a character of ASCII has full width here.
const fn is_wide(character: char) -> bool {
    matches!(character, '！'..='～')
}

/// The character of ASCII that has full width here, or else the character.
fn narrow(character: char) -> char {
    const OFFSET: u32 = '！' as u32 - '!' as u32;
    let narrow = if is_wide(character) { char::from_u32(character as u32 - OFFSET) } else { None };
    narrow.unwrap_or(character)
}

/// Reads a legal move that a user typed: in the preferred notation, or else as [`read_any`] does.
///
/// ```
/// use chuhe_records::notation::{Notation, read_preferring};
/// use chuhe_rules::xiangqi::Position;
/// // The cannon goes forward; in WXF it would be the pawn, to file 3.
/// let mv = read_preferring(&Position::start(), "P2.3", Notation::Vietnamese);
/// assert_eq!(mv, Ok("h2h5".parse()?));
/// assert!(read_preferring(&Position::start(), "P2.3", Notation::Wxf).is_err());
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
///
/// # Errors
/// Those of the preferred notation, or of [`read_any`] if the text is malformed in it.
pub fn read_preferring(position: &Position, text: &str, preferred: Notation) -> Result<Move, NotationError> {
    match preferred.read(position, text) {
        Err(NotationError::Malformed) => read_any(position, text),
        Err(error) => read_any(position, text).map_err(|_| error),
        read => read,
    }
}

/// Reads a legal move of a list in this notation, if it is known.
///
/// Only a text that is malformed in the notation of the list is read as [`read_any`] does: a faulty
/// move does not become the move of another piece.
///
/// ```
/// use chuhe_records::notation::{Notation, read_in_list};
/// use chuhe_rules::xiangqi::Position;
/// let start = Position::start();
/// // In WXF an elephant would go aside; in Vietnamese a pawn goes forward.
/// assert!(read_in_list(&start, "B3.1", Some(Notation::Wxf)).is_err());
/// assert_eq!(read_in_list(&start, "B3.1", Some(Notation::Vietnamese)), Ok("g3g4".parse()?));
/// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
/// ```
///
/// # Errors
/// As [`Notation::read`].
pub fn read_in_list(
    position: &Position,
    text: &str,
    notation: Option<Notation>,
) -> Result<Move, NotationError> {
    let read = match notation {
        None => Err(NotationError::Malformed),
        Some(Notation::UciFromOne) => return read_numbered(position, text, 1),
        Some(notation) => notation.read(position, text),
    };
    match read {
        Err(NotationError::Malformed) => read_any(position, text),
        read => read,
    }
}

/// Whether the ranks of these moves from `start` are counted from 1: where the first of them that
/// is legal with one numbering alone is legal with this one.
///
/// ```
/// use chuhe_records::notation::counts_ranks_from_one;
/// use chuhe_rules::xiangqi::Position;
/// assert!(counts_ranks_from_one(&Position::start(), ["h3e3", "h10g8"]));
/// assert!(!counts_ranks_from_one(&Position::start(), ["h2e2", "h9g7"]));
/// ```
pub fn counts_ranks_from_one<'a>(start: &Position, moves: impl IntoIterator<Item = &'a str>) -> bool {
    let mut moves = moves.into_iter().peekable();
    // only such moves have ranks, and a list has one notation
    if !moves
        .peek()
        .is_some_and(|text| coordinates::read_from_one(text).is_some() || algebraic::has_form(text))
    {
        return false;
    }
    let mut positions = [start.clone(), start.clone()];
    for text in moves {
        let played = [0, 1].map(|first_rank| {
            let mv = read_numbered(&positions[usize::from(first_rank)], text, first_rank);
            mv.is_ok_and(|mv| positions[usize::from(first_rank)].play(mv).is_ok())
        });
        match played {
            [true, true] => {}
            [from_zero, from_one] => return !from_zero && from_one,
        }
    }
    false
}

/// The most bytes of a move in any notation, in words and with full width too.
const MAX_MOVE_BYTES: usize = 100;

/// The start position, in which the form of a text is examined.
static START: LazyLock<Position> = LazyLock::new(Position::start);

/// Whether a text has the form of a move in any notation, with its marks, whatever the position.
///
/// ```
/// use chuhe_records::notation::is_move;
/// assert!(is_move("炮二平五!") && is_move("H10-G8") && is_move("R1+4"));
/// assert!(!is_move("==========") && !is_move("红胜"));
/// ```
#[must_use]
pub fn is_move(text: &str) -> bool {
    let plain = text.trim_end_matches(['!', '?', '！', '？']);
    let has_form = |text: &str| {
        coordinates::read_from_one(text).is_some()
            || read_any(&START, text) != Err(NotationError::Malformed)
            || read_numbered(&START, text, 1) != Err(NotationError::Malformed)
    };
    has_form(plain) || has_form(plain.trim_end_matches(['+', '#']))
}

/// Whether one of these moves can only be Vietnamese.
///
/// ```
/// use chuhe_records::notation::is_vietnamese_list;
/// assert!(is_vietnamese_list(["P2.3", "M8.7"]));
/// assert!(!is_vietnamese_list(["P2.3", "H8+7"]));
/// ```
pub fn is_vietnamese_list<'a>(moves: impl IntoIterator<Item = &'a str>) -> bool {
    moves.into_iter().any(vietnamese::is_only_vietnamese)
}

fn legal(position: &Position, mv: Move) -> Result<Move, NotationError> {
    position.validate(mv).map_err(NotationError::Illegal)?;
    Ok(mv)
}
