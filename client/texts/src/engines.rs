//! Explains why an engine failed, and describes engines.

use super::format::in_units;
use super::generated::EnginesText;
use chuhe_model::engines::EngineFailure;

impl EnginesText {
    /// Says in one line why the engine of this name failed.
    pub fn failure(&self, name: &str, failure: &EngineFailure) -> String {
        match failure {
            EngineFailure::NotFound => self.not_found(name),
            EngineFailure::NotExecutable => self.not_executable(name),
            EngineFailure::NotAProgram => self.not_a_program(name),
            EngineFailure::CannotStart(reason) => self.cannot_start(name, reason),
            EngineFailure::NotAnEngine => self.not_an_engine(name),
            EngineFailure::OtherGame => self.other_game(name),
            EngineFailure::Ended => self.ended(name),
            EngineFailure::Hung(seconds) => self.hung(name, *seconds),
            EngineFailure::Nonsense(text) => self.nonsense(name, text),
            EngineFailure::IllegalMove(text) => self.illegal_move(name, text),
            EngineFailure::Removed => self.removed.to_owned(),
            EngineFailure::Own => self.own_fault.to_owned(),
            EngineFailure::NoThread => self.no_thread.to_owned(),
        }
    }

    /// Writes the time for a move.
    pub fn time_of(&self, ms: u32) -> String {
        self.seconds(&in_units(ms, 1_000))
    }

    /// Says how long the engine thinks about each move.
    pub fn time_per_move(&self, ms: u32) -> String {
        self.per_move(&in_units(ms, 1_000))
    }

    /// Describes an engine that answers.
    pub fn found(&self, name: &str, protocol: &str, ranks_from_one: bool) -> String {
        if ranks_from_one {
            self.found_from_one(name, protocol)
        } else {
            self.found_from_zero(name, protocol)
        }
    }
}
