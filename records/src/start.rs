//! Where a game starts, and one ply of it.

use chuhe_rules::luzhanqi::{self, BoardKind, Formation, Options};
use chuhe_rules::xiangqi::{self, Position};
use chuhe_rules::{Color, GameMove, PerColor};

/// Where a game starts; it also says which game it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A legal position of xiangqi.
    Xiangqi(Box<Position>),
    /// A board of luzhanqi with both formations.
    Luzhanqi(LuzhanqiStart),
}

impl Start {
    /// The start position of xiangqi.
    #[must_use]
    pub fn xiangqi() -> Self {
        Position::start().into()
    }

    /// The name of the game in Latin letters.
    #[must_use]
    pub const fn game_name(&self) -> &'static str {
        match self {
            Self::Xiangqi(_) => "xiangqi",
            Self::Luzhanqi(_) => "luzhanqi",
        }
    }
}

impl From<Position> for Start {
    fn from(position: Position) -> Self {
        Self::Xiangqi(Box::new(position))
    }
}

impl From<LuzhanqiStart> for Start {
    fn from(start: LuzhanqiStart) -> Self {
        Self::Luzhanqi(start)
    }
}

/// The start of a finished game of luzhanqi: the rules and both formations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LuzhanqiStart {
    /// The board.
    pub board: BoardKind,
    /// The rules.
    pub options: Options,
    /// The formations of both sides.
    pub formations: PerColor<Formation>,
}

impl LuzhanqiStart {
    /// The game before its first move, with both formations confirmed.
    #[must_use]
    pub fn game(&self) -> luzhanqi::Game {
        let mut game = luzhanqi::Game::new(self.board, self.options);
        for color in Color::ALL {
            game.place(color, self.formations[color]).expect("nobody has confirmed");
            game.confirm(color).expect("the formation is placed");
        }
        game
    }
}

/// One ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move.
    Move(GameMove),
    /// A turn of luzhanqi lost because the time for the move ran out.
    Pass,
}

impl Ply {
    /// The move, if it is one of xiangqi.
    #[must_use]
    pub const fn xiangqi(self) -> Option<xiangqi::Move> {
        match self {
            Self::Move(GameMove::Xiangqi(mv)) => Some(mv),
            Self::Move(GameMove::Luzhanqi(_)) | Self::Pass => None,
        }
    }

    /// The move, if it is one of luzhanqi.
    #[must_use]
    pub const fn luzhanqi(self) -> Option<luzhanqi::Move> {
        match self {
            Self::Move(GameMove::Luzhanqi(mv)) => Some(mv),
            Self::Move(GameMove::Xiangqi(_)) | Self::Pass => None,
        }
    }
}

impl From<xiangqi::Move> for Ply {
    fn from(mv: xiangqi::Move) -> Self {
        Self::Move(GameMove::Xiangqi(mv))
    }
}

impl From<luzhanqi::Move> for Ply {
    fn from(mv: luzhanqi::Move) -> Self {
        Self::Move(GameMove::Luzhanqi(mv))
    }
}
