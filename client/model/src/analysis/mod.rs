//! Analysis of positions by the engine: what the user may choose, the requests to the shell, which
//! runs the search on a thread, and what its results mean.

mod action;
mod asks_engine;
mod evaluation;
mod move_judge;
mod options;
mod request;

pub use action::AnalysisAction;
pub use asks_engine::AsksEngine;
pub use evaluation::{AS_GOOD, Advantage, Evaluation, Judgement};
pub use move_judge::{JudgedPosition, MoveJudge};
pub use options::AnalysisOptions;
pub use request::{AnalysisEvent, AnalysisRequest, Finding, Search};
