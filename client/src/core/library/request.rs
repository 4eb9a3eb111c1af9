//! Requests to the shell's library, and their answers.

use chuhe_protocol::{GameFilter, GameKind, PlayerResult};
use chuhe_rules::{Color, PerColor};

/// The number of a game in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LibraryId(pub i64);

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which game was played.
    pub kind: GameKind,
    /// The names of the players.
    pub names: PerColor<String>,
    /// The user's side.
    pub user: Color,
    /// The result from the user's view.
    pub result: PlayerResult,
    /// The number of plies.
    pub plies: u16,
    /// When the game ended, in milliseconds since the Unix epoch.
    pub ended_at_ms: u64,
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryGame {
    /// Its number.
    pub id: LibraryId,
    /// What a list shows of it.
    pub summary: Summary,
}

/// A game to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The server and the number of the game there: it is kept once.
    pub origin: String,
    /// What a list shows of it.
    pub summary: Summary,
    /// Its record, at most [`super::MAX_RECORD_BYTES`].
    pub record: Vec<u8>,
    /// The extension of a file with the record, without a dot.
    pub extension: String,
    /// The keys of the positions by which it is found; see [`super::keys_of`].
    pub positions: Vec<u64>,
}

/// A request to the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryRequest {
    /// Keep a game. It has no answer unless it fails.
    Add(Box<NewGame>),
    /// List games that match a filter, latest first. Answered by [`LibraryEvent::Page`].
    List {
        /// The number of the request, which the answer repeats.
        number: u32,
        /// What the games must match.
        filter: Box<GameFilter>,
        /// The last game that was listed; `None` begins with the latest.
        after: Option<(u64, LibraryId)>,
    },
    /// Read the record of a game. Answered by [`LibraryEvent::Opened`].
    Open(LibraryId),
    /// Write all games that match a filter into one PGN file in the folder of saved games.
    /// Answered by [`LibraryEvent::Exported`].
    Export {
        /// What the games must match.
        filter: Box<GameFilter>,
        /// The name of the file without its extension; a number is added if it exists.
        name: String,
    },
    /// Delete this game. Answered by [`LibraryEvent::Deleted`].
    Delete(LibraryId),
    /// Delete all games that match a filter. Answered by [`LibraryEvent::Deleted`].
    DeleteAll(Box<GameFilter>),
}

impl LibraryRequest {
    /// The number of a request for a list.
    #[must_use]
    pub const fn list_number(&self) -> Option<u32> {
        match self {
            Self::List { number, .. } => Some(*number),
            Self::Add(_) | Self::Open(_) | Self::Export { .. } | Self::Delete(_) | Self::DeleteAll(_) => None,
        }
    }
}

/// An answer of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryEvent {
    /// Games that match a filter.
    Page {
        /// The number of the request.
        number: u32,
        /// The games, latest first, at most [`super::PAGE`].
        games: Vec<LibraryGame>,
        /// Whether there are more.
        more: bool,
    },
    /// The record of a game.
    Opened {
        /// The name of a file with it.
        file: String,
        /// Its bytes.
        record: Vec<u8>,
    },
    /// A PGN file was written.
    Exported {
        /// Its path.
        path: String,
        /// The number of games in it.
        games: usize,
        /// The number of games that PGN cannot hold, which are not in it.
        left_out: usize,
    },
    /// Games were deleted.
    Deleted {
        /// The game of the request; `None` if it was one for all that match.
        game: Option<LibraryId>,
        /// How many there were.
        games: usize,
    },
    /// The library was damaged. Its file was renamed, and a new library begins.
    SetAside {
        /// The new path of the damaged file.
        path: String,
    },
    /// Games could not be read, and are not in the library any more; they were kept elsewhere.
    GamesSetAside {
        /// How many.
        games: usize,
    },
    /// A request failed.
    Failed {
        /// The number of the request, if it was one for a list.
        list: Option<u32>,
        /// Why.
        failure: LibraryFailure,
    },
}

/// Why a request to the library failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryFailure {
    /// A newer version of the program wrote the library.
    TooNew,
    /// The game is not in the library any more.
    NoSuchGame,
    /// There is no space for another game.
    Full,
    /// No game matches the filter, so no file was written.
    NothingToExport,
    /// Another error, with the message of the system.
    Other(String),
}
