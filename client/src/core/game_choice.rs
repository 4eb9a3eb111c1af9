//! The games a challenge can be for.

use chuhe_protocol::GameKind;
use chuhe_rules::luzhanqi::BoardKind;
use serde::{Deserialize, Serialize};

/// A game as it is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameChoice {
    /// Xiangqi.
    #[default]
    Xiangqi,
    /// Luzhanqi on the board with two arms.
    LuzhanqiClassic,
    /// Luzhanqi on the board with four.
    LuzhanqiCross,
}

impl GameChoice {
    /// All, in the order they are shown.
    pub const ALL: [Self; 3] = [Self::Xiangqi, Self::LuzhanqiClassic, Self::LuzhanqiCross];

    /// The choice of this game.
    #[must_use]
    pub const fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Luzhanqi(BoardKind::Classic) => Self::LuzhanqiClassic,
            GameKind::Luzhanqi(BoardKind::Cross) => Self::LuzhanqiCross,
        }
    }

    /// The board of luzhanqi on which it is played, if it is.
    #[must_use]
    pub const fn board(self) -> Option<BoardKind> {
        match self {
            Self::Xiangqi => None,
            Self::LuzhanqiClassic => Some(BoardKind::Classic),
            Self::LuzhanqiCross => Some(BoardKind::Cross),
        }
    }
}
