//! The result of a recorded game.

use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

/// The result of a recorded game, with the reason where the record has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The game is not over, or its result is not known; `*` in PGN.
    #[default]
    Unknown,
    /// One side has won.
    Won {
        /// The side that won.
        winner: Color,
        /// What decided it, if the record says so.
        reason: Option<WinReason>,
    },
    /// Neither side has won.
    Drawn(Option<DrawReason>),
    /// The game was aborted without a result.
    Aborted(AbortReason),
}

impl GameResult {
    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`. Red is the first side.
    ///
    /// ```
    /// use chuhe_records::GameResult;
    /// use chuhe_rules::Color;
    /// let result = GameResult::Won { winner: Color::Black, reason: None };
    /// assert_eq!(result.score(), "0-1");
    /// assert_eq!(GameResult::from_score("0-1"), Some(result));
    /// ```
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self {
            Self::Won { winner: Color::Red, .. } => "1-0",
            Self::Won { winner: Color::Black, .. } => "0-1",
            Self::Drawn(_) => "1/2-1/2",
            Self::Unknown | Self::Aborted(_) => "*",
        }
    }

    /// The result, without a reason, that PGN writes in this way.
    #[must_use]
    pub fn from_score(score: &str) -> Option<Self> {
        match score {
            "1-0" => Some(Self::Won { winner: Color::Red, reason: None }),
            "0-1" => Some(Self::Won { winner: Color::Black, reason: None }),
            "1/2-1/2" => Some(Self::Drawn(None)),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The outcome, if the record has its reason.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Won { winner, reason: Some(reason) } => Some(Outcome::Won { winner, reason }),
            Self::Drawn(Some(reason)) => Some(Outcome::Drawn(reason)),
            Self::Aborted(reason) => Some(Outcome::Aborted(reason)),
            Self::Unknown | Self::Won { reason: None, .. } | Self::Drawn(None) => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won { winner, reason } => Self::Won { winner, reason: Some(reason) },
            Outcome::Drawn(reason) => Self::Drawn(Some(reason)),
            Outcome::Aborted(reason) => Self::Aborted(reason),
        }
    }
}
