//! What each move of a cycle is, for the people to whom a ruling is shown.

use super::attacks::{attack_before, chased_before, exemption, newly_chased};
use super::conduct::gives_check;
use super::mate_threat::threatens_mate;
use super::{JudgedMove, Nature, PieceAttack};
use crate::xiangqi::{Bitboard, Move, Position, RuleSet, Undo};
use alloc::vec::Vec;

/// Describes the moves of the cycle that ended in `end`.
pub(in crate::xiangqi) fn judged_moves(end: &Position, cycle: &[Undo], set: RuleSet) -> Vec<JudgedMove> {
    let mut before = end.clone();
    let mut moves = Vec::with_capacity(cycle.len());
    for (index, &undo) in cycle.iter().enumerate().rev() {
        let after = before.clone();
        before.unmake(undo);
        moves.push(judged_move(&before, &after, undo.mv(), gives_check(cycle, index), set));
    }
    moves.reverse();
    moves
}

/// What `mv` is, which leads from one position to the other.
fn judged_move(before: &Position, after: &Position, mv: Move, check: bool, set: RuleSet) -> JudgedMove {
    let nature = if check {
        Nature::Check
    } else if newly_chased(before, after, mv, Bitboard::ALL).any() {
        Nature::Chase
    } else if set == RuleSet::Chinese && threatens_mate(after) {
        Nature::MateThreat
    } else {
        Nature::Idle
    };
    let piece = before.piece_at(mv.from).expect("a move starts from a piece");
    JudgedMove { mv, piece, nature, attacks: new_attacks(before, after, mv, check) }
}

/// The attacks that `mv` newly makes: those that count as chases, unless it gives check, and the exempt.
fn new_attacks(before: &Position, after: &Position, mv: Move, check: bool) -> Vec<PieceAttack> {
    let by = before.side_to_move();
    let board = after.board();
    let theirs = by.opponent();
    let prey = board.color(theirs) - after.king(theirs).into();
    let mut attacks = Vec::new();
    for attacker in board.color(by) {
        let piece = after.piece_at(attacker).expect("the set holds the points of pieces");
        for victim in after.targets(piece, attacker) & prey {
            let capture = Move::new(attacker, victim);
            if !after.is_safe(piece, capture) {
                continue;
            }
            let exemption = exemption(after, piece, capture);
            let is_new = match exemption {
                None => !check && !chased_before(before, mv, piece, capture),
                Some(_) => attack_before(before, mv, piece, capture).is_none(),
            };
            if is_new {
                attacks.push(PieceAttack { attacker, victim, exemption });
            }
        }
    }
    attacks
}
