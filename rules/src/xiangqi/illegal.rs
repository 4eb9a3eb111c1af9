//! Why a move is refused.

use serde::{Deserialize, Serialize};

/// Why a move may not be played. Each names the rule that forbids it.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The piece belongs to the player who may move, but it is the other's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The origin is empty.
    #[error("there is no piece on that point")]
    NoPiece,
    /// The piece on the origin belongs to the opponent.
    #[error("that piece is not yours")]
    NotYourPiece,
    /// The target holds a piece of the mover (or is the origin itself).
    #[error("a piece of your own stands there")]
    OwnPieceThere,
    /// The piece never moves in that way, whatever stands on the board.
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
    /// Something stands between the rook (or the cannon that does not capture) and its target.
    #[error("the path is blocked")]
    PathBlocked,
    /// A cannon captures over a screen and there is none.
    #[error("a cannon needs a screen to capture")]
    CannonNoScreen,
    /// A cannon captures over exactly one screen and there are more.
    #[error("a cannon may jump one screen only")]
    CannonTooManyScreens,
    /// A pawn never retreats.
    #[error("a pawn may not retreat")]
    PawnMayNotRetreat,
    /// A pawn may step aside only once it has crossed the river.
    #[error("a pawn may not step aside before it has crossed the river")]
    PawnMayNotStepAsideYet,
    /// The mover's general would be in check after it (送将, or a check left unanswered).
    #[error("your general would be in check")]
    GeneralInCheck,
    /// The generals would face each other on an open file (对面将).
    #[error("the generals would face each other")]
    GeneralsWouldFace,
}
