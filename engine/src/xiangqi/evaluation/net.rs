//! A small, efficiently updated net (NNUE) that evaluates positions.
//!
//! The net sees each position twice, from either side of the board. A first layer with shared
//! weights turns each view into [`HIDDEN`] sums, the [`Accumulator`]; a move changes only two or
//! three of a sum's terms. The second layer weighs the squares of the sums, clamped to 0..=1
//! (SCReLU), those of the side to move apart from those of the opponent. Positions with fewer
//! pieces have weights of their own, see [`bucket`].
//!
//! All arithmetic is in integers, so that an updated accumulator equals a new one exactly and every
//! machine evaluates alike. [`Net::new`] accepts only weights with which no sum can overflow.

mod features;
mod file;

pub use features::{FEATURES, feature};
pub use file::NetError;

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Move, Piece, Position, Square};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The number of sums of each side's view.
pub const HIDDEN: usize = 64;
/// The number of second layers; [`bucket`] chooses one by the number of pieces.
pub const BUCKETS: usize = 4;
/// The integer that stands for 1 in the first layer's weights and sums.
pub const INPUT_ONE: i16 = 511;
/// The integer that stands for 1 in the squares of the sums: an eighth of [`INPUT_ONE`] squared.
pub const SQUARE_ONE: i32 = 32_640;
/// The integer that stands for 1 in the second layer's weights.
pub const OUTPUT_ONE: i32 = 512;
/// The centipawns of an output of 1.
///
/// The net is trained so that the logistic function of its output is the expected score.
pub const SCALE: i32 = 400;
/// The largest value, in centipawns, that the net returns.
pub const MAX_VALUE: i32 = 15_000;

/// The net of the engine, decoded at its first use.
static EMBEDDED: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../nets/xiangqi.net");
    Arc::new(Net::from_bytes(bytes).expect("a test decodes the net of the engine"))
});

/// The weights of a net, in integers.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// One row for each feature, and a row of zeros for what is no feature.
    input: Box<[[i16; HIDDEN]]>,
    input_bias: [i16; HIDDEN],
    /// For each bucket, the weights of the side to move and those of the opponent.
    output: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
}

/// The weights of a net as lists, in the order of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// [`HIDDEN`] weights for each feature, in units of 1 / [`INPUT_ONE`].
    pub input: Vec<i16>,
    /// [`HIDDEN`] numbers to which the weights of the features are added.
    pub input_bias: Vec<i16>,
    /// For each bucket, [`HIDDEN`] weights for the side to move, then for the opponent, in units of
    /// 1 / [`OUTPUT_ONE`].
    pub output: Vec<i16>,
    /// A number for each bucket, in units of 1 / ([`SQUARE_ONE`] × [`OUTPUT_ONE`]).
    pub output_bias: Vec<i32>,
}

impl Net {
    /// Returns the net of the engine, which is part of the program.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// Creates a net, if its weights have the right numbers and cannot overflow.
    ///
    /// # Errors
    /// [`NetError::WrongShape`] or [`NetError::Overflow`].
    pub fn new(weights: &Weights) -> Result<Self, NetError> {
        let (rows, []) = weights.input.as_chunks::<HIDDEN>() else { return Err(NetError::WrongShape) };
        let (halves, []) = weights.output.as_chunks::<HIDDEN>() else { return Err(NetError::WrongShape) };
        let (output, []) = halves.as_chunks::<2>() else { return Err(NetError::WrongShape) };
        if rows.len() != FEATURES {
            return Err(NetError::WrongShape);
        }
        let shape = |_| NetError::WrongShape;
        let net = Self {
            input: rows.iter().copied().chain([[0; HIDDEN]]).collect(),
            input_bias: weights.input_bias.as_slice().try_into().map_err(shape)?,
            output: output.try_into().map_err(shape)?,
            output_bias: weights.output_bias.as_slice().try_into().map_err(shape)?,
        };
        if net.can_overflow() { Err(NetError::Overflow) } else { Ok(net) }
    }

