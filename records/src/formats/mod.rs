//! The formats that people keep games in: reading and writing.
//!
//! [`read`] accepts any of the formats and [`write()`] writes one; each format has a module of its
//! own. A reader never trusts a length or a depth in its file, and names the place of each fault.
//! A format that cannot hold all of a tree says on writing what it leaves out.

mod aside;
mod builder;
mod ccbridge;
mod dhtmlxq;
mod encoding;
mod fault;
mod fen_list;
mod format;
mod header_codes;
mod luzhanqi;
mod output;
mod pgn;
mod placement;
mod quoted;
mod reading;
mod record_list;
mod start_text;
mod wxf;
mod xqf;

pub use encoding::Encoding;
#[cfg(not(feature = "tables"))]
pub use encoding::{big5::provide_big5, gb18030::provide_gb18030};
pub use fault::{Fault, Location, ReadError};
pub use format::{Format, MAX_GAMES, MAX_NOTES};
pub use output::{Omission, WriteError, WriteOptions, Written};
pub use reading::{Heading, Note, NoteKind, ReadGame, Reading};

use crate::GameTree;
use encoding::Decoded;

/// The text in a file: in the encoding that its bytes show, or else in the one that they suggest.
///
/// Invalid bytes become U+FFFD.
#[must_use]
pub fn text_of(bytes: &[u8]) -> String {
    encoding::decode(bytes, None).text.into_owned()
}

/// The most bytes of a file that is read. A hostile one of this size needs less than 1 GB.
pub const MAX_FILE_BYTES: usize = 32 << 20;
/// Whether the first bytes of a file are of a format.
type Test = fn(&[u8]) -> bool;

impl Format {
    /// The format that the first bytes of a file show.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let binary: [(Self, Test); 3] =
            [(Self::Xqf, xqf::matches), (Self::Cbr, ccbridge::is_game), (Self::Cbl, ccbridge::is_library)];
        // DhtmlXQ may begin anywhere, so what begins a file of another format goes first.
        let texts: [(Self, Test); 6] = [
            (Self::Luzhanqi, luzhanqi::matches),
            (Self::FenList, fen_list::matches),
            (Self::Wxf, wxf::matches),
            (Self::Pgn, pgn::begins_with_tag),
            (Self::DhtmlXq, dhtmlxq::matches),
            (Self::Pgn, pgn::begins_with_move),
        ];
        let find = |tests: &[(Self, Test)], bytes: &[u8]| {
            tests.iter().find(|(_, matches)| matches(bytes)).map(|&(format, _)| format)
        };
        // the beginning of a binary file may look like UTF-16
        find(&binary, bytes).or_else(|| {
            let in_utf16 = encoding::utf16_beginning(bytes);
            find(&texts, in_utf16.as_ref().map_or(bytes, String::as_bytes))
        })
    }
}

/// Reads the games of a file.
///
/// The content decides its format, and `hint`, such as that of the file's name, where it does not.
/// A game with an illegal move is read up to it, and a [`Note`] says which move and why.
///
/// ```
/// use chuhe_records::{NodeId, formats};
/// let file = "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1\n";
/// let reading = formats::read(file.as_bytes(), None)?;
/// let position = reading.games[0].tree.xiangqi_position(NodeId::ROOT).unwrap();
/// assert_eq!(position.fen(), file.trim());
/// # Ok::<(), formats::ReadError>(())
/// ```
///
/// # Errors
/// The first fault, if no game can be read.
pub fn read(bytes: &[u8], hint: Option<Format>) -> Result<Reading, ReadError> {
    read_with(bytes, ReadOptions { hint, encoding: None })
}

/// How a file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format, such as that of the file's name, where the content does not show it.
    pub hint: Option<Format>,
    /// The encoding of a text; if the caller does not know it, the content decides.
    pub encoding: Option<Encoding>,
}

