//! What each move of a repeated cycle does.

use super::attacks::{chased, exemption, rooks_pinned_by_horses};
use super::mate_threat::threatens_mate;
use super::{Attack, JudgedMove, Nature};
use crate::Color;
use crate::xiangqi::{Bitboard, Move, Position, RuleSet, Undo};

/// What one move of a cycle does to the opponent's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) by: Color,
    pub(super) check: bool,
    /// The pieces that the move newly chases.
    pub(super) chased: Bitboard,
    /// Those among them that are rooks pinned by a horse of the chasing side.
    pub(super) pinned_rooks: Bitboard,
    /// Whether it threatens to mate with the next move; found in the Chinese rules only.
    pub(super) mate_threat: bool,
}

/// Returns the steps of the cycle that ended in `end`.
pub(super) fn steps(end: &Position, cycle: &[Undo], set: RuleSet) -> Vec<Step> {
    let mut position = end.clone();
    let mut steps = Vec::with_capacity(cycle.len());
    for &undo in cycle.iter().rev() {
        let by = position.side_to_move().opponent();
        let check = position.in_check();
        let after = if check { Bitboard::EMPTY } else { chased(&position, by) };
        let pinned = rooks_pinned_by_horses(&position, by);
        let reached = (set == RuleSet::Chinese && !check).then(|| position.clone());
        position.unmake(undo);
        let before = if after.any() { chased(&position, by) } else { Bitboard::EMPTY };
        let chased = after - before;
        let mate_threat = chased.is_empty() && reached.is_some_and(|position| threatens_mate(&position, by));
        steps.push(Step { mv: undo.mv(), by, check, chased, pinned_rooks: chased & pinned, mate_threat });
    }
    steps.reverse();
    steps
}

/// The pieces that every step of `by` counts among its victims, by their points at the end.
pub(super) fn victims_of_all(steps: &[Step], by: Color, victims_of: impl Fn(&Step) -> Bitboard) -> Bitboard {
    steps.iter().fold(Bitboard::ALL, |victims, step| {
        if step.by == by {
            victims & victims_of(step)
        } else if victims.contains(step.mv.from) {
            (victims - step.mv.from.into()).with(step.mv.to)
        } else {
            // the point to which another piece moved
            victims - step.mv.to.into()
        }
    })
}

/// Describes the steps of the cycle that ended in `end`, for people.
pub(super) fn describe(end: &Position, cycle: &[Undo], steps: &[Step]) -> Vec<JudgedMove> {
    let mut position = end.clone();
    let mut moves = Vec::with_capacity(steps.len());
    for (step, &undo) in steps.iter().zip(cycle).rev() {
        let after = position.clone();
        position.unmake(undo);
        let piece = position.piece_at(step.mv.from).expect("a move starts from a piece");
        let attacks = new_attacks(&position, &after, step);
        let nature = if step.check {
            Nature::Check
        } else if step.chased.any() {
            Nature::Chase
        } else if step.mate_threat {
            Nature::MateThreat
        } else {
            Nature::Idle
        };
        moves.push(JudgedMove { mv: step.mv, piece, nature, attacks });
    }
    moves.reverse();
    moves
}

/// The attacks after `step` that count as chases, or are exempt and were not there before.
fn new_attacks(before: &Position, after: &Position, step: &Step) -> Vec<Attack> {
    let board = after.board();
    let theirs = step.by.opponent();
    let prey = board.color(theirs) - after.king(theirs).into();
    let mut attacks = Vec::new();
    for attacker in board.color(step.by) {
        let piece = after.piece_at(attacker).expect("the set holds the points of pieces");
        let origin = if attacker == step.mv.to { step.mv.from } else { attacker };
        let attacked_before = before.targets(piece, origin);
        for victim in after.targets(piece, attacker) & prey {
            let capture = Move::new(attacker, victim);
            if !after.is_safe(piece, capture) {
                continue;
            }
            let exemption = exemption(after, piece, capture);
            let counts = match exemption {
                None => step.chased.contains(victim),
                Some(_) => {
                    !(attacked_before.contains(victim) && before.is_safe(piece, Move::new(origin, victim)))
                }
            };
            if counts {
                attacks.push(Attack { attacker, victim, exemption });
            }
        }
    }
    attacks
}
