//! Writes PGN.

use super::commands;
use super::tag_names::{FEN, FORMAT, GAME, REASON, RESULT, SETUP, VIETNAMESE, XIANGQI};
use super::tag_text::is_tag_character;
use crate::formats::output::Omissions;
use crate::formats::{Omission, WriteError, WriteOptions, Written, encoding};
use crate::notation::Notation;
use crate::{Annotation, GameResult, GameTree, NodeId, Replay, Start, Visit};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use std::borrow::Cow;
use std::fmt::Write;

/// The width of a line of moves, in columns; a Chinese character has two.
const COLUMNS: usize = 80;

pub(in crate::formats) fn write(trees: &[GameTree], options: &WriteOptions) -> Result<Written, WriteError> {
    let (mut text, mut omitted) = (String::new(), Omissions::default());
    for tree in trees {
        let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
        if !text.is_empty() {
            text.push('\n');
        }
        write_tags(&mut text, tree, start, options.notation, &mut omitted);
        text.push('\n');
        write_moves(&mut text, tree, options.notation, &mut omitted);
    }
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    omitted.add_if(replaced, Omission::Characters);
    Ok(Written { bytes, omitted: omitted.into_list() })
}

fn write_tags(
    text: &mut String,
    tree: &GameTree,
    start: &Position,
    notation: Notation,
    omitted: &mut Omissions,
) {
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['\r', '\n'], " "));
    };
    // The first tag shows the format, so it has a plain name.
    tag(GAME, tree.tag(GAME).unwrap_or(XIANGQI));
    for (name, value) in tree.tags().iter() {
        let is_reserved = match name {
            FEN | SETUP | FORMAT => true,
            RESULT => GameResult::from_words(value).is_some(),
            _ => false,
        };
        let has_name = !is_reserved && !name.is_empty() && name.chars().all(is_tag_character);
        if has_name && name != GAME {
            tag(name, value);
        }
        if !has_name || value.trim() != value || value.contains(['\r', '\n']) {
            omitted.add_if(true, Omission::Tag(name.to_owned()));
        }
    }
    if tree.tag(RESULT).is_none_or(|result| GameResult::from_words(result).is_some()) {
        tag(RESULT, tree.result().score());
    }
    match (tree.result().reason(), tree.tag(REASON)) {
        (Some(reason), None) => tag(REASON, reason),
        (Some(_), Some(_)) => omitted.add_if(true, Omission::ResultReason),
        (None, _) => {}
    }
    if *start != Position::start() {
        tag(FEN, &start.fen());
    }
    tag(FORMAT, format_name(notation));
}

const fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Chinese(_) => "Chinese",
        Notation::Wxf => "WXF",
        Notation::Vietnamese => VIETNAMESE,
        Notation::Iccs | Notation::Uci | Notation::UciFromOne => "ICCS",
    }
}

fn write_moves(text: &mut String, tree: &GameTree, notation: Notation, omitted: &mut Omissions) {
    let mut moves = MoveText { text, column: 0, glued: true, numbered: true, changes_space: false };
    let mut replay = tree.replay();
    let annotation = tree.annotation(NodeId::ROOT);
    moves.glyphs(annotation);
    moves.comment_on(annotation);
    for visit in tree.walk() {
        match visit {
            Visit::Ply(node) => write_move(&mut moves, tree, &mut replay, node, notation),
            Visit::VariationStart => {
                moves.word("(");
                (moves.glued, moves.numbered) = (true, true);
            }
            Visit::VariationEnd => {
                moves.glued = true;
                moves.word(")");
                moves.numbered = true;
            }
        }
    }
    moves.word(tree.result().score());
    omitted.add_if(moves.changes_space, Omission::CommentSpace);
    text.push('\n');
}

