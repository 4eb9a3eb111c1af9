//! What each move of a cycle is, for the people to whom a ruling is shown.

use super::attacks::exemption;
use super::conduct::{gives_check, newly_chased};
use super::mate_threat::threatens_mate;
use super::{JudgedMove, Nature, PieceAttack};
use crate::xiangqi::{Bitboard, Move, Position, RuleSet, Undo};

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
    let by = before.side_to_move();
    let chased = if check { Bitboard::EMPTY } else { newly_chased(before, after, by, Bitboard::ALL) };
    let nature = if check {
        Nature::Check
    } else if chased.any() {
        Nature::Chase
    } else if set == RuleSet::Chinese && threatens_mate(after) {
        Nature::MateThreat
    } else {
        Nature::Idle
    };
    let piece = before.piece_at(mv.from).expect("a move starts from a piece");
    JudgedMove { mv, piece, nature, attacks: new_attacks(before, after, mv, chased) }
}

/// The attacks after `mv` that count as chases, or are exempt and were not there before.
fn new_attacks(before: &Position, after: &Position, mv: Move, chased: Bitboard) -> Vec<PieceAttack> {
    let by = before.side_to_move();
    let board = after.board();
    let theirs = by.opponent();
    let prey = board.color(theirs) - after.king(theirs).into();
    let mut attacks = Vec::new();
    for attacker in board.color(by) {
        let piece = after.piece_at(attacker).expect("the set holds the points of pieces");
        let origin = if attacker == mv.to { mv.from } else { attacker };
        let attacked_before = before.targets(piece, origin);
        for victim in after.targets(piece, attacker) & prey {
            let capture = Move::new(attacker, victim);
            if !after.is_safe(piece, capture) {
                continue;
            }
            let exemption = exemption(after, piece, capture);
            let counts = match exemption {
                None => chased.contains(victim),
                Some(_) => {
                    !(attacked_before.contains(victim) && before.is_safe(piece, Move::new(origin, victim)))
                }
            };
            if counts {
                attacks.push(PieceAttack { attacker, victim, exemption });
            }
        }
    }
    attacks
}
