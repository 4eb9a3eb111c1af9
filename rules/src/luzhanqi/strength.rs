//! The pieces: their strengths, how many a side has, their names and letters.

use crate::Color;
use serde::{Deserialize, Serialize};

/// How many pieces a side has.
pub const PIECES: usize = 25;

/// What a piece is, whatever its side. (A rank is a row of a board.)
///
/// The order of the variants is part of the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Strength {
    /// 司令, letter M. When it falls, its side's flag is shown.
    Marshal,
    /// 军长, letter G.
    General,
    /// 师长, letter D: it commands a division.
    MajorGeneral,
    /// 旅长, letter B: a brigade.
    Brigadier,
    /// 团长, letter R: a regiment.
    Colonel,
    /// 营长, letter T: a battalion.
    Major,
    /// 连长, letter C: a company.
    Captain,
    /// 排长, letter P: a platoon.
    Lieutenant,
    /// 工兵, letter E. It turns on rails and clears mines.
    Engineer,
    /// 炸弹, letter X. It goes together with whatever it meets.
    Bomb,
    /// 地雷, letter L. It never moves.
    Mine,
    /// 军旗, letter F. It never moves; who loses it has lost.
    Flag,
}

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

    /// How many of it one side has in a full set.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::{PIECES, Strength};
    /// assert_eq!(Strength::ALL.iter().map(|strength| strength.count_in_set()).sum::<usize>(), PIECES);
    /// ```
    #[must_use]
    pub const fn count_in_set(self) -> usize {
        match self {
            Self::Marshal | Self::General | Self::Flag => 1,
            Self::MajorGeneral | Self::Brigadier | Self::Colonel | Self::Major | Self::Bomb => 2,
            Self::Captain | Self::Lieutenant | Self::Engineer | Self::Mine => 3,
        }
    }

    /// Its weight in a battle, 40 (the marshal) to 32 (an engineer); `None` for
    /// what is judged by a rule of its own: bombs, mines and the flag.
    #[must_use]
    pub const fn weight(self) -> Option<u8> {
        match self {
            Self::Marshal => Some(40),
            Self::General => Some(39),
            Self::MajorGeneral => Some(38),
            Self::Brigadier => Some(37),
            Self::Colonel => Some(36),
            Self::Major => Some(35),
            Self::Captain => Some(34),
            Self::Lieutenant => Some(33),
            Self::Engineer => Some(32),
            Self::Bomb | Self::Mine | Self::Flag => None,
        }
    }

    /// Whether it moves at all, where it may.
    #[must_use]
    pub const fn moves(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag)
    }

    /// Its Chinese name.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Marshal => "司令",
            Self::General => "军长",
            Self::MajorGeneral => "师长",
            Self::Brigadier => "旅长",
            Self::Colonel => "团长",
            Self::Major => "营长",
            Self::Captain => "连长",
            Self::Lieutenant => "排长",
            Self::Engineer => "工兵",
            Self::Bomb => "炸弹",
            Self::Mine => "地雷",
            Self::Flag => "军旗",
        }
    }

    /// Its upper-case letter in layouts, and in positions for red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Marshal => 'M',
            Self::General => 'G',
            Self::MajorGeneral => 'D',
            Self::Brigadier => 'B',
            Self::Colonel => 'R',
            Self::Major => 'T',
            Self::Captain => 'C',
            Self::Lieutenant => 'P',
            Self::Engineer => 'E',
            Self::Bomb => 'X',
            Self::Mine => 'L',
            Self::Flag => 'F',
        }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub strength: Strength,
}

impl Piece {
    /// The piece of `color` that is a `strength`.
    #[must_use]
    pub const fn new(color: Color, strength: Strength) -> Self {
        Self { color, strength }
    }

    /// The piece this letter stands for in the text of a position: upper case
    /// is red, lower case is black.
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
