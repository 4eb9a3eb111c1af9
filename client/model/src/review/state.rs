//! The record under review, and moving along it.

use super::analysis::Analysis;
use super::board::ReviewBoard;
use super::of_game::node_at;
use super::open::{Opened, RecordFile, Seen};
use super::record::EditedRecord;
use super::shown::ShownPosition;
use crate::actions::review_action::Step;
use chuhe_records::NodeId;
use chuhe_records::formats::Note;
use chuhe_rules::clock::Timestamp;

/// The time between two moves while the record plays by itself, in milliseconds.
const PLAY_MS: u64 = 1_100;

/// A record being reviewed.
#[derive(Debug)]
pub struct Review {
    /// The moves, what is said of them, and the edits.
    pub record: EditedRecord,
    /// The shown position.
    pub shown: ShownPosition,
    /// The board and what the user does on it.
    pub board: ReviewBoard,
    /// What the engine has said of the record.
    pub analysis: Analysis,
    /// The file of the record.
    pub file: RecordFile,
    /// Whether a file has changes that the library has not.
    pub library_is_older: bool,
    /// How the user saw the game, if it was played here.
    pub seen: Option<Seen>,
    /// What was unusual in the file, such as an illegal move, and what was done about it.
    pub notes: Vec<Note>,
    /// Whether the field edits the comment before the shown move.
    pub comments_before: bool,
    /// The move that the user types.
    pub typed: String,
    /// Distinguishes the records that were opened one after another.
    pub number: u32,
}

impl Review {
    /// A review at the start of this record, or as the user saw the game.
    #[must_use]
    pub fn new(opened: Opened) -> Self {
        let Opened { tree, notes, chapter: _, file, seen } = opened;
        let mut board = ReviewBoard::of(&tree);
        if let Some(seen) = seen {
            board.bottom = seen.bottom;
        }
        Self {
            shown: ShownPosition::at(&tree, seen.map_or(NodeId::ROOT, |seen| node_at(&tree, seen.ply))),
            board,
            record: EditedRecord::of(tree),
            analysis: Analysis::default(),
            file,
            library_is_older: false,
            seen,
            notes,
            comments_before: false,
            typed: String::new(),
            number: 0,
        }
    }

    /// Whether the field edits the comment before the shown move instead of the one after it.
    #[must_use]
    pub fn edits_comment_before(&self) -> bool {
        self.comments_before && self.shown.node() != NodeId::ROOT
    }

    /// Shows the position at a node. A step to a neighbour is animated.
    pub fn go_to(&mut self, node: NodeId, now: Timestamp) {
        let (tree, here) = (self.record.tree(), self.shown.node());
        if !tree.contains(node) || node == here {
            return;
        }
        self.board.cancel();
        if tree.parent(node) == Some(here) {
            self.board.motions.forward(tree.played(node), self.shown.replay(), None, now);
        } else if tree.parent(here) == Some(node) {
            self.board.motions.back(tree.played(here), self.shown.replay(), now);
        } else {
            self.board.motions.clear();
        }
        self.shown.go_to(tree, node);
    }

    /// Makes a step, if it leads anywhere.
    pub fn step(&mut self, step: Step, now: Timestamp) {
        if let Some(node) = self.shown.target(self.record.tree(), step) {
            self.go_to(node, now);
        }
    }

    /// Starts or stops playing the record by itself. At the end of the line it starts anew.
    pub fn toggle_playing(&mut self, now: Timestamp) {
        if self.shown.next_move_at.take().is_some() {
            return;
        }
        if self.shown.forward(self.record.tree()).is_none() {
            self.step(Step::First, now);
        }
        self.play_after(PLAY_MS / 2, now);
    }

    /// Shows the next move if it is due.
    pub fn tick(&mut self, now: Timestamp) {
        if self.shown.next_move_at.is_some_and(|at| at <= now) {
            self.step(Step::Forward, now);
            self.play_after(PLAY_MS, now);
        }
    }

    /// Shows the next move after this time, if there is one.
    fn play_after(&mut self, ms: u64, now: Timestamp) {
        self.shown.next_move_at = self.shown.forward(self.record.tree()).map(|_| now.plus_ms(ms));
    }
}