    /// Returns the weights as lists.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights {
            input: self.input[..FEATURES].as_flattened().to_vec(),
            input_bias: self.input_bias.to_vec(),
            output: self.output.as_flattened().as_flattened().to_vec(),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// Whether any placement of pieces could exceed the range of a sum.
    fn can_overflow(&self) -> bool {
        let first_layer = (0..HIDDEN).any(|unit| {
            let mut sizes: Vec<i32> = self.input.iter().map(|row| i32::from(row[unit]).abs()).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            // one weight more than a full set: an update adds before it subtracts
            let most: i32 = sizes.iter().take(MAX_PIECES + 1).sum();
            most + i32::from(self.input_bias[unit]).abs() > i32::from(i16::MAX)
        });
        let second_layer = self.output.iter().any(|bucket| {
            let total: i64 = bucket.as_flattened().iter().map(|&weight| i64::from(weight).abs()).sum();
            total * i64::from(SQUARE_ONE) > i64::from(i32::MAX)
        });
        first_layer || second_layer
    }

    /// Evaluates a position for the side to move, in centipawns, up to ± [`MAX_VALUE`].
    ///
    /// `accumulator` is that of the position's board, and `pieces` the number of pieces on it.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, accumulator: &Accumulator, side_to_move: Color, pieces: u32) -> i32 {
        let bucket = bucket(pieces);
        let [own, other] = &self.output[bucket];
        let sum = weigh_squares(&accumulator.views[side_to_move as usize], own)
            + weigh_squares(&accumulator.views[side_to_move.opponent() as usize], other);
        let output = i64::from(sum) + i64::from(self.output_bias[bucket]);
        let value = output * i64::from(SCALE) / i64::from(SQUARE_ONE * OUTPUT_ONE);
        value.clamp(-i64::from(MAX_VALUE), i64::from(MAX_VALUE)) as i32
    }

    /// Evaluates `board` from scratch, as [`Net::evaluate`] does.
    #[must_use]
    pub fn evaluate_board(&self, board: &Board, side_to_move: Color) -> i32 {
        self.evaluate(&Accumulator::new(self, board), side_to_move, board.occupied().count())
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Net({FEATURES} → {HIDDEN} → 1, {BUCKETS} buckets)")
    }
}

/// The number of pieces in a full set of both sides.
const MAX_PIECES: usize = 32;

/// The second layer for a board with this many pieces: few pieces first.
#[must_use]
#[inline]
pub const fn bucket(pieces: u32) -> usize {
    let index = pieces.saturating_sub(1) as usize * BUCKETS / MAX_PIECES;
    if index < BUCKETS { index } else { BUCKETS - 1 }
}

/// Weighs the squares of the sums, clamped to 0..=1.
#[inline]
fn weigh_squares(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let terms = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let clamped = sum.clamp(0, INPUT_ONE) as u16;
        // The upper half of a product of 16-bit numbers is one instruction. The shifts keep as many
        // bits of the square as fit in 15.
        let square = ((u32::from(clamped << 6) * u32::from(clamped << 7)) >> 16) as i16;
        i32::from(square) * i32::from(weight)
    });
    terms.sum()
}

/// The sums of the first layer over the pieces of a board, for both sides' views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator {
    views: [[i16; HIDDEN]; 2],
}

impl Accumulator {
    /// Computes the sums of `board` from scratch.
    #[must_use]
    pub fn new(net: &Net, board: &Board) -> Self {
        let mut views = [net.input_bias; 2];
        for (square, piece) in board.iter() {
            for (view, color) in views.iter_mut().zip(Color::ALL) {
                let row = &net.input[feature(color, piece, square)];
                for (sum, weight) in view.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        Self { views }
    }

    /// The sums after `mv` in the position `before`, whose sums these are.
    ///
    /// They equal [`Accumulator::new`] on the board after the move, bit by bit.
    #[must_use]
    #[inline]
    pub fn after(&self, net: &Net, before: &Position, mv: Move) -> Self {
        let Some(piece) = before.piece_at(mv.from) else { return *self };
        let captured = before.piece_at(mv.to);
        let view = |color: Color| -> [i16; HIDDEN] {
            let sums = &self.views[color as usize];
            let row = |piece: Piece, square: Square| &net.input[feature(color, piece, square)];
            let (added, left) = (row(piece, mv.to), row(piece, mv.from));
            match captured {
                None => std::array::from_fn(|unit| sums[unit] + added[unit] - left[unit]),
                Some(captured) => {
                    let taken = row(captured, mv.to);
                    std::array::from_fn(|unit| sums[unit] + added[unit] - left[unit] - taken[unit])
                }
            }
        };
        Self { views: [view(Color::Red), view(Color::Black)] }
    }
}

#[cfg(test)]
mod tests;
