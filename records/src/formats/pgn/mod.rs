//! PGN of xiangqi.
//!
//! The tags are those of chess with `Red` in place of `White` and the teams of both players;
//! `Format` is `Chinese`, `WXF`, `Vietnamese` or `ICCS`. The reader takes each move in any of these
//! notations. The tag decides how a text is read that is a move in both WXF and Vietnamese.
//! Comments hold marks and times in the commands that chess programs use.
//!
//! A comment between a move number and its move is about the position before the move.

mod ahead;
mod commands;
mod ending;
mod game_reader;
mod lexer;
mod move_number;
mod pasted;
mod read;
mod tag_names;
mod tag_text;
mod unknown;
mod western_chess;
mod word_list;
mod work;
mod write;

pub(super) use read::{read, read_moves_from, read_wxf_moves};
pub(super) use write::write;

use super::encoding;
use crate::notation::{self, Notation};
use chuhe_rules::xiangqi::{Move, Position};
use tag_names::is_common_tag;

/// The bytes at the beginning of a file that show its format.
const DETECTED_BYTES: usize = 1_000;

/// The first characters of a file.
fn beginning(bytes: &[u8]) -> String {
    let mut beginning = &bytes[..bytes.len().min(DETECTED_BYTES)];
    // Half a character at the end would make UTF-8 look like GB 18030.
    if let Err(error) = str::from_utf8(beginning)
        && error.error_len().is_none()
    {
        beginning = &beginning[..error.valid_up_to()];
    }
    let text = encoding::decode(beginning, None).text;
    pasted::plain(&text).0.into_owned()
}

/// Whether a text begins with a tag of PGN, after comments and lines of text.
pub(super) fn begins_with_tag(bytes: &[u8]) -> bool {
    let text = beginning(bytes);
    // the tag may be cut off at the end of what is seen
    let is_cut = |line: &str| {
        let Some(tag) = line.strip_prefix('[') else { return false };
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        !name.is_empty() && tag[name.len()..].trim_start_matches(' ').starts_with('"')
    };
    let is_tag = |line: &str| {
        let tag = tag_text::read(line);
        is_cut(line) || tag.is_some_and(|tag| !tag.is_repaired || is_common_tag(tag.name))
    };
    let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty());
    lines.find(|line| line.starts_with('[')).is_some_and(is_tag)
}

/// Whether the first word of a text is a move from the start position, or the first two moves after other words.
pub(super) fn begins_with_move(bytes: &[u8]) -> bool {
    let text = beginning(bytes);
    let mut position = Position::start();
    if begins_with_move_from(&position, &text) {
        return true;
    }
    let moves: Vec<&str> = words(&text).filter(|text| notation::is_move(text)).take(2).collect();
    moves.len() == 2
        && moves
            .into_iter()
            .all(|text| read_first(&position, text).is_some_and(|mv| position.play(mv).is_ok()))
}

/// Whether a text that is no record of xiangqi is a position or begins with the moves of Western chess.
pub(super) fn is_western_chess(text: &str) -> bool {
    western_chess::is_fen(text.trim()) || western_chess::are_moves(words(text), true)
}

/// Whether the first word of a text is a move from this position.
pub(super) fn begins_with_move_from(position: &Position, text: &str) -> bool {
    words(text).next().is_some_and(|text| read_first(position, text).is_some())
}

/// The words at the beginning of a text that may be moves, without their marks.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut lexer = lexer::Lexer::new(&text[..text.floor_char_boundary(DETECTED_BYTES)]);
    std::iter::from_fn(move || lexer.next().ok().flatten()).filter_map(|token| {
        let lexer::Token::Move(text) = token else { return None };
        Some(text.trim_end_matches(['!', '?', '+', '#']))
    })
}

/// Reads a move with either number for the first rank.
fn read_first(position: &Position, text: &str) -> Option<Move> {
    let from_one = || notation::read_in_list(position, text, Some(Notation::UciFromOne));
    notation::read_any(position, text).or_else(|_| from_one()).ok()
}
