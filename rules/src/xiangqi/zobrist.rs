//! Zobrist keys: a number for each piece on each point, and one for the side.
//!
//! A position's key is the exclusive or of the numbers that apply, so a move
//! changes it by a few of them. The numbers come from a fixed generator at
//! compile time: keys are the same in every run, but are not meant to be stored.

use super::{Piece, Square};

const PIECES: usize = 14;

struct Numbers {
    pieces: [[u64; Square::COUNT]; PIECES],
    black_to_move: u64,
}

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): the next state and
/// the number drawn.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

static NUMBERS: Numbers = {
    let mut state = 0x6368_7568_6500_0001;
    let mut pieces = [[0; Square::COUNT]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < Square::COUNT {
            (state, pieces[piece][square]) = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    let (_, black_to_move) = split_mix(state);
    Numbers { pieces, black_to_move }
};

/// The number of `piece` on `square`.
pub(super) fn piece_on(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.color as usize * 7 + piece.kind as usize][square.index()]
}

/// The number of black having the move.
pub(super) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
