//! Orders the moves of a node, and generates them only as far as they are needed.

use super::histories::{Context, Histories};
use super::see;
use chuhe_rules::xiangqi::{Checks, Move, MoveList, Position};

/// A move with its rank in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

/// The generated moves of all nodes of the current path, the root's first.
pub(super) type MoveStack = Vec<Scored>;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    GenerateChecks,
    Checks,
    Done,
}

/// The moves that a node prefers among the quiet ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preferred {
    pub(super) killers: [Option<Move>; 2],
    pub(super) counter: Option<Move>,
    /// The bonus of moves that give check.
    pub(super) check_bonus: i32,
}

/// Returns the moves of one node, the most promising first.
///
/// Its moves lie on a [`MoveStack`]; [`Picker::finish`] removes them.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    preferred: Preferred,
    context: Context,
    /// The checks of the node, once its quiet moves are generated.
    checks: Option<Checks>,
    captures_only: bool,
    with_checks: bool,
    /// Least gain of a capture that comes before the quiet moves, in centipawns.
    threshold: i32,
    start: usize,
    /// The end of the captures that lose material, from `start`.
    bad_end: usize,
    next: usize,
}

/// Scores of killers and counter moves, above all histories.
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
/// In the order of captures, the victim's value weighs this much more than the history.
const VICTIM_WEIGHT: i32 = 12;
/// Captures among evasions come before all quiet moves.
const EVASION_CAPTURE: i32 = 1 << 21;

/// What a picker needs of the search at each step.
pub(super) struct Sources<'a> {
    pub(super) position: &'a Position,
    pub(super) histories: &'a Histories,
    pub(super) moves: &'a mut MoveStack,
}

impl Picker {
    /// The picker of all moves of a node.
    pub(super) fn new(
        position: &Position,
        moves: &MoveStack,
        table_move: Option<Move>,
        preferred: Preferred,
        context: Context,
    ) -> Self {
        let table_move = table_move.filter(|&mv| position.validate(mv).is_ok());
        let stage = if table_move.is_some() {
            Stage::TableMove
        } else if position.in_check() {
            Stage::GenerateEvasions
        } else {
            Stage::GenerateCaptures
        };
        let start = moves.len();
        Self {
            stage,
            table_move,
            preferred,
            context,
            checks: None,
            captures_only: false,
            with_checks: false,
            threshold: 0,
            start,
            bad_end: start,
            next: start,
        }
    }

    /// The picker of captures that gain at least `threshold` centipawns, or of all evasions.
    pub(super) fn of_captures(
        position: &Position,
        moves: &MoveStack,
        table_move: Option<Move>,
        context: Context,
        threshold: i32,
    ) -> Self {
        let table_move = table_move.filter(|mv| position.in_check() || position.piece_at(mv.to).is_some());
        let picker = Self::new(position, moves, table_move, Preferred::default(), context);
        Self { captures_only: true, threshold, ..picker }
    }

    /// Adds quiet moves that give check and lose nothing, after the captures.
    pub(super) fn add_checks(&mut self) {
        self.with_checks = true;
    }

    /// Removes the node's moves from the stack.
    pub(super) fn finish(&self, moves: &mut MoveStack) {
        moves.truncate(self.start);
    }

    /// Whether the node's move `mv` gives check.
    #[inline]
    pub(super) fn gives_check(&self, position: &Position, mv: Move) -> bool {
        match &self.checks {
            Some(checks) => checks.gives_check(position, mv),
            None => position.gives_check(mv),
        }
    }

    /// The next move; with `skip_quiets` the next capture.
    pub(super) fn next(&mut self, sources: &mut Sources<'_>, skip_quiets: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    let in_check = sources.position.in_check();
                    self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return self.table_move;
                }
                Stage::GenerateCaptures => {
                    let list = sources.position.legal_captures();
                    self.push(sources, &list);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select(sources.moves) {
                    Some(Scored { mv, .. }) if see::wins(sources.position, mv, self.threshold) => {
                        return Some(mv);
                    }
                    Some(bad) => {
                        sources.moves[self.bad_end] = bad;
                        self.bad_end += 1;
                    }
                    None if self.with_checks => self.stage = Stage::GenerateChecks,
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    if !skip_quiets {
                        self.next = sources.moves.len();
                        let list = sources.position.legal_quiets();
                        self.checks = Some(sources.position.checks());
                        self.push(sources, &list);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !skip_quiets && let Some(quiet) = self.select(sources.moves) {
                        return Some(quiet.mv);
                    }
                    self.next = self.start;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures if self.next < self.bad_end => {
                    self.next += 1;
                    return Some(sources.moves[self.next - 1].mv);
                }
                Stage::GenerateEvasions => {
                    let list = sources.position.legal_moves();
                    self.push(sources, &list);
                    self.stage = Stage::Evasions;
                }
                Stage::GenerateChecks => {
                    self.next = sources.moves.len();
                    let list = sources.position.legal_quiets();
                    let checks = sources.position.checks();
                    let checks = list.iter().filter(|&&mv| checks.gives_check(sources.position, mv));
                    for &mv in checks.filter(|&&mv| see::wins(sources.position, mv, 0)) {
                        let score = self.score(sources.position, sources.histories, mv);
                        sources.moves.push(Scored { mv, score });
                    }
                    self.stage = Stage::Checks;
                }
                Stage::Checks | Stage::Evasions => {
                    return self.select(sources.moves).map(|evasion| evasion.mv);
                }
                Stage::BadCaptures | Stage::Done => return None,
            }
        }
    }

    /// Moves the best of the remaining moves to the front of them and takes it.
    fn select(&mut self, moves: &mut MoveStack) -> Option<Scored> {
        let rest = &mut moves[self.next..];
        let first = rest.first()?;
        let (mut best, mut best_score) = (0, first.score);
        for (index, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > best_score {
                (best, best_score) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    /// Pushes all of `list` but the table's move, with their scores.
    fn push(&self, sources: &mut Sources<'_>, list: &MoveList) {
        for mv in list {
            if Some(mv) != self.table_move {
                let score = self.score(sources.position, sources.histories, mv);
                sources.moves.push(Scored { mv, score });
            }
        }
    }

    fn score(&self, position: &Position, histories: &Histories, mv: Move) -> i32 {
        let Some(piece) = position.piece_at(mv.from) else { return 0 };
        if let Some(victim) = position.piece_at(mv.to) {
            let history = histories.capture(piece, mv, victim.kind);
            let score = see::value(victim.kind) * VICTIM_WEIGHT + history / 4;
            return if position.in_check() { EVASION_CAPTURE + score } else { score };
        }
        let mut score = histories.quiet(piece, mv, self.context);
        if self.preferred.killers.contains(&Some(mv)) {
            score += if self.preferred.killers[0] == Some(mv) { KILLER + 1 } else { KILLER };
        } else if self.preferred.counter == Some(mv) {
            score += COUNTER;
        } else if self.preferred.check_bonus != 0 && !position.in_check() && self.gives_check(position, mv) {
            score += self.preferred.check_bonus;
        }
        score
    }
}
