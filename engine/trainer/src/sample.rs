//! A position with its score, in 32 bytes.

use chuhe_engine::xiangqi::evaluation::net;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, FenError, Piece, PieceKind, Position, Square};

/// How a game ended for the side to move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// The result for the winner's side, if somebody won.
    #[must_use]
    pub fn of(winner: Option<Color>, side: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The points of the side to move: 0, ½ or 1.
    #[must_use]
    pub fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

/// A position as the side to move sees it, the score of a search, and the game's result.
///
/// Bytes, all numbers little-endian: 0..12 the occupied points, a bit each, and in bits 90 and 91
/// the result (0 loss, 1 draw, 2 win); 12..28 the pieces on these points, four bits each; 28..30 the
/// score in centipawns; 30..32 the ply of the game. If black is to move, the board is turned and the
/// colours are exchanged, so that the side to move is always red.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample([u8; Sample::SIZE]);

/// The bytes are no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// There are more than 32 pieces, a piece is unknown, or the result is.
    #[error("a sample is malformed")]
    Malformed,
    /// The position is illegal.
    #[error("a sample is illegal: {0}")]
    Illegal(FenError),
}

/// The most pieces on a board.
const MAX_PIECES: usize = 32;
/// The bit of the result in the first 12 bytes.
const RESULT_BIT: usize = Square::COUNT;
const KINDS: usize = PieceKind::ALL.len();

impl Sample {
    /// The number of bytes.
    pub const SIZE: usize = 32;

    /// Creates a sample. The score is that of the side to move, in centipawns.
    ///
    /// # Panics
    /// If the position has more than 32 pieces, which no legal one has.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: GameResult, ply: u16) -> Self {
        let mover = position.side_to_move();
        let mut occupied = (result as u128) << RESULT_BIT;
        let mut codes = [0; Square::COUNT];
        for (square, piece) in position.board().iter() {
            let index = match mover {
                Color::Red => square.index(),
                Color::Black => turned(square.index()),
            };
            occupied |= 1 << index;
            codes[index] = (usize::from(piece.color != mover) * KINDS + piece.kind as usize) as u8;
        }
        let mut bytes = [0; Self::SIZE];
        bytes[..12].copy_from_slice(&occupied.to_le_bytes()[..12]);
        let on_board = (0..Square::COUNT).filter(|index| occupied >> index & 1 == 1);
        for (nth, index) in on_board.enumerate() {
            bytes[12 + nth / 2] |= codes[index] << (nth % 2 * 4);
        }
        bytes[28..30].copy_from_slice(&score.to_le_bytes());
        bytes[30..].copy_from_slice(&ply.to_le_bytes());
        Self(bytes)
    }

    /// Reads bytes that [`Sample::bytes`] returned.
    ///
    /// # Errors
    /// If they are malformed. The position may still be illegal, see [`Sample::position`].
    pub fn from_bytes(bytes: [u8; Self::SIZE]) -> Result<Self, SampleError> {
        let sample = Self(bytes);
        let occupied = sample.occupied();
        let pieces = (occupied & ((1 << RESULT_BIT) - 1)).count_ones() as usize;
        let known = pieces <= MAX_PIECES && (0..pieces).all(|nth| usize::from(sample.code(nth)) < 2 * KINDS);
        if known && occupied >> RESULT_BIT <= 2 { Ok(sample) } else { Err(SampleError::Malformed) }
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    /// The bytes that depend on the position alone.
    #[must_use]
    pub fn placement(&self) -> [u8; 28] {
        let mut placement = [0; 28];
        placement.copy_from_slice(&self.0[..28]);
        placement[RESULT_BIT / 8] &= (1 << (RESULT_BIT % 8)) - 1;
        placement
    }

    /// The score in centipawns, for the side to move.
    #[must_use]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[28], self.0[29]])
    }

    /// The same position with another score.
    #[must_use]
    pub const fn with_score(mut self, score: i16) -> Self {
        [self.0[28], self.0[29]] = score.to_le_bytes();
        self
    }

    /// The number of pieces on the board.
    #[must_use]
    pub fn piece_count(&self) -> u32 {
        (self.occupied() & ((1 << RESULT_BIT) - 1)).count_ones()
    }

    /// The ply of the game at which the position stood.
    #[must_use]
    pub const fn ply(&self) -> u16 {
        u16::from_le_bytes([self.0[30], self.0[31]])
    }

    /// The result of the game for the side to move.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.occupied() >> RESULT_BIT {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            _ => GameResult::Win,
        }
    }

    /// Returns the position, with red to move.
    ///
    /// # Errors
    /// [`SampleError::Illegal`].
    pub fn position(&self) -> Result<Position, SampleError> {
        let mut board = Board::empty();
        for (index, piece) in self.pieces() {
            board.set(Square::from_index(index).ok_or(SampleError::Malformed)?, Some(piece));
        }
        Position::from_board(board, Color::Red, 0, 1).map_err(SampleError::Illegal)
    }

    /// Writes the inputs of the net to `inputs`: the mover's view and the opponent's.
    ///
    /// `mirrored` exchanges left and right, which changes nothing in the game. Returns the number of
    /// pieces.
    pub fn inputs(&self, mirrored: bool, inputs: &mut [[u16; MAX_PIECES]; 2]) -> usize {
        let mut count = 0;
        for (index, piece) in self.pieces() {
            let index = if mirrored { mirror(index) } else { index };
            if let Some(square) = Square::from_index(index) {
                inputs[0][count] = net::feature(Color::Red, piece, square) as u16;
                inputs[1][count] = net::feature(Color::Black, piece, square) as u16;
                count += 1;
            }
        }
        count
    }

    /// The pieces with the indices of their points, the mover's in red.
    fn pieces(&self) -> impl Iterator<Item = (usize, Piece)> + '_ {
        let mut left = self.occupied() & ((1 << RESULT_BIT) - 1);
        let mut nth = 0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            if index >= Square::COUNT {
                return None;
            }
            left &= left - 1;
            let code = usize::from(self.code(nth));
            nth += 1;
            let color = if code < KINDS { Color::Red } else { Color::Black };
            Some((index, Piece::new(color, PieceKind::ALL[code % KINDS])))
        })
    }

    fn occupied(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.0[..12]);
        u128::from_le_bytes(bits)
    }

    /// The number of the `nth` piece: its kind, and 7 more if it is the opponent's.
    const fn code(&self, nth: usize) -> u8 {
        self.0[12 + nth / 2] >> (nth % 2 * 4) & 15
    }
}

