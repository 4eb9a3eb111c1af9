//! The supported games, as enums: adding a game makes every incomplete `match` fail to compile.

use crate::openings::FirstMoves;
use crate::{Color, Outcome, luzhanqi, xiangqi};
use core::fmt;

/// A move of one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameMove {
    /// A move of xiangqi.
    Xiangqi(xiangqi::Move),
    /// A move of luzhanqi.
    Luzhanqi(luzhanqi::Move),
}

/// The move in coordinates, such as `h2e2` or `s11n15`.
impl fmt::Display for GameMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xiangqi(mv) => mv.fmt(f),
            Self::Luzhanqi(mv) => mv.fmt(f),
        }
    }
}

/// The reason why a move is illegal. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IllegalPlay {
    /// A rule of xiangqi forbids it.
    #[error(transparent)]
    Xiangqi(xiangqi::IllegalMove),
    /// A rule of luzhanqi forbids it.
    #[error(transparent)]
    Luzhanqi(luzhanqi::IllegalMove),
    /// The move belongs to another game.
    #[error("the move belongs to another game")]
    OtherGame,
}

/// A game, running or over.
///
/// In luzhanqi it holds the hidden pieces of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "a table has one game, and boxing would add a pointer to each move"
)]
pub enum Game {
    /// A game of xiangqi.
    Xiangqi(xiangqi::Game),
    /// A game of luzhanqi.
    Luzhanqi(luzhanqi::Game),
}

impl Game {
    /// Returns the side to move; `None` while the players set up and after the end.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        match self {
            Self::Xiangqi(game) => game.turn(),
            Self::Luzhanqi(game) => game.turn(),
        }
    }

    /// Returns the number of plies played and not taken back; a pass counts as one.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self {
            Self::Xiangqi(game) => game.ply(),
            Self::Luzhanqi(game) => game.ply(),
        }
    }

    /// Returns the first moves, which only xiangqi has.
    #[must_use]
    pub fn first_moves(&self) -> FirstMoves {
        match self {
            Self::Xiangqi(game) => FirstMoves::of(game),
            Self::Luzhanqi(_) => FirstMoves::default(),
        }
    }

    /// Checks whether `by` may play `mv` now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn validate(&self, by: Color, mv: GameMove) -> Result<(), IllegalPlay> {
        match (self, mv) {
            (Self::Xiangqi(game), GameMove::Xiangqi(mv)) => {
                game.validate(by, mv).map_err(IllegalPlay::Xiangqi)
            }
            (Self::Luzhanqi(game), GameMove::Luzhanqi(mv)) => {
                game.validate(by, mv).map_err(IllegalPlay::Luzhanqi)
            }
            (Self::Xiangqi(_), GameMove::Luzhanqi(_)) | (Self::Luzhanqi(_), GameMove::Xiangqi(_)) => {
                Err(IllegalPlay::OtherGame)
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
            (Self::Luzhanqi(game), GameMove::Luzhanqi(mv)) => {
                let played = game.play(by, mv).map_err(IllegalPlay::Luzhanqi)?;
                Ok(played.ending.map(Outcome::from))
            }
            (Self::Xiangqi(_), GameMove::Luzhanqi(_)) | (Self::Luzhanqi(_), GameMove::Xiangqi(_)) => {
                Err(IllegalPlay::OtherGame)
            }
        }
    }

    /// Takes back plies until `ply` remain.
    ///
    /// Does nothing if there are no more, and in luzhanqi, which has no takebacks.
    pub fn take_back_to(&mut self, ply: usize) {
        match self {
            Self::Xiangqi(game) => game.take_back_to(ply),
            Self::Luzhanqi(_) => {}
        }
    }

    /// Returns the outcome, if the rules have ended the game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Xiangqi(game) => game.outcome(),
            Self::Luzhanqi(game) => game.ending().map(Outcome::from),
        }
    }

    /// Returns whether `color` has a piece left that can attack; without one it cannot win on time.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        match self {
            Self::Xiangqi(game) => game.position().has_attackers(color),
            Self::Luzhanqi(game) => game.has_attackers(color),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_another_game_is_refused() {
        let xiangqi =
            Game::Xiangqi(xiangqi::Game::new(xiangqi::Position::start(), xiangqi::Rules::default()));
        let luzhanqi = luzhanqi::Game::new(luzhanqi::BoardKind::Classic, luzhanqi::Options::default());
        let march = GameMove::Luzhanqi("s11n15".parse().expect("a move of luzhanqi"));
        let cannon = GameMove::Xiangqi("h2e2".parse().expect("a move of xiangqi"));
        for (mut game, mv) in [(xiangqi, march), (Game::Luzhanqi(luzhanqi), cannon)] {
            assert_eq!(game.validate(Color::Red, mv), Err(IllegalPlay::OtherGame));
            assert_eq!(game.play(Color::Red, mv), Err(IllegalPlay::OtherGame));
        }
    }
}
