//! The attacks of one side in one position, and which of them are chases.
//!
//! An attack is a legal capture that a side could play if it were its turn.

use super::Exemption;
use crate::Color;
use crate::xiangqi::{Bitboard, Move, Piece, PieceKind, Position, Square, attacks};

/// The kinds that can chase: all but the general and the pawn.
const CHASERS: [PieceKind; 5] =
    [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse, PieceKind::Advisor, PieceKind::Elephant];

/// The pieces among `prey` that `mv`, which leads from `before` to `after`, newly chases.
///
/// A chase is new if the same piece did not chase the same victim before: whether another piece did
/// does not matter.
pub(super) fn newly_chased(before: &Position, after: &Position, mv: Move, prey: Bitboard) -> Bitboard {
    let board = after.board();
    let theirs = after.side_to_move();
    let by = theirs.opponent();
    let uncrossed = board.pieces(theirs, PieceKind::Pawn) & attacks::HOME[theirs];
    let prey = (prey & board.color(theirs)) - after.king(theirs).into() - uncrossed;
    let mut chased = Bitboard::EMPTY;
    for kind in CHASERS {
        let piece = Piece::new(by, kind);
        for from in board.pieces(by, kind) {
            for to in after.targets(piece, from) & (prey - chased) {
                let capture = Move::new(from, to);
                let chases = after.is_safe(piece, capture)
                    && capture_exemption(after, piece, capture).is_none()
                    && !chased_before(before, mv, piece, capture);
                if chases {
                    chased = chased.with(to);
                }
            }
        }
    }
    chased
}

/// Whether the piece that can play `capture` after `mv` chased the same victim `before`.
pub(super) fn chased_before(before: &Position, mv: Move, attacker: Piece, capture: Move) -> bool {
    attack_before(before, mv, attacker, capture)
        .is_some_and(|earlier| capture_exemption(before, attacker, earlier).is_none())
}

/// The capture `before` the move `mv` with the piece and of the victim of `capture`, which follows it;
/// `None` if the piece did not attack the victim.
///
/// An attack that only a check forbade, or a pin that the general itself leaves, was there before:
/// a side that saves its general makes no attack by that alone.
pub(super) fn attack_before(before: &Position, mv: Move, attacker: Piece, capture: Move) -> Option<Move> {
    let from = if capture.from == mv.to { mv.from } else { capture.from };
    let earlier = Move::new(from, capture.to);
    let saves_general = before.in_check() || mv.from == before.king(before.side_to_move());
    let attacks = before.targets(attacker, from).contains(capture.to)
        && (saves_general || before.is_safe(attacker, earlier));
    attacks.then_some(earlier)
}

/// The rooks of the opponent of `by` that stand on the leg of a horse attacking their general.
pub(super) fn rooks_pinned_by_horses(position: &Position, by: Color) -> Bitboard {
    let board = position.board();
    let king = position.king(by.opponent());
    let rooks = board.pieces(by.opponent(), PieceKind::Rook);
    let horses = board.pieces(by, PieceKind::Horse) & attacks::horse_from_unblocked(king);
    let legs = horses.iter().filter_map(|horse| attacks::horse_leg(horse, king));
    legs.collect::<Bitboard>() & rooks
}

/// Why the legal capture is no chase; `None` if it is one.
pub(super) fn exemption(position: &Position, attacker: Piece, capture: Move) -> Option<Exemption> {
    let victim = position.piece_at(capture.to)?;
    if attacker.kind == PieceKind::King {
        Some(Exemption::ByGeneral)
    } else if attacker.kind == PieceKind::Pawn {
        Some(Exemption::ByPawn)
    } else if victim.kind == PieceKind::Pawn && attacks::HOME[victim.color].contains(capture.to) {
        Some(Exemption::UncrossedPawn)
    } else {
        capture_exemption(position, attacker, capture)
    }
}

/// As [`exemption`], of a piece that can chase one that can be chased.
#[inline]
fn capture_exemption(position: &Position, attacker: Piece, capture: Move) -> Option<Exemption> {
    let victim = position.piece_at(capture.to)?;
    let is_weaker = matches!(attacker.kind, PieceKind::Horse | PieceKind::Cannon);
    if is_weaker && victim.kind == PieceKind::Rook {
        return None;
    }
    if is_exchange(position, attacker, victim, capture) {
        return Some(Exemption::Exchange);
    }
    can_recapture(position, victim.color, capture).then_some(Exemption::Protected)
}

/// Whether the victim could capture its attacker, a piece of its own kind.
fn is_exchange(position: &Position, attacker: Piece, victim: Piece, capture: Move) -> bool {
    let back = Move::new(capture.to, capture.from);
    attacker.kind == victim.kind
        && position.targets(victim, back.from).contains(back.to)
        && position.is_safe(victim, back)
}

/// Whether the side `by` could legally capture in return after `capture` is played.
fn can_recapture(position: &Position, by: Color, capture: Move) -> bool {
    let board = position.board();
    let occupied = board.occupied() - capture.from.into();
    let king = position.king(by);
    let attacking_king = position.king(by.opponent());
    // the victim never attacks its own point, so that it is not among them
    board.attackers(capture.to, by, occupied).iter().any(|from| {
        let occupied = occupied - from.into();
        let king = if from == king { capture.to } else { king };
        // the piece that captured has been captured, as its origin is free
        let in_check = board.fighters_attacking(king, by.opponent(), occupied).any();
        !in_check && !face(king, attacking_king, occupied)
    })
}

fn face(king: Square, other: Square, occupied: Bitboard) -> bool {
    king.file() == other.file() && (attacks::between(king, other) & occupied).is_empty()
}
