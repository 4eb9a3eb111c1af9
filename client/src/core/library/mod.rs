//! The library: the user's finished games, kept on this machine.
//!
//! The shell stores them and answers requests with events. This module holds what both sides
//! exchange, and the keys by which positions are found.

mod positions;
mod request;

pub use positions::{key_of_fen, keys_of, keys_version};
pub use request::{LibraryEvent, LibraryFailure, LibraryGame, LibraryId, LibraryRequest, NewGame, Summary};

/// The most games that the library keeps; the oldest is removed first.
pub const MAX_GAMES: usize = 50_000;
/// The most bytes of the record of one game.
pub const MAX_RECORD_BYTES: usize = 1 << 20;
/// The games of one page of the list.
pub const PAGE: usize = 50;
