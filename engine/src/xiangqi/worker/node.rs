//! A node of the main search: what is found before its moves are searched.

use super::{NO_EVALUATION, Worker};
use crate::xiangqi::score::{DECISIVE, MAX_PLY, from_table, mated_in};
use crate::xiangqi::table::{Entry, TableBound};
use chuhe_rules::xiangqi::Move;

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) key: u64,
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<Move>,
    /// The score of `entry`, relative to the root.
    pub(super) table_score: i32,
    pub(super) was_pv: bool,
    /// The move left out by a singular search.
    pub(super) excluded: Option<Move>,
    /// The evaluation before corrections.
    pub(super) raw: i32,
    pub(super) evaluation: i32,
    /// The evaluation, or a better estimate from the table.
    pub(super) estimate: i32,
    pub(super) improving: bool,
}

impl Worker<'_> {
    /// The score of the current position at `ply`, to `depth` plies.
    ///
    /// Scores up to `alpha` are upper bounds, and from `beta` on lower bounds. In a node of the
    /// principal variation (`PV`) the window is open, else it is empty.
    pub(super) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(ply, alpha, beta, 0);
        }
        if PV {
            self.lines.clear(ply);
        }
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if ply > 0 {
            if let Some(score) = self.ruled_score(ply) {
                return score;
            }
            if ply >= MAX_PLY - 1 {
                return if self.position.in_check() { 0 } else { self.evaluate() };
            }
            // no line from here is better than a mate at the next ply, or worse than one here
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let mut node = self.node::<PV>(ply, alpha, beta, depth, cut_node);
        if !PV && let Some(score) = self.table_cutoff(&node) {
            return score;
        }
        self.assess(&mut node);
        if !PV
            && !node.in_check
            && node.excluded.is_none()
            && let Some(score) = self.prune(&node)
        {
            return score;
        }
        // without a move from the table the node is likely to be unimportant, or ordered badly
        if node.depth >= self.shared.parameters.iir_depth
            && node.table_move.is_none()
            && node.excluded.is_none()
            && (PV || cut_node)
        {
            node.depth -= 1;
        }
        self.search_moves::<PV>(&node)
    }

    fn node<const PV: bool>(
        &mut self,
        ply: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
        cut_node: bool,
    ) -> Node {
        let key = self.table_key();
        let excluded = self.frame(ply).excluded;
        let entry = if excluded.is_none() { self.shared.table.probe(key) } else { None };
        let table_move = match (ply, self.root_moves.get(self.line_index)) {
            (0, Some(root_move)) => Some(root_move.mv),
            _ => entry.and_then(|entry| entry.mv),
        };
        self.frame(ply + 2).killers = [None; 2];
        Node {
            ply,
            alpha,
            beta,
            depth,
            cut_node,
            in_check: self.position.in_check(),
            key,
            entry,
            table_move,
            table_score: entry.map_or(0, |entry| from_table(entry.score, ply)),
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
            excluded,
            raw: NO_EVALUATION,
            evaluation: NO_EVALUATION,
            estimate: NO_EVALUATION,
            improving: false,
        }
    }

    /// The score of an earlier search that is deep enough.
    fn table_cutoff(&mut self, node: &Node) -> Option<i32> {
        let entry = node.entry?;
        let cuts =
            entry.depth >= node.depth && entry.cuts(node.beta, node.table_score) && self.table_scores_hold();
        if !cuts {
            return None;
        }
        if node.table_score >= node.beta
            && let Some(mv) = node.table_move
            && self.position.validate(mv).is_ok()
            && self.position.piece_at(mv.to).is_none()
        {
            self.reward_quiet(node.ply, mv, node.depth);
        }
        Some(node.table_score)
    }

    /// Evaluates the node.
    fn assess(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.frame(ply).evaluation = NO_EVALUATION;
            return;
        }
        if node.excluded.is_some() {
            // the node itself has been assessed before
            node.evaluation = self.frame(ply).evaluation;
            node.raw = node.evaluation;
        } else {
            node.raw = self.raw_evaluation(node.entry);
            node.evaluation = self.corrected(node.raw);
            self.frame(ply).evaluation = node.evaluation;
            self.reward_swing(ply, node.evaluation);
            if node.entry.is_none() {
                self.store_evaluation(node);
            }
        }
        node.estimate = node.evaluation;
        if let Some(entry) = node.entry {
            let is_better =
                if node.table_score > node.evaluation { entry.is_lower() } else { entry.is_upper() };
            if is_better && node.table_score.abs() < DECISIVE {
                node.estimate = node.table_score;
            }
        }
        node.improving = self.is_improving(ply, node.evaluation);
    }

    /// Stores the evaluation, so that it is not computed again if the node is cut off.
    fn store_evaluation(&self, node: &Node) {
        let entry = Entry {
            mv: None,
            score: 0,
            evaluation: node.raw,
            depth: 0,
            bound: TableBound::None,
            was_pv: node.was_pv,
        };
        self.shared.table.store(node.key, entry);
    }

    /// Rewards the quiet move before the node for what it did to the evaluation.
    fn reward_swing(&mut self, ply: usize, evaluation: i32) {
        let weight = self.shared.parameters.swing_bonus;
        if weight != 0 && ply > 0 {
            let before = self.frame(ply - 1).evaluation;
            if before != NO_EVALUATION {
                let swing = (-(before + evaluation)).clamp(-150, 150);
                self.reward_previous(ply, swing * weight / 100);
            }
        }
    }
}
