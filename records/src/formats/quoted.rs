//! Finds a game in a text around it, such as a mail that quotes one.
//!
//! This is tried on a text that shows no format. Marks of quotation are removed, and the lines before
//! the game are kept aside; each line keeps its number.

use super::{Format, Location, Note, aside, fen_list, pgn, wxf};

/// The most lines with content before a game.
const MAX_LINES_BEFORE: usize = 200;
/// The bytes from the beginning of a line that show whether a game begins there.
const DETECTED_BYTES: usize = 4_000;

/// A text that begins with a game, after empty lines.
pub(super) struct Found {
    pub(super) format: Format,
    pub(super) text: String,
    /// The first line with content before the game.
    pub(super) before: Option<Note>,
}

/// Finds the game in a text.
pub(super) fn find(text: &str) -> Option<Found> {
    let plain: String = text.lines().flat_map(|line| [unquoted(line), "\n"]).collect();
    if plain.len() < text.len()
        && let Some(format) = Format::detect(plain.as_bytes()).filter(|format| is_text(*format))
    {
        return Some(Found { format, text: plain, before: None });
    }
    let (mut begin, mut before, mut passed) = (0, None, 0);
    for (number, line) in (1..).zip(plain.split_inclusive('\n')) {
        if !line.trim().is_empty() {
            if let Some((format, separator)) = begins_at(&plain[begin..]) {
                let lines = "\n".repeat(number - 1);
                let game = &plain[begin..];
                let game = separator.map_or_else(|| game.to_owned(), |mark| game.replace(mark, " "));
                return Some(Found { format, text: lines + &game, before });
            }
            before = before.or_else(|| Some(aside::note(Location::Line(number), line)));
            passed += 1;
            if passed >= MAX_LINES_BEFORE {
                return None;
            }
        }
        begin += line.len();
    }
    None
}

/// The format of the game that begins here, and the mark between its moves, if it is not a space.
fn begins_at(text: &str) -> Option<(Format, Option<char>)> {
    let beginning = &text[..text.floor_char_boundary(DETECTED_BYTES)];
    let bytes = beginning.as_bytes();
    if fen_list::matches(bytes) {
        return Some((Format::FenList, None));
    }
    if wxf::begins(beginning) {
        return Some((Format::Wxf, None));
    }
    if pgn::begins_with_move(bytes) {
        return Some((Format::Pgn, None));
    }
    let is_list = |mark: &char| {
        beginning.contains(*mark) && pgn::begins_with_move(beginning.replace(*mark, " ").as_bytes())
    };
    let mark = [',', '，', '、', '；'].into_iter().find(is_list)?;
    Some((Format::Pgn, Some(mark)))
}

/// A line without the marks of quotation before it.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(quoted) = rest.trim_start().strip_prefix(['>', '＞', '|']) {
        rest = quoted;
    }
    rest
}

/// Whether a format is read from decoded text.
const fn is_text(format: Format) -> bool {
    match format {
        Format::Pgn | Format::FenList | Format::DhtmlXq | Format::Luzhanqi | Format::Wxf => true,
        Format::Xqf | Format::Cbr | Format::Cbl => false,
    }
}
