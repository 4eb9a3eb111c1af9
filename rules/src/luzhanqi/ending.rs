//! How a game ends by its own rules. Resignation, game time, agreements and
//! players who stay away are the affair of who holds the game.

use crate::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};

/// The end of a game by its rules. Everybody may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// A flag was taken.
    FlagCaptured {
        /// Who took it.
        winner: Color,
    },
    /// The side to move has nothing that can move.
    NoMovablePiece {
        /// The other side.
        winner: Color,
    },
    /// A side let its turn pass too often.
    TooManyPasses {
        /// The other side.
        winner: Color,
    },
    /// Too many steps without a battle: a draw.
    QuietSteps,
}

impl Ending {
    /// Who has won, if anybody has.
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
