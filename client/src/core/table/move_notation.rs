//! The notation of a move of xiangqi.

use chuhe_records::notation;
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
        let chinese = notation::chinese(position, mv).chars().map(full_width).collect();
        Self { chinese, wxf: notation::wxf(position, mv) }
    }
}

/// Replaces a digit by its full-width form.
fn full_width(character: char) -> char {
    const WIDER: u32 = '０' as u32 - '0' as u32;
    if !character.is_ascii_digit() {
        return character;
    }
    char::from_u32(character as u32 + WIDER).unwrap_or(character)
}
