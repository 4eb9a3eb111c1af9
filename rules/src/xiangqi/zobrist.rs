//! Zobrist keys: a random number for each piece on each point, and one for the side to move.
//!
//! A position's key is the exclusive or of the numbers that apply, so a move updates it with a
//! few of them. The numbers are generated at compile time from a fixed seed: keys are the same
//! in every run, but must not be stored, because a later version may change them.
//!
//! The generator is written out here because it must be a `const fn`, which the random
//! generators of other crates are not. It counts, so that a page computes a number where it needs
//! it: a table of random numbers is what a page cannot compress.

use super::{Piece, Square};

const PIECES: usize = 14;
const SEED: u64 = 0x6368_7568_6500_0001;

/// The number of this index from SplitMix64 (Steele, Lea and Flood, 2014).
const fn number(index: usize) -> u64 {
    let mut z = SEED.wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(not(target_family = "wasm"))]
static NUMBERS: [u64; PIECES * Square::COUNT] = {
    let mut numbers = [0; PIECES * Square::COUNT];
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = number(index);
        index += 1;
    }
    numbers
};

/// The number of `piece` on `square`.
pub(super) fn piece_on(piece: Piece, square: Square) -> u64 {
    let index = (piece.color as usize * 7 + piece.kind as usize) * Square::COUNT + square.index();
    #[cfg(not(target_family = "wasm"))]
    let number = |index: usize| NUMBERS[index];
    number(index)
}

/// The number for black to move.
pub(super) const fn black_to_move() -> u64 {
    number(PIECES * Square::COUNT)
}
