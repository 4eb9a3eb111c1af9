//! The notation of a move of xiangqi.

use chuhe_records::notation::{ChineseStyle, DigitWidth, Notation, Script};
use chuhe_rules::xiangqi;

/// A move in both notations that players use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNotation {
    /// Chinese, as in 炮二平五. Black's digits are full width, as in 马８进７.
    pub chinese: String,
    /// WXF, as in C2.5.
    pub wxf: String,
}

impl MoveNotation {
    /// The notations of a legal move of `position`.
    #[must_use]
    pub fn of(position: &xiangqi::Position, mv: xiangqi::Move) -> Self {
        let style = ChineseStyle { script: Script::Simplified, digits: DigitWidth::Full };
        let chinese = Notation::Chinese(style).write(position, mv);
        Self { chinese, wxf: Notation::Wxf.write(position, mv) }
    }
}
