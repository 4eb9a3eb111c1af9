//! Requests to the shell's engine, and what it finds.

use super::AnalysisOptions;
use crate::engines::{EngineFailure, ExternalEngine};
use chuhe_engine::xiangqi::{Answer, Report};
use chuhe_rules::xiangqi::Game;

/// A request to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisRequest {
    /// Search a position, instead of the one that is searched. Answered by [`AnalysisEvent`]s.
    Search(Box<Search>),
    /// Stop searching.
    Stop,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The number of the request, which the events repeat.
    pub number: u32,
    /// The game to the position.
    pub game: Game,
    /// The number of positions to visit, of a search that uses nothing that earlier ones found, so that it finds the
    /// same whatever the engine did before; `None` to search until the next request.
    pub nodes: Option<u64>,
    /// The threads, the memory and the number of lines.
    pub options: AnalysisOptions,
    /// The external engine that searches, in place of that of this program.
    pub external: Option<ExternalEngine>,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisEvent {
    /// The number of the request.
    pub number: u32,
    /// What it found.
    pub finding: Finding,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A line of an iteration; the search goes on.
    Line(Report),
    /// The end of the search.
    End(Answer),
    /// The engine failed.
    Failed(EngineFailure),
}
