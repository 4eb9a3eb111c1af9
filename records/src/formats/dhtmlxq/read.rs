//! Reading.

use super::super::builder::GameBuilder;
use super::super::encoding::Decoded;
use super::super::placement::{self, Points};
use super::super::start_text::read_fen;
use super::super::{Fault, Format, Location, Note, NoteKind, ReadError, ReadGame, Reading};
use super::{
    CLOSING, COMMENT, LINE_BREAK, MAX_NAME_BYTES, OPENING, OTHER_FIELDS, VARIATION, numbers, point, tag_of,
};
use crate::notation::NotationError;
use crate::{GameResult, Limit, MAX_TAGS, NodeId, Start, tag};
use chuhe_rules::xiangqi::{Move, Position};
use std::borrow::Cow;
use std::collections::BTreeMap;

pub(in super::super) fn read(decoded: &Decoded<'_>) -> Reading {
    let mut reading = Reading::of_text(Format::DhtmlXq, decoded);
    let mut scanner = Scanner { text: &decoded.text, offset: 0, line: 1 };
    while let Some((at, fields)) = scanner.game() {
        if reading.is_full(at) {
            break;
        }
        match read_game(at, &fields) {
            Ok(game) => reading.games.push(game),
            Err(error) => reading.refused.push(error),
        }
    }
    if decoded.has_invalid {
        let kind = NoteKind::InvalidCharacters(decoded.encoding);
        reading.games.iter_mut().for_each(|game| game.notes.push(Note::new(game.at, kind.clone())));
    }
    reading
}

/// A field of a game.
struct Field<'a> {
    at: Location,
    name: &'a str,
    value: &'a str,
}

/// Finds the fields of a text, and counts its lines.
struct Scanner<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn skip(&mut self, length: usize) {
        self.line += self.rest()[..length].bytes().filter(|&byte| byte == b'\n').count();
        self.offset += length;
    }

    /// Skips to the next `[` that begins or ends a field or game; returns whether there is one.
    fn skip_to_mark(&mut self) -> bool {
        let rest = self.rest();
        let mut marks = rest.match_indices('[').map(|(at, _)| at);
        let mark = marks.find(|&at| rest[at..].starts_with(OPENING) || rest[at..].starts_with(CLOSING));
        self.skip(mark.unwrap_or(rest.len()));
        mark.is_some()
    }

    /// The name between `opening`, which begins here, and a bracket, if there is one.
    fn name(&self, opening: &str) -> Option<&'a str> {
        let rest = &self.rest()[opening.len()..];
        let end = rest.bytes().take(MAX_NAME_BYTES).position(|byte| byte == b']')?;
        Some(&rest[..end])
    }

    /// The place and fields of the next game; `None` at the end of the text.
    fn game(&mut self) -> Option<(Location, RawFields<'a>)> {
        let mut fields = RawFields::default();
        let mut begin = None;
        while self.skip_to_mark() {
            let at = Location::Line(self.line);
            if self.rest().starts_with(CLOSING) {
                let ends_game = self.name(CLOSING) == Some("");
                self.skip(CLOSING.len());
                if ends_game && begin.is_some() {
                    break;
                }
                continue;
            }
            match self.name(OPENING) {
                // without an end of the game before, this one begins the next
                Some("") if begin.is_some() => break,
                Some("") => {
                    begin = Some(at);
                    self.skip(OPENING.len());
                }
                Some(name) if !name.starts_with('_') => self.skip(OPENING.len()),
                name => {
                    begin = begin.or(Some(at));
                    match self.field(at, name.unwrap_or_default()) {
                        Ok(field) => fields.whole.push(field),
                        Err(field) if is_digits(field.value) => {
                            fields.unclosed.push((at, field.name));
                            fields.whole.push(field);
                        }
                        Err(field) => fields.damaged.push((at, field.name)),
                    }
                }
            }
        }
        Some((begin?, fields))
    }

    /// Reads the field with this name, with its underscore, up to the text that ends it.
    ///
    /// # Errors
    /// The field as far as it goes, if the text that ends it is missing or another one.
    fn field(&mut self, at: Location, name: &'a str) -> Result<Field<'a>, Field<'a>> {
        self.skip(OPENING.len());
        let Some(name) = name.strip_prefix('_') else { return Err(Field { at, name: "", value: "" }) };
        self.skip("_".len() + name.len() + "]".len());
        let from = self.offset;
        let has_mark = self.skip_to_mark();
        let field = Field { at, name, value: &self.text[from..self.offset] };
        let closing = self.rest().strip_prefix(CLOSING).and_then(|rest| rest.strip_prefix('_'));
        let is_closed =
            closing.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(']'));
        if has_mark && is_closed { Ok(field) } else { Err(field) }
    }
}

