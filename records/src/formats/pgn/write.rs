//! Writes PGN.

use super::lexer::is_tag_character;
use super::{FEN, FORMAT, GAME, REASON, RESULT, SETUP, XIANGQI, commands};
use crate::formats::output::Losses;
use crate::formats::{Lost, WriteError, WriteOptions, Written, encoding};
use crate::notation::Notation;
use crate::{Annotation, GameResult, GameTree, NodeId, Replay, Start, Visit};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use std::fmt::Write;

/// The width of a line of moves, in columns; a Chinese character has two.
const COLUMNS: usize = 80;

pub(in crate::formats) fn write(trees: &[GameTree], options: &WriteOptions) -> Result<Written, WriteError> {
    let (mut text, mut lost) = (String::new(), Losses::default());
    for tree in trees {
        let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
        if !text.is_empty() {
            text.push('\n');
        }
        write_tags(&mut text, tree, start, options.notation, &mut lost);
        text.push('\n');
        write_moves(&mut text, tree, options.notation);
    }
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    lost.add_if(replaced, Lost::Characters);
    Ok(Written { bytes, lost: lost.into_list() })
}

fn write_tags(text: &mut String, tree: &GameTree, start: &Position, notation: Notation, lost: &mut Losses) {
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['\r', '\n'], " "));
    };
    // The first tag shows the format, so it has a plain name.
    tag(GAME, tree.tag(GAME).unwrap_or(XIANGQI));
    for (name, value) in tree.tags().iter() {
        let is_reserved = match name {
            FEN | SETUP | FORMAT => true,
            RESULT => GameResult::from_score(value).is_some(),
            _ => false,
        };
        let has_name = !is_reserved && !name.is_empty() && name.chars().all(is_tag_character);
        if has_name && name != GAME {
            tag(name, value);
        }
        if !has_name || value.trim() != value || value.contains(['\r', '\n']) {
            lost.add_if(true, Lost::Tag(name.to_owned()));
        }
    }
    if tree.tag(RESULT).is_none_or(|result| GameResult::from_score(result).is_some()) {
        tag(RESULT, tree.result().score());
    }
    match (tree.result().reason(), tree.tag(REASON)) {
        (Some(reason), None) => tag(REASON, reason),
        (Some(_), Some(_)) => lost.add_if(true, Lost::ResultReason),
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
        Notation::Iccs | Notation::Uci | Notation::UciFromOne => "ICCS",
    }
}

fn write_moves(text: &mut String, tree: &GameTree, notation: Notation) {
    let mut moves = MoveText { text, column: 0, glued: true, numbered: true };
    let mut replay = tree.replay();
    let annotation = tree.annotation(NodeId::ROOT);
    moves.glyphs(annotation);
    moves.comment_on(annotation);
    for visit in tree.walk() {
        match visit {
            Visit::Turn(node) => write_move(&mut moves, tree, &mut replay, node, notation),
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
    let mv = tree.turn(node).and_then(|turn| turn.xiangqi()).expect("a move of xiangqi");
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
        Notation::Chinese(_) | Notation::Wxf => notation.write(position, mv),
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
        match (commands.is_empty(), annotation.comment.is_empty()) {
            (true, true) => return,
            (true, false) => self.text(&annotation.comment),
            (false, true) => self.comment(&commands),
            (false, false) if annotation.comment.contains('}') => {
                self.comment(&commands);
                self.text(&annotation.comment);
            }
            (false, false) => {
                let text = commands::without_commands(&annotation.comment);
                self.comment(&format!("{commands} {text}"));
            }
        }
        self.numbered = true;
    }

    /// Writes the comment after a move, in which a reader looks for commands.
    fn text(&mut self, comment: &str) {
        if !comment.contains('}') {
            return self.comment(&commands::without_commands(comment));
        }
        // Each line is a comment of its own.
        let lines: Vec<_> = comment.lines().map(commands::without_commands).collect();
        self.comment(&lines.join("\n"));
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
