//! The reasons why a move is illegal.

/// The rule that makes a move illegal.
///
/// It depends only on what the mover sees: the occupied stations and their own pieces.
/// A refusal therefore reveals nothing.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The players are still setting up.
    #[error("play has not begun")]
    NotBegun,
    /// The origin or the target is not on this board.
    #[error("this board has no such station")]
    OffTheBoard,
    /// The origin is empty.
    #[error("there is no piece on that station")]
    NoPiece,
    /// The piece on the origin belongs to the opponent.
    #[error("that piece is not yours")]
    NotYourPiece,
    /// The piece belongs to the player, but it is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A mine or a flag.
    #[error("mines and flags never move")]
    NeverMoves,
    /// A piece in a headquarters never moves again.
    #[error("a piece in a headquarters never moves again")]
    InHeadquarters,
    /// The target holds a piece of the mover (or is the origin itself).
    #[error("a piece of your own stands there")]
    OwnPieceThere,
    /// The target is a camp with an enemy in it.
    #[error("an occupied camp cannot be entered")]
    CampOccupied,
    /// A railway leads to the target, but a piece blocks it.
    #[error("a piece blocks the railway")]
    PathBlocked,
    /// A railway leads to the target, but not straight.
    #[error("only an engineer turns on the railway")]
    OnlyEngineersTurn,
    /// The target is neither a step away nor on the same railway.
    #[error("no path leads to the target")]
    NoPath,
}
