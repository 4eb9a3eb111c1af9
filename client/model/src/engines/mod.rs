//! External engines of xiangqi: the programs that the user has added, the requests to the shell,
//! which runs them, and why they fail.

mod engine;
pub mod engine_form;
mod failure;
mod request;

pub use engine::{
    EngineId, EngineSetting, ExternalEngine, MAX_ENGINES, MAX_PATH_BYTES, MAX_SETTINGS, MAX_SETTINGS_BYTES,
};
pub use failure::EngineFailure;
pub use request::{EngineAction, EngineCheck, EngineChecked, EngineField, EngineReport, ExternalTask};