const FILES: usize = Square::FILES as usize;

/// The index of the point as the other side counts ranks.
const fn turned(index: usize) -> usize {
    let rank = index / FILES;
    (Square::RANKS as usize - 1 - rank) * FILES + index % FILES
}

/// The index of the point with left and right exchanged.
const fn mirror(index: usize) -> usize {
    index / FILES * FILES + (FILES - 1 - index % FILES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sample_keeps_position_score_result_and_ply() {
        let mut random = Random::new(1, 0);
        let mut position = Position::start();
        for ply in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.below(moves.len())]);
            let result = [GameResult::Loss, GameResult::Draw, GameResult::Win][random.below(3)];
            let score = random.below(4_000) as i16 - 2_000;
            let sample = Sample::new(&position, score, result, ply);
            let sample = Sample::from_bytes(*sample.bytes()).unwrap();
            assert_eq!((sample.score(), sample.result(), sample.ply()), (score, result, ply));
            let read = sample.position().unwrap();
            if position.side_to_move() == Color::Red {
                assert_eq!(read.board(), position.board());
            }
            let net_inputs = |position: &Position, side: Color| {
                let pieces = position.board().iter();
                let mut inputs: Vec<usize> =
                    pieces.map(|(square, piece)| net::feature(side, piece, square)).collect();
                inputs.sort_unstable();
                inputs
            };
            let mut inputs = [[0; 32]; 2];
            let count = sample.inputs(false, &mut inputs);
            let mover = position.side_to_move();
            for (view, side) in inputs.into_iter().zip([mover, mover.opponent()]) {
                let mut view: Vec<usize> = view[..count].iter().map(|&input| usize::from(input)).collect();
                view.sort_unstable();
                assert_eq!(view, net_inputs(&position, side));
            }
        }
    }

    #[test]
    fn placement_leaves_score_and_result_out() {
        let one = Sample::new(&Position::start(), 5, GameResult::Win, 3);
        let other = Sample::new(&Position::start(), -9, GameResult::Loss, 40);
        assert_eq!(one.placement(), other.placement());
    }

    #[test]
    fn malformed_samples_are_refused() {
        assert_eq!(Sample::from_bytes([255; 32]), Err(SampleError::Malformed));
        let mut unknown_piece = *Sample::new(&Position::start(), 0, GameResult::Draw, 0).bytes();
        unknown_piece[12] = 0xee;
        assert_eq!(Sample::from_bytes(unknown_piece), Err(SampleError::Malformed));
        let empty = Sample::from_bytes([0; 32]).unwrap();
        assert!(matches!(empty.position(), Err(SampleError::Illegal(_))));
    }
}
