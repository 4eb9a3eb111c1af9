//! Lists of positions: one FEN a line, with moves or without.
//!
//! Empty lines and lines that begin with `#` are skipped. Text after the FEN, separated by a
//! semicolon, is the comment of the position. Moves follow the word `moves`, as in the command
//! `position` of engines: `position fen … moves h2e2 h9g7`, `position startpos moves h2e2`. They may
//! also follow in lines of their own, as in PGN. Other lines without a position are kept aside.

use super::aside::{self, NotesLeft};
use super::builder::GameBuilder;
use super::encoding::{self, Decoded};
use super::start_text::{is_placement, read_fen, split_fen};
use super::{Encoding, Format, Location, Note, NoteKind, Omission, ReadError, ReadGame, Reading};
use super::{WriteError, WriteOptions, Written, pgn};
use crate::notation::{Notation, counts_ranks_from_one, read_in_list};
use crate::{GameResult, GameTree, NodeId, Start};
use chuhe_rules::xiangqi::Position;
use std::fmt::Write;

/// Whether the first line with content begins with the ten ranks of a FEN, or is a command with a position.
pub(super) fn matches(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let content = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    content.is_some_and(|line| {
        let line = String::from_utf8_lossy(&line[..line.len().min(DETECTED_BYTES)]);
        start_of(&line).is_some()
    })
}

/// The bytes of a line that show whether it has a position.
const DETECTED_BYTES: usize = 200;

/// What stands for the start of a game in a line.
enum StartOf<'a> {
    /// The usual start position; and what follows it.
    Usual(&'a str),
    /// The line from the FEN on.
    Fen(&'a str),
}

/// Whether a character stands between the word FEN and a FEN.
const fn is_mark(c: char) -> bool {
    matches!(c, ':' | '：' | '=')
}

/// Finds the position with which a line begins.
fn start_of(line: &str) -> Option<StartOf<'_>> {
    let after = |text: &'_ str, word: &str| -> Option<usize> {
        let begin = text.get(..word.len()).filter(|begin| begin.eq_ignore_ascii_case(word))?;
        let rest = &text[begin.len()..];
        let mark = rest.chars().next().filter(|&mark| mark.is_whitespace() || is_mark(mark))?;
        Some(begin.len() + mark.len_utf8())
    };
    let mut rest = line.trim_start();
    let mut is_command = false;
    for word in ["position", "fen"] {
        if let Some(length) = after(rest, word) {
            rest = rest[length..].trim_start();
            is_command = true;
        }
    }
    if let Some(rest) = rest.strip_prefix("startpos").filter(|_| is_command) {
        return Some(StartOf::Usual(rest));
    }
    rest.split_whitespace().next().filter(|word| is_placement(word)).map(|_| StartOf::Fen(rest))
}

pub(super) fn read(decoded: &Decoded<'_>) -> Reading {
    let mut reading = Reading::of_text(Format::FenList, decoded);
    let mut left = NotesLeft::default();
    let mut before = Vec::new();
    let mut lines = Lines { rest: &decoded.text, next: 1 };
    // Whether moves may follow the last position.
    let mut may_move = false;
    while let Some((line, text)) = lines.peek() {
        let at = Location::Line(line);
        if reading.is_full(at) {
            break;
        }
        let Some(start) = start_of(text) else {
            let position = reading.games.last().filter(|_| may_move).and_then(position_alone);
            match position.filter(|position| pgn::begins_with_move_from(position, text)) {
                Some(position) => {
                    may_move = false;
                    if let Err(error) = read_moves(&mut reading, position, &mut lines, &mut left) {
                        reading.games.pop();
                        reading.refused.push(error);
                    }
                }
                None => {
                    lines.pass(text.len());
                    let notes = reading.games.last_mut().map_or(&mut before, |game| &mut game.notes);
                    if notes.len() < aside::NOTES_PER_GAME {
                        left.keep(aside::note(at, text), notes);
                    }
                }
            }
            continue;
        };
        lines.pass(text.len());
        match read_game(at, &start) {
            Ok(mut game) => {
                if text.contains(char::REPLACEMENT_CHARACTER) && decoded.has_invalid {
                    game.notes.push(Note::new(at, NoteKind::InvalidCharacters(decoded.encoding)));
                }
                left.count(&mut game.notes);
                game.notes.splice(0..0, before.drain(..));
                reading.games.push(game);
                may_move = true;
            }
            Err(error) => {
                reading.refused.push(error);
                may_move = false;
            }
        }
    }
    reading
}

/// The lines of a text that are still to be read.
struct Lines<'a> {
    rest: &'a str,
    /// The number of the first of them.
    next: usize,
}

impl<'a> Lines<'a> {
    /// Passes empty lines and those that begin with `#`, and returns the next one, trimmed, with its number.
    fn peek(&mut self) -> Option<(usize, &'a str)> {
        loop {
            self.pass(self.rest.len() - self.rest.trim_start().len());
            let line = self.rest.split('\n').next().unwrap_or_default().trim_end();
            if line.is_empty() {
                return None;
            }
            if !line.starts_with('#') {
                return Some((self.next, line));
            }
            self.pass(line.len());
        }
    }

