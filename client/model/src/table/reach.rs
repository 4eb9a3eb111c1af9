//! Where a piece of xiangqi can ever go, for premoves.

use chuhe_rules::xiangqi::{Bitboard, Piece, PieceKind, Square, attacks};

/// The squares that a piece can reach in some position: its targets on an empty board.
pub(super) fn reach(piece: Piece, from: Square) -> Bitboard {
    match piece.kind {
        PieceKind::King => attacks::king(from),
        PieceKind::Advisor => attacks::advisor(from),
        PieceKind::Elephant => attacks::elephant(from, Bitboard::EMPTY),
        PieceKind::Horse => attacks::horse(from, Bitboard::EMPTY),
        PieceKind::Rook | PieceKind::Cannon => attacks::rook(from, Bitboard::EMPTY),
        PieceKind::Pawn => attacks::pawn(piece.color, from),
    }
}
