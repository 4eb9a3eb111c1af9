//! Writing: options, and what a format cannot hold.

use super::Encoding;
use crate::notation::Notation;
use crate::{Annotation, GameResult};
use std::borrow::Cow;

/// How a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The notation of the moves in PGN.
    pub notation: Notation,
    /// The encoding of a text format that allows several.
    pub encoding: Encoding,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the format cannot hold of the games, each once.
    pub omitted: Vec<Omission>,
}

/// A part of a game that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// The moves.
    Moves,
    /// The variations.
    Variations,
    /// The comments.
    Comments,
    /// White space in comments: around them, around their lines, or before a percent sign.
    CommentSpace,
    /// The place of comments before a move: they are written with those after it.
    CommentPlaces,
    /// The assessments of moves, such as `!?`.
    Glyphs,
    /// The circles and arrows.
    Marks,
    /// The times of the moves.
    Times,
    /// The result.
    Result,
    /// The reason of the result.
    ResultReason,
    /// The tag of this name.
    Tag(String),
    /// Characters that the encoding does not have.
    Characters,
    /// The counters of the start position.
    Counters,
    /// The end of a text that is too long for its field.
    LongText,
}

/// Collects what a format cannot hold, each part once.
#[derive(Debug, Default)]
pub(super) struct Omissions(Vec<Omission>);

impl Omissions {
    /// Adds `part` if `is_omitted`.
    pub(super) fn add_if(&mut self, is_omitted: bool, part: Omission) {
        if is_omitted && !self.0.contains(&part) {
            self.0.push(part);
        }
    }

    /// Adds what a format with one comment a move, and no more, cannot hold of `annotation`.
    pub(super) fn add_beyond_comment(&mut self, annotation: &Annotation) {
        self.add_if(!annotation.before.is_empty(), Omission::CommentPlaces);
        self.add_if(!annotation.glyphs.is_empty(), Omission::Glyphs);
        self.add_if(!annotation.marks.is_empty(), Omission::Marks);
        self.add_if(annotation.spent_ms.is_some() || annotation.clock_ms.is_some(), Omission::Times);
    }

    /// Adds what one of the three results without a reason cannot hold of `result`.
    pub(super) fn add_beyond_score(&mut self, result: GameResult) {
        let is_aborted = matches!(result, GameResult::Aborted(_));
        self.add_if(is_aborted || result.outcome().is_some(), Omission::ResultReason);
    }

    /// The parts, in the order in which they were added.
    pub(super) fn into_list(self) -> Vec<Omission> {
        self.0
    }
}

/// The comments of a move as one.
pub(super) fn joined_comment(annotation: &Annotation) -> Cow<'_, str> {
    match (annotation.before.as_str(), annotation.comment.as_str()) {
        ("", comment) => comment.into(),
        (before, "") => before.into(),
        (before, comment) => format!("{before}\n{comment}").into(),
    }
}

/// The comments of a move as one, with the line ends of XQF and CBR; names what a reader does not find again.
pub(super) fn comment_with_crlf(omissions: &mut Omissions, annotation: &Annotation) -> String {
    let comment = joined_comment(annotation);
    omissions.add_if(comment.contains("\r\n"), Omission::CommentSpace);
    without_zeros(omissions, &comment).replace("\r\n", "\n").replace('\n', "\r\n")
}

/// A text without U+0000, which ends texts in binary formats; names it if there is one.
pub(super) fn without_zeros<'a>(omissions: &mut Omissions, text: &'a str) -> Cow<'a, str> {
    let has_zero = text.contains('\0');
    omissions.add_if(has_zero, Omission::Characters);
    if has_zero { text.replace('\0', "").into() } else { text.into() }
}

/// The reason why games are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum WriteError {
    /// The format is for another game.
    #[error("the format is for another game")]
    OtherGame,
    /// The format holds exactly one game.
    #[error("the format holds exactly one game")]
    NotACollection,
    /// Files of the format are only read.
    #[error("files of this format are only read")]
    ReadOnly,
}
