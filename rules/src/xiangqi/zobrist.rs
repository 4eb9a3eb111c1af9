//! Zobrist keys: a random number for each piece on each point, and one for the side to move.
//!
//! A position's key is the exclusive or of the numbers that apply, so a move updates it with a
//! few of them. The numbers are generated at compile time from a fixed seed: keys are the same
//! in every run, but must not be stored, because a later version may change them.
//!
//! The generator is written out here because it must be a `const fn`, which the random
//! generators of other crates are not.

use super::{Piece, Square};

const PIECES: usize = 14;

struct Numbers {
    pieces: [[u64; Square::COUNT]; PIECES],
    black_to_move: u64,
}

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Returns the next state and a random number.
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

/// The number for black to move.
pub(super) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
