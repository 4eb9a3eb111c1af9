//! Iterative deepening at the root.

use super::Worker;
use crate::xiangqi::score::{INFINITE, MATE, MAX_PLY, is_decisive, is_mate, mated_in};
use crate::xiangqi::{Answer, Bound, Report, Score};
use chuhe_rules::xiangqi::{Move, Position};
use std::sync::atomic::Ordering;

/// A move of the root with the result of its search.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    score: i32,
    /// The score of the iteration before.
    previous: i32,
    bound: Bound,
    nodes: u64,
    selective_depth: usize,
    line: Vec<Move>,
}

/// The moves to search at the root: the legal ones of `wanted`, or all if it is empty.
pub(super) fn root_moves(position: &Position, wanted: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let moves = legal.iter().copied().filter(|mv| wanted.is_empty() || wanted.contains(mv));
    moves
        .map(|mv| RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            nodes: 0,
            selective_depth: 0,
            line: vec![mv],
        })
        .collect()
}

/// How the iterations have gone, for the time.
#[derive(Default)]
struct IterationHistory {
    best: Option<Move>,
    stability: u32,
    score: i32,
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached, and returns the best move.
    ///
    /// Only the first thread reports.
    pub(crate) fn iterate(&mut self, report: &mut dyn FnMut(&Report)) -> Answer {
        if self.root_moves.is_empty() {
            let score = if self.position.has_legal_move() { 0 } else { mated_in(0) };
            return Answer { best: None, ponder: None, score: Score::from_value(score), nodes: 0, depth: 0 };
        }
        let deepest = self.shared.limits.depth.map_or(MAX_PLY - 1, usize::from).clamp(1, MAX_PLY - 1);
        let lines = self.shared.options.multi_pv.min(self.root_moves.len());
        let mut finished = 0;
        let mut earlier = IterationHistory::default();
        // threads with odd numbers begin one ply deeper, so that not all search the same
        for depth in 1 + self.id % 2..=deepest.max(1 + self.id % 2) {
            self.root_depth = depth as i32;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.nodes = 0;
            }
            for line in 0..lines {
                self.line_index = line;
                self.selective_depth = 0;
                self.search_line(depth as i32);
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.score);
                if self.stopped {
                    break;
                }
            }
            self.publish_nodes();
            if self.id == 0 && (!self.stopped || depth == 1) {
                self.report(depth, lines, report);
            }
            if self.stopped {
                break;
            }
            finished = depth;
            if self.id == 0 && !self.may_go_on(&mut earlier) {
                break;
            }
        }
        self.publish_nodes();
        let best = &self.root_moves[0];
        let score = if best.score == -INFINITE { best.previous } else { best.score };
        let score = if score == -INFINITE { 0 } else { score };
        Answer {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            score: Score::from_value(score),
            nodes: self.shared.total_nodes(),
            depth: finished as u8,
        }
    }

    /// Searches the line of rank `line_index`, with a window around the score of the last iteration.
    fn search_line(&mut self, depth: i32) {
        let previous = self.root_moves[self.line_index].previous;
        let mut delta = self.shared.parameters.aspiration.max(1);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && !is_decisive(previous) {
            (alpha, beta) = (previous - delta, previous + delta);
        }
        let mut reduction = 0;
        loop {
            let score = self.search::<true>(0, alpha, beta, (depth - reduction).max(1), false);
            self.root_moves[self.line_index..]
                .sort_by_key(|root_move| (-root_move.score, -root_move.previous));
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if delta > 800 { -INFINITE } else { (score - delta).max(-INFINITE) };
                reduction = 0;
            } else if score >= beta {
                beta = if delta > 800 { INFINITE } else { (score + delta).min(INFINITE) };
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
        }
    }

    /// Whether `mv` is searched for the current line.
    pub(super) fn is_root_candidate(&self, mv: Move) -> bool {
        self.root_moves[self.line_index..].iter().any(|root_move| root_move.mv == mv)
    }

    /// Records the result of a root move; one that is not better than the best has only a bound.
    pub(super) fn record_root_move(&mut self, mv: Move, score: i32, nodes: u64, is_best: bool) {
        let (selective_depth, line) = (self.selective_depth, self.lines.root_after(mv));
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        root_move.score = -INFINITE;
        if is_best {
            root_move.score = score;
            root_move.bound = Bound::Exact;
            root_move.selective_depth = selective_depth;
            root_move.line.clear();
            root_move.line.extend(line);
        }
    }

    fn report(&self, depth: usize, lines: usize, report: &mut dyn FnMut(&Report)) {
        let nodes = self.shared.total_nodes();
        let elapsed = (self.shared.control.elapsed)();
        let hash_permille = self.shared.table.permille();
        for (index, root_move) in self.root_moves[..lines].iter().enumerate() {
            let score = if root_move.score == -INFINITE { root_move.previous } else { root_move.score };
            if score == -INFINITE {
                continue;
            }
            report(&Report {
                depth: depth as u8,
                selective_depth: (root_move.selective_depth + 1) as u8,
                multi_pv: index + 1,
                score: Score::from_value(score),
                bound: root_move.bound,
                nodes,
                elapsed,
                hash_permille,
                line: root_move.line.clone(),
            });
        }
    }

    /// Whether another iteration may begin.
    fn may_go_on(&self, earlier: &mut IterationHistory) -> bool {
        let shared = self.shared;
        let best = &self.root_moves[0];
        if shared.control.stop.load(Ordering::Relaxed) {
            return false;
        }
        let mate = MATE - best.score;
        if shared.limits.mate.is_some_and(|moves| is_mate(best.score) && mate <= 2 * i32::from(moves)) {
            return false;
        }
        let drop = earlier.score - best.score;
        earlier.stability = if earlier.best == Some(best.mv) { earlier.stability + 1 } else { 0 };
        earlier.best = Some(best.mv);
        earlier.score = best.score;
        let Some(budget) = &shared.budget else { return true };
        if shared.control.is_pondering() {
            return true;
        }
        let is_forced = self.root_moves.len() == 1 && budget.is_flexible();
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        !is_forced && budget.allows_iteration((shared.control.elapsed)(), earlier.stability, drop, effort)
    }
}
