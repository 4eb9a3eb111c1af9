//! The place in a record, and moving along it.

use super::analysis::Analysis;
use super::labels::{Label, Labels};
use super::motions::Motions;
use super::open::Opened;
use super::versions::Edits;
use crate::actions::review_action::Step;
use crate::layout::table_layout::BoardOf;
use crate::table::Lead;
use crate::table::Selection;
use crate::table::drawn_marks::Pen;
use crate::table::move_list::TreeRows;
use crate::table::repetition::Repetition;
use chuhe_records::formats::{Encoding, Note};
use chuhe_records::{GameTree, NodeId, Replay, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// The time between two moves while the record plays by itself, in milliseconds.
const PLAY_MS: u64 = 1_100;

/// A record being reviewed.
#[derive(Debug)]
pub struct Review {
    pub(super) tree: GameTree,
    pub(super) replay: Replay,
    pub(super) labels: Labels,
    pub(super) rows: TreeRows,
    pub(super) edits: Edits,
    pub(super) analysis: Analysis,
    pub(super) bottom: Color,
    /// The deepest node visited: steps forward lead back to it.
    pub(super) visited: NodeId,
    pub(super) selection: Selection,
    pub(super) motions: Motions,
    /// The ruling on the shown position.
    pub(super) repetition: Option<Repetition>,
    /// The mark that the user is drawing.
    pub(super) pen: Pen,
    /// When the next move is shown, while the record plays by itself.
    next_move_at: Option<Timestamp>,
    /// What was unusual in the file.
    notes: Vec<Note>,
    /// The name of the file without its folder, empty for none.
    pub file: String,
    /// The path of the file, empty if it is unknown, has several games, or something of it is lost.
    pub path: String,
    /// The encoding of the file, in which it is written again.
    pub encoding: Encoding,
    /// Whether there are edits that no file has.
    pub unsaved: bool,
    /// Whether the field edits the comment before the shown move.
    pub comments_before: bool,
    /// The move that the user types.
    pub typed: String,
    /// Distinguishes the records that were opened one after another.
    pub number: u32,
    /// How often the record has changed since it was opened.
    edition: u32,
}

impl Review {
    /// A review at the start of this record.
    #[must_use]
    pub fn new(opened: Opened) -> Self {
        let Opened { tree, notes, chapter: _, file, path, encoding } = opened;
        let mut labels = Labels::default();
        labels.complete(&tree);
        let mut review = Self {
            replay: tree.replay(),
            motions: Motions::of(&tree),
            labels,
            rows: TreeRows::default(),
            edits: Edits::default(),
            analysis: Analysis::default(),
            bottom: Color::Red,
            visited: NodeId::ROOT,
            selection: Selection::default(),
            repetition: None,
            pen: Pen::default(),
            next_move_at: None,
            notes,
            file,
            path,
            encoding,
            unsaved: false,
            comments_before: false,
            typed: String::new(),
            number: 0,
            edition: 0,
            tree,
        };
        review.refresh_rows();
        review
    }

    /// The record.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node whose position is shown.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.replay.node()
    }

    /// The state of the game at the shown node.
    #[must_use]
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The rows of the move list.
    #[must_use]
    pub const fn rows(&self) -> &TreeRows {
        &self.rows
    }

    /// What the move list says about the move of a node.
    #[must_use]
    pub fn label(&self, node: NodeId) -> Option<&Label> {
        self.labels.get(node)
    }

    /// How far red is ahead after the move of a node.
    #[must_use]
    pub fn lead(&self, node: NodeId) -> Lead {
        self.labels.lead(node)
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        self.bottom
    }

    /// How often the record has changed since it was opened.
    #[must_use]
    pub const fn edition(&self) -> u32 {
        self.edition
    }

    /// Whether the field edits the comment before the shown move instead of the one after it.
    #[must_use]
    pub fn edits_comment_before(&self) -> bool {
        self.comments_before && self.node() != NodeId::ROOT
    }

    /// What was unusual in the file, such as an illegal move, and what was done about it.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The name of a player; empty if the record has none.
    #[must_use]
    pub fn player(&self, side: Color) -> &str {
        let name = match side {
            Color::Red => tag::RED,
            Color::Black => tag::BLACK,
        };
        self.tree.tag(name).unwrap_or_default()
    }

    /// The board of the game.
    #[must_use]
    pub fn board_of(&self) -> BoardOf {
        match self.tree.start() {
            Start::Xiangqi(_) => BoardOf::Xiangqi,
            Start::Luzhanqi(start) => BoardOf::Luzhanqi(start.board),
        }
    }

    /// The side that moves first, and the number of the first round.
    #[must_use]
    pub fn first(&self) -> (Color, usize) {
        match self.tree.start() {
            Start::Xiangqi(position) => (position.side_to_move(), position.fullmove_number().into()),
            Start::Luzhanqi(_) => (Color::Red, 1),
        }
    }

    pub(super) fn refresh_rows(&mut self) {
        let (first, number) = self.first();
        self.rows = TreeRows::of(&self.tree, first, number);
        self.edition = self.edition.wrapping_add(1);
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.bottom = self.bottom.opponent();
        self.cancel_interaction();
    }

    /// Shows the board from this side.
    pub const fn see_from(&mut self, bottom: Color) {
        self.bottom = bottom;
    }

    pub(super) fn cancel_interaction(&mut self) {
        self.selection.clear();
        self.pen.cancel();
    }

    /// Shows the position at a node. A step to a neighbour is animated.
    pub fn go_to(&mut self, node: NodeId, now: Timestamp) {
        if !self.tree.contains(node) || node == self.node() {
            return;
        }
        self.cancel_interaction();
        let here = self.node();
        if self.tree.parent(node) == Some(here) {
            self.animate_forward(node, None, now);
        } else if self.tree.parent(here) == Some(node) {
            self.animate_back(now);
        } else {
            self.motions.clear();
        }
        self.replay.go_to(&self.tree, node);
        self.judge();
        if !self.is_before(node, self.visited) {
            self.visited = node;
        }
    }

    /// Whether the line to `later` passes `node`.
    fn is_before(&self, node: NodeId, later: NodeId) -> bool {
        self.tree.contains(later) && self.ancestor(later, self.tree.ply(node)) == Some(node)
    }

    /// The node after `ply` plies on the line to `node`.
    pub(super) fn ancestor(&self, node: NodeId, ply: usize) -> Option<NodeId> {
        let mut back = std::iter::successors(Some(node), |&node| self.tree.parent(node));
        back.find(|&node| self.tree.ply(node) <= ply)
    }

    /// The node that a step forward leads to: on the line visited last, or else of the line.
    fn forward(&self) -> Option<NodeId> {
        let here = self.node();
        if self.visited != here && self.is_before(here, self.visited) {
            return self.ancestor(self.visited, self.tree.ply(here) + 1);
        }
        self.tree.next(here)
    }

    /// The end of the line that steps forward follow.
    fn last(&self) -> NodeId {
        let here = self.node();
        let from = if self.is_before(here, self.visited) { self.visited } else { here };
        self.tree.line_from(from).last().unwrap_or(from)
    }

    /// The node that a step leads to; `None` if there is none.
    #[must_use]
    pub fn target(&self, step: Step) -> Option<NodeId> {
        let here = self.node();
        match step {
            Step::First => (here != NodeId::ROOT).then_some(NodeId::ROOT),
            Step::Back => self.tree.parent(here),
            Step::Forward => self.forward(),
            Step::Last => Some(self.last()).filter(|&last| last != here),
            Step::PreviousVariation => self.alternative(|place| place.checked_sub(1)),
            Step::NextVariation => self.alternative(|place| Some(place + 1)),
        }
    }

    /// The alternative to the shown move at a place that depends on its own.
    fn alternative(&self, place_of: impl FnOnce(usize) -> Option<usize>) -> Option<NodeId> {
        let here = self.node();
        let siblings: Vec<NodeId> = self.tree.children(self.tree.parent(here)?).collect();
        let place = siblings.iter().position(|&node| node == here)?;
        siblings.get(place_of(place)?).copied()
    }

    /// Makes a step, if it leads anywhere.
    pub fn step(&mut self, step: Step, now: Timestamp) {
        if let Some(node) = self.target(step) {
            self.go_to(node, now);
        }
    }

    /// Whether the record plays by itself.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.next_move_at.is_some()
    }

    /// Starts or stops playing the record by itself. At the end of the line it starts anew.
    pub fn toggle_playing(&mut self, now: Timestamp) {
        if self.next_move_at.take().is_some() {
            return;
        }
        if self.forward().is_none() {
            self.step(Step::First, now);
        }
        self.next_move_at = self.forward().map(|_| now.plus_ms(PLAY_MS / 2));
    }

    /// Ends the playback.
    pub const fn stop_playing(&mut self) {
        self.next_move_at = None;
    }

    /// Shows the next move if it is due.
    pub fn tick(&mut self, now: Timestamp) {
        if self.next_move_at.is_some_and(|at| at <= now) {
            self.step(Step::Forward, now);
            self.next_move_at = self.forward().map(|_| now.plus_ms(PLAY_MS));
        }
    }

    /// When the next move is due.
    pub const fn next_wakeup(&self) -> Option<Timestamp> {
        self.next_move_at
    }

    /// Whether something moves on the board.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        self.motions.any(now) || self.selection.dragged().is_some() || self.pen.is_down()
    }
}
