//! Validates a single move and finds the rule that forbids it.

use super::{IllegalMove, Move, Piece, PieceKind, Position, Square, attacks};
use crate::Color;

impl Position {
    /// Checks whether the side to move may play `mv`, without generating moves.
    ///
    /// If the move violates several rules, the error names the first of: the pieces on the two
    /// points, the way the piece moves, facing generals, a check to the mover.
    ///
    /// ```
    /// use chuhe_rules::xiangqi::{IllegalMove, Position};
    /// let position = Position::start();
    /// assert_eq!(position.validate("b0c2".parse()?), Ok(()));
    /// assert_eq!(position.validate("b0d1".parse()?), Err(IllegalMove::HorseLegBlocked));
    /// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
    /// ```
    ///
    /// # Errors
    /// The rule that forbids the move. Only [`Game`](super::Game) returns `GameOver` and
    /// `NotYourTurn`.
    pub fn validate(&self, mv: Move) -> Result<(), IllegalMove> {
        let piece = self.piece_at(mv.from).ok_or(IllegalMove::NoPiece)?;
        if piece.color != self.side_to_move() {
            return Err(IllegalMove::NotYourPiece);
        }
        if self.board().color(piece.color).contains(mv.to) {
            let stays = mv.from == mv.to;
            return Err(if stays { IllegalMove::SamePoint } else { IllegalMove::OwnPieceThere });
        }
        if !self.targets(piece, mv.from).contains(mv.to) {
            return Err(self.refusal(piece, mv));
        }
        if self.leaves_generals_facing(piece, mv) {
            return Err(IllegalMove::GeneralsWouldFace);
        }
        if self.leaves_in_check(piece, mv) {
            return Err(IllegalMove::GeneralInCheck);
        }
        Ok(())
    }

    /// The rule that stops `piece` from reaching the target.
    fn refusal(&self, piece: Piece, mv: Move) -> IllegalMove {
        let Move { from, to } = mv;
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        match (piece.kind, files, ranks) {
            (PieceKind::King, 0, 1) | (PieceKind::King, 1, 0) | (PieceKind::Advisor, 1, 1) => {
                IllegalMove::OutsidePalace
            }
            (PieceKind::Elephant, 2, 2) if !attacks::HOME[piece.color].contains(to) => {
                IllegalMove::ElephantMayNotCrossRiver
            }
            (PieceKind::Elephant, 2, 2) => IllegalMove::ElephantEyeBlocked,
            (PieceKind::Horse, 1, 2) | (PieceKind::Horse, 2, 1) => IllegalMove::HorseLegBlocked,
            (PieceKind::Rook, 0, _) | (PieceKind::Rook, _, 0) => IllegalMove::PathBlocked,
            (PieceKind::Cannon, 0, _) | (PieceKind::Cannon, _, 0) => self.cannon_refusal(mv),
            (PieceKind::Pawn, _, _) => pawn_refusal(piece.color, from, to),
            _ => IllegalMove::NotItsMove,
        }
    }

    fn cannon_refusal(&self, mv: Move) -> IllegalMove {
        let screens = attacks::between(mv.from, mv.to) & self.board().occupied();
        match (self.piece_at(mv.to), screens.count()) {
            (None, _) => IllegalMove::PathBlocked,
            (Some(_), 0) => IllegalMove::CannonNoScreen,
            (Some(_), _) => IllegalMove::CannonTooManyScreens,
        }
    }
}

fn pawn_refusal(color: Color, from: Square, to: Square) -> IllegalMove {
    let behind = match color {
        Color::Red => from.rank().checked_sub(1),
        Color::Black => from.rank().checked_add(1),
    };
    if to.file() == from.file() && Some(to.rank()) == behind {
        IllegalMove::PawnMayNotRetreat
    } else if to.rank() == from.rank() && to.file().abs_diff(from.file()) == 1 {
        IllegalMove::PawnMayNotStepAsideYet
    } else {
        IllegalMove::NotItsMove
    }
}