    /// Passes so many bytes.
    fn pass(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.next += passed.matches('\n').count();
        self.rest = rest;
    }

    /// The text up to the next line with a position.
    fn up_to_position(&self) -> &'a str {
        let mut length = 0;
        for line in self.rest.split_inclusive('\n') {
            if start_of(line).is_some() {
                break;
            }
            length += line.len();
        }
        &self.rest[..length]
    }
}

/// The position of a game without moves and comments, which may follow in lines of their own.
fn position_alone(game: &ReadGame) -> Option<Position> {
    let is_alone = game.tree.ply_count() == 0 && game.tree.annotation(NodeId::ROOT).is_empty();
    game.tree.xiangqi_position(NodeId::ROOT).filter(|_| is_alone && !game.has_fault())
}

/// Reads the moves of the last game from lines of their own.
fn read_moves(
    reading: &mut Reading,
    position: Position,
    lines: &mut Lines<'_>,
    left: &mut NotesLeft,
) -> Result<(), ReadError> {
    let body = lines.up_to_position();
    let line = lines.next;
    // what cannot be read of them is not read as anything else
    lines.pass(body.len());
    let Some(game) = reading.games.last_mut() else { return Ok(()) };
    let (mut read, length) = pgn::read_moves_from(position, game.at, body, line, left.faults())?;
    left.count(&mut read.notes);
    game.tree = read.tree;
    game.notes.append(&mut read.notes);
    let mut rest = Lines { rest: &body[length..], next: line + body[..length].matches('\n').count() };
    while let Some((line, text)) = rest.peek() {
        rest.pass(text.len());
        if game.notes.len() < aside::NOTES_PER_GAME {
            left.keep(aside::note(Location::Line(line), text), &mut game.notes);
        }
    }
    Ok(())
}

fn read_game(at: Location, start: &StartOf<'_>) -> Result<ReadGame, ReadError> {
    let (position, note, rest) = match start {
        StartOf::Usual(rest) => (Position::start(), None, *rest),
        StartOf::Fen(text) => {
            let (fen, rest) = split_fen(text);
            let (position, note) = read_fen(fen).map_err(|error| ReadError::new(at, error.into()))?;
            (position, note, rest)
        }
    };
    let (moves, comment) = match rest.trim_start().strip_prefix("moves") {
        Some(moves) if moves.is_empty() || moves.starts_with(char::is_whitespace) => {
            moves.split_once(';').unwrap_or((moves, ""))
        }
        _ => ("", rest.trim_start().strip_prefix(';').unwrap_or(rest)),
    };
    let mut game = GameBuilder::new(position);
    if let Some(kind) = note {
        game.note(at, kind);
    }
    game.comment(at, NodeId::ROOT, comment.trim().to_owned())?;
    play(&mut game, at, moves)?;
    Ok(game.finish(at))
}

/// Plays moves in any notation up to the first faulty one.
fn play(game: &mut GameBuilder, at: Location, moves: &str) -> Result<(), ReadError> {
    let Some(start) = game.xiangqi().cloned() else { return Ok(()) };
    let notation = counts_ranks_from_one(&start, moves.split_whitespace()).then_some(Notation::UciFromOne);
    if notation.is_some() {
        game.note(at, NoteKind::RanksFromOne);
    }
    for text in moves.split_whitespace() {
        let ply = game.tree().ply(game.node()) + 1;
        let Some(position) = game.xiangqi() else { return Ok(()) };
        match read_in_list(position, text, notation) {
            Ok(mv) => {
                if !game.play(at, mv, || text.to_owned())? {
                    return Ok(());
                }
            }
            Err(reason) => {
                game.note(at, game.unread(ply, aside::beginning(text), reason));
                return Ok(());
            }
        }
    }
    Ok(())
}

pub(super) fn write(trees: &[GameTree], options: &WriteOptions) -> Result<Written, WriteError> {
    let mut text = String::new();
    let mut omitted = Vec::new();
    for tree in trees {
        let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
        let annotation = tree.annotation(NodeId::ROOT);
        let comment = annotation.comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = if comment.is_empty() {
            writeln!(text, "{}", start.fen())
        } else {
            writeln!(text, "{} ; {comment}", start.fen())
        };
        let missing = [
            (comment != annotation.comment, Omission::CommentSpace),
            (tree.ply_count() > 0, Omission::Moves),
            (!annotation.glyphs.is_empty(), Omission::Glyphs),
            (!annotation.marks.is_empty(), Omission::Marks),
            (annotation.spent_ms.is_some() || annotation.clock_ms.is_some(), Omission::Times),
            (tree.result() != GameResult::Unknown, Omission::Result),
        ];
        let tags = tree.tags().iter().map(|(name, _)| (true, Omission::Tag(name.to_owned())));
        for (is_omitted, part) in missing.into_iter().chain(tags) {
            if is_omitted && !omitted.contains(&part) {
                omitted.push(part);
            }
        }
    }
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    if replaced && options.encoding == Encoding::Gb18030 {
        omitted.push(Omission::Characters);
    }
    Ok(Written { bytes, omitted })
}
