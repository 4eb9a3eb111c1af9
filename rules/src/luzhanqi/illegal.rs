//! Why a move is refused.

use serde::{Deserialize, Serialize};

/// Why a move may not be played. Each names the rule that forbids it.
///
/// It is judged by what the mover knows: where pieces stand, and what his own
/// are. So a refusal tells him nothing new.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The players still set up.
    #[error("play has not begun")]
    NotBegun,
    /// An end of the move is not on this board.
    #[error("this board has no such station")]
    OffTheBoard,
    /// The origin is empty.
    #[error("there is no piece on that station")]
    NoPiece,
    /// The piece on the origin belongs to the opponent.
    #[error("that piece is not yours")]
    NotYourPiece,
    /// The piece belongs to the player who may move, but it is the other's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A mine or a flag.
    #[error("mines and flags never move")]
    NeverMoves,
    /// What stands in a headquarters never moves again.
    #[error("what stands in a headquarters never moves again")]
    InHeadquarters,
    /// The target holds a piece of the mover (or is the origin itself).
    #[error("a piece of your own stands there")]
    OwnPieceThere,
    /// The target is a camp with an enemy in it.
    #[error("an occupied camp cannot be entered")]
    CampOccupied,
    /// A railway leads there, but something stands in the way.
    #[error("something stands in the way")]
    PathBlocked,
    /// A railway leads there, but not straight.
    #[error("only an engineer turns on the railway")]
    OnlyEngineersTurn,
    /// Neither one step nor a railway leads there.
    #[error("no way leads there")]
    NoPath,
}
