//! XQF, the binary format of 象棋演播室 (XQStudio) and the most common one for studies.
//!
//! A header of 1,024 bytes precedes the records of the moves. Numbers are little-endian, texts are
//! in GB 18030. The header has:
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 2 | `XQ` |
//! | 2 | 1 | version, up to 18 |
//! | 3 | 1 | mask of the stream key |
//! | 8 | 4 | bits set in the stream key |
//! | 12 | 4 | seeds of the keys; they add up to 0 |
//! | 16 | 32 | points of the pieces: file · 10 + rank, above 89 for none |
//! | 50 | 1 | side to move: 0 red, 1 black |
//! | 51 | 1 | result: 0 unknown, 1 red has won, 2 black has won, 3 draw |
//! | 52 | 4 | number of records, which readers ignore |
//! | 56 | 4 | offset of the records, always 1,024 |
//! | 64 | 2 | kind: 0 whole game, 1 opening, 2 middle game, 3 endgame |
//! | 80… | 16 or 64 | texts, each after a byte with its length |
//!
//! A record has the origin plus 24, the target plus 32, flags and an unused byte; then, if it has a
//! comment, the length of it in four bytes and the comment. The first record is the start position.
//! `record_list.rs` has their order.
//!
//! From version 11, keys from the seeds are added to points, lengths of comments and all bytes
//! after the header. From version 12 the list of points is rotated too.

mod keys;
mod layout;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use layout::{MAGIC, VERSION};

/// Whether the file begins as one of this format.
pub(super) fn matches(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.get(VERSION).is_some_and(|version| !(b' '..0x7f).contains(version))
}
