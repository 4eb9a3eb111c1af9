//! What stands to be taken, pinned, shut in or in the way in a position, without a search.

use super::see::{value, wins};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Bitboard, Move, Piece, PieceKind, Position, Square};

/// In centipawns, less than any piece but a pawn is worth: a smaller loss costs no piece.
pub(super) const PIECE: i32 = 150;

/// The pieces, but no pawns and generals, that `by` could win at once by captures on their points if it were its turn.
pub(super) fn prey(position: &Position, by: Color) -> Vec<(Square, Piece)> {
    let theirs = position.board().iter().filter(|(_, piece)| piece.color != by && is_worth_a_chase(*piece));
    theirs.filter(|(at, _)| is_prey(position, *at, by)).collect()
}

const fn is_worth_a_chase(piece: Piece) -> bool {
    match piece.kind {
        PieceKind::King | PieceKind::Pawn => false,
        PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => {
            true
        }
    }
}

/// Whether `by` could win the piece at this point at once.
fn is_prey(position: &Position, at: Square, by: Color) -> bool {
    let board = position.board();
    let attackers = board.attackers(at, by, board.occupied());
    attackers.iter().any(|from| wins(position, Move::new(from, at), PIECE))
}

/// Whether the piece at this point cannot leave its line because its general would be attacked.
pub(super) fn is_pinned(position: &Position, at: Square) -> bool {
    let Some(piece) = position.piece_at(at).filter(|piece| piece.kind != PieceKind::King) else {
        return false;
    };
    let (board, king) = (position.board(), position.king(piece.color));
    let without = board.occupied() - Bitboard::from(at);
    let by = piece.color.opponent();
    let opened = board.attackers(king, by, without) - board.attackers(king, by, board.occupied());
    opened.any() || faces(king, position.king(by), without)
}

/// Whether the generals on these points face each other when exactly the points `occupied` block.
fn faces(one: Square, other: Square, occupied: Bitboard) -> bool {
    let (low, high) = (one.rank().min(other.rank()), one.rank().max(other.rank()));
    let is_taken = |rank| Square::new(one.file(), rank).is_some_and(|at| occupied.contains(at));
    one.file() == other.file() && !(low + 1..high).any(is_taken)
}

/// Whether the piece of the side to move at this point can be won wherever it goes.
pub(super) fn is_trapped(position: &Position, at: Square) -> bool {
    let by = position.side_to_move().opponent();
    is_prey(position, at, by)
        && position.legal_moves_from(at).iter().all(|mv| {
            let mut moved = position.clone();
            let taken = position.piece_at(mv.to).map_or(0, |piece| value(piece.kind));
            moved.play(*mv).is_ok() && taken < PIECE && is_prey(&moved, mv.to, by)
        })
}

/// The points that the rook, cannon or horse at this point can go to; `None` for other pieces, which seldom matter.
pub(super) fn reach(position: &Position, at: Square) -> Option<usize> {
    let piece = position.piece_at(at)?;
    let is_mobile = matches!(piece.kind, PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse);
    let mut position = position.clone();
    if position.side_to_move() != piece.color {
        if position.in_check() {
            return None;
        }
        position.pass();
    }
    is_mobile.then(|| position.legal_moves_from(at).iter().count())
}
