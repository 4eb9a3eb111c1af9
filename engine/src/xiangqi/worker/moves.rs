//! The moves of a node: which are searched, how deeply, and what is learnt from them.

use super::Worker;
use super::node::Node;
use crate::xiangqi::picker::{Picker, Preferred};
use crate::xiangqi::score::{DECISIVE, INFINITE, is_decisive, mated_in, to_table};
use crate::xiangqi::see;
use crate::xiangqi::table::{Entry, TableBound};
use chuhe_rules::xiangqi::{Move, Piece};

/// Moves that are remembered for the statistics of one node.
const REMEMBERED: usize = 32;
/// A path may be this much longer than the iteration by extensions, in times of its depth.
const EXTENSION_CAP: usize = 2;
/// Double extensions on one path.
const MAX_DOUBLES: u8 = 6;

/// A short list of moves that were searched without success.
struct MoveBuffer {
    moves: [Option<Move>; REMEMBERED],
    count: usize,
}

impl MoveBuffer {
    const fn new() -> Self {
        Self { moves: [None; REMEMBERED], count: 0 }
    }

    fn push(&mut self, mv: Move) {
        if self.count < REMEMBERED {
            self.moves[self.count] = Some(mv);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().filter_map(|&mv| mv)
    }
}

/// The state of the loop over the moves of a node.
struct Progress {
    best: i32,
    best_move: Option<Move>,
    alpha: i32,
    count: usize,
    quiets: MoveBuffer,
    captures: MoveBuffer,
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    is_capture: bool,
    gives_check: bool,
    history: i32,
}

impl Worker<'_> {
    /// Searches the moves of `node` and stores the result.
    pub(super) fn search_moves<const PV: bool>(&mut self, node: &Node) -> i32 {
        let ply = node.ply;
        let context = self.context(ply);
        let preferred = Preferred {
            killers: self.frame(ply).killers,
            counter: self.histories.counter(context[0]),
            check_bonus: self.shared.parameters.check_order,
        };
        let mut picker = Picker::new(&self.position, &self.moves, node.table_move, preferred, context);
        let mut progress = Progress {
            best: -INFINITE,
            best_move: None,
            alpha: node.alpha,
            count: 0,
            quiets: MoveBuffer::new(),
            captures: MoveBuffer::new(),
        };
        let mut skip_quiets = false;
        while let Some(mv) = picker.next(&mut self.sources(), skip_quiets) {
            if Some(mv) == node.excluded || ply == 0 && !self.is_root_candidate(mv) {
                continue;
            }
            progress.count += 1;
            let gives_check = picker.gives_check(&self.position, mv);
            let Some(candidate) = self.candidate(node, &progress, mv, gives_check, &mut skip_quiets) else {
                continue;
            };
            let extension = match self.extension::<PV>(node, &candidate) {
                Ok(extension) => extension,
                Err(score) => {
                    picker.finish(&mut self.moves);
                    return score;
                }
            };
            let nodes = self.nodes;
            let score = self.search_move::<PV>(node, &progress, &candidate, extension);
            if self.stopped {
                picker.finish(&mut self.moves);
                return 0;
            }
            if ply == 0 {
                self.record_root_move(
                    mv,
                    score,
                    self.nodes - nodes,
                    progress.count == 1 || score > progress.alpha,
                );
            }
            if self.accept::<PV>(node, &mut progress, &candidate, score) {
                break;
            }
        }
        picker.finish(&mut self.moves);
        self.conclude::<PV>(node, &progress)
    }

    /// The candidate `mv`; `None` if it is pruned.
    fn candidate(
        &mut self,
        node: &Node,
        progress: &Progress,
        mv: Move,
        gives_check: bool,
        skip_quiets: &mut bool,
    ) -> Option<Candidate> {
        let piece = self.position.piece_at(mv.from)?;
        let victim = self.position.piece_at(mv.to);
        let history = match victim {
            Some(victim) => self.histories.capture(piece, mv, victim.kind),
            None => self.histories.quiet(piece, mv, self.context(node.ply)),
        };
        let candidate = Candidate { mv, is_capture: victim.is_some(), gives_check, history };
        let is_pruned = node.ply > 0
            && progress.best > -DECISIVE
            && self.is_prunable(node, progress, &candidate, skip_quiets);
        (!is_pruned).then_some(candidate)
    }

