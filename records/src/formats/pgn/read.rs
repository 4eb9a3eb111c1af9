//! Reads PGN.

use super::ahead::Ahead;
use super::ending::ends_game;
use super::game_reader::GameReader;
use super::lexer::{Lexer, Token};
use super::pasted;
use super::tag_names::{
    FEN, FORMAT, GAME, OWN_TAGS, REASON, RESULT, SETUP, VARIANT, VIETNAMESE, WXF, XIANGQI,
};
use super::unknown::{begins_bracketed_text, line_of_text};
use super::western_chess;
use crate::formats::aside::{self, NotesLeft};
use crate::formats::encoding::Decoded;
use crate::formats::start_text::read_fen;
use crate::formats::{Fault, Format, Location, Note, NoteKind, ReadError, ReadGame, Reading};
use crate::notation::{Notation, counts_ranks_from_one, is_move, is_vietnamese_list};
use crate::{GameResult, GameTree, Limit, MAX_TAGS, Start, tag};
use chuhe_rules::xiangqi::{FenError, Position};
use std::borrow::Cow;

/// How many moves of a game without a tag for its notation are searched for signs of one.
const INSPECTED_MOVES: usize = 40;

pub(in crate::formats) fn read(decoded: &Decoded<'_>) -> Reading {
    let &Decoded { ref text, encoding, has_invalid, .. } = decoded;
    let mut reading = Reading::of_text(Format::Pgn, decoded);
    let (text, of_marks) = pasted::plain(text);
    let (mut lexer, mut ahead) = (Lexer::new(&text), Ahead::new());
    let mut left = NotesLeft::default();
    // the notes on texts before the first game
    let mut before = Vec::from_iter(of_marks);
    let mut no_text_before = 0;
    loop {
        if let Some(note) = pass_text(&mut lexer, &mut no_text_before) {
            left.keep(note, reading.games.last_mut().map_or(&mut before, |game| &mut game.notes));
        }
        if lexer.is_at_end() || reading.is_full(Location::Line(lexer.line())) {
            return reading;
        }
        let (begin, line) = (lexer.at(), Location::Line(lexer.line()));
        match read_game(&mut lexer, &mut ahead, left.faults()) {
            // bytes that are no text have a comment and a result by chance
            Ok(Some(game)) if has_invalid && game.tree.ply_count() == 0 && game.tree.tags().is_empty() => {
                left.keep(aside::note(line, lexer.since(begin)), &mut before);
            }
            Ok(Some(mut game)) => {
                if has_invalid && lexer.since(begin).contains(char::REPLACEMENT_CHARACTER) {
                    game.notes.push(Note::new(game.at, NoteKind::InvalidCharacters(encoding)));
                }
                left.count(&mut game.notes);
                game.notes.splice(0..0, before.drain(..));
                reading.games.push(game);
            }
            Ok(None) => {
                let text = lexer.since(begin).trim();
                if GameResult::from_words(text).is_some() {
                    continue;
                }
                left.keep(
                    aside::note(line, text),
                    reading.games.last_mut().map_or(&mut before, |game| &mut game.notes),
                );
            }
            Err(error) => {
                reading.refused.push(error);
                // Nothing after it can be read either.
                if error.fault == Fault::TooManyNotes {
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

/// Passes lines of text between games, and returns a note on the first.
///
/// Before the byte `no_text_before` there is none, as was found before.
fn pass_text(lexer: &mut Lexer<'_>, no_text_before: &mut usize) -> Option<Note> {
    let mut note = None;
    loop {
        lexer.skip_space();
        if lexer.is_at_end() || lexer.is_at_tag() || lexer.at() < *no_text_before {
            return note;
        }
        if let Err(game) = line_of_text(*lexer) {
            *no_text_before = game;
            return note;
        }
        let at = Location::Line(lexer.line());
        let line = lexer.pass_line();
        note = note.or_else(|| Some(aside::note(at, line)));
    }
}

/// Reads the next game; `None` if there is no tag and no move.
fn read_game<'a>(
    lexer: &mut Lexer<'a>,
    ahead: &mut Ahead<'a>,
    notes_left: usize,
) -> Result<Option<ReadGame>, ReadError> {
    let at = Location::Line(lexer.line());
    let tags = read_tags(lexer)?;
    if tags.is_empty() {
        // A result alone is no game; a file of nothing else must not cost a game each.
        let mut after = *lexer;
        let token = after.next().ok().flatten();
        if token.is_some_and(|token| ends_game(&token, false, 0, after, ahead)) {
            *lexer = after;
            return Ok(None);
        }
    }
    let (tree, note) = tree(&tags)?;
    let Start::Xiangqi(start) = tree.start() else { unreachable!("PGN is read for xiangqi") };
    let notation = notation(&tags, start, *lexer, ahead.clone());
    let mut reader = GameReader::new(tree, notation, notes_left, ahead);
    if notation == Some(Notation::UciFromOne) {
        reader.note(Location::Line(lexer.line()), NoteKind::RanksFromOne);
    }
    if let Some(Note { at, kind, .. }) = note {
        reader.note(at, kind);
    }
    for tag in tags.iter().filter(|tag| tag.is_repaired) {
        reader.note(tag.at, NoteKind::Unquoted { name: tag.name.to_owned() });
    }
    let (before, ahead_of_moves) = (*lexer, reader.ahead());
    let seen = read_moves(&mut reader, lexer)?;
    if !names_xiangqi(&tags) && reader.leaves_out() {
        let none_is_read = !reader.has_plies();
        let moves = inspected_moves(before, ahead_of_moves);
        if western_chess::are_moves(moves.into_iter().map(|(_, text)| text), none_is_read) {
            return Err(ReadError::new(at, Fault::WesternChess));
        }
    }
    let is_game = !tags.is_empty() || reader.has_move() || seen.comment && seen.result;
    let game = reader.finish(at, seen.end()).map_err(|fault| ReadError::new(seen.end(), fault))?;
    Ok(is_game.then_some(game))
}

/// What stands among moves.
#[derive(Default)]
struct Seen {
    comment: bool,
    result: bool,
    /// The line of the last token.
    line: usize,
}

impl Seen {
    const fn end(&self) -> Location {
        Location::Line(self.line)
    }
}

/// Reads moves up to the result or the next tag.
fn read_moves<'a>(reader: &mut GameReader<'a, '_>, lexer: &mut Lexer<'a>) -> Result<Seen, ReadError> {
    let mut seen = Seen { line: lexer.line(), ..Seen::default() };
    while !lexer.is_at_tag() {
        seen.line = lexer.line();
        let at = Location::Line(seen.line);
        let fault = |fault| ReadError::new(at, fault);
        match lexer.next().map_err(fault)? {
            None => break,
            Some(ref token @ (Token::Result(result) | Token::ResultWord(result, _)))
                if reader.is_last(token, *lexer) =>
            {
                reader.set_result(result);
                seen.result = true;
                break;
            }
            Some(Token::VariationStart) if begins_bracketed_text(*lexer) => {
                reader.set_aside(at, lexer.pass_line_of_token());
            }
            Some(token) => {
                seen.comment |= matches!(token, Token::Comment { .. });
                reader.take(token, at, lexer).map_err(fault)?;
            }
        }
    }
    Ok(seen)
}

/// Reads the moves of a game in WXF from the text of its body, which begins in this line.
pub(in crate::formats) fn read_wxf_moves(
    tree: GameTree,
    at: Location,
    body: &str,
    line: usize,
    max_notes: usize,
) -> Result<ReadGame, ReadError> {
    let (mut lexer, mut ahead) = (Lexer::at_line(body, line), Ahead::new());
    let mut reader = GameReader::new(tree, Some(Notation::Wxf), max_notes, &mut ahead);
    let seen = read_moves(&mut reader, &mut lexer)?;
    reader.finish(at, seen.end()).map_err(|fault| ReadError::new(seen.end(), fault))
}

/// Reads the moves that follow a position in a text, which begins in this line, in whichever notation.
/// Returns the game with the bytes of the text that belong to it.
pub(in crate::formats) fn read_moves_from(
    start: Position,
    at: Location,
    body: &str,
    line: usize,
    max_notes: usize,
) -> Result<(ReadGame, usize), ReadError> {
    let (mut lexer, mut ahead) = (Lexer::at_line(body, line), Ahead::new());
    let notation = notation(&[], &start, lexer, ahead.clone());
    let mut reader = GameReader::new(GameTree::new(start), notation, max_notes, &mut ahead);
    if notation == Some(Notation::UciFromOne) {
        reader.note(Location::Line(line), NoteKind::RanksFromOne);
    }
    let seen = read_moves(&mut reader, &mut lexer)?;
    let game = reader.finish(at, seen.end()).map_err(|fault| ReadError::new(seen.end(), fault))?;
    Ok((game, lexer.at()))
}

fn read_tags<'a>(lexer: &mut Lexer<'a>) -> Result<Vec<Tag<'a>>, ReadError> {
    let mut tags = Vec::new();
    while lexer.is_at_tag() {
        let at = Location::Line(lexer.line());
        let tag = lexer.next().map_err(|fault| ReadError::new(at, fault))?;
        if tags.len() >= MAX_TAGS + OWN_TAGS {
            return Err(ReadError::new(at, Limit::Tags.into()));
        }
        if let Some(Token::Tag { name, value, is_repaired }) = tag {
            tags.push(Tag { at, name, value, is_repaired });
        }
    }
    Ok(tags)
}

/// Whether the tags say that the game is one of xiangqi.
fn names_xiangqi(tags: &[Tag<'_>]) -> bool {
    let names = |tag: &Tag<'_>| [GAME, FORMAT, FEN, tag::RED].contains(&tag.name);
    tags.iter().any(|tag| names(tag) || is_variant(tag))
}

/// Whether a tag of a program for several games names xiangqi.
fn is_variant(tag: &Tag<'_>) -> bool {
    tag.name == VARIANT && tag.value.trim().eq_ignore_ascii_case("xiangqi")
}

/// Whether the first side has the tags of chess, as in the files of xboard.
fn names_white(tags: &[Tag<'_>]) -> bool {
    tags.iter().any(is_variant) && !tags.iter().any(|tag| tag.name == tag::RED)
}

/// The tag of red's player for one of white's in chess, or else the tag itself.
fn red_name(name: &str) -> &str {
    match name {
        "White" => tag::RED,
        "WhiteElo" => tag::RED_ELO,
        name => name,
    }
}

struct Tag<'a> {
    at: Location,
    name: &'a str,
    value: Cow<'a, str>,
    is_repaired: bool,
}

/// The notation of the next moves from `start` that decides how texts are read: WXF or Vietnamese, as
/// the tag or else the moves say, or coordinates with ranks from 1, as the first legal moves say.
fn notation<'a>(tags: &[Tag<'_>], start: &Position, lexer: Lexer<'a>, ahead: Ahead<'a>) -> Option<Notation> {
    let tagged = tags.iter().rfind(|tag| tag.name == FORMAT).and_then(|format| {
        let is = |name: &str| format.value.trim().eq_ignore_ascii_case(name);
        if is(VIETNAMESE) { Some(Notation::Vietnamese) } else { is(WXF).then_some(Notation::Wxf) }
    });
    let has_format = tags.iter().any(|tag| tag.name == FORMAT);
    if tagged.is_some() {
        return tagged;
    }
    let moves = inspected_moves(lexer, ahead);
    if !has_format && is_vietnamese_list(moves.iter().map(|&(_, text)| text)) {
        return Some(Notation::Vietnamese);
    }
    let main_line = moves.iter().filter(|&&(depth, text)| depth == 0 && is_move(text)).map(|&(_, text)| text);
    counts_ranks_from_one(start, main_line).then_some(Notation::UciFromOne)
}

