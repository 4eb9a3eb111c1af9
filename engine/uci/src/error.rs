//! Why an engine cannot be used, or not any more.

use std::time::Duration;

/// A failure of an external engine. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// There is no file at the path.
    #[error("there is no program {0}")]
    NotFound(String),
    /// The file may not be executed, or is a folder.
    #[error("{0} is not executable")]
    NotExecutable(String),
    /// The file is not a program of this machine.
    #[error("{0} is not a program of this machine")]
    NotAProgram(String),
    /// The system cannot start the program.
    #[error("{path} cannot be started: {reason}")]
    CannotStart {
        /// The path.
        path: String,
        /// The system's reason.
        reason: String,
    },
    /// The program does not answer as an engine does.
    #[error("{0} does not answer as an engine: it speaks neither UCI nor UCCI")]
    NotAnEngine(String),
    /// The engine does not answer in the protocol that it is said to speak.
    #[error("{0} does not answer in its protocol")]
    NoAnswer(String),
    /// The engine plays another game: its first move was none of xiangqi.
    #[error("{engine} does not play xiangqi: it opened with {text:?}")]
    OtherGame {
        /// The engine.
        engine: String,
        /// Its move.
        text: String,
    },
    /// The program ended.
    #[error("{engine} has ended{}", status.as_ref().map(|status| format!(" ({status})")).unwrap_or_default())]
    Exited {
        /// The engine.
        engine: String,
        /// The status with which it ended, if it is known.
        status: Option<String>,
    },
    /// The engine did not answer in its time.
    #[error("{engine} has not answered for {:.1} s", waited.as_secs_f64())]
    Hung {
        /// The engine.
        engine: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The caller has ended it.
    #[error("the engine was ended")]
    Abandoned,
    /// The engine answered with something that is not a move.
    #[error("{engine} answered with {text:?}, which is not a move")]
    Nonsense {
        /// The engine.
        engine: String,
        /// Its answer.
        text: String,
    },
    /// The engine answered with an illegal move.
    #[error("{engine} played {text:?}, which is illegal")]
    IllegalMove {
        /// The engine.
        engine: String,
        /// Its move, as it wrote it.
        text: String,
    },
}