    /// Whether the move is so unlikely to raise alpha that it is not searched.
    fn is_prunable(
        &self,
        node: &Node,
        progress: &Progress,
        candidate: &Candidate,
        skip_quiets: &mut bool,
    ) -> bool {
        let parameters = self.shared.parameters;
        let &Candidate { mv, is_capture, gives_check, history } = candidate;
        let count = progress.count;
        let depth = node.depth;
        let limit = (parameters.lmp_base + depth * depth) as usize / if node.improving { 1 } else { 2 };
        if !node.in_check && count > limit.max(2) {
            *skip_quiets = true;
        }
        if is_capture || gives_check {
            let margin = -parameters.see_capture * depth - history / 32;
            return depth <= 8 && !see::wins(&self.position, mv, margin.min(0));
        }
        if node.in_check {
            return false;
        }
        if *skip_quiets {
            return true;
        }
        let reduced = (depth - self.shared.reductions.of(depth, count) / 100 + history / 8_192).max(0);
        if reduced <= parameters.history_depth && history < parameters.history_margin * depth {
            return true;
        }
        let reach = node.evaluation + parameters.futility_base + parameters.futility_margin * reduced;
        if reduced <= parameters.futility_depth && reach <= progress.alpha {
            return true;
        }
        !see::wins(&self.position, mv, -parameters.see_quiet * reduced * reduced)
    }

    /// By how many plies the move is searched deeper; an error is the score of the whole node.
    fn extension<const PV: bool>(&mut self, node: &Node, candidate: &Candidate) -> Result<i32, i32> {
        let parameters = self.shared.parameters;
        let ply = node.ply;
        if ply == 0 || ply >= EXTENSION_CAP * self.root_depth as usize {
            return Ok(0);
        }
        if let Some(entry) = node.entry
            && Some(candidate.mv) == node.table_move
            && node.excluded.is_none()
            && node.depth >= parameters.singular_depth
            && entry.depth >= node.depth - 3
            && entry.is_lower()
            && !is_decisive(node.table_score)
        {
            let beta = node.table_score - parameters.singular_margin * node.depth;
            self.frame(ply).excluded = Some(candidate.mv);
            let score = self.search::<false>(ply, beta - 1, beta, (node.depth - 1) / 2, node.cut_node);
            self.frame(ply).excluded = None;
            if self.stopped {
                return Err(0);
            }
            if score < beta {
                let doubles = self.frames[ply + super::BEFORE - 1].doubles;
                let is_double = !PV && score < beta - parameters.double_margin && doubles < MAX_DOUBLES;
                self.frame(ply).doubles = doubles + u8::from(is_double);
                return Ok(1 + i32::from(is_double));
            }
            // another move exceeds beta, too
            if beta >= node.beta && !PV {
                return Err(beta);
            }
            if node.table_score >= node.beta {
                return Ok(-2 + i32::from(PV));
            }
            if node.cut_node {
                return Ok(-1);
            }
        }
        let is_extended = candidate.gives_check
            && match parameters.check_extension {
                0 => false,
                1 => see::wins(&self.position, candidate.mv, 0),
                _ => true,
            };
        Ok(i32::from(is_extended))
    }