/// The fields of a game, and the places and names of those that are damaged.
#[derive(Default)]
struct RawFields<'a> {
    whole: Vec<Field<'a>>,
    damaged: Vec<(Location, &'a str)>,
    /// Those that are kept without the text that ends them.
    unclosed: Vec<(Location, &'a str)>,
}

/// Whether a value is the digits of points and whole moves, whatever ends it.
fn is_digits(value: &str) -> bool {
    let digits = value.chars().filter(|c| !c.is_whitespace());
    digits.clone().all(|c| c.is_ascii_digit()) && digits.clone().count() > 0 && digits.count() % 4 == 0
}

/// A comment and the variation and move to which it belongs.
struct Comment<'a> {
    at: Location,
    line: u32,
    ply: usize,
    text: &'a str,
}

/// The main line or a variation.
struct Branch<'a> {
    at: Location,
    parent: u32,
    /// The ply of its first move, from 1.
    ply: usize,
    id: u32,
    moves: &'a str,
}

/// The fields of a game by their meaning.
#[derive(Default)]
struct Fields<'a> {
    placement: Option<(Location, &'a str)>,
    fen: Option<(Location, &'a str)>,
    lines: Vec<Branch<'a>>,
    comments: Vec<Comment<'a>>,
    tags: Vec<(Location, &'a str, &'a str)>,
    damaged: Vec<(Location, &'a str)>,
}

fn read_game(at: Location, raw: &RawFields<'_>) -> Result<ReadGame, ReadError> {
    let fields = sort(raw)?;
    let (start, note) = read_start(at, &fields)?;
    let mut game = GameBuilder::new(start);
    if let Some((at, kind)) = note {
        game.note(at, kind);
    }
    for &(at, name) in &fields.damaged {
        // a name without its bracket goes on
        let name = name.split('[').next().unwrap_or_default().to_owned();
        game.note(at, NoteKind::DamagedField { name });
    }
    for &(at, name) in &raw.unclosed {
        game.note(at, NoteKind::UnclosedField { name: name.to_owned() });
    }
    for &(at, name, value) in &fields.tags {
        read_tag(&mut game, at, name, value)?;
    }
    let nodes = read_lines(&mut game, &fields.lines)?;
    for comment in &fields.comments {
        let line = nodes.get(&comment.line);
        let node = match comment.ply {
            0 if comment.line == 0 => Some(NodeId::ROOT),
            ply => line.and_then(|(first, nodes)| nodes.get(ply.checked_sub(*first)?).copied()),
        };
        match node {
            Some(node) => game.comment(comment.at, node, unescape(comment.text))?,
            None if comment.text.is_empty() => {}
            None => game.note(comment.at, NoteKind::Detached),
        }
    }
    Ok(game.finish(at))
}

/// Sorts fields by their meaning.
fn sort<'a>(raw: &RawFields<'a>) -> Result<Fields<'a>, ReadError> {
    let mut sorted = Fields { damaged: raw.damaged.clone(), ..Fields::default() };
    for &Field { at, name, value } in &raw.whole {
        let value = value.trim();
        if name == "binit" && !value.is_empty() {
            sorted.placement = Some((at, value));
        } else if name == "fen" && !value.is_empty() {
            sorted.fen = Some((at, value));
        } else if name == "movelist" {
            sorted.lines.push(Branch { at, parent: 0, ply: 1, id: 0, moves: value });
        } else if let Some(numbers) = numbers(name, VARIATION) {
            let numbers: Option<Vec<u32>> = numbers.split('_').map(|number| number.parse().ok()).collect();
            match numbers.as_deref() {
                Some(&[parent, ply, id]) if id != 0 => {
                    sorted.lines.push(Branch { at, parent, ply: ply as usize, id, moves: value });
                }
                _ => sorted.damaged.push((at, name)),
            }
        } else if let Some(numbers) = numbers(name, COMMENT) {
            let (line, ply) = numbers.split_once('_').unwrap_or(("0", numbers));
            match (line.parse(), ply.parse()) {
                (Ok(line), Ok(ply)) => sorted.comments.push(Comment { at, line, ply, text: value }),
                _ => sorted.damaged.push((at, name)),
            }
        } else if name == "result" || !value.is_empty() && !OTHER_FIELDS.contains(&name) {
            // Each tag is compared with those before it. One more than the limit is the result.
            if sorted.tags.len() > MAX_TAGS {
                return Err(ReadError::new(at, Limit::Tags.into()));
            }
            sorted.tags.push((at, name, value));
        }
    }
    Ok(sorted)
}

