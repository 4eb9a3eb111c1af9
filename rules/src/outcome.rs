//! How a game ended.

use crate::Color;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// One side has won.
    Won {
        /// The side that won.
        winner: Color,
        /// What decided it.
        reason: WinReason,
    },
    /// Neither side has won.
    Drawn(DrawReason),
    /// The game was aborted without a result.
    Aborted(AbortReason),
}

impl Outcome {
    /// A win of `winner` by `reason`.
    #[must_use]
    pub const fn won(winner: Color, reason: WinReason) -> Self {
        Self::Won { winner, reason }
    }

    /// The winning side, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Won { winner, .. } => Some(winner),
            Self::Drawn(_) | Self::Aborted(_) => None,
        }
    }
}

/// What decided a won game, from the loser's side. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WinReason {
    /// The loser is in check and has no legal move (绝杀).
    Checkmate,
    /// The loser is not in check but has no legal move (困毙).
    Stalemate,
    /// The loser resigned (认输).
    Resignation,
    /// The loser's game time or read-seconds ran out (超时).
    GameTime,
    /// The loser's time for one move ran out (步时), in luzhanqi too many times.
    MoveTime,
    /// The loser was absent and the opponent claimed the win.
    Abandonment,
    /// The loser's flag was captured (夺旗).
    FlagCaptured,
    /// The loser was to move and had no movable piece (无棋可走).
    NoMovablePiece,
    /// The loser checked with every move of a repeated cycle (长将).
    PerpetualCheck,
    /// The loser chased the same piece with every move of a repeated cycle (长捉).
    PerpetualChase,
    /// Every move of the loser in a repeated cycle was a check, a threat of mate or a chase (长打).
    PerpetualAttack,
}

/// Why a game was drawn. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DrawReason {
    /// Both players agreed (求和).
    Agreement,
    /// A side ran out of time, but the opponent has no attacking piece left.
    TimeWithoutAttackers,
    /// A player was absent and the opponent claimed a draw.
    Abandonment,
    /// The game reached the maximum number of plies.
    TooLong,
    /// Too many steps passed without a battle.
    QuietSteps,
    /// The position was repeated, and neither side had to deviate (不变作和).
    Repetition,
    /// Too many plies passed without a capture (自然限着).
    NaturalLimit,
    /// Neither side has a piece left that can attack.
    NoAttackers,
}

/// Why a game has no result. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AbortReason {
    /// This side aborted the game before both had moved.
    Requested(Color),
    /// This side did not make its first move in time.
    NoFirstMove(Color),
    /// Both players were absent for too long.
    BothAway,
    /// The server shut down.
    ServerShutdown,
    /// This side was absent for too long before both had moved.
    Absent(Color),
    /// An organiser of the tournament stopped the game: its board has a result by hand, or counts no more.
    Organiser,
}
