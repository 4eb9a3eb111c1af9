//! The faults of commands.

use crate::limits::MAX_LINE_BYTES;
use chuhe_rules::xiangqi::{FenError, IllegalMove, Move};

/// Why a command cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("unknown command: {0}")]
    Unknown(String),
    /// The line is too long.
    #[error("the line has more than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotText,
    /// Something must follow this word.
    #[error("something is missing after {0}")]
    Missing(String),
    /// The word is not a number.
    #[error("not a number: {0}")]
    NotANumber(String),
    /// The word is not a move.
    #[error("not a move: {0}")]
    NotAMove(String),
    /// The position is not legal.
    #[error("not a position: {0}")]
    Fen(FenError),
    /// A move of `position` is illegal.
    #[error("illegal move {mv}: {reason}")]
    IllegalMove {
        /// The move, with ranks from 0.
        mv: Move,
        /// The rule that forbids it.
        reason: IllegalMove,
    },
    /// The depth of `perft` would take days.
    #[error("perft counts to depth {} at most", crate::limits::MAX_PERFT_DEPTH)]
    PerftTooDeep,
    /// The engine is thinking.
    #[error("the engine is thinking: stop it first")]
    Thinking,
    /// None of the moves to search is legal.
    #[error("none of the moves to search is legal")]
    NoMoveToSearch,
}
