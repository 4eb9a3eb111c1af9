//! The library: the user's finished games, kept on this machine.
//!
//! The shell stores them and answers requests with events. This module holds what both sides
//! exchange, the keys by which positions are found, and what the shell's stores have in common.

mod edited;
mod import;
mod matching;
mod positions;
mod request;
mod stored;

pub use edited::{Edited, Placed, origins};
pub use import::{Import, import, record};
pub use matching::{LATEST_MS, Matching};
pub use positions::{key_of_fen, keys_of, keys_version};
pub use request::{
    Asked, EditedGame, ImportContent, ImportFailure, ImportFile, Imported, LibraryCopy, LibraryEvent,
    LibraryFailure, LibraryGame, LibraryId, LibraryRequest, MAX_RECORD_BYTES, NewGame, Summary,
};
pub use stored::{
    PgnCounts, StoredRecord, code_of_kind, code_of_result, code_of_user, has_pgn, kind_of_code,
    result_of_code, user_of_code,
};

/// The most games that the library keeps; the oldest is removed first.
pub const MAX_GAMES: usize = 50_000;
/// The games of one page of the list.
pub const PAGE: usize = 50;
