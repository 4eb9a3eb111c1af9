//! CBR and CBL, the binary formats of 象棋桥 (CCBridge): one game, and a library of games.
//!
//! Numbers are little-endian, texts are in UTF-16 and end with a zero. A game has a header of
//! 2,214 bytes and then the records of its moves. A record has flags, an unused byte, origin and
//! target, and if it has a comment, the length of it in four bytes and the comment.
//! `record_list.rs` has their order. The first record is the start position; its points are equal.
//!
//! A library has a header, an index of 276 bytes for each of its slots, and the games. Each game
//! begins at a multiple of 4,096 bytes after the index and may need several of them. The layout of
//! the index is not documented, so libraries are read by looking for games, and not written.

mod read;
mod write;

pub(super) use read::{read_game, read_library};
pub(super) use write::write;

use crate::tag;
use chuhe_rules::xiangqi::PieceKind;

const GAME_MAGIC: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// Where the version of a game is, and the only one whose layout is documented.
const VERSION: usize = 19;
const KNOWN_VERSION: u8 = 2;
const KIND: usize = 2040;
const RESULT: usize = 2076;
const SIDE: usize = 2112;
const MOVE_NUMBER: usize = 2116;
const BOARD: usize = 2120;
/// Four bytes of the program, all bits set where the game is shown from its start.
const PLAYBACK: usize = 2210;
const HEADER_BYTES: usize = 2214;

/// The slots of a library that games begin at.
const SLOT_BYTES: usize = 4096;
/// Where a library has the number of slots in its index, and where the index is.
const SLOT_COUNT: usize = 60;
const INDEX: usize = 66_624;
const INDEX_ENTRY_BYTES: usize = 276;

/// The line ends with this move.
const ENDS: u8 = 0x01;
/// An alternative to the move follows its continuation.
const HAS_ALTERNATIVE: u8 = 0x02;
/// A comment follows.
const HAS_COMMENT: u8 = 0x04;

/// The kinds of pieces by their number on the board, from 1. Red's have 0x10 added, black's 0x20.
const PIECES: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// The texts of the header: offset, bytes, and tag. Tags that DhtmlXQ has too are named as there.
const TEXTS: [(usize, usize, &str); 28] = [
    (52, 128, "Script"),
    (180, 128, tag::TITLE),
    (308, 256, "Category"),
    (564, 64, "Source"),
    (628, 64, "class"),
    (692, 64, tag::EVENT),
    (756, 64, tag::ROUND),
    (820, 32, "group"),
    (852, 32, "table"),
    (884, 64, tag::DATE),
    (948, 64, tag::SITE),
    (1012, 64, tag::TIME_CONTROL),
    (1076, 64, tag::RED),
    (1140, 64, tag::RED_TEAM),
    (1204, 64, "RedTime"),
    (1268, 32, "RedScore"),
    (1300, 64, tag::BLACK),
    (1364, 64, tag::BLACK_TEAM),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackScore"),
    (1524, 64, "judge"),
    (1588, 64, "record"),
    (1652, 64, tag::ANNOTATOR),
    (1716, 64, "AnnotatorEmail"),
    (1780, 64, tag::AUTHOR),
    (1844, 64, "AuthorEmail"),
    (2044, 32, "property"),
    (2080, 32, "endtype"),
];

/// The tag with the kind of the game.
const KIND_TAG: &str = "kind";
/// The kinds of games by their number. The first is not read as a tag.
const KINDS: [&str; 4] = ["实战开局", "创作开局", "实战中残局", "创作中残局"];

/// Whether the file is one game.
pub(super) fn is_game(bytes: &[u8]) -> bool {
    bytes.starts_with(GAME_MAGIC)
}

/// Whether the file is a library.
pub(super) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY_MAGIC)
}
