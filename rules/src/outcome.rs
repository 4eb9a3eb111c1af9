//! How a game ended.

use crate::Color;
use serde::{Deserialize, Serialize};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// The game was given up; there is no result.
    Aborted(AbortReason),
}

impl Outcome {
    /// A win of `winner` because of `reason`.
    #[must_use]
    pub const fn won(winner: Color, reason: WinReason) -> Self {
        Self::Won { winner, reason }
    }

    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Won { winner, .. } => Some(winner),
            Self::Drawn(_) | Self::Aborted(_) => None,
        }
    }
}

/// What decided a won game, named from the loser's side. Variants are only
/// appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WinReason {
    /// In check without a legal move (绝杀).
    Checkmate,
    /// No legal move, though not in check (困毙).
    Stalemate,
    /// The loser resigned (认输).
    Resignation,
    /// The loser's game time or read-seconds ran out (超时).
    GameTime,
    /// The loser's time for one move ran out (步时); in luzhanqi, too often.
    MoveTime,
    /// The loser went away and the one who stayed claimed the win.
    Abandonment,
    /// The loser's flag was taken (夺旗).
    FlagCaptured,
    /// The loser was to move and had nothing that can move (无棋可走).
    NoMovablePiece,
}

/// What made a game a draw. Variants are only appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DrawReason {
    /// Both agreed (求和).
    Agreement,
    /// A flag fell, but the opponent has nothing left that could attack.
    TimeWithoutAttackers,
    /// A player went away and the one who stayed called it a draw.
    Abandonment,
    /// The game has as many plies as a game may have.
    TooLong,
    /// Too many steps were made without a battle.
    QuietSteps,
}

/// Why a game has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AbortReason {
    /// This side aborted before both had moved.
    Requested(Color),
    /// This side did not make its first move in time.
    NoFirstMove(Color),
    /// Both players stayed away.
    BothAway,
    /// The server was shut down.
    ServerShutdown,
}
