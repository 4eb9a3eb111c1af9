//! DhtmlXQ, the text format of 东萍象棋网 and many other sites.
//!
//! A game is a list of fields, in any order and between any other text:
//!
//! ```text
//! [DhtmlXQ]
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_red]Lin[/DhtmlXQ_red]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1]central cannon[/DhtmlXQ_comment1]
//! [DhtmlXQ_comment1_2]the same[/DhtmlXQ_comment1_2]
//! [/DhtmlXQ]
//! ```
//!
//! A point has two digits: the file from red's left and the rank from black's side, both from 0.
//! `binit` has the points of 32 pieces, 99 for one that is not on the board, and `movelist` the
//! moves. `move_P_N_L` is the variation with number L that replaces move N of variation P, where 0
//! is the main line. A comment is named by its variation, if that is not 0, and its move.
//!
//! The side to move is that of the first move's piece. Where it is not, or the position has
//! counters, the writer adds the FEN, as some programs do.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use crate::tag;
use chuhe_rules::xiangqi::Square;

/// The fields that have the meaning of a tag.
const TAGS: [(&str, &str); 15] = [
    ("title", tag::TITLE),
    ("event", tag::EVENT),
    ("place", tag::SITE),
    ("date", tag::DATE),
    ("round", tag::ROUND),
    ("red", tag::RED),
    ("redteam", tag::RED_TEAM),
    ("black", tag::BLACK),
    ("blackteam", tag::BLACK_TEAM),
    ("redtime", "RedTime"),
    ("blacktime", "BlackTime"),
    ("timerule", tag::TIME_CONTROL),
    ("open", tag::OPENING),
    ("remark", tag::ANNOTATOR),
    ("author", tag::AUTHOR),
];

/// The fields that are not tags, besides moves and comments.
const OTHER_FIELDS: [&str; 7] = ["ver", "init", "binit", "fen", "movelist", "length", "result"];

/// What the names of the fields of a comment and of a variation begin with, before their numbers.
const COMMENT: &str = "comment";
const VARIATION: &str = "move_";

/// The text that begins a field and a game.
const OPENING: &str = "[DhtmlXQ";
/// The text that ends them.
const CLOSING: &str = "[/DhtmlXQ";
/// A line break in a text.
const LINE_BREAK: &str = "||";
/// The number of bytes in which a field is searched to recognise the format.
const DETECTED_BYTES: usize = 1 << 20;

/// Whether the file has a field of the format.
pub(super) fn matches(bytes: &[u8]) -> bool {
    let searched = &bytes[..bytes.len().min(DETECTED_BYTES)];
    searched.windows(OPENING.len()).any(|window| window == OPENING.as_bytes())
}

/// The tag in which a field is read: the one of the same meaning, or the field's own name.
fn tag_of(field: &str) -> &str {
    TAGS.iter().find(|&&(known, _)| known == field).map_or(field, |&(_, tag)| tag)
}

/// The numbers after `prefix` in the name of a field; `None` for another field, as `commentator`.
fn numbers<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    name.strip_prefix(prefix).filter(|numbers| numbers.starts_with(|c: char| c.is_ascii_digit()))
}

/// The most bytes of the name of a field, with the marks on both sides.
const MAX_NAME_BYTES: usize = 256;

/// The field that is read as this tag.
fn field_of(tag: &str) -> Option<&str> {
    if let Some(&(field, _)) = TAGS.iter().find(|&&(_, known)| known == tag) {
        return Some(field);
    }
    let is_plain =
        tag.chars().all(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '[' | ']' | '/'));
    let is_field = TAGS.iter().any(|&(known, _)| known == tag) || OTHER_FIELDS.contains(&tag);
    let is_move = numbers(tag, COMMENT).or(numbers(tag, VARIATION)).is_some();
    let is_short = tag.len() + "_]".len() <= MAX_NAME_BYTES;
    (is_plain && is_short && !tag.is_empty() && !is_field && !is_move).then_some(tag)
}

/// The point of two digits.
fn point(file: u8, rank: u8) -> Option<Square> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    Square::new(digit(file)?, (Square::RANKS - 1).checked_sub(digit(rank)?)?)
}

/// The two digits of a point.
fn digits(square: Square) -> [char; 2] {
    [square.file(), Square::RANKS - 1 - square.rank()].map(|digit| char::from(b'0' + digit))
}
