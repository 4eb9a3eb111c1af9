//! What the engine has said of a record.

use super::practice::Practice;
use crate::analysis::Evaluation;
use crate::table::MoveNotation;
use chuhe_records::NodeId;
use chuhe_rules::xiangqi::Move;
use std::collections::{BTreeMap, VecDeque};

/// The positions that the engine visits for each move of a whole game, and for an attempt.
pub const NODES: u64 = 200_000;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The lines of the shown position.
    Shown,
    /// The evaluation of one position, of a whole game or after an attempt.
    Single,
}

/// A search that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedSearch {
    /// The position.
    pub node: NodeId,
    /// What it is for.
    pub purpose: Purpose,
}

/// A line that the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves.
    pub moves: Vec<(Move, MoveNotation)>,
    /// The evaluation of its end.
    pub evaluation: Evaluation,
}

/// How far the search of a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// The depth, in plies.
    pub depth: u8,
    /// How many positions it visits in a second; 0 if that is not known yet.
    pub nodes_per_s: u64,
}

/// What follows the analysis of a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// The user learns from the mistakes.
    Practice,
    /// The user reads if there are none.
    Summary,
}

/// What the engine has said of a record.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    pub(super) is_on: bool,
    pub(super) known: BTreeMap<NodeId, Evaluation>,
    /// The best line so far of a search of a fixed size.
    pub(super) measuring: Option<(NodeId, Evaluation)>,
    /// How often `known` has changed.
    pub(super) findings: u32,
    /// The best lines of this position, the best first.
    pub(super) lines: (Option<NodeId>, Vec<Line>),
    /// How far the last search of a shown position was.
    pub(super) search: Option<(NodeId, SearchState)>,
    /// The shown position whose search has ended.
    pub(super) finished: Option<NodeId>,
    /// The positions of the whole game that are left.
    pub(super) queue: VecDeque<NodeId>,
    pub(super) total: usize,
    /// What follows once the whole game is analysed.
    pub(super) follow_up: Option<FollowUp>,
    pub(super) practice: Option<Practice>,
}

impl Analysis {
    /// Whether the shown position is analysed.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// How many positions of the whole game are done, of how many; `None` if it is not analysed.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.queue.is_empty()).then(|| (self.total - self.queue.len(), self.total))
    }

    /// What follows now that the whole game is analysed. It is returned once.
    pub fn take_follow_up(&mut self) -> Option<FollowUp> {
        if self.queue.is_empty() { self.follow_up.take() } else { None }
    }

    /// How often the evaluations have changed.
    #[must_use]
    pub const fn findings(&self) -> u32 {
        self.findings
    }

    /// The evaluation of a position.
    #[must_use]
    pub fn evaluation(&self, node: NodeId) -> Option<&Evaluation> {
        self.known.get(&node)
    }

    /// The evaluation of a position by a search of a fixed size.
    pub(super) fn measured(&self, node: NodeId) -> Option<&Evaluation> {
        self.evaluation(node).filter(|known| known.is_measured)
    }

    /// Keeps what a search found. One of a fixed size counts more than a deeper one: only those can be compared.
    pub(super) fn keep(&mut self, node: NodeId, evaluation: Evaluation) {
        let counts = |known: &Evaluation| {
            (known.is_measured, known.depth) <= (evaluation.is_measured, evaluation.depth)
        };
        if self.known.get(&node).is_none_or(counts) {
            self.known.insert(node, evaluation);
            self.findings = self.findings.wrapping_add(1);
        }
    }

    /// The best lines of a position, while it is shown and analysed.
    #[must_use]
    pub fn lines(&self, shown: NodeId) -> &[Line] {
        let (of, lines) = &self.lines;
        let is_shown = self.is_on && *of == Some(shown);
        if is_shown && self.practice.is_none() { lines } else { &[] }
    }

    /// How far the search of this position is, or was when it ended.
    #[must_use]
    pub fn search_of(&self, node: NodeId) -> Option<SearchState> {
        self.search.filter(|(of, _)| *of == node).map(|(_, state)| state)
    }

    /// The search for better moves than the mistakes.
    #[must_use]
    pub const fn practice(&self) -> Option<&Practice> {
        self.practice.as_ref()
    }

    /// Starts or stops the analysis of the shown position.
    pub const fn toggle(&mut self) {
        self.is_on = !self.is_on;
        self.finished = None;
    }

    /// Stops all searches and the practice.
    pub fn stop(&mut self) {
        self.is_on = false;
        self.queue.clear();
        self.follow_up = None;
        self.practice = None;
    }

    /// Forgets what it knows of nodes that do not fit.
    pub(super) fn retain(&mut self, fits: impl Fn(NodeId) -> bool) {
        self.known.retain(|&node, _| fits(node));
        self.queue.retain(|&node| fits(node));
        self.restart();
    }

    /// Searches the shown position again, as the options have changed.
    pub fn restart(&mut self) {
        self.lines = Default::default();
        self.search = None;
        self.finished = None;
    }
}
