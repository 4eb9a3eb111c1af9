//! What the core and the shell exchange: events in, effects out.

pub mod computer_results;
pub mod effect;
pub mod endgame_progress;
pub mod environment;
pub mod event;
pub mod files;
pub mod hosting;
pub mod kept_review;
pub mod local_store;
pub mod merging;
pub mod nearby;
pub mod own_mistakes;
pub mod puzzle_progress;
pub mod route;
pub mod servers;
pub mod settings;
pub mod transport;
pub mod trust;
