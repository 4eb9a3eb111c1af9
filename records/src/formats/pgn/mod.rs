//! PGN of xiangqi.
//!
//! The tags are those of chess with `Red` in place of `White` and the teams of both players;
//! `Format` is `Chinese`, `WXF` or `ICCS`. The reader takes each move in any of these notations,
//! whatever the tag says. Comments hold marks and times in the commands that chess programs use.
//!
//! A comment between a move number and its move is about the position before the move.

mod commands;
mod game_reader;
mod lexer;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use crate::notation;
use chuhe_rules::xiangqi::Position;

/// The tags that the reader turns into other parts of a game.
const GAME: &str = "Game";
const RESULT: &str = "Result";
const REASON: &str = "Termination";
const FEN: &str = "FEN";
const SETUP: &str = "SetUp";
const FORMAT: &str = "Format";
/// The value of the tag `Game`.
const XIANGQI: &str = "Chinese Chess";

/// Whether a text begins with a tag of PGN or with a move from the start position.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1_000)];
    let text = super::encoding::decode(start).text;
    let text = text.trim_start();
    if let Some(tag) = text.strip_prefix('[') {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        return !name.is_empty() && tag[name.len()..].trim_start_matches(' ').starts_with('"');
    }
    let mut lexer = lexer::Lexer::new(text);
    let tokens = std::iter::from_fn(|| lexer.next().ok().flatten());
    let first = tokens.take(10).find_map(|token| {
        let lexer::Token::Move(text) = token else { return None };
        Some(text.to_owned())
    });
    let is_move = |text: String| {
        notation::read_any(&Position::start(), text.trim_end_matches(['!', '?', '+', '#'])).is_ok()
    };
    first.is_some_and(is_move)
}
