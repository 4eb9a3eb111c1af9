//! The library: the user's finished games, kept on this machine.
//!
//! The shell stores them and answers requests with events. This module holds what both sides
//! exchange, the keys by which positions are found, and what the shell's stores have in common.

mod matching;
mod positions;
mod request;
mod stored;

pub use matching::{LATEST_MS, Matching};
pub use positions::{key_of_fen, keys_of, keys_version};
pub use request::{LibraryEvent, LibraryFailure, LibraryGame, LibraryId, LibraryRequest, NewGame, Summary};
pub use stored::{StoredRecord, code_of_kind, code_of_result, color_of_code, kind_of_code, result_of_code};

/// The most games that the library keeps; the oldest is removed first.
pub const MAX_GAMES: usize = 50_000;
/// The most bytes of the record of one game.
pub const MAX_RECORD_BYTES: usize = 1 << 20;
/// The games of one page of the list.
pub const PAGE: usize = 50;