/// The first moves of the game, without their marks, each with the number of variations around it.
fn inspected_moves<'a>(mut lexer: Lexer<'a>, mut ahead: Ahead<'a>) -> Vec<(usize, &'a str)> {
    let mut moves = Vec::new();
    let (mut depth, mut plies) = (0_usize, 0);
    // whether a variation may begin
    let mut has_move = false;
    // No further than the game, so that a file of many games is read in linear time.
    while moves.len() < INSPECTED_MOVES && !lexer.is_at_tag() {
        match lexer.next() {
            Ok(Some(token)) if !ends_game(&token, depth > 0, plies, lexer, &mut ahead) => match token {
                Token::VariationStart if begins_bracketed_text(lexer) => {
                    lexer.pass_line_of_token();
                }
                Token::VariationStart if !has_move => break,
                Token::VariationStart => (depth, has_move) = (depth + 1, false),
                Token::VariationEnd => (depth, has_move) = (depth.saturating_sub(1), true),
                Token::Move(text) => {
                    has_move = true;
                    plies += usize::from(depth == 0 && is_move(text));
                    moves.push((depth, text.trim_end_matches(['!', '?', '！', '？'])));
                }
                Token::Tag { .. }
                | Token::Bracketed(_)
                | Token::Comment { .. }
                | Token::MoveNumber
                | Token::Glyph(_)
                | Token::Result(_)
                | Token::ResultWord(..) => {}
            },
            Ok(_) | Err(_) => break,
        }
    }
    moves
}

