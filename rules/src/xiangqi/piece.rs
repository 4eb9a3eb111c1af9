//! The pieces and their letters.

use crate::Color;
use core::fmt;

/// The kind of a piece, without its side.
///
/// The letters are those of FEN and WXF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PieceKind {
    /// The general (帅 / 将), letter K.
    King,
    /// The advisor (仕 / 士), letter A.
    Advisor,
    /// The elephant (相 / 象), letter B, also read as E.
    Elephant,
    /// The horse (马), letter N, also read as H.
    Horse,
    /// The rook (车), letter R.
    Rook,
    /// The cannon (炮), letter C.
    Cannon,
    /// The pawn (兵 / 卒), letter P.
    Pawn,
}

impl PieceKind {
    /// All kinds, the general first.
    pub const ALL: [Self; 7] =
        [Self::King, Self::Advisor, Self::Elephant, Self::Horse, Self::Rook, Self::Cannon, Self::Pawn];

    /// The number of pieces of this kind in a full set.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::PieceKind;
    /// assert_eq!(PieceKind::ALL.iter().map(|kind| kind.count_in_set()).sum::<u32>(), 16);
    /// ```
    #[must_use]
    pub const fn count_in_set(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Advisor | Self::Elephant | Self::Horse | Self::Rook | Self::Cannon => 2,
            Self::Pawn => 5,
        }
    }

    /// Whether the piece can cross the river and so attack the opponent's general.
    #[must_use]
    pub const fn is_attacker(self) -> bool {
        match self {
            Self::Horse | Self::Rook | Self::Cannon | Self::Pawn => true,
            Self::King | Self::Advisor | Self::Elephant => false,
        }
    }

    /// Its upper-case letter, used for red in FEN and in WXF.
    #[must_use]
    pub const fn letter(self) -> char {
        b"KABNRCP"[self as usize] as char
    }

    /// Its English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["general", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self as usize]
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// Creates a piece of `color` and `kind`.
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }

    /// The piece with this letter in FEN.
    ///
    /// Upper case is red, lower case black. E is an alias of B, and H of N.
    ///
    /// ```
    /// use chuhe_rules::{Color, xiangqi::{Piece, PieceKind}};
    /// assert_eq!(Piece::from_fen_letter('n'), Some(Piece::new(Color::Black, PieceKind::Horse)));
    /// assert_eq!(Piece::from_fen_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_fen_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'K' => PieceKind::King,
            'A' => PieceKind::Advisor,
            'B' | 'E' => PieceKind::Elephant,
            'N' | 'H' => PieceKind::Horse,
            'R' => PieceKind::Rook,
            'C' => PieceKind::Cannon,
            'P' => PieceKind::Pawn,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Some(Self { color, kind })
    }

    /// Its letter in FEN, with B for the elephant and N for the horse.
    #[must_use]
    pub const fn fen_letter(self) -> char {
        match self.color {
            Color::Red => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Piece {
    /// Writes the side and the kind, as in "red horse".
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.color, self.kind.name())
    }
}
