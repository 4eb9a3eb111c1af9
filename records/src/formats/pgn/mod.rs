//! PGN of xiangqi.
//!
//! The tags are those of chess with `Red` in place of `White` and the teams of both players;
//! `Format` is `Chinese`, `WXF`, `Vietnamese` or `ICCS`. The reader takes each move in any of these
//! notations. The tag decides how a text is read that is a move in both WXF and Vietnamese.
//! Comments hold marks and times in the commands that chess programs use.
//!
//! A comment between a move number and its move is about the position before the move.

mod commands;
mod game_reader;
mod lexer;
mod move_number;
mod read;
mod tag_text;
mod unknown;
mod write;

pub(super) use read::{read, read_moves_from, read_wxf_moves};
pub(super) use write::write;

use super::encoding;
use crate::notation;
use crate::tag;
use chuhe_rules::xiangqi::Position;
use std::borrow::Cow;

/// The tags that the reader turns into other parts of a game.
const GAME: &str = "Game";
const RESULT: &str = "Result";
const REASON: &str = "Termination";
const FEN: &str = "FEN";
const SETUP: &str = "SetUp";
const FORMAT: &str = "Format";
/// The tag in which programs of chess name the game.
const VARIANT: &str = "Variant";
/// The values of the tag `Format` for Vietnamese notation and for WXF.
const VIETNAMESE: &str = "Vietnamese";
const WXF: &str = "WXF";
/// The number of these tags: a game has as many more than its tree.
const OWN_TAGS: usize = [GAME, RESULT, REASON, FEN, SETUP, FORMAT].len();
/// The tags that are told from text even without their quotes.
const COMMON_TAGS: [&str; 10] =
    [GAME, RESULT, FEN, FORMAT, tag::EVENT, tag::SITE, tag::DATE, tag::ROUND, tag::RED, tag::BLACK];
/// The value of the tag `Game`.
const XIANGQI: &str = "Chinese Chess";

/// The bytes at the beginning of a file that show its format.
const DETECTED_BYTES: usize = 1_000;

/// The first characters of a file.
fn beginning(bytes: &[u8]) -> Cow<'_, str> {
    let mut beginning = &bytes[..bytes.len().min(DETECTED_BYTES)];
    // Half a character at the end would make UTF-8 look like GB 18030.
    if let Err(error) = str::from_utf8(beginning)
        && error.error_len().is_none()
    {
        beginning = &beginning[..error.valid_up_to()];
    }
    encoding::decode(beginning, None).text
}

/// Whether a tag with this name is one even without its quotes.
fn is_common_tag(name: &str) -> bool {
    COMMON_TAGS.contains(&name)
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

/// Whether the first move of a text is one from the start position.
pub(super) fn begins_with_move(bytes: &[u8]) -> bool {
    begins_with_move_from(&Position::start(), &beginning(bytes))
}

/// Whether the first move of a text is one from this position.
pub(super) fn begins_with_move_from(position: &Position, text: &str) -> bool {
    let text = &text[..text.floor_char_boundary(DETECTED_BYTES)];
    let mut lexer = lexer::Lexer::new(text);
    let tokens = std::iter::from_fn(|| lexer.next().ok().flatten());
    let first = tokens.take(10).find_map(|token| {
        let lexer::Token::Move(text) = token else { return None };
        Some(text.trim_end_matches(['!', '?', '+', '#']))
    });
    let is_move = |text| {
        let from_one = || notation::Notation::UciFromOne.read(position, text);
        notation::read_any(position, text).is_ok() || from_one().is_ok()
    };
    first.is_some_and(is_move)
}
