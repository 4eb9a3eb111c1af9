//! The placement of the pieces.

use super::{Bitboard, Piece, PieceKind, Square, attacks};
use crate::Color;
use core::fmt;

/// A placement of pieces, legal or not.
///
/// It stores a set of points for each side and each kind, and the piece on each point. A
/// [`Position`](super::Position) adds the side to move and the rules.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    colors: [Bitboard; 2],
    kinds: [Bitboard; 7],
    pieces: [Option<Piece>; Square::COUNT],
}

impl Board {
    /// Creates a board without pieces.
    #[must_use]
    pub const fn empty() -> Self {
        Self { colors: [Bitboard::EMPTY; 2], kinds: [Bitboard::EMPTY; 7], pieces: [None; Square::COUNT] }
    }

    /// The piece on `square`.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Whether it is its own mirror image by the middle file.
    #[must_use]
    pub fn is_symmetrical(&self) -> bool {
        Square::all().all(|square| self.piece_at(square) == self.piece_at(square.mirrored()))
    }

    /// The points of all pieces.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.colors[0].or(self.colors[1])
    }

    /// The points of the pieces of `color`.
    #[must_use]
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The points of the pieces of `kind`, of either side.
    #[must_use]
    #[inline]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// The points of the pieces of `color` and `kind`.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kind(kind).and(self.color(color))
    }

    /// All pieces with their points, in order of the points' index.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Puts `piece` on `square`, or empties it, and returns the previous piece.
    #[inline]
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let before = self.pieces[square.index()];
        let bit = Bitboard::from_square(square);
        if let Some(Piece { color, kind }) = before {
            self.colors[color as usize] ^= bit;
            self.kinds[kind as usize] ^= bit;
        }
        if let Some(Piece { color, kind }) = piece {
            self.colors[color as usize] ^= bit;
            self.kinds[kind as usize] ^= bit;
        }
        self.pieces[square.index()] = piece;
        before
    }

    /// The pieces of `by` that attack `square` when exactly the points `occupied` block.
    ///
    /// Pieces of `by` outside `occupied` count as captured. A general attacks only by its steps;
    /// for facing generals see [`Position::checkers`](super::Position::checkers).
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let guards = attacks::king(square) & self.kind(PieceKind::King)
            | attacks::advisor(square) & self.kind(PieceKind::Advisor)
            | attacks::elephant(square, occupied) & self.kind(PieceKind::Elephant);
        guards & self.color(by) & occupied | self.fighters_attacking(square, by, occupied)
    }

    /// The rooks, cannons, horses and pawns among [`Board::attackers`].
    #[inline]
    pub(super) fn fighters_attacking(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let theirs = self.color(by) & occupied;
        let sliders = theirs & (self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon));
        let mut attackers = attacks::pawn_from(by, square) & self.kind(PieceKind::Pawn);
        if (sliders & attacks::lines(square)).any() {
            let reached = attacks::rook(square, occupied);
            attackers |= reached & self.kind(PieceKind::Rook);
            let cannons = self.kind(PieceKind::Cannon) & theirs;
            if (cannons & attacks::lines(square)).any() {
                attackers |= attacks::beyond(square, occupied, reached) & cannons;
            }
        }
        let horses = theirs & self.kind(PieceKind::Horse);
        if (horses & attacks::horse_from_unblocked(square)).any() {
            attackers |= attacks::horse_from(square, occupied) & horses;
        }
        attackers & theirs
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::fen::placement(self))
    }
}
