//! WXF, the text format of the World Xiangqi Federation, which servers and programs that draw boards export.
//!
//! ```text
//! FORMAT  WXF
//! RED     Lin ; 1200 ; Fujian
//! BLACK   Li ; 1240 ;
//! RESULT  1-0
//! DATE    2026-11-22 20:15:00
//! EVENT   League ; 10m+0s
//! FEN     rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w
//! START{
//!  1. C2.5 h8+7   2. H2+3 r9.8
//! }END
//! ```
//!
//! Red's moves have capital letters, black's small ones. A player has a name, a rating and a team;
//! an event its name and its time control. Any other field is a tag of its own name. The reader
//! takes moves, comments and variations as PGN has them; the writer leaves out what the format does
//! not have.

use super::aside::{self, NotesLeft};
use super::encoding::{self, Decoded};
use super::output::Omissions;
use super::start_text::read_fen;
use super::{
    Fault, Format, Location, NoteKind, Omission, ReadError, ReadGame, Reading, WriteError, WriteOptions,
    Written, pgn,
};
use crate::notation::Notation;
use crate::{GameResult, GameTree, NodeId, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Position;
use std::fmt::Write;

/// The texts around the moves, and the field that begins a game.
const BEGIN: &str = "START{";
const END: &str = "}END";
const FORMAT: &str = "FORMAT";
/// The other fields with a meaning.
const FEN: &str = "FEN";
const RESULT: &str = "RESULT";
const DATE: &str = "DATE";
/// The tag with the time of the day.
const TIME: &str = "Time";
/// The fields of several parts, and the tags of the parts.
const PARTS: [(&str, &[&str]); 4] = [
    ("GAME", &[tag::TITLE]),
    ("RED", &[tag::RED, tag::RED_ELO, tag::RED_TEAM]),
    ("BLACK", &[tag::BLACK, tag::BLACK_ELO, tag::BLACK_TEAM]),
    ("EVENT", &[tag::EVENT, tag::TIME_CONTROL]),
];
/// The bytes at the beginning of a file that show its format.
const DETECTED_BYTES: usize = 2_000;

/// Whether the first line with content is `FORMAT WXF`, or moves begin before any tag of PGN.
pub(super) fn matches(bytes: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(DETECTED_BYTES)]);
    let beginning = beginning.trim_start_matches('\u{feff}');
    let mut lines = beginning.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut until_tag = lines.clone().take_while(|line| !line.starts_with('['));
    lines.next().is_some_and(is_format) || until_tag.any(|line| line.starts_with(BEGIN))
}

/// Whether the first line of a text is `FORMAT WXF`.
pub(super) fn begins(text: &str) -> bool {
    text.lines().next().is_some_and(is_format)
}

/// Whether a line is `FORMAT WXF`.
fn is_format(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut is = |word: &str| words.next().is_some_and(|found| found.eq_ignore_ascii_case(word));
    is(FORMAT) && is("WXF")
}

pub(super) fn read(decoded: &Decoded<'_>) -> Reading {
    let mut reading = Reading::of_text(Format::Wxf, decoded);
    let mut rest: &str = &decoded.text;
    let mut line = 1;
    let mut left = NotesLeft::default();
    let mut before = Vec::new();
    while let Some((game, length)) = RawGame::next(rest, line) {
        let at = game.at;
        let notes = reading.games.last_mut().map_or(&mut before, |last: &mut ReadGame| &mut last.notes);
        if let Some((line, text)) = game.text() {
            left.keep(aside::note(Location::Line(line), text), notes);
        }
        if game.has_nothing() || reading.is_full(at) {
            break;
        }
        match game.read(left.faults()) {
            Ok(mut read) => {
                let is_damaged = decoded.has_invalid && rest[..length].contains(char::REPLACEMENT_CHARACTER);
                let kind = NoteKind::InvalidCharacters(decoded.encoding);
                read.notes.extend(is_damaged.then_some(super::Note::new(at, kind)));
                left.count(&mut read.notes);
                read.notes.splice(0..0, before.drain(..));
                reading.games.push(read);
            }
            Err(error) => {
                reading.refused.push(error);
                if error.fault == Fault::TooManyNotes {
                    break;
                }
            }
        }
        line += rest[..length].bytes().filter(|&byte| byte == b'\n').count();
        rest = &rest[length..];
    }
    reading
}

