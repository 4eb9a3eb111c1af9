//! The games that can be played, as one closed set: the compiler lists every
//! place that must answer when another game is added.

use crate::{Color, Outcome, xiangqi};
use serde::{Deserialize, Serialize};

/// A move of one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameMove {
    /// A move of xiangqi.
    Xiangqi(xiangqi::Move),
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum IllegalPlay {
    /// A rule of xiangqi forbids it.
    #[error(transparent)]
    Xiangqi(xiangqi::IllegalMove),
}

/// A game in progress or over, whichever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// A game of xiangqi.
    Xiangqi(xiangqi::Game),
}

impl Game {
    /// The side to move; `None` once the rules have ended the game.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        match self {
            Self::Xiangqi(game) => game.turn(),
        }
    }

    /// The number of plies played and not taken back.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self {
            Self::Xiangqi(game) => game.ply(),
        }
    }

    /// Says whether `by` may play `mv` now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn validate(&self, by: Color, mv: GameMove) -> Result<(), IllegalPlay> {
        match (self, mv) {
            (Self::Xiangqi(game), GameMove::Xiangqi(mv)) => {
                game.validate(by, mv).map_err(IllegalPlay::Xiangqi)
            }
        }
    }

    /// Plays `mv` for `by`; returns the outcome if this ends the game.
    ///
    /// # Errors
    /// The rule that forbids the move; the game is then unchanged.
    pub fn play(&mut self, by: Color, mv: GameMove) -> Result<Option<Outcome>, IllegalPlay> {
        match (self, mv) {
            (Self::Xiangqi(game), GameMove::Xiangqi(mv)) => {
                game.play(by, mv).map(|played| played.outcome).map_err(IllegalPlay::Xiangqi)
            }
        }
    }

    /// Takes back every ply from `ply` on, so that `ply` plies remain; does
    /// nothing if there are no more.
    pub fn take_back_to(&mut self, ply: usize) {
        match self {
            Self::Xiangqi(game) => game.take_back_to(ply),
        }
    }

    /// How the rules have ended the game, if they have.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Xiangqi(game) => game.outcome(),
        }
    }

    /// Whether `color` has anything left that could ever attack; if not, it
    /// cannot win on time.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        match self {
            Self::Xiangqi(game) => game.position().has_attackers(color),
        }
    }
}
