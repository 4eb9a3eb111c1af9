//! Reads PGN.

use super::game_reader::GameReader;
use super::lexer::{Lexer, Token};
use super::{FEN, FORMAT, GAME, OWN_TAGS, REASON, RESULT, SETUP, VIETNAMESE, WXF, XIANGQI};
use crate::formats::encoding::{self, Decoded};
use crate::formats::{Fault, Format, Location, MAX_NOTES, Note, NoteKind, ReadError, ReadGame, Reading};
use crate::notation::{Notation, is_vietnamese_list};
use crate::{GameResult, GameTree, Limit, MAX_TAGS};
use chuhe_rules::xiangqi::Position;
use std::borrow::Cow;

/// How many moves of a game without a tag for its notation are searched for signs of one.
const INSPECTED_MOVES: usize = 40;

pub(in crate::formats) fn read(bytes: &[u8]) -> Reading {
    let Decoded { text, encoding, has_invalid } = encoding::decode(bytes);
    let mut reading = Reading::new(Format::Pgn, encoding);
    let mut lexer = Lexer::new(&text);
    let mut notes_left = MAX_NOTES;
    loop {
        lexer.skip_space();
        if lexer.is_at_end() || reading.is_full(Location::Line(lexer.line())) {
            return reading;
        }
        let begin = lexer.at();
        match read_game(&mut lexer, notes_left) {
            Ok(Some(mut game)) => {
                if has_invalid && text[begin..lexer.at()].contains(char::REPLACEMENT_CHARACTER) {
                    game.notes.push(Note { at: game.at, kind: NoteKind::InvalidCharacters(encoding) });
                }
                notes_left -= game.notes.len().min(notes_left);
                reading.games.push(game);
            }
            Ok(None) => {}
            Err(error) => {
                reading.refused.push(error);
                // Nothing after these can be read either.
                if matches!(error.fault, Fault::UnclosedComment | Fault::TooManyNotes) {
                    return reading;
                }
                if matches!(error.fault, Fault::InvalidTag | Fault::Limit(Limit::Tags)) {
                    lexer.skip_tags();
                }
                lexer.skip_moves();
            }
        }
    }
}

/// Reads the next game; `None` if there is only space or a result.
fn read_game(lexer: &mut Lexer<'_>, notes_left: usize) -> Result<Option<ReadGame>, ReadError> {
    let mut line = lexer.line();
    let at = Location::Line(line);
    let mut tags = Vec::new();
    while lexer.is_at_tag() {
        let at = Location::Line(lexer.line());
        let tag = lexer.next().map_err(|fault| ReadError::new(at, fault))?;
        if tags.len() >= MAX_TAGS + OWN_TAGS {
            return Err(ReadError::new(at, Limit::Tags.into()));
        }
        if let Some(Token::Tag(name, value)) = tag {
            tags.push(Tag { at, name, value });
        }
    }
    if tags.is_empty() {
        // A result alone is no game; a file of nothing else must not cost a game each.
        let mut ahead = *lexer;
        if let Ok(Some(Token::Result(_))) = ahead.next() {
            *lexer = ahead;
            return Ok(None);
        }
    }
    let mut is_game = !tags.is_empty();
    let mut reader = GameReader::new(tree(&tags)?, notation(&tags, *lexer), notes_left);
    while !lexer.is_at_tag() {
        line = lexer.line();
        let fault = |fault| ReadError::new(Location::Line(line), fault);
        match lexer.next().map_err(fault)? {
            None => break,
            Some(Token::Result(result)) if !reader.is_in_variation() => {
                reader.set_result(result);
                break;
            }
            Some(token) => {
                is_game = true;
                reader.take(token, Location::Line(line)).map_err(fault)?;
            }
        }
    }
    let game = reader.finish(at).map_err(|fault| ReadError::new(Location::Line(line), fault))?;
    Ok(is_game.then_some(game))
}

struct Tag<'a> {
    at: Location,
    name: &'a str,
    value: Cow<'a, str>,
}

/// The notation of the next moves, if it is WXF or Vietnamese: as the tag or else the moves say.
fn notation(tags: &[Tag<'_>], mut ahead: Lexer<'_>) -> Option<Notation> {
    if let Some(format) = tags.iter().rfind(|tag| tag.name == FORMAT) {
        let is = |name: &str| format.value.trim().eq_ignore_ascii_case(name);
        return if is(VIETNAMESE) { Some(Notation::Vietnamese) } else { is(WXF).then_some(Notation::Wxf) };
    }
    let tokens = std::iter::from_fn(|| ahead.next().ok().flatten());
    let tokens = tokens.take_while(|token| !matches!(token, Token::Tag(..) | Token::Result(_)));
    let moves = tokens.filter_map(|token| if let Token::Move(text) = token { Some(text) } else { None });
    let moves = moves.take(INSPECTED_MOVES).map(|text| text.trim_end_matches(['!', '?']));
    is_vietnamese_list(moves).then_some(Notation::Vietnamese)
}

/// Returns the game that begins with these tags.
fn tree(tags: &[Tag<'_>]) -> Result<GameTree, ReadError> {
    let start = match tags.iter().rfind(|tag| tag.name == FEN) {
        Some(Tag { at, value, .. }) => {
            Position::from_fen(value.trim()).map_err(|error| ReadError::new(*at, error.into()))?
        }
        None => Position::start(),
    };
    let mut tree = GameTree::new(start);
    let mut results = tags.iter().rev().filter(|tag| tag.name == RESULT);
    let result = results.find_map(|tag| GameResult::from_score(tag.value.trim()));
    let mut result = result.unwrap_or(GameResult::Unknown);
    for Tag { at, name, value } in tags {
        let set = match (*name, value.trim()) {
            (FEN | SETUP | FORMAT, _) | (GAME, XIANGQI) => Ok(()),
            (RESULT, value) if GameResult::from_score(value).is_some() => Ok(()),
            (REASON, value) => match result.with_reason(value) {
                Some(reasoned) => {
                    result = reasoned;
                    Ok(())
                }
                None => tree.set_tag(name, value),
            },
            (_, value) => tree.set_tag(name, value),
        };
        set.map_err(|limit| ReadError::new(*at, limit.into()))?;
    }
    tree.set_result(result);
    Ok(tree)
}