/// Returns the game that begins with these tags, and a note on its start position.
fn tree(tags: &[Tag<'_>]) -> Result<(GameTree, Option<Note>), ReadError> {
    let (start, note) = match tags.iter().rfind(|tag| tag.name == FEN) {
        Some(Tag { at, value, .. }) => {
            let fault = |error: FenError| match western_chess::is_fen(value) {
                true => Fault::WesternChess,
                false => error.into(),
            };
            let (start, kind) = read_fen(value).map_err(|error| ReadError::new(*at, fault(error)))?;
            (start, kind.map(|kind| Note::new(*at, kind)))
        }
        None => (Position::start(), None),
    };
    let mut tree = GameTree::new(start);
    let mut results = tags.iter().rev().filter(|tag| tag.name == RESULT);
    let result = results.find_map(|tag| GameResult::from_words(tag.value.trim()));
    let mut result = result.unwrap_or(GameResult::Unknown);
    let names_white = names_white(tags);
    for Tag { at, name, value, .. } in tags {
        let name = if names_white { red_name(name) } else { name };
        let set = match (name, value.trim()) {
            (FEN | SETUP | FORMAT, _) | (GAME, XIANGQI) => Ok(()),
            (RESULT, value) if GameResult::from_words(value).is_some() => Ok(()),
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
    Ok((tree, note))
}
