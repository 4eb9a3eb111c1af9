//! Why an engine did not move.

use chuhe_uci::EngineError;

/// A failure of an engine, which the user sees in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFailure {
    /// There is no file at its path.
    NotFound,
    /// The file may not be executed, or is a folder.
    NotExecutable,
    /// The file is not a program of this machine.
    NotAProgram,
    /// The system cannot start it, for this reason.
    CannotStart(String),
    /// It speaks neither UCI nor UCCI.
    NotAnEngine,
    /// It does not play xiangqi.
    OtherGame,
    /// It ended.
    Ended,
    /// It has not answered for so many seconds.
    Hung(u64),
    /// Its answer is not a move.
    Nonsense(String),
    /// Its move is illegal.
    IllegalMove(String),
    /// It is not in the list of engines any more.
    Removed,
    /// The engine of this program failed.
    Own,
    /// The system starts no thread on which it could think.
    NoThread,
}

impl From<EngineError> for EngineFailure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotFound(_) => Self::NotFound,
            EngineError::NotExecutable(_) => Self::NotExecutable,
            EngineError::NotAProgram(_) => Self::NotAProgram,
            EngineError::CannotStart { reason, .. } => Self::CannotStart(reason),
            EngineError::NotAnEngine(_) | EngineError::NoAnswer(_) => Self::NotAnEngine,
            EngineError::OtherGame { .. } => Self::OtherGame,
            EngineError::Exited { .. } | EngineError::Abandoned => Self::Ended,
            EngineError::Hung { waited, .. } => Self::Hung(waited.as_secs().max(1)),
            EngineError::Nonsense { text, .. } => Self::Nonsense(text),
            EngineError::IllegalMove { text, .. } => Self::IllegalMove(text),
        }
    }
}
