//! The words of the text mode: its commands, and the names of pieces and choices.

use super::generated::ConsoleText;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind};

impl ConsoleText {
    /// The name of a piece of xiangqi.
    pub const fn piece(&self, piece: Piece) -> &'static str {
        match (piece.kind, piece.color) {
            (PieceKind::King, Color::Red) => self.piece_king_red,
            (PieceKind::King, Color::Black) => self.piece_king_black,
            (PieceKind::Advisor, Color::Red) => self.piece_advisor_red,
            (PieceKind::Advisor, Color::Black) => self.piece_advisor_black,
            (PieceKind::Elephant, Color::Red) => self.piece_elephant_red,
            (PieceKind::Elephant, Color::Black) => self.piece_elephant_black,
            (PieceKind::Horse, Color::Red) => self.piece_horse_red,
            (PieceKind::Horse, Color::Black) => self.piece_horse_black,
            (PieceKind::Rook, Color::Red) => self.piece_rook_red,
            (PieceKind::Rook, Color::Black) => self.piece_rook_black,
            (PieceKind::Cannon, Color::Red) => self.piece_cannon_red,
            (PieceKind::Cannon, Color::Black) => self.piece_cannon_black,
            (PieceKind::Pawn, Color::Red) => self.piece_pawn_red,
            (PieceKind::Pawn, Color::Black) => self.piece_pawn_black,
        }
    }
}