/// Reads the games of a file as [`read`] does, with its encoding where the caller knows it.
///
/// ```
/// use chuhe_records::formats::{self, Encoding, ReadOptions};
/// let file = b"[Red \"\xb3\xaf\xbb\xc8\xc0\x73\"]\n\n1. h2e2 *\n";
/// let options = ReadOptions { encoding: Some(Encoding::Big5), ..ReadOptions::default() };
/// let reading = formats::read_with(file, options)?;
/// assert_eq!(reading.games[0].tree.tag("Red"), Some("陳銀龍"));
/// # Ok::<(), formats::ReadError>(())
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], options: ReadOptions) -> Result<Reading, ReadError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(ReadError::new(Location::Offset(MAX_FILE_BYTES), Fault::TooLarge));
    }
    let unknown = ReadError::new(Location::Offset(0), Fault::UnknownFormat);
    let text = || encoding::decode(bytes, options.encoding);
    if let Some(format) = Format::detect(bytes) {
        return checked(read_as(format, bytes, text), bytes);
    }
    let hinted = options.hint.map(|format| checked(read_as(format, bytes, text), bytes));
    let has_moves = |reading: &Reading| reading.games.iter().any(|game| game.tree.ply_count() > 0);
    if let Some(Ok(reading)) = &hinted
        && has_moves(reading)
    {
        return hinted.unwrap_or(Err(unknown));
    }
    let text = text();
    match read_quoted(&text) {
        Some(reading) => Ok(reading),
        None if !matches!(hinted, Some(Ok(_))) && pgn::is_western_chess(&text.text) => {
            Err(ReadError { fault: Fault::WesternChess, ..unknown })
        }
        None => hinted.unwrap_or(Err(unknown)),
    }
}

/// Reads a file of this format, with its text if the format is one of texts.
fn read_as<'a>(format: Format, bytes: &'a [u8], text: impl FnOnce() -> Decoded<'a>) -> Reading {
    match format {
        Format::Xqf => xqf::read(bytes),
        Format::Cbr => ccbridge::read_game(bytes),
        Format::Cbl => ccbridge::read_library(bytes),
        Format::Pgn | Format::FenList | Format::DhtmlXq | Format::Luzhanqi | Format::Wxf => {
            read_text(format, &text())
        }
    }
}

/// Reads a text of this format; of one that is not for texts nothing.
fn read_text(format: Format, text: &Decoded<'_>) -> Reading {
    match format {
        Format::Pgn => pgn::read(text),
        Format::FenList => fen_list::read(text),
        Format::DhtmlXq => dhtmlxq::read(text),
        Format::Luzhanqi => luzhanqi::read(text),
        Format::Wxf => wxf::read(text),
        Format::Xqf | Format::Cbr | Format::Cbl => Reading::of_text(format, text),
    }
}

/// Reads the game in a text around it, if there is one.
fn read_quoted(decoded: &Decoded<'_>) -> Option<Reading> {
    let quoted::Found { format, text, before } = quoted::find(&decoded.text)?;
    let mut reading = read_text(format, &Decoded { text: text.into(), ..*decoded });
    reading.games.first_mut()?.notes.splice(0..0, before);
    Some(reading)
}

/// The games of a file, or the first fault if it has no game.
fn checked(reading: Reading, bytes: &[u8]) -> Result<Reading, ReadError> {
    match (reading.games.first(), reading.refused.first()) {
        (None, Some(&error)) => Err(error),
        (None, None) => Err(ReadError::new(Location::Offset(bytes.len()), Fault::NoGame)),
        (Some(_), _) => Ok(reading),
    }
}

/// Writes a game in `format`.
///
/// # Errors
/// `OtherGame` if the format is not for this game, `ReadOnly` if it is not written.
pub fn write(tree: &GameTree, format: Format, options: &WriteOptions) -> Result<Written, WriteError> {
    write_all(std::slice::from_ref(tree), format, options)
}

/// Writes games in one file of `format`.
///
/// # Errors
/// `OtherGame` if the format is not for one of the games, `NotACollection` if it holds one game
/// and there are more or none, `ReadOnly` if it is not written.
pub fn write_all(trees: &[GameTree], format: Format, options: &WriteOptions) -> Result<Written, WriteError> {
    match (format, trees) {
        (Format::Pgn, trees) => pgn::write(trees, options),
        (Format::FenList, trees) => fen_list::write(trees, options),
        (Format::DhtmlXq, trees) => dhtmlxq::write(trees, options),
        (Format::Wxf, trees) => wxf::write(trees, options),
        (Format::Xqf, [tree]) => xqf::write(tree),
        (Format::Cbr, [tree]) => ccbridge::write(tree),
        (Format::Luzhanqi, [tree]) => luzhanqi::write(tree, options),
        (Format::Xqf | Format::Cbr | Format::Luzhanqi, _) => Err(WriteError::NotACollection),
        (Format::Cbl, _) => Err(WriteError::ReadOnly),
    }
}
