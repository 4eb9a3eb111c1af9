//! The words of the text mode: the names of pieces.

use super::generated::ConsoleText;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Piece;

impl ConsoleText {
    /// The name of a piece of xiangqi.
    pub const fn piece(&self, piece: Piece) -> &'static str {
        match piece.color {
            Color::Red => self.red_piece(piece.kind),
            Color::Black => self.black_piece(piece.kind),
        }
    }
}
