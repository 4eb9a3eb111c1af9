//! Lists of positions: one FEN a line.
//!
//! Empty lines and lines that begin with `#` are skipped. Text after the FEN, separated by a
//! semicolon, is the comment of the position.

use super::encoding::{self, Decoded};
use super::{Encoding, Format, Location, Note, NoteKind, Omission, ReadError, ReadGame, Reading};
use super::{WriteError, WriteOptions, Written};
use crate::{GameResult, GameTree, NodeId, Start};
use chuhe_rules::xiangqi::Position;
use std::fmt::Write;

/// Whether the first line with content begins with the ten ranks of a FEN.
pub(super) fn matches(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let content = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    content.is_some_and(|line| {
        let placement = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        placement.iter().filter(|&&byte| byte == b'/').count() == 9
    })
}

pub(super) fn read(decoded: &Decoded<'_>) -> Reading {
    let mut reading = Reading::of_text(Format::FenList, decoded);
    for (line, text) in (1..).zip(decoded.text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let at = Location::Line(line);
        if reading.is_full(at) {
            break;
        }
        let (fen, comment) = text.split_once(';').unwrap_or((text, ""));
        match Position::from_fen(fen.trim()) {
            Ok(position) => {
                let mut tree = GameTree::new(position);
                if let Err(limit) = tree.set_comment(NodeId::ROOT, comment.trim()) {
                    reading.refused.push(ReadError::new(at, limit.into()));
                    continue;
                }
                let invalid = text.contains(char::REPLACEMENT_CHARACTER) && decoded.has_invalid;
                let kind = NoteKind::InvalidCharacters(decoded.encoding);
                let notes = if invalid { vec![Note { at, kind }] } else { Vec::new() };
                reading.games.push(ReadGame { at, tree, notes });
            }
            Err(error) => reading.refused.push(ReadError::new(at, error.into())),
        }
    }
    reading
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