fn write_move(
    moves: &mut MoveText<'_>,
    tree: &GameTree,
    replay: &mut Replay,
    node: NodeId,
    notation: Notation,
) {
    replay.go_to(tree, tree.parent(node).unwrap_or(NodeId::ROOT));
    let position = replay.xiangqi().expect("PGN is written for xiangqi");
    let mv = tree.played(node).and_then(|ply| ply.xiangqi()).expect("a move of xiangqi");
    let annotation = tree.annotation(node);
    let number = position.fullmove_number();
    match position.side_to_move() {
        Color::Red => moves.word(&format!("{number}.")),
        Color::Black if moves.numbered || !annotation.before.is_empty() => {
            moves.word(&format!("{number}..."));
        }
        Color::Black => {}
    }
    if !annotation.before.is_empty() {
        moves.changes_space |= as_read(&annotation.before) != annotation.before;
        moves.comment(&annotation.before);
    }
    moves.word(&move_text(position, mv, notation));
    moves.numbered = false;
    moves.glyphs(annotation);
    moves.comment_on(annotation);
}

/// The move in `notation`, or in ICCS where that would be ambiguous.
fn move_text(position: &Position, mv: Move, notation: Notation) -> String {
    let text = match notation {
        Notation::Chinese(_) | Notation::Wxf | Notation::Vietnamese => notation.write(position, mv),
        Notation::Iccs | Notation::Uci | Notation::UciFromOne => Notation::Iccs.write(position, mv),
    };
    let is_clear = !matches!(notation, Notation::Chinese(_)) || notation.read(position, &text) == Ok(mv);
    if is_clear { text } else { Notation::Iccs.write(position, mv) }
}

/// The moves of a game, in lines of limited width.
struct MoveText<'a> {
    text: &'a mut String,
    column: usize,
    /// Whether the next word follows without a space.
    glued: bool,
    /// Whether a black move needs its number, because something stands before it.
    numbered: bool,
    /// Whether a comment was written with other white space than it has.
    changes_space: bool,
}

impl MoveText<'_> {
    fn word(&mut self, word: &str) {
        let width: usize = word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        if !self.glued {
            let separator = if self.column + 1 + width > COLUMNS { '\n' } else { ' ' };
            self.text.push(separator);
            self.column = if separator == '\n' { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
        self.glued = false;
    }

    fn glyphs(&mut self, annotation: &Annotation) {
        for glyph in &annotation.glyphs {
            self.word(&format!("${}", glyph.0));
        }
    }

    /// Writes what is said about a move, except the comment before it and its glyphs.
    fn comment_on(&mut self, annotation: &Annotation) {
        let commands = commands::write(annotation);
        let text = without_commands(&annotation.comment);
        self.changes_space |= as_read(&text) != annotation.comment;
        match (commands.is_empty(), annotation.comment.is_empty()) {
            (true, true) => return,
            (true, false) => self.comment(&text),
            (false, true) => self.comment(&commands),
            (false, false) if annotation.comment.contains('}') => {
                self.comment(&commands);
                self.comment(&text);
            }
            (false, false) => {
                self.comment(&format!("{commands} {text}"));
            }
        }
        self.numbered = true;
    }

    /// Writes a comment in braces, or on lines of its own if it has a brace.
    fn comment(&mut self, comment: &str) {
        if !comment.contains('}') {
            return self.word(&format!("{{{comment}}}"));
        }
        for line in comment.lines().filter(|line| !line.trim().is_empty()) {
            self.word(&format!("; {line}"));
            self.text.push('\n');
            (self.column, self.glued) = (0, true);
        }
    }
}

/// The comment after a move, in which a reader looks for commands, as text alone.
fn without_commands(comment: &str) -> Cow<'_, str> {
    if !comment.contains('}') {
        return commands::without_commands(comment);
    }
    // each line is a comment of its own
    let lines: Vec<_> = comment.lines().map(commands::without_commands).collect();
    lines.join("\n").into()
}

/// The comment that a reader makes of what [`MoveText::comment`] writes.
fn as_read(comment: &str) -> Cow<'_, str> {
    if comment.contains('}') {
        let lines: Vec<&str> = comment.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        return lines.join("\n").into();
    }
    let comment = comment.trim();
    if comment.contains('\r') { comment.replace("\r\n", "\n").into() } else { comment.into() }
}