/// The lines of a game.
struct RawGame<'a> {
    at: Location,
    /// The first line of text before it.
    before: Option<(usize, &'a str)>,
    /// The fields with their lines.
    fields: Vec<(usize, &'a str, &'a str)>,
    /// Its moves, and the line in which they begin.
    moves: Option<(&'a str, usize)>,
    has_format: bool,
    is_closed: bool,
}

impl<'a> RawGame<'a> {
    /// Finds the next game of a text that begins in `line`; returns it with its length.
    fn next(text: &'a str, mut line: usize) -> Option<(Self, usize)> {
        let at = Location::Line(line);
        let mut game =
            Self { at, before: None, fields: Vec::new(), moves: None, has_format: false, is_closed: true };
        let mut offset = 0;
        for whole in text.split_inclusive('\n') {
            let content = whole.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\u{1a}');
            if is_format(content) {
                if game.has_format {
                    return Some((game, offset));
                }
                // what looks like a field before the first line is text
                game.before = game.before.or(game.fields.first().map(|&(line, name, _)| (line, name)));
                game.fields.clear();
                (game.has_format, game.at) = (true, Location::Line(line));
            } else if content.starts_with(BEGIN) {
                let body = &text[offset + whole.find(BEGIN)? + BEGIN.len()..];
                let (end, after) = end_of_moves(body);
                game.moves = Some((&body[..end], line));
                game.is_closed = after > end;
                return Some((game, text.len() - body.len() + after));
            } else if let Some((name, value)) = field(content) {
                game.fields.push((line, name, value));
            } else if !content.is_empty() {
                game.before = game.before.or(Some((line, content)));
            }
            line += 1;
            offset += whole.len();
        }
        (offset > 0).then_some((game, offset))
    }

    /// Whether there is only text.
    const fn has_nothing(&self) -> bool {
        !self.has_format && self.moves.is_none()
    }

    /// The line and beginning of the text before the game, or of all if there is only text.
    fn text(&self) -> Option<(usize, &'a str)> {
        let of_field = self.fields.first().filter(|_| self.has_nothing());
        self.before.or(of_field.map(|&(line, name, _)| (line, name)))
    }

    fn read(&self, max_notes: usize) -> Result<ReadGame, ReadError> {
        let is_fen = |&&(_, name, _): &&(usize, &str, &str)| name.eq_ignore_ascii_case(FEN);
        let (start, note) = match self.fields.iter().rfind(is_fen) {
            Some(&(line, _, fen)) => {
                let at = Location::Line(line);
                let (start, kind) = read_fen(fen).map_err(|error| ReadError::new(at, error.into()))?;
                (start, kind.map(|kind| super::Note::new(at, kind)))
            }
            None => (Position::start(), None),
        };
        let mut tree = GameTree::new(start);
        for &(line, name, value) in &self.fields {
            set_field(&mut tree, name, value)
                .map_err(|limit| ReadError::new(Location::Line(line), Fault::Limit(limit)))?;
        }
        let (body, line) = self.moves.unwrap_or_default();
        let mut game = pgn::read_wxf_moves(tree, self.at, body, line, max_notes)?;
        game.notes.splice(0..0, note);
        if let (false, Some((_, line))) = (self.is_closed, self.moves) {
            let kind = NoteKind::UnclosedField { name: BEGIN.to_owned() };
            game.notes.push(super::Note::new(Location::Line(line), kind));
        }
        Ok(game)
    }
}

/// The bytes of the moves at which this text begins, without and with what ends them.
///
/// Moves that nothing ends go on up to the next game, and do not swallow it.
fn end_of_moves(body: &str) -> (usize, usize) {
    let mut offset = 0;
    for line in body.split_inclusive('\n') {
        if let Some(end) = line.find(END) {
            return (offset + end, offset + end + END.len());
        }
        if offset > 0 && (is_format(line) || line.trim_start().starts_with(BEGIN)) {
            break;
        }
        offset += line.len();
    }
    (offset, offset)
}

/// The name and value of a line: a word that begins with a letter, and what follows it.
fn field(line: &str) -> Option<(&str, &str)> {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (name, value) = line.split_at(end);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value.trim()))
}

fn set_field(tree: &mut GameTree, name: &str, value: &str) -> Result<(), crate::Limit> {
    let mut set = |tag: &str, value: &str| if value.is_empty() { Ok(()) } else { tree.set_tag(tag, value) };
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is(FEN) {
        return Ok(());
    }
    if is(RESULT) {
        return match GameResult::from_words(value) {
            Some(result) => {
                tree.set_result(result);
                Ok(())
            }
            None => set(RESULT, value),
        };
    }
    if is(DATE) {
        let (date, time) = value.split_once(' ').unwrap_or((value, ""));
        set(tag::DATE, &date.replace('-', "."))?;
        return set(TIME, time.trim());
    }
    let Some((_, tags)) = PARTS.iter().find(|(known, _)| is(known)) else { return set(name, value) };
    let mut parts = value.splitn(tags.len(), ';');
    tags.iter().try_for_each(|tag| set(tag, parts.next().unwrap_or_default().trim_matches([' ', ';'])))
}