    /// Makes the move, searches it and takes it back.
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        progress: &Progress,
        candidate: &Candidate,
        extension: i32,
    ) -> i32 {
        let (ply, alpha) = (node.ply, progress.alpha);
        let mut depth = node.depth - 1 + extension;
        if extension < 2 {
            self.frame(ply).doubles = self.frames[ply + super::BEFORE - 1].doubles;
        }
        let reduction = self.reduction::<PV>(node, progress, candidate);
        self.make(ply, candidate.mv);
        let mut score = alpha;
        if node.depth >= 2 && progress.count > 1 + usize::from(PV) {
            let reduced = (depth - reduction / 100).clamp(1.min(depth), depth.max(1));
            score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
            if score > alpha && reduced < depth && !self.stopped {
                // the surprise decides how thoroughly to look again
                depth += i32::from(score > progress.best + 60 + 2 * depth);
                depth -= i32::from(score < progress.best + depth);
                if reduced < depth {
                    score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, depth, !node.cut_node);
                }
            }
        } else if !PV || progress.count > 1 {
            score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, depth, !node.cut_node);
        }
        if PV && !self.stopped && (progress.count == 1 || score > alpha) {
            score = -self.search::<true>(ply + 1, -node.beta, -alpha, depth, false);
        }
        self.unmake();
        score
    }

    /// The reduction of a late move, in hundredths of a ply.
    fn reduction<const PV: bool>(&self, node: &Node, progress: &Progress, candidate: &Candidate) -> i32 {
        let parameters = self.shared.parameters;
        let mut reduction = self.shared.reductions.of(node.depth, progress.count);
        reduction -= candidate.history * 100 / parameters.lmr_history;
        if candidate.is_capture {
            reduction -= parameters.lmr_capture;
        }
        if PV {
            reduction -= parameters.lmr_pv;
        }
        if node.was_pv {
            reduction -= parameters.lmr_was_pv;
        }
        if node.cut_node {
            reduction += parameters.lmr_cut;
        }
        if !node.improving {
            reduction += parameters.lmr_not_improving;
        }
        if candidate.gives_check || node.in_check {
            reduction -= parameters.lmr_check;
        }
        if node.table_move.is_some_and(|mv| self.position.piece_at(mv.to).is_some()) {
            reduction += parameters.lmr_table_capture;
        }
        reduction
    }

    /// Takes the score of a move into account; returns whether it ends the node.
    fn accept<const PV: bool>(
        &mut self,
        node: &Node,
        progress: &mut Progress,
        candidate: &Candidate,
        score: i32,
    ) -> bool {
        if score > progress.best {
            progress.best = score;
            if score > progress.alpha {
                progress.best_move = Some(candidate.mv);
                if PV {
                    self.lines.update(node.ply, candidate.mv);
                }
                if score >= node.beta {
                    return true;
                }
                progress.alpha = score;
            }
        }
        if progress.best_move != Some(candidate.mv) {
            let tried = if candidate.is_capture { &mut progress.captures } else { &mut progress.quiets };
            tried.push(candidate.mv);
        }
        false
    }

    /// Updates the statistics, stores the result in the table and returns the score.
    fn conclude<const PV: bool>(&mut self, node: &Node, progress: &Progress) -> i32 {
        if progress.count == 0 {
            // without a legal move the side has lost, in check or not
            return if node.excluded.is_some() { node.alpha } else { mated_in(node.ply) };
        }
        let score = progress.best;
        if let Some(best) = progress.best_move {
            self.learn(node, progress, best);
        } else if score <= node.alpha {
            let share = self.shared.parameters.refuted_bonus;
            self.reward_previous(node.ply, bonus(node.depth) * share / 100);
        }
        if node.excluded.is_some() {
            return score;
        }
        let bound = if score >= node.beta {
            TableBound::Lower
        } else if PV && progress.best_move.is_some() {
            TableBound::Exact
        } else {
            TableBound::Upper
        };
        if node.ply > 0 || self.line_index == 0 {
            let entry = Entry {
                mv: progress.best_move,
                score: to_table(score, node.ply),
                evaluation: if node.in_check { 0 } else { node.raw },
                depth: node.depth,
                bound,
                was_pv: node.was_pv,
            };
            self.shared.table.store(node.key, entry);
        }
        self.correct(node, progress, bound);
        score
    }

    /// Corrects later evaluations by the error of this one.
    fn correct(&mut self, node: &Node, progress: &Progress, bound: TableBound) {
        let score = progress.best;
        let is_quiet = progress.best_move.is_none_or(|mv| self.position.piece_at(mv.to).is_none());
        let says_nothing = bound == TableBound::Lower && score <= node.evaluation
            || bound == TableBound::Upper && score >= node.evaluation;
        if !node.in_check && is_quiet && !says_nothing && !is_decisive(score) {
            self.histories.update_correction(&self.position, score - node.evaluation, node.depth);
        }
    }

    /// Rewards the best move, and the less the moves that were tried in vain.
    fn learn(&mut self, node: &Node, progress: &Progress, best: Move) {
        let Some(piece) = self.position.piece_at(best.from) else { return };
        let bonus = bonus(node.depth);
        let context = self.context(node.ply);
        match self.position.piece_at(best.to) {
            Some(victim) => self.histories.update_capture(piece, best, victim.kind, bonus),
            None => {
                self.reward_quiet(node.ply, best, node.depth);
                for mv in progress.quiets.iter() {
                    if let Some(piece) = self.position.piece_at(mv.from) {
                        self.histories.update_quiet(piece, mv, context, -bonus);
                    }
                }
            }
        }
        for mv in progress.captures.iter() {
            let pieces: (Option<Piece>, Option<Piece>) =
                (self.position.piece_at(mv.from), self.position.piece_at(mv.to));
            if let (Some(piece), Some(victim)) = pieces {
                self.histories.update_capture(piece, mv, victim.kind, -bonus);
            }
        }
    }

    /// Adds `bonus` to the statistics of the quiet move that led to the node at `ply`.
    pub(super) fn reward_previous(&mut self, ply: usize, bonus: i32) {
        let Some(undo) = self.undos.last() else { return };
        if ply == 0 || bonus == 0 || undo.captured().is_some() || undo.mv().from == undo.mv().to {
            return;
        }
        let mv = undo.mv();
        if let Some(piece) = self.position.piece_at(mv.to) {
            let context = self.context(ply - 1);
            self.histories.update_quiet(piece, mv, context, bonus);
        }
    }

    /// Records that a quiet move was best at `ply`.
    pub(super) fn reward_quiet(&mut self, ply: usize, mv: Move, depth: i32) {
        let Some(piece) = self.position.piece_at(mv.from) else { return };
        let context = self.context(ply);
        self.histories.update_quiet(piece, mv, context, bonus(depth));
        self.histories.set_counter(context[0], mv);
        let killers = &mut self.frame(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// The bonus of a move that was best at `depth`.
fn bonus(depth: i32) -> i32 {
    (170 * depth - 80).clamp(0, 1_800)
}
