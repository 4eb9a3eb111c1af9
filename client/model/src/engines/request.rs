//! What the shell does with external engines, and what the user does with their list.

use super::{EngineFailure, EngineId, ExternalEngine};
use chuhe_bot::Task;
use chuhe_uci::{EngineOption, Protocol};

/// A task of the computer for an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalTask {
    /// The position, and the time for the move.
    pub task: Task,
    /// The engine.
    pub engine: ExternalEngine,
}

/// A request to start an engine, and to end it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCheck {
    /// The number of the request.
    pub number: u32,
    /// The engine.
    pub engine: ExternalEngine,
}

/// The answer to an [`EngineCheck`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineChecked {
    /// The number of the request.
    pub number: u32,
    /// What the engine said, or why it cannot be used.
    pub result: Result<EngineReport, EngineFailure>,
}

/// What an engine says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// Whether it counts the ranks of the board from 1, and not from 0.
    pub ranks_from_one: bool,
    /// The options that it declares.
    pub options: Vec<EngineOption>,
    /// The options that the user sets and the engine does not take, by name.
    pub rejected: Vec<String>,
}

/// A text field of an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineField {
    /// The path of its program.
    Path,
    /// Its options.
    Options,
}

/// What the user does with the list of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// Open the list.
    Open,
    /// Close it.
    Close,
    /// Describe a new engine.
    New,
    /// Change the path or the options of this engine.
    Edit(EngineId),
    /// Remove it from the list.
    Remove(EngineId),
    /// Choose the program with the system's file chooser.
    Choose,
    /// Start the described engine; if it answers, keep it.
    Check,
    /// Add the declared option of this index with its default.
    AddOption(usize),
}
