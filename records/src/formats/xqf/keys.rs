//! The keys that mask a file.

use super::super::Fault;
use super::layout::{FIRST_MASKED, FIRST_ROTATED, HEADER_BYTES, SEEDS, VERSION};

/// Where the mask of the stream key and its set bits are in the header.
const MASK: usize = 3;
const SET_BITS: usize = 8;

/// The text from which the stream key is made.
const STREAM_TEXT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// What is added to the bytes of a file; all sums are modulo 256.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// Added to the points of the pieces.
    pub(super) points: u8,
    /// The place in the list of points at which the first piece is.
    pub(super) rotation: usize,
    /// Added to the origin and to the target of a move.
    pub(super) moves: [u8; 2],
    /// Added to the length of a comment.
    pub(super) length: u32,
    /// Added to the bytes after the header, by their offset in the file.
    pub(super) stream: [u8; 32],
}

impl Keys {
    /// The keys of a file that is not masked.
    const NONE: Self = Self { points: 0, rotation: 0, moves: [0; 2], length: 0, stream: [0; 32] };

    /// Makes the keys from the header of a file.
    pub(super) fn from_header(header: &[u8; HEADER_BYTES]) -> Result<Self, Fault> {
        let version = header[VERSION];
        if version < FIRST_MASKED {
            return Ok(Self::NONE);
        }
        let [sum, points, from, to]: [u8; 4] = std::array::from_fn(|index| header[SEEDS + index]);
        if [points, from, to].into_iter().fold(sum, u8::wrapping_add) != 0 {
            return Err(Fault::Checksum);
        }
        // the stream key is made from the seeds, the other keys from each other
        let stream_bits: [u8; 4] =
            std::array::from_fn(|index| (header[SEEDS + index] & header[MASK]) | header[SET_BITS + index]);
        let length = (u32::from(sum) * 256 + u32::from(points)) % 32_000 + 767;
        let points = key(points, points);
        let from = key(from, points);
        let to = key(to, from);
        Ok(Self {
            points,
            rotation: if version >= FIRST_ROTATED { usize::from(points) + 1 } else { 0 },
            moves: [from, to],
            length,
            stream: std::array::from_fn(|index| STREAM_TEXT[index] & stream_bits[index % 4]),
        })
    }
}

/// A key from its seed and a factor.
const fn key(seed: u8, factor: u8) -> u8 {
    let square = seed.wrapping_mul(seed);
    square.wrapping_mul(54).wrapping_add(221).wrapping_mul(factor)
}