/// The start position, and a note on it with its place.
fn read_start(at: Location, fields: &Fields<'_>) -> Result<(Start, Option<(Location, NoteKind)>), ReadError> {
    if let Some((at, fen)) = fields.fen {
        let (position, kind) = read_fen(fen).map_err(|error| ReadError::new(at, error.into()))?;
        return Ok((position.into(), kind.map(|kind| (at, kind))));
    }
    let has_game = fields.placement.is_some() || !fields.lines.is_empty();
    // another start would give another game
    let is_needed = |name: &str| !has_game || fields.placement.is_none() && matches!(name, "binit" | "fen");
    if let Some(&(at, _)) = fields.damaged.iter().find(|&&(_, name)| is_needed(name)) {
        return Err(ReadError::new(at, Fault::Truncated));
    }
    if !has_game {
        return Err(ReadError::new(at, Fault::NoGame));
    }
    let main = fields.lines.iter().find(|line| line.id == 0);
    let first = main.and_then(|line| Moves::new(&without_markup(line.moves)).next().and_then(|(_, mv)| mv));
    let (at, points) = match fields.placement {
        Some((at, text)) => (at, read_points(text).ok_or(ReadError::new(at, Fault::Malformed))?),
        None => (at, placement::points(Position::start().board())),
    };
    let board = placement::board(&points).map_err(|fault| ReadError::new(at, fault))?;
    let position =
        placement::position(board, None, first, 1).map_err(|error| ReadError::new(at, error.into()))?;
    Ok((position.into(), None))
}

/// Reads the points of 32 pieces.
fn read_points(text: &str) -> Option<Points> {
    let digits: Vec<u8> = without_markup(text).bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let pairs: &[[u8; 2]] = digits.as_chunks().0;
    if digits.len() != 64 {
        return None;
    }
    let mut points = [None; 32];
    for (place, pair) in points.iter_mut().zip(pairs) {
        *place = match pair {
            b"99" => None,
            &[file, rank] => Some(point(file, rank)?),
        };
    }
    Some(points)
}

fn read_tag(game: &mut GameBuilder, at: Location, name: &str, value: &str) -> Result<(), ReadError> {
    match name {
        "result" => match result_of(value) {
            Some(result) => game.tree_mut().set_result(result),
            None => game.tag(at, "result", &unescape(value))?,
        },
        // the number of the first move, which shows only if it is not the usual one
        "firstnum" if value == "0" => {}
        name => {
            let value = unescape(value);
            let tag = tag_of(name);
            game.tag(at, tag, &if tag == tag::DATE { dotted(&value) } else { value })?;
        }
    }
    Ok(())
}

fn result_of(text: &str) -> Option<GameResult> {
    match text {
        "" | "未知" => Some(GameResult::Unknown),
        text => GameResult::from_words(text),
    }
}

/// The date `2026-11-22` as `2026.11.22`, with `??` for zeros; any other text as it is.
fn dotted(date: &str) -> String {
    let parts: Vec<&str> = date.split('-').collect();
    let is_part = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    match *parts {
        [year, month, day] if is_part(year, 4) && is_part(month, 2) && is_part(day, 2) => {
            let known = |part: &str| {
                if part.bytes().all(|byte| byte == b'0') { "?".repeat(part.len()) } else { part.to_owned() }
            };
            [year, month, day].map(known).join(".")
        }
        _ => date.to_owned(),
    }
}

/// A list of digits without the tags of HTML that pages have between them.
fn without_markup(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    (plain + rest).into()
}

/// The moves of a line: the digits of each, and the move unless a point is not on the board.
struct Moves<'a>(&'a str);

