//! The games a challenge can be for.

use chuhe_lessons::Game;
use chuhe_protocol::GameKind;
use chuhe_rules::luzhanqi::BoardKind;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// A game with its board, in display order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GameChoice {
    /// Xiangqi.
    #[default]
    Xiangqi,
    /// Luzhanqi on the classic board.
    LuzhanqiClassic,
    /// Luzhanqi on the cross-shaped board.
    LuzhanqiCross,
}

impl GameChoice {
    /// The choice for this kind of game.
    #[must_use]
    pub const fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Luzhanqi(BoardKind::Classic) => Self::LuzhanqiClassic,
            GameKind::Luzhanqi(BoardKind::Cross) => Self::LuzhanqiCross,
        }
    }

    /// The first choice of the game of a course.
    #[must_use]
    pub const fn of_course(game: Game) -> Self {
        match game {
            Game::Xiangqi => Self::Xiangqi,
            Game::Luzhanqi => Self::LuzhanqiClassic,
        }
    }

    /// The game whose course teaches this one.
    #[must_use]
    pub const fn course(self) -> Game {
        match self {
            Self::Xiangqi => Game::Xiangqi,
            Self::LuzhanqiClassic | Self::LuzhanqiCross => Game::Luzhanqi,
        }
    }

    /// The kind of game of this choice.
    #[must_use]
    pub const fn kind(self) -> GameKind {
        match self {
            Self::Xiangqi => GameKind::Xiangqi,
            Self::LuzhanqiClassic => GameKind::Luzhanqi(BoardKind::Classic),
            Self::LuzhanqiCross => GameKind::Luzhanqi(BoardKind::Cross),
        }
    }
}
