//! Evaluations, and the prunings of whole nodes.

use super::node::Node;
use super::{NO_EVALUATION, Worker};
use crate::xiangqi::picker::Picker;
use crate::xiangqi::score::{DECISIVE, EVALUATION_LIMIT, is_decisive, to_table};
use crate::xiangqi::table::{Entry, TableBound};

/// The halfmove clock at which an evaluation would be zero.
const EVALUATION_HORIZON: i32 = 300;

impl Worker<'_> {
    /// The evaluation without corrections, from `entry` if it has it.
    #[inline]
    pub(super) fn raw_evaluation(&mut self, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => entry.evaluation,
            None => self.evaluator.evaluate(&self.position),
        }
    }

    /// The evaluation of the current position.
    pub(super) fn evaluate(&mut self) -> i32 {
        let raw = self.raw_evaluation(None);
        self.corrected(raw)
    }

    /// `raw` with its expected error removed, less the nearer the natural limit is.
    ///
    /// A side without attacking pieces cannot win.
    #[inline]
    pub(super) fn corrected(&self, raw: i32) -> i32 {
        let clock = i32::from(self.position.halfmove_clock().min(120));
        let mut score = raw - raw * clock / EVALUATION_HORIZON;
        if self.shared.parameters.correction != 0 {
            score += self.histories.correction(&self.position);
        }
        let side = self.position.side_to_move();
        if score > 0 && !self.position.has_attackers(side)
            || score < 0 && !self.position.has_attackers(side.opponent())
        {
            score = 0;
        }
        score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// Whether the side's evaluation has risen since its last move.
    pub(super) fn is_improving(&mut self, ply: usize, evaluation: i32) -> bool {
        let mut earlier = if ply >= 2 { self.frame(ply - 2).evaluation } else { NO_EVALUATION };
        if earlier == NO_EVALUATION && ply >= 4 {
            earlier = self.frame(ply - 4).evaluation;
        }
        earlier != NO_EVALUATION && evaluation > earlier
    }

    /// The score of a node that need not be searched; the side to move is not in check.
    pub(super) fn prune(&mut self, node: &Node) -> Option<i32> {
        let parameters = self.shared.parameters;
        let &Node { ply, alpha, beta, depth, estimate, .. } = node;
        if depth <= parameters.razoring_depth
            && estimate + parameters.razoring_base + parameters.razoring_margin * depth < alpha
        {
            let score = self.quiesce::<false>(ply, alpha, alpha + 1, 0);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        let margin = parameters.reverse_futility_margin * (depth - i32::from(node.improving));
        if depth <= parameters.reverse_futility_depth
            && estimate - margin >= beta
            && estimate < DECISIVE
            && beta > -DECISIVE
        {
            return Some((estimate + beta) / 2);
        }
        self.try_pass(node).or_else(|| self.probcut(node))
    }

    /// The score if even a pass exceeds beta.
    ///
    /// A side without a movable piece loses, so that passing must be worse than moving: it is tried
    /// only with attacking pieces left.
    fn try_pass(&mut self, node: &Node) -> Option<i32> {
        let parameters = self.shared.parameters;
        let &Node { ply, beta, depth, estimate, evaluation, .. } = node;
        let passed_before = self.pass_ply == self.history.ply() && ply > 0;
        if depth < parameters.null_depth
            || passed_before
            || estimate < beta
            || evaluation < beta - 20 * depth + 180
            || beta <= -DECISIVE
            || !self.position.has_attackers(self.position.side_to_move())
        {
            return None;
        }
        let excess = ((estimate - beta) / parameters.null_margin.max(1)).min(3);
        let reduction = parameters.null_base + depth / parameters.null_divisor.max(1) + excess;
        let pass_ply = self.pass(ply);
        let score = -self.search::<false>(ply + 1, -beta, 1 - beta, depth - reduction, !node.cut_node);
        self.take_back_pass(pass_ply);
        if self.stopped {
            return Some(0);
        }
        // a win found after a pass is not proven
        (score >= beta).then_some(if is_decisive(score) { beta } else { score })
    }

    /// The score if a capture wins so much that a shallower search exceeds beta by a margin.
    fn probcut(&mut self, node: &Node) -> Option<i32> {
        let parameters = self.shared.parameters;
        let &Node { ply, beta, depth, .. } = node;
        let target = beta + parameters.probcut_margin;
        if depth < parameters.probcut_depth || is_decisive(beta) {
            return None;
        }
        let probe = depth - 4;
        if node.entry.is_some_and(|entry| entry.depth >= probe && node.table_score < target) {
            return None;
        }
        let threshold = target - node.evaluation;
        let table_move = node.table_move.filter(|mv| self.position.piece_at(mv.to).is_some());
        let mut picker =
            Picker::of_captures(&self.position, &self.moves, table_move, self.context(ply), threshold);
        let mut result = None;
        while let Some(mv) = picker.next(&mut self.sources(), false) {
            self.make(ply, mv);
            let mut score = -self.quiesce::<false>(ply + 1, -target, 1 - target, 0);
            if score >= target && !self.stopped {
                score = -self.search::<false>(ply + 1, -target, 1 - target, probe, !node.cut_node);
            }
            self.unmake();
            if self.stopped {
                result = Some(0);
                break;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score: to_table(score, ply),
                    evaluation: node.raw,
                    depth: probe + 1,
                    bound: TableBound::Lower,
                    was_pv: node.was_pv,
                };
                self.shared.table.store(node.key, entry);
                result = Some(if is_decisive(score) { score } else { score - parameters.probcut_margin });
                break;
            }
        }
        picker.finish(&mut self.moves);
        result
    }
}
