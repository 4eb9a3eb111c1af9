//! The computer player of xiangqi: an alpha-beta search over `chuhe_rules::xiangqi`.
//!
//! A [`Searcher`] owns the transposition table and the move ordering statistics. It searches one
//! game at a time within [`Limits`], sends a [`Report`] for each finished iteration and returns an
//! [`Answer`]. A [`MateSolver`] proves mates, and [`explain()`] says why a move was bad. `docs/engine.md` explains the search and lists what was tried.

mod agreement;
mod course;
pub mod evaluation;
mod explain;
mod handicap;
mod histories;
mod level;
mod limits;
mod line;
mod mate;
mod options;
mod parameters;
mod picker;
mod report;
mod score;
mod searcher;
mod see;
mod table;
mod tactics;
#[cfg(not(target_family = "wasm"))]
mod threads;
mod time;
mod worker;

pub use agreement::{AGREEMENT_VERSION, Agreement, agreement};
pub use evaluation::Evaluation;
pub use explain::{Fault, Means, Outlook, Reason, Threat, explain, passed, threat};
pub use handicap::Handicap;
pub use level::{Choice, Level};
pub use limits::{Control, Limits, TimeLimit};
pub use mate::{MateMoves, MateProof, MateSolver};
pub use options::Options;
pub use parameters::{Parameters, UnknownParameter};
pub use report::{Answer, Bound, Report};
pub use score::Score;
pub use searcher::Searcher;
