//! What a puzzle is.

use super::theme::Theme;
use chuhe_engine::xiangqi::MateMoves;
use chuhe_rules::xiangqi::{Board, Move, Position};

/// A position in which the side to move mates.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Its name in the settings, which never changes.
    pub id: String,
    /// Its name in the book that it is from.
    pub title: Option<String>,
    /// The position.
    pub position: Position,
    /// The plies of the shortest mate against the longest defence.
    pub plies: u8,
    /// The moves that are allowed: any, or checks alone.
    pub class: MateMoves,
    /// The first moves of the shortest mates, in ascending order.
    pub first: Vec<Move>,
    /// The patterns of the main line.
    pub themes: Vec<Theme>,
    /// How hard it looks, on the scale of ratings.
    pub difficulty: u16,
}

impl Puzzle {
    /// The number of the user's moves.
    #[must_use]
    pub const fn moves(&self) -> u8 {
        self.plies.div_ceil(2)
    }

    /// Whether each move of the user must give check.
    #[must_use]
    pub const fn is_by_checks(&self) -> bool {
        matches!(self.class, MateMoves::Checks)
    }

    /// A number that equals that of another puzzle if one position is the other, or its mirror image.
    #[must_use]
    pub fn identity(&self) -> u64 {
        identity(&self.position)
    }
}

/// As [`Puzzle::identity`].
pub(super) fn identity(position: &Position) -> u64 {
    let mut board = Board::empty();
    for (square, piece) in position.board().iter() {
        board.set(square.mirrored(), Some(piece));
    }
    // the mirror image of a legal position is legal
    let mirrored = Position::from_board(board, position.side_to_move(), 0, 1);
    mirrored.map_or(position.key(), |mirrored| mirrored.key().min(position.key()))
}
