//! Where the parts of a file are.

use crate::tag;

pub(super) const MAGIC: &[u8; 2] = b"XQ";
pub(super) const HEADER_BYTES: usize = 0x400;

pub(super) const VERSION: usize = 2;
/// Where the seeds of the keys are.
pub(super) const SEEDS: usize = 12;
pub(super) const POINTS: usize = 16;
pub(super) const SIDE: usize = 50;
pub(super) const RESULT: usize = 51;
pub(super) const RECORD_COUNT: usize = 52;
pub(super) const RECORDS_OFFSET: usize = 56;
pub(super) const KIND: usize = 64;

/// The highest version.
pub(super) const LAST_VERSION: u8 = 18;
/// The first version with keys. Older ones have other flags, and a length after each record.
pub(super) const FIRST_MASKED: u8 = 11;
/// The first version in which the list of points is rotated.
pub(super) const FIRST_ROTATED: u8 = 12;

/// Added to the origin and to the target of a move.
pub(super) const POINT_OFFSETS: [u8; 2] = [0x18, 0x20];

/// The next record continues the line.
pub(super) const HAS_NEXT: u8 = 0x80;
/// An alternative to the move follows its continuation.
pub(super) const HAS_ALTERNATIVE: u8 = 0x40;
/// A comment follows.
pub(super) const HAS_COMMENT: u8 = 0x20;

/// The texts of the header: offset, bytes with the length, and tag.
pub(super) const TEXTS: [(usize, usize, &str); 12] = [
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
pub(super) const KIND_TAG: &str = "type";
/// The kinds of games by their number, as DhtmlXQ also has them. The first is not read as a tag.
pub(super) const KINDS: [&str; 4] = ["全局", "开局", "中局", "残局"];
