//! Start positions in which the stronger player gives odds.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Position, Square};

/// What the stronger player gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// The receiver moves first (让先).
    FirstMove,
    /// The receiver has played a cannon to the centre, and moves (让两先).
    TwoMoves,
    /// The receiver has also played out the horse on that side, and moves (让三先).
    ThreeMoves,
    /// The giver plays without the left horse (让马).
    Horse,
    /// The giver plays without both horses (让双马).
    TwoHorses,
    /// The giver plays without the left rook (让车).
    Rook,
}

/// The first moves of a receiver with red; with black they are the same, seen from black's side.
const FIRST_MOVES: [(&str, &str); 2] = [("h2", "e2"), ("h0", "g2")];

impl Handicap {
    /// All, the least first.
    pub const ALL: [Self; 6] =
        [Self::FirstMove, Self::TwoMoves, Self::ThreeMoves, Self::Horse, Self::TwoHorses, Self::Rook];

    /// The start position if the player of `giver` gives the odds.
    ///
    /// The receiver of moves is to move. Where pieces are missing, red is, as always.
    ///
    /// ```
    /// use chuhe_engine::xiangqi::Handicap;
    /// use chuhe_rules::Color;
    /// let start = Handicap::Horse.start(Color::Red);
    /// assert_eq!(start.fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1");
    /// ```
    #[must_use]
    pub fn start(self, giver: Color) -> Position {
        let mut board = Position::start().board().clone();
        let receiver = giver.opponent();
        let (missing, moves): (&[&str], usize) = match self {
            Self::FirstMove => (&[], 0),
            Self::TwoMoves => (&[], 1),
            Self::ThreeMoves => (&[], 2),
            Self::Horse => (&["b0"], 0),
            Self::TwoHorses => (&["b0", "h0"], 0),
            Self::Rook => (&["a0"], 0),
        };
        for square in missing {
            board.set(seen_by(giver, square), None);
        }
        for (from, to) in &FIRST_MOVES[..moves] {
            play(&mut board, seen_by(receiver, from), seen_by(receiver, to));
        }
        let side = if missing.is_empty() { receiver } else { Color::Red };
        Position::from_board(board, side, 0, 1).expect("a position without some pieces is legal")
    }
}

/// The point that red calls `square`, from the side of `color`.
fn seen_by(color: Color, square: &str) -> Square {
    let square: Square = square.parse().expect("a point");
    match color {
        Color::Red => square,
        Color::Black => Square::from_index(Square::COUNT - 1 - square.index()).expect("a point"),
    }
}

fn play(board: &mut Board, from: Square, to: Square) {
    let piece = board.set(from, None);
    board.set(to, piece);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(position: &Position, color: Color) -> u32 {
        position.board().color(color).count()
    }

    #[test]
    fn only_the_giver_lacks_pieces() {
        for giver in Color::ALL {
            let given = Handicap::ALL.map(|handicap| {
                let start = handicap.start(giver);
                assert_eq!(pieces(&start, giver.opponent()), 16, "{handicap:?}");
                16 - pieces(&start, giver)
            });
            assert_eq!(given, [0, 0, 0, 1, 2, 1]);
        }
    }

    #[test]
    fn receivers_of_moves_move_first() {
        for giver in Color::ALL {
            for handicap in [Handicap::FirstMove, Handicap::TwoMoves, Handicap::ThreeMoves] {
                assert_eq!(handicap.start(giver).side_to_move(), giver.opponent());
            }
        }
        let black = Handicap::ThreeMoves.start(Color::Red);
        assert_eq!(black.fen(), "r1bakabnr/9/2n1c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1");
    }
}
