//! Writing.

use super::super::output::{Omissions, joined_comment};
use super::super::{Omission, WriteError, WriteOptions, Written, encoding, placement};
use super::{CLOSING, LINE_BREAK, OPENING, digits, field_of};
use crate::{GameResult, GameTree, NodeId, Ply, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position};
use std::collections::VecDeque;
use std::fmt::Write;

pub(in super::super) fn write(trees: &[GameTree], options: &WriteOptions) -> Result<Written, WriteError> {
    let mut text = String::new();
    let mut omissions = Omissions::default();
    for tree in trees {
        let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
        write_game(&mut text, &mut omissions, tree, start);
    }
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    omissions.add_if(replaced, Omission::Characters);
    Ok(Written { bytes, omitted: omissions.into_list() })
}

fn write_game(text: &mut String, omissions: &mut Omissions, tree: &GameTree, start: &Position) {
    let _ = writeln!(text, "{OPENING}]");
    write_field(text, "ver", "www_dpxq_com");
    let points: String =
        placement::points(start.board()).iter().flat_map(|point| point.map_or(['9', '9'], digits)).collect();
    write_field(text, "binit", &points);
    if reads_otherwise(tree, start) {
        write_field(text, "fen", &start.fen());
    }
    write_tags(text, omissions, tree);
    let (moves, comments) = lines(omissions, tree);
    text.push_str(&moves);
    text.push_str(&comments);
    let _ = writeln!(text, "{CLOSING}]");
}

/// Whether a reader would not find the start position from the points and the first move.
fn reads_otherwise(tree: &GameTree, start: &Position) -> bool {
    let first = tree.next(NodeId::ROOT).and_then(|node| tree.played(node)).and_then(Ply::xiangqi);
    let read = placement::position(start.board().clone(), None, first, 1);
    read.as_ref() != Ok(start)
}

fn write_tags(text: &mut String, omissions: &mut Omissions, tree: &GameTree) {
    for (name, value) in tree.tags().iter() {
        match field_of(name) {
            Some(field) if name == tag::DATE => write_field(text, field, &dashed(value)),
            Some(field) => write_field(text, field, &escape(value)),
            None if name == "result" && tree.result() == GameResult::Unknown => {
                write_field(text, "result", &escape(value));
            }
            None => omissions.add_if(true, Omission::Tag(name.to_owned())),
        }
    }
    let result = match tree.result() {
        GameResult::Won { winner: Color::Red, .. } => "红胜",
        GameResult::Won { winner: Color::Black, .. } => "黑胜",
        GameResult::Drawn(_) => "和棋",
        // The usual 未知 is omitted: in GB 18030 it is also valid UTF-8, and could be the only
        // text by which a reader finds the encoding.
        GameResult::Unknown | GameResult::Aborted(_) => "",
    };
    if !result.is_empty() {
        write_field(text, "result", result);
    }
    omissions.add_beyond_score(tree.result());
}

/// The date `2026.11.22` as `2026-11-22`, with zeros for `?`; any other text as it is.
fn dashed(date: &str) -> String {
    let is_date = date.len() == 10
        && date.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'.',
            _ => byte.is_ascii_digit() || byte == b'?',
        });
    if is_date { date.replace('.', "-").replace('?', "0") } else { escape(date) }
}

/// A line that is still to be written.
struct Pending {
    parent: u32,
    id: u32,
    first: NodeId,
}

/// The fields of the moves and those of the comments.
fn lines(omissions: &mut Omissions, tree: &GameTree) -> (String, String) {
    let (mut text, mut comments) = (String::new(), String::new());
    write_comment(&mut comments, omissions, tree, NodeId::ROOT, "comment0");
    let mut pending = VecDeque::new();
    let mut lines = 0;
    match tree.next(NodeId::ROOT) {
        Some(first) => pending.push_back(Pending { parent: 0, id: 0, first }),
        None => write_field(&mut text, "movelist", ""),
    }
    while let Some(Pending { parent, id, first }) = pending.pop_front() {
        let mut moves = String::new();
        for node in std::iter::once(first).chain(tree.line_from(first)) {
            let ply = tree.ply(node);
            let mv = tree.played(node).and_then(Ply::xiangqi).expect("a game of xiangqi has its moves only");
            push_move(&mut moves, mv);
            let field = if id == 0 { format!("comment{ply}") } else { format!("comment{id}_{ply}") };
            write_comment(&mut comments, omissions, tree, node, &field);
            // the alternatives to the first move of a variation belong to the line it replaces
            if node != first || id == 0 {
                let before = tree.parent(node).expect("only the root has no parent");
                for first in tree.children(before).skip(1) {
                    lines += 1;
                    pending.push_back(Pending { parent: id, id: lines, first });
                }
            }
        }
        let field =
            if id == 0 { "movelist".to_owned() } else { format!("move_{parent}_{}_{id}", tree.ply(first)) };
        write_field(&mut text, &field, &moves);
    }
    (text, comments)
}

fn push_move(moves: &mut String, mv: Move) {
    moves.extend(digits(mv.from));
    moves.extend(digits(mv.to));
}

fn write_comment(text: &mut String, omissions: &mut Omissions, tree: &GameTree, node: NodeId, field: &str) {
    let annotation = tree.annotation(node);
    omissions.add_beyond_comment(annotation);
    let comment = joined_comment(annotation);
    if !comment.is_empty() {
        write_field(text, field, &escape(&comment));
    }
}

fn write_field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "{OPENING}_{name}]{value}{CLOSING}_{name}]");
}

/// The text with line breaks, and with numbers for characters that a reader would take otherwise.
fn escape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut before = None;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let after = rest.chars().nth(1);
        let is_outer = before.is_none() || after.is_none();
        let is_ambiguous = match c {
            '[' => rest.starts_with(OPENING) || rest.starts_with(CLOSING),
            '|' => [before, after].iter().any(|&other| matches!(other, Some('|' | '\n'))),
            '\\' => after == Some('u'),
            c => c == '\r' || is_outer && c.is_whitespace(),
        };
        match c {
            c if is_ambiguous => push_number(&mut result, c),
            '\n' => result.push_str(LINE_BREAK),
            c => result.push(c),
        }
        before = Some(c);
    }
    result
}

fn push_number(text: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(text, "\\u{unit:04x}");
    }
}
