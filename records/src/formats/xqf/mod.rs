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
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use crate::tag;
use keys::Keys;

const MAGIC: &[u8; 2] = b"XQ";
const HEADER_BYTES: usize = 0x400;

const VERSION: usize = 2;
/// Where the seeds of the keys are.
const SEEDS: usize = 12;
const POINTS: usize = 16;
const SIDE: usize = 50;
const RESULT: usize = 51;
const RECORD_COUNT: usize = 52;
const RECORDS_OFFSET: usize = 56;
const KIND: usize = 64;

/// The highest version.
const LAST_VERSION: u8 = 18;
/// The first version with keys. Older ones have other flags, and a length after each record.
const FIRST_MASKED: u8 = 11;
/// The first version in which the list of points is rotated.
const FIRST_ROTATED: u8 = 12;

/// Added to the origin and to the target of a move.
const POINT_OFFSETS: [u8; 2] = [0x18, 0x20];

/// The next record continues the line.
const HAS_NEXT: u8 = 0x80;
/// An alternative to the move follows its continuation.
const HAS_ALTERNATIVE: u8 = 0x40;
/// A comment follows.
const HAS_COMMENT: u8 = 0x20;

/// The texts of the header: offset, bytes with the length, and tag.
const TEXTS: [(usize, usize, &str); 12] = [
    (80, 64, tag::TITLE),
    (144, 64, "TitleB"),
    (208, 64, tag::EVENT),
    (272, 16, tag::DATE),
    (288, 16, tag::SITE),
    (304, 16, tag::RED),
    (320, 16, tag::BLACK),
    (336, 64, tag::TIME_CONTROL),
    (400, 16, "RedTime"),
    (416, 16, "BlackTime"),
    (464, 16, tag::ANNOTATOR),
    (480, 16, tag::AUTHOR),
];

/// The tag with the kind of the game.
const KIND_TAG: &str = "type";
/// The kinds of games by their number, as DhtmlXQ also has them. The first is not read as a tag.
const KINDS: [&str; 4] = ["全局", "开局", "中局", "残局"];

/// Whether the file begins as one of this format.
pub(super) fn matches(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.get(VERSION).is_some_and(|version| !(b' '..0x7f).contains(version))
}
