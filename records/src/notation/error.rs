//! Why a text is not a move.

use chuhe_rules::xiangqi::IllegalMove;

/// The reason why a text is not a legal move in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotationError {
    /// The text is not a move in the notation, whatever the position.
    #[error("this is not a move")]
    Malformed,
    /// No piece of the side to move fits the description.
    #[error("there is no such piece")]
    NoSuchPiece,
    /// The described move is illegal.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// Several legal moves fit the description.
    #[error("several moves are written like this")]
    Ambiguous,
}
