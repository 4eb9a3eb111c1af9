//! What a search returns, and what it reports on its way.

use super::Score;
use chuhe_rules::xiangqi::Move;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this: the search failed high.
    Lower,
    /// The score is at most this: the search failed low.
    Upper,
}

/// The state of a search, reported for each line of each iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The iteration: the nominal depth in plies.
    pub depth: u8,
    /// The depth in plies of the longest line that was searched.
    pub selective_depth: u8,
    /// The rank of the line, from 1, the best.
    pub multi_pv: usize,
    /// The score of the line for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The number of visited positions, over all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_permille: u16,
    /// The expected moves of both sides, from the side to move.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The best move; `None` if the game is over or no move may be searched.
    pub best: Option<Move>,
    /// The expected answer to it.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move.
    pub score: Score,
    /// The number of visited positions, over all threads.
    pub nodes: u64,
    /// The last finished iteration.
    pub depth: u8,
}
