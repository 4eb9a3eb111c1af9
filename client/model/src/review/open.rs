//! Makes records from the bytes of a file or the text of the clipboard.

use crate::library::LibraryCopy;
use chuhe_records::GameTree;
use chuhe_records::formats::{
    self, Encoding, Format, Note, NoteKind, ReadError, ReadGame, ReadOptions, Reading,
};
use chuhe_rules::Color;
use std::sync::Arc;

/// A record with what its reader noticed.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The record, up to the first fault.
    pub tree: GameTree,
    /// What was unusual in its file, and what was done about it.
    pub notes: Vec<Note>,
    /// The heading of its chapter, empty for none.
    pub chapter: Arc<str>,
    /// Its file.
    pub file: RecordFile,
    /// How the user saw the game, if it was played here.
    pub seen: Option<Seen>,
}

/// How the user saw a game that was played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// The side that the user played, if they played one.
    pub own: Option<Color>,
    /// The number of half-moves before the position that was shown.
    pub ply: usize,
    /// Whether it is the game at the table, and not one of the library.
    pub is_at_table: bool,
}

/// The file of a record.
#[derive(Clone, Debug, Default)]
pub struct RecordFile {
    /// The name of the file without its folder, empty for none.
    pub name: String,
    /// The path of the file, empty if it is unknown, has several games, or something of it is lost.
    pub path: String,
    /// The encoding of the file, in which it is written again.
    pub encoding: Encoding,
    /// The game of the library that was opened, if it is one.
    pub library: Option<LibraryCopy>,
}

/// The records of a file, or one that was made here.
#[derive(Clone, Debug)]
pub struct Records {
    /// The records, of which there is at least one.
    pub games: Vec<Opened>,
    /// Why other games of the file cannot be read.
    pub refused: Vec<ReadError>,
    /// The file, where its encoding was guessed and the user can choose another.
    pub source: Option<Source>,
}

/// A text in an encoding that its bytes do not show for certain.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the file without its folder, empty for none.
    pub file: String,
    /// The path of the file, empty if it is unknown.
    pub path: String,
    /// The content.
    pub bytes: Arc<[u8]>,
    /// The format of the file.
    pub format: Format,
    /// The encoding in which it was read.
    pub encoding: Encoding,
    /// Whether the encoding is a guess, and not the choice of the user.
    pub is_guess: bool,
}

impl Source {
    /// Reads the file again in this encoding.
    ///
    /// # Errors
    /// The first fault, if there is no record.
    pub fn read_as(&self, encoding: Encoding) -> Result<Records, ReadError> {
        let options = ReadOptions { hint: Some(self.format), encoding: Some(encoding) };
        read_with(&self.file, &self.path, &self.bytes, options)
    }
}

impl From<Opened> for Records {
    fn from(opened: Opened) -> Self {
        Self { games: vec![opened], refused: Vec::new(), source: None }
    }
}

impl From<GameTree> for Records {
    fn from(tree: GameTree) -> Self {
        Opened::from(tree).into()
    }
}

impl From<GameTree> for Opened {
    fn from(tree: GameTree) -> Self {
        Self { tree, notes: Vec::new(), chapter: "".into(), file: RecordFile::default(), seen: None }
    }
}

/// Reads all records of a file, with its name and its path; both are empty for the clipboard.
///
/// # Errors
/// The first fault, if there is no record.
pub fn read(file: &str, path: &str, bytes: &[u8]) -> Result<Records, ReadError> {
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let hint = extension.and_then(Format::from_extension);
    read_with(file, path, bytes, ReadOptions { hint, encoding: None })
}

fn read_with(file: &str, path: &str, bytes: &[u8], options: ReadOptions) -> Result<Records, ReadError> {
    formats::read_with(bytes, options).map(|reading| records(file, path, bytes, options.encoding, reading))
}

/// The records of a file that was read in the encoding that the user asked for, if so.
fn records(file: &str, path: &str, bytes: &[u8], asked: Option<Encoding>, reading: Reading) -> Records {
    let Reading { format, encoding, is_encoding_guess: is_guess, games, refused, headings } = reading;
    let is_doubtful = is_guess || asked.is_some() || games.iter().any(has_invalid_characters);
    let source = is_doubtful.then(|| {
        let (file, path) = (file.to_owned(), path.to_owned());
        Source { file, path, bytes: bytes.into(), format, encoding, is_guess }
    });
    // one game must not be saved over all games of a file
    let path = if games.len() + refused.len() > 1 { "" } else { path };
    let mut headings = headings.into_iter().peekable();
    let mut chapter: Arc<str> = "".into();
    let opened = (0..).zip(games).map(|(place, game)| {
        while let Some(heading) = headings.next_if(|heading| heading.game <= place) {
            chapter = heading.text.into();
        }
        // saving over the file would delete what is lost of it
        let path = if game.has_fault() { String::new() } else { path.to_owned() };
        let ReadGame { tree, notes, .. } = game;
        let file = RecordFile { name: file.to_owned(), path, encoding, library: None };
        Opened { tree, notes, chapter: Arc::clone(&chapter), file, seen: None }
    });
    Records { games: opened.collect(), refused, source }
}

fn has_invalid_characters(game: &ReadGame) -> bool {
    game.notes.iter().any(|note| matches!(note.kind, NoteKind::InvalidCharacters(_)))
}

/// Whether a pasted line is a record, and not the path of a file.
#[must_use]
pub fn is_record(line: &str) -> bool {
    let is_game = |game: &Opened| game.notes.is_empty() || game.tree.ply_count() > 0;
    read("", "", line.as_bytes()).is_ok_and(|records| records.games.iter().any(is_game))
}
