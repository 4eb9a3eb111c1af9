//! What a file has: the tournament, its players and their rounds.

use crate::sheet::Score;
use chuhe_rules::Color;

/// The most characters of a file.
pub const MAX_CHARS: usize = 8_000_000;
/// The most rounds that are read. A line has ten columns for each.
pub const MAX_TRF_ROUNDS: usize = 999;

/// Which edition is written. Both are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The edition of 2016, with the additions of JaVaFo and bbpPairings.
    Trf16,
    /// The edition of 2026.
    Trf2026,
}

/// A tournament as a file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trf {
    /// The name of the tournament (012).
    pub name: String,
    /// The number of rounds (`XXR`, 142).
    pub rounds: Option<u16>,
    /// The side of the best player in round 1 (`XXC`, 152).
    pub first: Option<Color>,
    /// What a result is worth (`XXS`, `BB?`, 162).
    pub points: TrfPoints,
    /// The players (001), in the order of the file.
    pub players: Vec<TrfPlayer>,
    /// All other lines, as they stand.
    pub others: Vec<String>,
}

/// What results are worth, in tenths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrfPoints {
    /// A win.
    pub win: u16,
    /// A draw.
    pub draw: u16,
    /// A loss.
    pub loss: u16,
    /// The bye that the pairing gave.
    pub bye: u16,
}

impl Default for TrfPoints {
    /// One point for a win or a bye, half a point for a draw.
    fn default() -> Self {
        Self { win: 10, draw: 5, loss: 0, bye: 10 }
    }
}

/// A player with all rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The line of the file, from 1; 0 if it comes from no file.
    pub line: usize,
    /// The starting number.
    pub number: u16,
    /// Sex and title, columns 10 to 13, as they stand.
    pub title: String,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Option<u16>,
    /// The federation.
    pub federation: String,
    /// The number at the federation and the date of birth, columns 58 to 79, as they stand.
    pub identity: String,
    /// The points in tenths.
    pub points: u32,
    /// The place.
    pub rank: Option<u16>,
    /// The rounds, the first first.
    pub rounds: Vec<TrfRound>,
}

/// One round of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrfRound {
    /// The opponent's starting number.
    pub opponent: Option<u16>,
    /// The player's side.
    pub side: Option<Color>,
    /// The result.
    pub mark: Mark,
}

/// The letter of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// `1`
    Win,
    /// `=`
    Draw,
    /// `0`
    Loss,
    /// `W`: won after less than a move.
    UnratedWin,
    /// `D`
    UnratedDraw,
    /// `L`
    UnratedLoss,
    /// `+`
    ForfeitWin,
    /// `-`
    ForfeitLoss,
    /// `U`: the bye that the pairing gave.
    PairingBye,
    /// `F`: a bye of a full point. Older programs write it for `U`.
    FullBye,
    /// `H`
    HalfBye,
    /// `Z`: absent.
    ZeroBye,
    /// Blank: the game runs, or the player was absent if there is no opponent.
    #[default]
    Blank,
}

impl Mark {
    /// All marks with their letters.
    pub const ALL: [(Self, char); 13] = [
        (Self::Win, '1'),
        (Self::Draw, '='),
        (Self::Loss, '0'),
        (Self::UnratedWin, 'W'),
        (Self::UnratedDraw, 'D'),
        (Self::UnratedLoss, 'L'),
        (Self::ForfeitWin, '+'),
        (Self::ForfeitLoss, '-'),
        (Self::PairingBye, 'U'),
        (Self::FullBye, 'F'),
        (Self::HalfBye, 'H'),
        (Self::ZeroBye, 'Z'),
        (Self::Blank, ' '),
    ];

    /// The letter.
    #[must_use]
    pub fn letter(self) -> char {
        Self::ALL.into_iter().find(|(mark, _)| *mark == self).map_or(' ', |(_, letter)| letter)
    }

    /// The mark of a letter, in either case.
    #[must_use]
    pub fn of(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|(_, its)| *its == letter).map(|(mark, _)| mark)
    }

    /// Whether two marks can be the two sides of one game.
    pub(super) fn fits(self, other: Self) -> bool {
        let fits = |one, two| (self, other) == (one, two) || (other, self) == (one, two);
        fits(Self::Win, Self::Loss)
            || fits(Self::Draw, Self::Draw)
            || fits(Self::UnratedWin, Self::UnratedLoss)
            || fits(Self::UnratedDraw, Self::UnratedDraw)
            || fits(Self::ForfeitWin, Self::ForfeitLoss)
            || fits(Self::ForfeitLoss, Self::ForfeitLoss)
            || fits(Self::Blank, Self::Blank)
    }

    /// The mark of a score that is worth this many points.
    pub(crate) fn of_score(score: Score, is_full: bool, is_half: bool) -> Self {
        match score {
            Score::Win => Self::Win,
            Score::Draw => Self::Draw,
            Score::Loss => Self::Loss,
            Score::ForfeitWin => Self::ForfeitWin,
            Score::ForfeitLoss => Self::ForfeitLoss,
            Score::Running => Self::Blank,
            Score::Bye => Self::PairingBye,
            Score::Excused if is_full => Self::FullBye,
            Score::Excused if is_half => Self::HalfBye,
            Score::Late if is_full => Self::FullBye,
            Score::Late if is_half => Self::HalfBye,
            Score::Excused => Self::ZeroBye,
            Score::Late => Self::ZeroBye,
            Score::Unpaired => Self::ZeroBye,
            Score::Void => Self::ZeroBye,
        }
    }
}
