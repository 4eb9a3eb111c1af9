//! Start positions in formats that list the places of 32 pieces.

use super::Fault;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, FenError, Move, Piece, PieceKind, Position, Square};
use std::cmp::Reverse;

/// The pieces of one side in the order of the lists; red's come first.
const ORDER: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

/// The points of all pieces; `None` for one that is not on the board.
pub(super) type Points = [Option<Square>; 32];

/// The board with pieces on these points.
pub(super) fn board(points: &Points) -> Result<Board, Fault> {
    let mut board = Board::empty();
    for (index, &point) in points.iter().enumerate() {
        let color = if index < ORDER.len() { Color::Red } else { Color::Black };
        let Some(square) = point else { continue };
        if board.set(square, Some(Piece::new(color, ORDER[index % ORDER.len()]))).is_some() {
            return Err(Fault::TwoPieces(square));
        }
    }
    Ok(board)
}

/// The points of the pieces of `board`, each side's from its own right to left.
pub(super) fn points(board: &Board) -> Points {
    let mut points = [None; 32];
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let mut squares: Vec<Square> = board.pieces(color, kind).into_iter().collect();
            match color {
                Color::Red => squares.sort_by_key(|square| (Reverse(square.file()), square.rank())),
                Color::Black => squares.sort_by_key(|square| (square.file(), Reverse(square.rank()))),
            }
            let first = if color == Color::Red { 0 } else { ORDER.len() };
            let places = (first..).zip(ORDER).filter(|&(_, in_order)| in_order == kind);
            for ((place, _), square) in places.zip(squares) {
                points[place] = Some(square);
            }
        }
    }
    points
}

/// The position of `board` at the start of a game.
///
/// The side of the first move's piece is to move. Files name it wrongly or not at all, so `side`
/// decides only for a game without moves. Red is to move if nothing decides.
pub(super) fn position(
    board: Board,
    side: Option<Color>,
    first: Option<Move>,
    number: u16,
) -> Result<Position, FenError> {
    let mover = first.and_then(|mv| board.piece_at(mv.from)).map(|piece| piece.color);
    let side = mover.or(side);
    let position = |side| Position::from_board(board.clone(), side, 0, number);
    match (position(side.unwrap_or(Color::Red)), side) {
        (Err(FenError::OpponentInCheck), None) => position(Color::Black),
        (result, _) => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_position_give_its_board() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "3k5/4P4/3P5/9/9/9/9/9/4A4/3AK1R2 b",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(board(&points(position.board())).as_ref(), Ok(position.board()));
        }
        let twice = [Square::new(4, 0); 32];
        assert_eq!(board(&twice).map(|_| ()), Err(Fault::TwoPieces(Square::new(4, 0).unwrap())));
    }

    #[test]
    fn the_first_move_decides_who_begins() {
        let board = |fen: &str| Position::from_fen(fen).unwrap().board().clone();
        let side = |board: &Board, side, first: Option<&str>| {
            let first = first.map(|text| text.parse().unwrap());
            position(board.clone(), side, first, 1).map(|position| position.side_to_move())
        };
        let start = board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        assert_eq!(side(&start, None, None), Ok(Color::Red));
        assert_eq!(side(&start, Some(Color::Black), None), Ok(Color::Black));
        assert_eq!(side(&start, Some(Color::Black), Some("h2e2")), Ok(Color::Red));
        assert_eq!(side(&start, None, Some("h7e7")), Ok(Color::Black));
        let check = board("3k5/9/9/9/9/9/9/9/9/3RK4 b");
        assert_eq!(side(&check, None, None), Ok(Color::Black));
        assert_eq!(side(&check, Some(Color::Red), None), Err(FenError::OpponentInCheck));
    }
}
