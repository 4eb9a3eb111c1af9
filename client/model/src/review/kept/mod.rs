//! The review as text, so that a reload, a crash or the end of the program does not lose it.
//!
//! It has the record with all that is said in it, the place, the name of its file, whether it has unsaved
//! changes, the evaluations of the engine, the guesses at its moves and the position that is being set up. The edits that could be
//! undone and the other games of the file are not in it.

mod record;
#[cfg(test)]
mod tests;

use self::record::{Numbering, RecordText};
use super::open::{Opened, RecordFile, Seen};
use super::set_up::{KeptSetUp, SetUp};
use super::shown::ShownPosition;
use super::state::Review;
use crate::analysis::Evaluation;
use crate::choices::game_choice::GameChoice;
use crate::guessing::Guessing;
use crate::guessing::kept::KeptGuessing;
use crate::library::{LibraryCopy, LibraryId};
use chuhe_engine::xiangqi::Score;
use chuhe_records::formats::Encoding;
use chuhe_records::{GameTree, LuzhanqiStart, NodeId, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::xiangqi::Move;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// The most bytes of a review that is kept: a browser has 5 MB for all that it keeps, and a record with
/// comments on each move needs 20 KB.
pub const MAX_KEPT_BYTES: usize = 512 << 10;
/// The version of the text.
const VERSION: u32 = 1;

/// The kept text is damaged, or of another version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the kept review cannot be read")]
pub struct Unreadable;

/// The text of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ReviewText {
    version: u32,
    record: RecordText,
    /// The number of the shown node.
    node: u32,
    /// The side at the bottom of the board.
    bottom: Color,
    file: String,
    path: String,
    encoding: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    library: Option<CopyText>,
    unsaved: bool,
    /// Whether the game was played here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_played_here: bool,
    /// The side that the user played in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own: Option<Color>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<EvaluationText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_up: Option<KeptSetUp>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "readable")]
    guessing: Option<KeptGuessing>,
}

/// Reads guesses; none if another version of the program has written them otherwise: the review is worth more than they.
fn readable<'de, D: Deserializer<'de>>(text: D) -> Result<Option<KeptGuessing>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(text)?).ok())
}

/// The game of the library that is under review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CopyText {
    game: i64,
    /// The hash of the record that was opened, in hexadecimal digits: numbers of JSON are shorter.
    record: String,
}

impl CopyText {
    fn of(LibraryCopy { game, record }: LibraryCopy) -> Self {
        Self { game: game.0, record: format!("{record:032x}") }
    }

    fn read(&self) -> Option<LibraryCopy> {
        let record = u128::from_str_radix(&self.record, 16).ok()?;
        Some(LibraryCopy { game: LibraryId(self.game), record })
    }
}

/// What the engine has said of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct EvaluationText {
    /// The number of the node.
    node: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    centipawns: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    by: Color,
    depth: u8,
    /// The moves of the line, with spaces between them.
    line: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_measured: bool,
}

/// The record part of the text; it stays the same until the record changes.
#[derive(Clone, Debug)]
pub struct WrittenRecord {
    text: RecordText,
    numbering: Numbering,
}

impl WrittenRecord {
    /// Writes a record; `None` if it needs more than [`MAX_KEPT_BYTES`].
    pub fn of(tree: &GameTree) -> Option<Self> {
        let (text, numbering) = RecordText::of(tree, MAX_KEPT_BYTES)?;
        Some(Self { text, numbering })
    }

    /// The text of the review of this record; `None` if it needs more than [`MAX_KEPT_BYTES`].
    ///
    /// Where there is no room for the evaluations it is without them, and then without the guesses.
    pub fn text(
        &self,
        review: &Review,
        set_up: Option<&SetUp>,
        guessing: Option<&Guessing>,
    ) -> Option<String> {
        let mut text = ReviewText {
            version: VERSION,
            record: self.text.clone(),
            node: self.numbering.number(review.shown.node())?,
            bottom: review.board.bottom,
            file: review.file.name.clone(),
            path: review.file.path.clone(),
            encoding: review.file.encoding.to_string(),
            library: review.file.library.map(CopyText::of),
            unsaved: review.record.unsaved,
            is_played_here: review.seen.is_some(),
            own: review.seen.and_then(|seen| seen.own),
            evaluations: self.evaluations(review),
            set_up: set_up.map(SetUp::kept),
            guessing: guessing.map(KeptGuessing::of),
        };
        let written =
            |text: &ReviewText| serde_json::to_string(text).ok().filter(|text| text.len() <= MAX_KEPT_BYTES);
        written(&text).or_else(|| {
            text.evaluations.clear();
            written(&text).or_else(|| {
                text.guessing = None;
                written(&text)
            })
        })
    }

