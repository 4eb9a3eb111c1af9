//! The inputs of the net: which piece stands where, as one side sees it.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind, Square};

/// The number of inputs of one view: for both sides' pieces, the points that each kind can reach.
pub const FEATURES: usize = 692;

/// The input of `piece` on `square` in the view of `viewer`, 0..[`FEATURES`].
///
/// In black's view the board is turned so that its own side is below, and the colours are
/// exchanged: each side sees its own pieces as the other sees its own. A piece on a point that it
/// can never reach is the input [`FEATURES`], whose weights are zero.
#[must_use]
#[inline]
pub const fn feature(viewer: Color, piece: Piece, square: Square) -> usize {
    TABLE[viewer as usize][piece.color as usize][piece.kind as usize][square.index()] as usize
}

/// For each viewer, colour, kind and point, the input.
static TABLE: [[[[u16; Square::COUNT]; KINDS]; 2]; 2] = table();

const KINDS: usize = PieceKind::ALL.len();

const fn table() -> [[[[u16; Square::COUNT]; KINDS]; 2]; 2] {
    let mut table = [[[[FEATURES as u16; Square::COUNT]; KINDS]; 2]; 2];
    let mut next = 0;
    let mut of_opponent = 0;
    while of_opponent < 2 {
        let mut kind = 0;
        while kind < KINDS {
            let mut index = 0;
            while index < Square::COUNT {
                // counted from the back rank of the piece's own side
                let (file, rank) = (index as u8 % Square::FILES, index as u8 / Square::FILES);
                if can_stand(PieceKind::ALL[kind], file, rank) {
                    let turned = index_of(file, Square::RANKS - 1 - rank);
                    let (red, black) = if of_opponent == 0 { (index, turned) } else { (turned, index) };
                    table[Color::Red as usize][of_opponent][kind][red] = next;
                    table[Color::Black as usize][1 - of_opponent][kind][black] = next;
                    next += 1;
                }
                index += 1;
            }
            kind += 1;
        }
        of_opponent += 1;
    }
    assert!(next as usize == FEATURES, "FEATURES is the number of reachable points");
    table
}

const fn index_of(file: u8, rank: u8) -> usize {
    rank as usize * Square::FILES as usize + file as usize
}

/// Whether a piece can ever stand there, its own back rank being rank 0.
const fn can_stand(kind: PieceKind, file: u8, rank: u8) -> bool {
    let in_palace = file >= 3 && file <= 5 && rank <= 2;
    match kind {
        PieceKind::King => in_palace,
        PieceKind::Advisor => in_palace && (file + rank) % 2 == 1,
        PieceKind::Elephant => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file.is_multiple_of(4),
            _ => false,
        },
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
        PieceKind::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_input_is_one_piece_on_one_point_in_each_view() {
        for viewer in Color::ALL {
            let mut seen = [0; FEATURES + 1];
            for color in Color::ALL {
                for kind in PieceKind::ALL {
                    for square in Square::all() {
                        seen[feature(viewer, Piece::new(color, kind), square)] += 1;
                    }
                }
            }
            assert!(seen[..FEATURES].iter().all(|&count| count == 1));
        }
    }

    #[test]
    fn both_sides_see_their_own_pieces_alike() {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let turned = Square::new(square.file(), 9 - square.rank()).unwrap();
                for (own, other) in [(Color::Red, Color::Black), (Color::Black, Color::Red)] {
                    assert_eq!(
                        feature(Color::Red, Piece::new(own, kind), square),
                        feature(Color::Black, Piece::new(other, kind), turned)
                    );
                }
            }
        }
    }
}
