//! Makes records from the bytes of a file or the text of the clipboard.

use chuhe_records::formats::{self, Encoding, Fault, Format, Location, Note, NoteKind, ReadError, ReadGame};
use chuhe_records::notation::{Notation, NotationError, is_vietnamese_list, read_in_list};
use chuhe_records::{GameTree, PlayError, Start};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::Position;

/// A record with what its reader noticed.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The record, up to the first fault.
    pub tree: GameTree,
    /// What is wrong with it.
    pub notes: Vec<Note>,
    /// The name of the file without its folder, empty for none.
    pub file: String,
    /// The path of the file, empty if it is unknown, has several games, or was not read completely.
    pub path: String,
    /// The encoding of the file, in which it is written again.
    pub encoding: Encoding,
}

/// The records of a file, or one that was made here.
#[derive(Clone, Debug)]
pub struct Records {
    /// The records, of which there is at least one.
    pub games: Vec<Opened>,
    /// Why other games of the file cannot be read.
    pub refused: Vec<ReadError>,
}

impl From<Opened> for Records {
    fn from(opened: Opened) -> Self {
        Self { games: vec![opened], refused: Vec::new() }
    }
}

impl From<GameTree> for Records {
    fn from(tree: GameTree) -> Self {
        Opened::from(tree).into()
    }
}

impl From<GameTree> for Opened {
    fn from(tree: GameTree) -> Self {
        Self {
            tree,
            notes: Vec::new(),
            file: String::new(),
            path: String::new(),
            encoding: Encoding::default(),
        }
    }
}

/// Reads all records of a file, with its name and its path; both are empty for the clipboard.
///
/// A text without a known format is read as moves in any notation, such as 炮二平五 or `h2e2`. A FEN
/// before the moves is the position from which they are played.
///
/// # Errors
/// The first fault, if there is no record.
pub fn read(file: &str, path: &str, bytes: &[u8]) -> Result<Records, ReadError> {
    let text = std::str::from_utf8(bytes).ok();
    let from_position = text.and_then(start_and_moves);
    if let Some(game) = from_position.and_then(|(start, lines)| played(start.into(), lines)) {
        return Ok(Opened { notes: game.notes, file: file.to_owned(), ..game.tree.into() }.into());
    }
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let reading = formats::read(bytes, extension.and_then(Format::from_extension));
    let several = reading.as_ref().is_ok_and(|reading| reading.games.len() + reading.refused.len() > 1);
    // one game must not be saved over all games of a file
    let path = if several { "" } else { path };
    let encoding = reading.as_ref().map_or_else(|_| Encoding::default(), |reading| reading.encoding);
    let named = |ReadGame { tree, notes, .. }| {
        // each note stands for something left out, which saving over the file would delete
        let path = if notes.is_empty() { path.to_owned() } else { String::new() };
        Opened { tree, notes, file: file.to_owned(), path, encoding }
    };
    match reading {
        Ok(reading) => {
            let games = reading.games.into_iter().map(named).collect();
            Ok(Records { games, refused: reading.refused })
        }
        // the ending of the name alone shows no format
        Err(error) if Format::detect(bytes).is_none() && error.fault != Fault::TooLarge => {
            let game =
                text.and_then(|text| played(Start::xiangqi(), (1..).zip(text.lines()))).ok_or(error)?;
            Ok(named(game).into())
        }
        Err(error) => Err(error),
    }
}

/// Whether a pasted line is a record, and not the path of a file.
#[must_use]
pub fn is_record(line: &str) -> bool {
    let is_game = |game: &Opened| game.notes.is_empty() || game.tree.ply_count() > 0;
    read("", "", line.as_bytes()).is_ok_and(|records| records.games.iter().any(is_game))
}

/// Reads a FEN, and returns its position with the numbered lines of moves that follow.
///
/// The first line may be a UCI command, `position fen … moves …`; its moves come first.
fn start_and_moves(text: &str) -> Option<(Position, impl Iterator<Item = (usize, &str)> + Clone)> {
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.trim().is_empty());
    let (number, first) = lines.next()?;
    let first = first.trim().trim_start_matches("position fen ");
    let (fen, rest) = first.split_once(" moves ").unwrap_or((first, ""));
    let start = Position::from_fen(fen.trim()).ok()?;
    let lines = std::iter::once((number, rest)).chain(lines);
    // further positions are a list
    let moves = lines.clone().flat_map(|(_, line)| words(line)).next()?;
    let is_position = moves.matches('/').count() > 1;
    (!is_position).then_some((start, lines))
}

/// Plays the moves of numbered lines, in any notation, up to the first faulty one.
///
/// Returns `None` if there is no move, the first word is none, or the game is too long.
fn played<'a>(start: Start, lines: impl Iterator<Item = (usize, &'a str)> + Clone) -> Option<ReadGame> {
    let is_vietnamese = is_vietnamese_list(lines.clone().flat_map(|(_, text)| words(text)));
    let notation = is_vietnamese.then_some(Notation::Vietnamese);
    let mut tree = GameTree::new(start);
    let mut replay = tree.replay();
    let mut notes = Vec::new();
    for (line, word) in lines.flat_map(|(line, text)| words(text).map(move |word| (line, word))) {
        let (ply, text) = (tree.ply_count() + 1, word.to_owned());
        let kind = match read_in_list(replay.xiangqi()?, word, notation) {
            Ok(mv) => match replay.play(&mut tree, mv) {
                Ok(_) => continue,
                Err(PlayError::Illegal(rule)) => NoteKind::IllegalMove { ply, text, rule },
                Err(PlayError::Limit(_) | PlayError::Deleted) => return None,
            },
            Err(NotationError::Illegal(rule)) => {
                NoteKind::IllegalMove { ply, text, rule: IllegalPlay::Xiangqi(rule) }
            }
            Err(NotationError::Malformed) if ply == 1 => return None,
            Err(reason) => NoteKind::UnreadableMove { ply, text, reason },
        };
        notes.push(Note { at: Location::Line(line), kind });
        break;
    }
    (tree.ply_count() > 0 || !notes.is_empty()).then_some(ReadGame { at: Location::Line(1), tree, notes })
}

/// The words of a text without the numbers of the rounds.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，'));
    words.map(without_number).filter(|word| !word.is_empty())
}

/// A word without the number of a round before it, as in `12.C2.5`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() { rest.strip_prefix(['.', '、']).unwrap_or(word) } else { word }
}