impl<'a> Moves<'a> {
    const fn new(text: &'a str) -> Self {
        Self(text)
    }
}

impl<'a> Iterator for Moves<'a> {
    type Item = (&'a str, Option<Move>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0 = self.0.trim_start();
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.char_indices().nth(4).map_or(self.0.len(), |(end, _)| end);
        let (text, rest) = self.0.split_at(end);
        self.0 = rest;
        let &[from_file, from_rank, to_file, to_rank] = text.as_bytes() else { return Some((text, None)) };
        let mv = point(from_file, from_rank).and_then(|from| Some(Move::new(from, point(to_file, to_rank)?)));
        Some((text, mv))
    }
}

/// The ply of the first move of each line, and the nodes of its moves.
type LineNodes = BTreeMap<u32, (usize, Vec<NodeId>)>;

/// Plays the lines, each after the one from which it branches off.
fn read_lines(game: &mut GameBuilder, lines: &[Branch<'_>]) -> Result<LineNodes, ReadError> {
    let mut branches: BTreeMap<u32, Vec<&Branch<'_>>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.id != 0) {
        branches.entry(line.parent).or_default().push(line);
    }
    let mut nodes = LineNodes::new();
    let mut pending: Vec<&Branch<'_>> = lines.iter().find(|line| line.id == 0).into_iter().collect();
    while let Some(line) = pending.pop() {
        let before = match line.ply {
            _ if line.id == 0 => Some(NodeId::ROOT),
            1 if line.parent == 0 => Some(NodeId::ROOT),
            ply => nodes.get(&line.parent).and_then(|(first, nodes): &(usize, Vec<NodeId>)| {
                // the node before the replaced move
                let replaced = nodes.get(ply.checked_sub(*first)?)?;
                game.tree().parent(*replaced)
            }),
        };
        let Some(before) = before else {
            game.note(line.at, NoteKind::Detached);
            continue;
        };
        let played = read_line(game, line, before)?;
        nodes.entry(line.id).or_insert((line.ply, played));
        // The list is a stack: the deepest variation is the last, and of several the first.
        let mut below = branches.remove(&line.id).unwrap_or_default();
        below.reverse();
        below.sort_by_key(|line| line.ply);
        pending.extend(below);
    }
    for line in branches.values().flatten() {
        game.note(line.at, NoteKind::Detached);
    }
    Ok(nodes)
}

/// Plays a line from `before`, up to its first faulty move.
fn read_line(game: &mut GameBuilder, line: &Branch<'_>, before: NodeId) -> Result<Vec<NodeId>, ReadError> {
    game.go_to(before);
    let mut nodes = Vec::new();
    for (text, mv) in Moves::new(&without_markup(line.moves)) {
        let Some(mv) = mv else {
            let ply = game.tree().ply(game.node()) + 1;
            game.note(
                line.at,
                NoteKind::UnreadableMove { ply, text: text.to_owned(), reason: NotationError::Malformed },
            );
            break;
        };
        if !game.play(line.at, mv, || text.to_owned())? {
            break;
        }
        nodes.push(game.node());
    }
    Ok(nodes)
}

/// The text of a field: with line breaks, and characters for their numbers.
fn unescape(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(LINE_BREAK, "\n");
    if !text.contains("\\u") {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("\\u") {
        result.push_str(&rest[..at]);
        let (units, length) = code_units(&rest[at..]);
        let mut decoded = char::decode_utf16(units);
        match decoded.next() {
            Some(Ok(c)) => {
                result.push(c);
                rest = &rest[at + length.min(6 * c.len_utf16())..];
            }
            Some(Err(_)) | None => {
                result.push_str("\\u");
                rest = &rest[at + "\\u".len()..];
            }
        }
    }
    result + rest
}

/// Up to two UTF-16 code units at the start of `text`, and their length there.
fn code_units(text: &str) -> (impl Iterator<Item = u16>, usize) {
    let mut units = [None; 2];
    let mut rest = text;
    for unit in &mut units {
        let number = rest.strip_prefix("\\u").and_then(|rest| rest.get(..4));
        let hex = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_hexdigit()));
        *unit = hex.and_then(|hex| u16::from_str_radix(hex, 16).ok());
        if unit.is_none() {
            break;
        }
        rest = &rest["\\u0000".len()..];
    }
    (units.into_iter().flatten(), text.len() - rest.len())
}
