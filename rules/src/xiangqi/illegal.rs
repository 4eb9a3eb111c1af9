//! The rules that forbid a move.

/// The rule that forbids a move.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The piece belongs to the player, but it is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The origin is empty.
    #[error("there is no piece on that point")]
    NoPiece,
    /// The piece on the origin belongs to the opponent.
    #[error("that piece is not yours")]
    NotYourPiece,
    /// The target is occupied by another piece of the mover.
    #[error("a piece of your own stands there")]
    OwnPieceThere,
    /// The piece never moves in that way.
    #[error("that piece does not move like that")]
    NotItsMove,
    /// The horse's leg is blocked (蹩马腿).
    #[error("the horse's leg is blocked")]
    HorseLegBlocked,
    /// The elephant's eye is blocked (塞象眼).
    #[error("the elephant's eye is blocked")]
    ElephantEyeBlocked,
    /// An elephant may not cross the river.
    #[error("an elephant may not cross the river")]
    ElephantMayNotCrossRiver,
    /// A general or an advisor may not leave the palace.
    #[error("it may not leave the palace")]
    OutsidePalace,
    /// A piece stands between the target and the rook (or the cannon that does not capture).
    #[error("the path is blocked")]
    PathBlocked,
    /// A cannon can capture only over a screen, and there is none.
    #[error("a cannon needs a screen to capture")]
    CannonNoScreen,
    /// A cannon can capture only over one screen, and there are more.
    #[error("a cannon may jump one screen only")]
    CannonTooManyScreens,
    /// A pawn may not retreat.
    #[error("a pawn may not retreat")]
    PawnMayNotRetreat,
    /// A pawn may step aside only after it has crossed the river.
    #[error("a pawn may not step aside before it has crossed the river")]
    PawnMayNotStepAsideYet,
    /// The mover's general would be in check after the move (送将, or a check left unanswered).
    #[error("your general would be in check")]
    GeneralInCheck,
    /// The generals would face each other on an open file (对面将).
    #[error("the generals would face each other")]
    GeneralsWouldFace,
    /// The origin and the target are the same point.
    #[error("the origin and the target are the same point")]
    SamePoint,
}