    fn evaluations(&self, review: &Review) -> Vec<EvaluationText> {
        let text = |(node, evaluation): (&NodeId, &Evaluation)| {
            let (centipawns, mate) = match evaluation.score {
                Score::Cp(centipawns) => (Some(centipawns), None),
                Score::Mate(moves) => (None, Some(moves)),
            };
            let &Evaluation { by, depth, ref line, is_measured, .. } = evaluation;
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            let node = self.numbering.number(*node)?;
            Some(EvaluationText { node, centipawns, mate, by, depth, line: line.join(" "), is_measured })
        };
        review.analysis.known.iter().filter_map(text).collect()
    }
}

/// A review that was kept.
#[derive(Clone, Debug)]
pub struct KeptReview {
    tree: GameTree,
    numbering: Numbering,
    text: ReviewText,
    encoding: Encoding,
}

impl KeptReview {
    /// Reads the text of a review.
    ///
    /// # Errors
    /// If it is damaged, or of another version.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let text: ReviewText = serde_json::from_str(text).map_err(|_| Unreadable)?;
        let (tree, numbering) = text.record.read().ok_or(Unreadable)?;
        let encoding =
            Encoding::ALL.into_iter().find(|it| it.to_string() == text.encoding).ok_or(Unreadable)?;
        let is_known = text.version == VERSION && numbering.node(text.node).is_some();
        if is_known { Ok(Self { tree, numbering, text, encoding }) } else { Err(Unreadable) }
    }

    /// The name of the file, or else both players; `None` if the record has neither.
    #[must_use]
    pub fn name(&self, called: impl Fn(&str) -> Cow<'_, str>) -> Option<String> {
        if !self.text.file.is_empty() {
            return Some(self.text.file.clone());
        }
        let [red, black] = [tag::RED, tag::BLACK].map(|name| self.tree.tag(name).unwrap_or_default().trim());
        (!red.is_empty() || !black.is_empty()).then(|| format!("{} – {}", called(red), called(black)))
    }

    /// Which game it is.
    #[must_use]
    pub const fn game(&self) -> GameChoice {
        match self.tree.start() {
            Start::Xiangqi(_) => GameChoice::Xiangqi,
            Start::Luzhanqi(LuzhanqiStart { board: BoardKind::Classic, .. }) => GameChoice::LuzhanqiClassic,
            Start::Luzhanqi(LuzhanqiStart { board: BoardKind::Cross, .. }) => GameChoice::LuzhanqiCross,
        }
    }

    /// Whether it has changes that are in no file.
    #[must_use]
    pub const fn is_unsaved(&self) -> bool {
        self.text.unsaved
    }

    /// The record with the name of its file.
    pub fn opened(&self) -> Opened {
        let (name, path) = (self.text.file.clone(), self.text.path.clone());
        let library = self.text.library.as_ref().and_then(CopyText::read);
        let file = RecordFile { name, path, encoding: self.encoding, library };
        Opened { file, ..Opened::from(self.tree.clone()) }
    }

    /// The position that was being set up.
    pub fn set_up(&self) -> Option<SetUp> {
        self.text.set_up.as_ref().and_then(SetUp::resume)
    }

    /// The guesses at the moves of this review, which [`KeptReview::restore`] has brought back.
    #[must_use]
    pub fn guessing(&self, review: &Review, now: Timestamp) -> Option<Guessing> {
        self.text.guessing.as_ref()?.resume(review.record.game_to(NodeId::ROOT)?, now)
    }

    /// Brings a review of [`KeptReview::opened`] to the state that was kept.
    pub fn restore(&self, review: &mut Review) {
        let (bottom, own) = (self.text.bottom, self.text.own);
        review.board.bottom = bottom;
        review.seen = self.text.is_played_here.then_some(Seen { bottom, own, ply: 0, is_at_table: false });
        review.record.unsaved = self.text.unsaved;
        if let Some(node) = self.numbering.node(self.text.node) {
            review.shown = ShownPosition::at(&self.tree, node);
        }
        let known = self.text.evaluations.iter().filter_map(|it| {
            let score = match (it.centipawns, it.mate) {
                (Some(centipawns), None) => Score::Cp(centipawns),
                (None, Some(moves)) => Score::Mate(moves),
                (Some(_), Some(_)) | (None, None) => return None,
            };
            let line = it.line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            let &EvaluationText { by, depth, is_measured, .. } = it;
            let evaluation = Evaluation { score, by, depth, line, is_measured };
            Some((self.numbering.node(it.node)?, evaluation))
        });
        review.analysis.known = known.collect();
    }
}
