//! Requests to the shell's library, and their answers.

use super::stored::PgnCounts;
use chuhe_protocol::{GameFilter, GameKind, PlayerResult};
use chuhe_records::formats::ReadError;
use chuhe_rules::{Color, PerColor};
use std::path::PathBuf;

/// The most bytes of the record of one game.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

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
    /// The user's side; `None` if the user did not play.
    pub user: Option<Color>,
    /// The result from the user's view, or from red's if the user did not play.
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

/// A file of games that the user adds to the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFile {
    /// Its name without a folder.
    pub name: String,
    /// Where its content is.
    pub content: ImportContent,
}

impl ImportFile {
    /// A file on the disk.
    #[must_use]
    pub fn of_path(path: PathBuf) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, content: ImportContent::Path(path) }
    }
}

/// Where the content of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportContent {
    /// On the disk, under this path.
    Path(PathBuf),
    /// Here.
    Bytes(Vec<u8>),
}

/// What was done with the games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of games that are new in the library.
    pub taken: usize,
    /// The number of games that were there already.
    pub known: usize,
    /// The number of taken games with notes on reading.
    pub noted: usize,
    /// The number of games that cannot be read or are too large, and why the first cannot be read.
    pub refused: (usize, Option<ReadError>),
}

/// Why no game of a file was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportFailure {
    /// It has no game that can be read.
    Unreadable(ReadError),
    /// The system cannot read it, and says why.
    System(String),
    /// The library cannot take its games.
    Library(LibraryFailure),
}

/// A game of the library, with the record that it had when it was opened or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryCopy {
    /// The game.
    pub game: LibraryId,
    /// The hash of its record.
    pub record: u128,
}

/// A game of the library that the user has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedGame {
    /// The game as it was opened.
    pub copy: LibraryCopy,
    /// The game as it is now.
    pub game: NewGame,
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
    /// Add the games of a file. Answered by [`LibraryEvent::Imported`].
    Import(Box<ImportFile>),
    /// Read the record of a game. Answered by [`LibraryEvent::Opened`].
    Open(LibraryId),
    /// Save a game that was opened and changed: in its place if the library still has it as it was opened, and as a
    /// new game otherwise. Answered by [`LibraryEvent::Saved`] or [`LibraryEvent::NotSaved`].
    Save(Box<EditedGame>),
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
    /// Bring the games back that the last request deleted, in this run of the program. Answered by
    /// [`LibraryEvent::Undeleted`].
    Undelete,
}

/// What the answer to a request that fails names of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    list: Option<u32>,
    file: Option<String>,
    saves: bool,
}

impl LibraryRequest {
    /// What the answer names of this request, if it fails.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self {
            Self::List { number, .. } => Asked { list: Some(*number), ..Asked::default() },
            Self::Import(file) => Asked { file: Some(file.name.clone()), ..Asked::default() },
            Self::Save(_) => Asked { saves: true, ..Asked::default() },
            Self::Add(_)
            | Self::Open(_)
            | Self::Export { .. }
            | Self::Delete(_)
            | Self::DeleteAll(_)
            | Self::Undelete => Asked::default(),
        }
    }
}

impl Asked {
    /// The answer to the request, which failed.
    #[must_use]
    pub fn failed(self, failure: LibraryFailure) -> LibraryEvent {
        match self.file {
            Some(file) => LibraryEvent::Imported { file, result: Err(ImportFailure::Library(failure)) },
            None if self.saves => LibraryEvent::NotSaved(failure),
            None => LibraryEvent::Failed { list: self.list, failure },
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
        /// The game.
        game: LibraryId,
        /// The name of a file with it.
        file: String,
        /// The user's side, if they played it.
        user: Option<Color>,
        /// Its bytes.
        record: Vec<u8>,
    },
    /// A changed game was saved.
    Saved {
        /// The game as it is in the library now.
        copy: LibraryCopy,
        /// Whether it is a new game, because the one that was opened has changed since or is gone.
        is_new: bool,
    },
    /// A changed game could not be saved; what the library had of it stays.
    NotSaved(LibraryFailure),
    /// The games of a file were added, or why they were not.
    Imported {
        /// The name of the file.
        file: String,
        /// What was done with them.
        result: Result<Imported, ImportFailure>,
    },
    /// A PGN file was written.
    Exported {
        /// Its path.
        path: String,
        /// What became of the games.
        counts: PgnCounts,
    },
    /// Games were deleted.
    Deleted {
        /// The game of the request; `None` if it was one for all that match.
        game: Option<LibraryId>,
        /// How many there were.
        games: usize,
    },
    /// Games that were deleted are in the library again.
    Undeleted {
        /// How many.
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
    /// The record of the game is longer than [`MAX_RECORD_BYTES`].
    TooLarge,
    /// No game matches the filter, so no file was written.
    NothingToExport,
    /// Another error, with the message of the system.
    Other(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_games_cannot_be_added_is_answered_so_that_the_next_one_follows() {
        let file = ImportFile::of_path("/a/b.pgn".into());
        let answer = LibraryRequest::Import(Box::new(file)).asked().failed(LibraryFailure::TooNew);
        let result = Err(ImportFailure::Library(LibraryFailure::TooNew));
        assert_eq!(answer, LibraryEvent::Imported { file: "b.pgn".into(), result });
        let list = LibraryRequest::List { number: 3, filter: Box::default(), after: None };
        let failed = LibraryEvent::Failed { list: Some(3), failure: LibraryFailure::TooNew };
        assert_eq!(list.asked().failed(LibraryFailure::TooNew), failed);
    }
}
