//! The characters on the pieces and boards of both games, and the numerals at the board's edges.

use super::theme::PieceSet;
use chuhe_records::notation::Script;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Strength;
use chuhe_rules::xiangqi::{Piece, PieceKind};

/// The character on this piece in this set; `None` if it bears a figure.
#[must_use]
pub const fn on_piece(piece: Piece, set: PieceSet) -> Option<char> {
    match set {
        PieceSet::Traditional => Some(of_piece(piece)),
        PieceSet::Simplified => Some(simplified(piece)),
        PieceSet::Western => None,
    }
}

/// The simplified character on this piece, as on sets from the mainland.
const fn simplified(piece: Piece) -> char {
    match (piece.color, piece.kind) {
        (Color::Red, PieceKind::King) => '帅',
        (Color::Black, PieceKind::King) => '将',
        (_, PieceKind::Horse) => '马',
        (_, PieceKind::Rook) => '车',
        (_, PieceKind::Cannon) => '炮',
        (_, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Pawn) => of_piece(piece),
    }
}

/// The traditional characters on the pieces of both sides, red first, in the order of their kinds.
const TRADITIONAL: [[char; 7]; 2] =
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']];
/// The traditional names of the strengths of luzhanqi, in their order.
const TRADITIONAL_NAMES: [&str; 12] =
    ["司令", "軍長", "師長", "旅長", "團長", "營長", "連長", "排長", "工兵", "炸彈", "地雷", "軍旗"];

/// The traditional character on this piece.
#[must_use]
pub const fn of_piece(piece: Piece) -> char {
    TRADITIONAL[piece.color as usize][piece.kind as usize]
}

/// The name on a piece of luzhanqi.
#[must_use]
pub const fn of_strength(strength: Strength, script: Script) -> &'static str {
    match script {
        Script::Simplified => strength.chinese(),
        Script::Traditional => TRADITIONAL_NAMES[strength as usize],
    }
}

/// The name on a camp of luzhanqi.
#[must_use]
pub const fn of_camp(script: Script) -> &'static str {
    match script {
        Script::Simplified => "行营",
        Script::Traditional => "行營",
    }
}

/// The name on a headquarters of luzhanqi.
#[must_use]
pub const fn of_headquarters(script: Script) -> &'static str {
    match script {
        Script::Simplified => "大本营",
        Script::Traditional => "大本營",
    }
}

/// The name in the corners of the cross board of luzhanqi, a character each.
#[must_use]
pub const fn of_cross_board(script: Script) -> [&'static str; 4] {
    match script {
        Script::Simplified => ["两", "国", "军", "旗"],
        Script::Traditional => ["兩", "國", "軍", "旗"],
    }
}

/// The numeral that this side gives to a file, from a (0) to i (8). Each side counts from its right.
#[must_use]
pub const fn of_file(side: Color, file: u8) -> char {
    const RED: [char; 9] = ['九', '八', '七', '六', '五', '四', '三', '二', '一'];
    const BLACK: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    match side {
        Color::Red => RED[file as usize],
        Color::Black => BLACK[file as usize],
    }
}

/// The digit that this side gives to a file in a notation with letters.
#[must_use]
pub const fn digit_of_file(side: Color, file: u8) -> char {
    match side {
        Color::Red => of_file(Color::Black, 8 - file),
        Color::Black => of_file(Color::Black, file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_pieces_look_alike() {
        let mut all: Vec<char> = Color::ALL
            .into_iter()
            .flat_map(|color| PieceKind::ALL.map(|kind| of_piece(Piece::new(color, kind))))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 14);
    }

    #[test]
    fn simplified_pieces_of_one_side_differ() {
        for color in Color::ALL {
            let on = |kind| on_piece(Piece::new(color, kind), PieceSet::Simplified);
            let mut all = PieceKind::ALL.map(on);
            assert!(!all.contains(&Some('車')) && all.contains(&Some('车')));
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        }
    }

    #[test]
    fn each_side_counts_from_its_right() {
        assert_eq!(of_file(Color::Red, 8), '一');
        assert_eq!(of_file(Color::Black, 0), '1');
    }
}
