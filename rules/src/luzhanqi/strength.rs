//! The pieces: their strengths, numbers, names and letters.

use crate::Color;
use core::fmt;

/// The number of pieces of a side.
pub const PIECES: usize = 25;

/// The strength (rank) of a piece, without its side.
///
/// The order of the variants is part of the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strength {
    /// 司令, letter M. Its capture reveals its side's flag.
    Marshal,
    /// 军长, letter G.
    General,
    /// 师长, letter D for division.
    MajorGeneral,
    /// 旅长, letter B for brigade.
    Brigadier,
    /// 团长, letter R for regiment.
    Colonel,
    /// 营长, letter T for battalion.
    Major,
    /// 连长, letter C for company.
    Captain,
    /// 排长, letter P for platoon.
    Lieutenant,
    /// 工兵, letter E. It may turn corners on railways, and captures mines.
    Engineer,
    /// 炸弹, letter X. In a battle both pieces are captured.
    Bomb,
    /// 地雷, letter L. It never moves.
    Mine,
    /// 军旗, letter F. It never moves; its capture loses the game.
    Flag,
}

/// The Chinese names of all strengths, the marshal first.
const CHINESE: [&str; 12] =
    ["司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "炸弹", "地雷", "军旗"];
/// Their letters.
const LETTERS: &[u8; 12] = b"MGDBRTCPEXLF";

impl Strength {
    /// Every strength, the marshal first.
    pub const ALL: [Self; 12] = [
        Self::Marshal,
        Self::General,
        Self::MajorGeneral,
        Self::Brigadier,
        Self::Colonel,
        Self::Major,
        Self::Captain,
        Self::Lieutenant,
        Self::Engineer,
        Self::Bomb,
        Self::Mine,
        Self::Flag,
    ];

    /// The number of pieces of this strength in a full set.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{PIECES, Strength};
    /// assert_eq!(Strength::ALL.iter().map(|strength| strength.count_in_set()).sum::<usize>(), PIECES);
    /// ```
    #[must_use]
    pub const fn count_in_set(self) -> usize {
        [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1][self as usize]
    }

    /// Its weight in a battle, 40 (marshal) to 32 (engineer); the higher weight wins.
    ///
    /// `None` for bombs, mines and the flag, which have rules of their own.
    #[must_use]
    pub const fn weight(self) -> Option<u8> {
        // they are declared in the order of their weights
        if (self as u8) < Self::Bomb as u8 { Some(40 - self as u8) } else { None }
    }

    /// Whether pieces of this strength can move.
    #[must_use]
    pub const fn moves(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag)
    }

    /// Its Chinese name.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        CHINESE[self as usize]
    }

    /// Its upper-case letter, used in formations and for red in positions.
    #[must_use]
    pub const fn letter(self) -> char {
        LETTERS[self as usize] as char
    }

    /// The strength with this upper-case letter.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::Strength;
    /// assert_eq!(Strength::from_letter('E'), Some(Strength::Engineer));
    /// assert_eq!(Strength::from_letter('e'), None);
    /// ```
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.letter() == letter)
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its strength.
    pub strength: Strength,
}

/// Its English name, for logs and errors.
impl fmt::Display for Strength {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Marshal => "marshal",
            Self::General => "general",
            Self::MajorGeneral => "major general",
            Self::Brigadier => "brigadier",
            Self::Colonel => "colonel",
            Self::Major => "major",
            Self::Captain => "captain",
            Self::Lieutenant => "lieutenant",
            Self::Engineer => "engineer",
            Self::Bomb => "bomb",
            Self::Mine => "mine",
            Self::Flag => "flag",
        })
    }
}

/// Its colour and English name, for logs and errors.
impl fmt::Display for Piece {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.color, self.strength)
    }
}

impl Piece {
    /// Creates a piece of `color` and `strength`.
    #[must_use]
    pub const fn new(color: Color, strength: Strength) -> Self {
        Self { color, strength }
    }

    /// The piece with this letter in the text of a position.
    ///
    /// Upper case is red, lower case black.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Strength::from_letter(letter.to_ascii_uppercase()).map(|strength| Self { color, strength })
    }

    /// Its letter in the text of a position.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.strength.letter(),
            Color::Black => self.strength.letter().to_ascii_lowercase(),
        }
    }
}
