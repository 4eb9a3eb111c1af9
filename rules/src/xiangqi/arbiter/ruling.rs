//! Rulings: the verdict on a repeated cycle, and the grounds that a player is shown.

use crate::xiangqi::{Bitboard, Move, Piece, Square};
use crate::{Color, DrawReason, Outcome, PerColor, WinReason};
use alloc::vec::Vec;

/// The arbiter's ruling on a repeated cycle of moves.
///
/// [`Game::judged_moves`](crate::xiangqi::Game::judged_moves) gives its grounds, move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The decision.
    pub verdict: Verdict,
    /// The ply at which the cycle's position stood before.
    pub from_ply: usize,
    /// The ply at which it stands again.
    pub to_ply: usize,
    /// What each side did throughout the cycle.
    pub conduct: PerColor<Conduct>,
}

/// A decision on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// One side had to deviate and loses.
    Loss {
        /// The side that loses.
        loser: Color,
        /// What it did.
        offence: Offence,
    },
    /// Neither side had to deviate, or both equally.
    Draw,
}

/// What a side did with every move of a cycle. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Offence {
    /// It chased the same piece (长捉).
    Chase,
    /// It chased a rook that its horse pins, in the Asian rules.
    PinnedRookChase,
    /// It checked, threatened mate or chased by turns, in the Chinese rules (长打).
    Attack,
    /// It checked (长将).
    Check,
}

/// What a side did throughout a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// The gravest offence, if there is one.
    pub offence: Option<Offence>,
    /// The pieces chased with every move, where they stand at the end of the cycle.
    pub victims: Bitboard,
}

/// A move of a cycle, and what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// What the move counts as.
    pub nature: Nature,
    /// The attacks that the move newly makes on pieces other than the general.
    pub attacks: Vec<PieceAttack>,
}

/// What a move counts as. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Nature {
    /// It attacks nothing that counts (闲).
    Idle,
    /// It gives check (将).
    Check,
    /// It newly attacks a piece, and the attack is a chase (捉).
    Chase,
    /// It threatens to mate with the next move, in the Chinese rules (杀).
    MateThreat,
}

/// An attack on a piece, which a move newly makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceAttack {
    /// The point of the attacking piece after the move.
    pub attacker: Square,
    /// The point of the attacked piece.
    pub victim: Square,
    /// Why the attack is no chase; `None` if it is one.
    pub exemption: Option<Exemption>,
}

/// Why an attack is no chase. New variants are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Exemption {
    /// The general attacks.
    ByGeneral,
    /// A pawn attacks.
    ByPawn,
    /// The victim is a pawn that has not crossed the river.
    UncrossedPawn,
    /// The victim is protected: its side could capture in return (有根).
    Protected,
    /// The victim could capture the attacker, a piece of the same kind (兑).
    Exchange,
}

impl Ruling {
    /// The side that loses; `None` for a draw.
    #[must_use]
    pub const fn loser(&self) -> Option<Color> {
        self.verdict.loser()
    }

    /// The number of moves that were judged, of both sides.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.to_ply - self.from_ply
    }
}

impl Verdict {
    /// The side that loses; `None` for a draw.
    #[must_use]
    pub const fn loser(self) -> Option<Color> {
        match self {
            Self::Loss { loser, .. } => Some(loser),
            Self::Draw => None,
        }
    }

    /// The outcome of a game that ends with this verdict.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Loss { loser, offence } => Outcome::won(loser.opponent(), offence.win_reason()),
            Self::Draw => Outcome::Drawn(DrawReason::Repetition),
        }
    }
}

impl Offence {
    /// How grave it is: of two offenders, the one with the graver offence loses.
    #[must_use]
    pub const fn gravity(self) -> u8 {
        match self {
            Self::Chase | Self::Attack => 1,
            Self::PinnedRookChase => 2,
            Self::Check => 3,
        }
    }

    /// The reason of the opponent's win.
    #[must_use]
    pub const fn win_reason(self) -> WinReason {
        match self {
            Self::Chase | Self::PinnedRookChase => WinReason::PerpetualChase,
            Self::Attack => WinReason::PerpetualAttack,
            Self::Check => WinReason::PerpetualCheck,
        }
    }
}
