//! The endings that the rules of luzhanqi decide.
//!
//! The caller decides the others: resignation, game time, agreement and absence.

use crate::{Color, DrawReason, Outcome, WinReason};

/// The end of a game by its rules. It is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// A flag was captured.
    FlagCaptured {
        /// The side that captured it.
        winner: Color,
    },
    /// The side to move has no piece that can move.
    NoMovablePiece {
        /// The other side.
        winner: Color,
    },
    /// A side passed too many turns.
    TooManyPasses {
        /// The other side.
        winner: Color,
    },
    /// Too many steps passed without a battle: a draw.
    QuietSteps,
}

impl Ending {
    /// Returns the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::FlagCaptured { winner }
            | Self::NoMovablePiece { winner }
            | Self::TooManyPasses { winner } => Some(winner),
            Self::QuietSteps => None,
        }
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::FlagCaptured { winner } => Self::won(winner, WinReason::FlagCaptured),
            Ending::NoMovablePiece { winner } => Self::won(winner, WinReason::NoMovablePiece),
            Ending::TooManyPasses { winner } => Self::won(winner, WinReason::MoveTime),
            Ending::QuietSteps => Self::Drawn(DrawReason::QuietSteps),
        }
    }
}
