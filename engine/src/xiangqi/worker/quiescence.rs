//! The quiescence search: captures and evasions only, until the position is quiet.

use super::{NO_EVALUATION, Worker};
use crate::xiangqi::picker::Picker;
use crate::xiangqi::score::{DECISIVE, INFINITE, MAX_PLY, from_table, mated_in, to_table};
use crate::xiangqi::see;
use crate::xiangqi::table::{Entry, TableBound};
use chuhe_rules::xiangqi::Move;

/// Quiet evasions that are searched once a way out of the check is known.
const QUIET_EVASIONS: usize = 2;

/// What the quiescence search has found so far at a node.
struct Best {
    score: i32,
    mv: Option<Move>,
    alpha: i32,
}

impl Worker<'_> {
    /// The score of the current position after captures have been played out.
    ///
    /// `depth` is zero at its first ply and decreases.
    pub(super) fn quiesce<const PV: bool>(&mut self, ply: usize, alpha: i32, beta: i32, depth: i32) -> i32 {
        if PV {
            self.lines.clear(ply);
        }
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.ruled_score(ply) {
            return score;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate() };
        }
        let key = self.table_key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry
            && !PV
            && self.table_scores_hold()
        {
            let score = from_table(entry.score, ply);
            if entry.cuts(beta, score) {
                return score;
            }
        }
        let mut raw = NO_EVALUATION;
        let mut stand = -INFINITE;
        if !in_check {
            raw = self.raw_evaluation(entry);
            stand = self.corrected(raw);
            if let Some(entry) = entry {
                let score = from_table(entry.score, ply);
                if if score > stand { entry.is_lower() } else { entry.is_upper() } {
                    stand = score;
                }
            }
            if stand >= beta {
                return stand;
            }
        }
        self.frame(ply).evaluation = if in_check { NO_EVALUATION } else { stand };
        let mut best = Best { score: stand, mv: None, alpha: alpha.max(stand) };
        let table_move = entry.and_then(|entry| entry.mv);
        self.quiesce_moves::<PV>(ply, beta, depth, table_move, &mut best);
        if self.stopped {
            return 0;
        }
        if in_check && best.score == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best.score >= beta { TableBound::Lower } else { TableBound::Upper };
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let evaluation = if in_check { 0 } else { raw };
        let score = to_table(best.score, ply);
        self.shared.table.store(key, Entry { mv: best.mv, score, evaluation, depth: 0, bound, was_pv });
        best.score
    }

    fn quiesce_moves<const PV: bool>(
        &mut self,
        ply: usize,
        beta: i32,
        depth: i32,
        table_move: Option<Move>,
        best: &mut Best,
    ) {
        let in_check = self.position.in_check();
        let stand = best.score;
        let mut picker = Picker::of_captures(&self.position, &self.moves, table_move, self.context(ply), 0);
        if -depth < self.shared.parameters.quiet_checks {
            picker.add_checks();
        }
        let mut quiets = 0;
        while let Some(mv) = picker.next(&mut self.sources(), false) {
            let victim = self.position.piece_at(mv.to);
            if best.score > -DECISIVE {
                match victim {
                    // even with the captured piece, alpha is out of reach
                    Some(victim) if !in_check => {
                        let reach = stand + see::value(victim.kind) + self.shared.parameters.delta;
                        if reach <= best.alpha && !self.position.gives_check(mv) {
                            best.score = best.score.max(reach);
                            continue;
                        }
                    }
                    None if in_check && quiets >= QUIET_EVASIONS => break,
                    None | Some(_) => {}
                }
            }
            quiets += usize::from(victim.is_none());
            self.make(ply, mv);
            let score = -self.quiesce::<PV>(ply + 1, -beta, -best.alpha, depth - 1);
            self.unmake();
            if self.stopped {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > best.alpha {
                    best.mv = Some(mv);
                    if PV {
                        self.lines.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    best.alpha = score;
                }
            }
        }
        picker.finish(&mut self.moves);
    }
}
