//! A move of xiangqi as people write it.

use chuhe_rules::xiangqi::{self, notation};

/// A move as people write it, in each of the two notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNotation {
    /// As in 炮二平五; black's digits are as wide as the characters, as in 马８进７.
    pub chinese: String,
    /// As in C2.5.
    pub wxf: String,
}

impl MoveNotation {
    /// Writes a legal move of `position`.
    #[must_use]
    pub fn of(position: &xiangqi::Position, mv: xiangqi::Move) -> Self {
        let chinese = notation::chinese(position, mv).chars().map(full_width).collect();
        Self { chinese, wxf: notation::wxf(position, mv) }
    }
}

/// A digit as wide as a Chinese character; other characters as they are.
fn full_width(character: char) -> char {
    const WIDER: u32 = '０' as u32 - '0' as u32;
    if !character.is_ascii_digit() {
        return character;
    }
    char::from_u32(character as u32 + WIDER).unwrap_or(character)
}
