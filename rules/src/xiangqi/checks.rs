//! Which moves of a position give check, found once for all of them.

use super::{Bitboard, Move, PieceKind, Position, attacks};

/// The points that decide whether a move of one position gives check.
///
/// [`Checks::gives_check`] equals [`Position::gives_check`], at less cost for many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    rook: Bitboard,
    cannon: Bitboard,
    horse: Bitboard,
    pawn: Bitboard,
    /// Origins whose moves may uncover a check, or change the points above.
    origins: Bitboard,
    /// Points on which any piece is a screen between a cannon and the general.
    screens: Bitboard,
}

impl Position {
    /// Finds what decides whether a move of the side to move gives check.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let (board, mover) = (self.board(), self.side_to_move());
        let king = self.king(mover.opponent());
        let (own, occupied) = (board.color(mover), board.occupied());
        let near = attacks::rook(king, occupied);
        let mut checks = Checks {
            rook: near,
            cannon: attacks::rook(king, occupied - near) - near,
            horse: attacks::horse_from(king, occupied),
            pawn: attacks::pawn_from(mover, king),
            ..Checks::default()
        };
        let cannons = board.pieces(mover, PieceKind::Cannon);
        let sliders = (board.pieces(mover, PieceKind::Rook) | cannons) & attacks::lines(king);
        checks.origins = sliders;
        for slider in sliders {
            let path = attacks::between(king, slider);
            let between = path & occupied;
            if between.is_empty() {
                checks.screens |= path;
            }
            // the second piece matters to cannons alone; to include it is only slower
            checks.origins |= between & own;
        }
        for horse in board.pieces(mover, PieceKind::Horse) & attacks::horse_from_unblocked(king) {
            if let Some(leg) = attacks::horse_leg(horse, king) {
                checks.origins |= own & leg.into();
            }
        }
        checks
    }
}

impl Checks {
    /// Whether the legal move `mv` of `position`, whose checks these are, gives check.
    ///
    /// # Panics
    /// If the origin is empty.
    #[must_use]
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        if self.origins.contains(mv.from) || self.screens.contains(mv.to) {
            return position.gives_check(mv);
        }
        let targets = match position.piece_at(mv.from).expect("a move starts from a piece").kind {
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => return false,
            PieceKind::Horse => self.horse,
            PieceKind::Rook => self.rook,
            PieceKind::Cannon => self.cannon,
            PieceKind::Pawn => self.pawn,
        };
        targets.contains(mv.to)
    }
}