pub(super) fn write(trees: &[GameTree], options: &WriteOptions) -> Result<Written, WriteError> {
    let (mut text, mut omissions) = (String::new(), Omissions::default());
    for tree in trees {
        let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
        write_fields(&mut text, tree, start, &mut omissions);
        write_moves(&mut text, tree, &mut omissions);
    }
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    omissions.add_if(replaced, Omission::Characters);
    Ok(Written { bytes, omitted: omissions.into_list() })
}

fn write_fields(text: &mut String, tree: &GameTree, start: &Position, omissions: &mut Omissions) {
    let mut line = |name: &str, value: &str| {
        // another line of a value would be read as a field, or as moves
        let line = format!("{name:<7} {}", value.replace('\n', " "));
        let _ = writeln!(text, "{}", line.trim_end());
    };
    line(FORMAT, "WXF");
    for (name, tags) in PARTS {
        let values: Vec<&str> = tags.iter().map(|tag| tree.tag(tag).unwrap_or_default()).collect();
        if values.iter().any(|value| !value.is_empty()) {
            line(name, values.join(" ; ").trim_end_matches([' ', ';']));
        }
    }
    line(RESULT, tree.result().score());
    if let Some(date) = tree.tag(tag::DATE) {
        line(DATE, &format!("{} {}", date.replace('.', "-"), tree.tag(TIME).unwrap_or_default()));
    }
    let is_part = |name: &str| PARTS.iter().any(|(_, tags)| tags.contains(&name));
    for (name, value) in tree.tags().iter().filter(|&(name, _)| !is_part(name) && name != tag::DATE) {
        if name != TIME && is_own(name) {
            line(name, value);
        }
    }
    if *start != Position::start() {
        line(FEN, &start.fen());
    }
    for (name, value) in tree.tags().iter() {
        omissions.add_if(!is_kept(tree, name, value), Omission::Tag(name.to_owned()));
    }
    omissions.add_beyond_score(tree.result());
}

/// Whether a tag is a field of its own name.
fn is_own(name: &str) -> bool {
    let known = [FORMAT, FEN, RESULT, DATE].into_iter().chain(PARTS.map(|(name, _)| name));
    field(name) == Some((name, "")) && !known.into_iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a reader finds a tag again as it is.
fn is_kept(tree: &GameTree, name: &str, value: &str) -> bool {
    let is_plain =
        value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')) == value;
    let is_line = is_plain && !value.is_empty() && !value.contains('\n');
    if name == tag::DATE {
        return is_line && !value.contains(['-', ' ']);
    }
    if name == TIME {
        return is_line && tree.tag(tag::DATE).is_some();
    }
    match PARTS.iter().find(|(_, tags)| tags.contains(&name)) {
        Some((_, tags)) => {
            let is_last = tags.last() == Some(&name);
            is_line && value.trim_matches([' ', ';']) == value && (is_last || !value.contains(';'))
        }
        None => is_own(name) && is_line,
    }
}

fn write_moves(text: &mut String, tree: &GameTree, omissions: &mut Omissions) {
    text.push_str("START{\n");
    let mut replay = tree.replay();
    let mut begins_line = true;
    for node in tree.main_line() {
        replay.go_to(tree, tree.parent(node).unwrap_or(NodeId::ROOT));
        let position = replay.xiangqi().expect("WXF is written for xiangqi");
        let mv = tree.played(node).and_then(|ply| ply.xiangqi()).expect("a move of xiangqi");
        let mut written = Notation::Wxf.write(position, mv);
        let is_black = position.side_to_move() == Color::Black;
        if is_black {
            written.make_ascii_lowercase();
        }
        let _ = match (is_black, begins_line) {
            (false, _) => write!(text, " {}. {written}", position.fullmove_number()),
            (true, true) => write!(text, " {}. ... {written}", position.fullmove_number()),
            (true, false) => write!(text, " {written}"),
        };
        begins_line = is_black;
        if is_black {
            text.push('\n');
        }
    }
    if !begins_line {
        text.push('\n');
    }
    text.push_str("}END\n\n");
    omissions.add_if(tree.ply_count() > tree.main_line().count(), Omission::Variations);
    for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        let annotation = tree.annotation(node);
        let has_comment = !annotation.comment.is_empty() || !annotation.before.is_empty();
        omissions.add_if(has_comment, Omission::Comments);
        omissions.add_if(!annotation.glyphs.is_empty(), Omission::Glyphs);
        omissions.add_if(!annotation.marks.is_empty(), Omission::Marks);
        omissions.add_if(annotation.spent_ms.is_some() || annotation.clock_ms.is_some(), Omission::Times);
    }
}
