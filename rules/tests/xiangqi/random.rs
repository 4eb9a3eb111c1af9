//! Random positions from a seeded generator, identical in every run.

pub(crate) use crate::generator::Random;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Move, Piece, PieceKind, Position, Square};

impl Random {
    /// A legal move, half of the time a capture or a check if there is any.
    pub(crate) fn choose_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        if self.below(2) == 0 {
            let mut after = position.clone();
            let sharp: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| {
                    let undo = after.make(mv);
                    let sharp = undo.captured().is_some() || after.in_check();
                    after.unmake(undo);
                    sharp
                })
                .collect();
            if !sharp.is_empty() {
                return Some(sharp[self.below(sharp.len())]);
            }
        }
        Some(moves[self.below(moves.len())])
    }

    /// A legal position with random pieces on points they can reach.
    pub(crate) fn position(&mut self) -> Position {
        loop {
            if let Some(position) = self.try_position() {
                return position;
            }
        }
    }

    fn try_position(&mut self) -> Option<Position> {
        let mut board = Board::empty();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let most = kind.count_in_set() as usize;
                let count = if kind == PieceKind::King { 1 } else { self.below(most + 1) };
                for _ in 0..count {
                    let square = self.square_near(color, kind);
                    if board.piece_at(square).is_some() {
                        return None;
                    }
                    board.set(square, Some(Piece::new(color, kind)));
                }
            }
        }
        let side = Color::ALL[self.below(2)];
        let halfmove_clock = self.below(200) as u16;
        let fullmove_number = 1 + self.below(300) as u16;
        Position::from_board(board, side, halfmove_clock, fullmove_number).ok()
    }

    /// A point the piece can reach; attackers prefer the files of the palace, so that checks and
    /// pins are frequent.
    fn square_near(&mut self, color: Color, kind: PieceKind) -> Square {
        let (file, rank) = match kind {
            PieceKind::King => (3 + self.below(3), self.below(3)),
            PieceKind::Advisor => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)][self.below(5)],
            PieceKind::Elephant => [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)][self.below(7)],
            PieceKind::Pawn if self.below(2) == 0 => (2 * self.below(5), 3 + self.below(2)),
            PieceKind::Pawn => (self.below(9), 5 + self.below(5)),
            PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => {
                let file = if self.below(2) == 0 { 3 + self.below(3) } else { self.below(9) };
                (file, self.below(10))
            }
        };
        let rank = match color {
            Color::Red => rank,
            Color::Black => 9 - rank,
        };
        Square::new(file as u8, rank as u8).unwrap()
    }
}
