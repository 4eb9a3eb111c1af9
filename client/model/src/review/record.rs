//! The record under review: its moves as the move list shows them, and its edits.

use super::labels::Labels;
use super::of_game::game_at;
use super::versions::{EditedText, Edits, Version};
use crate::actions::review_action::VariationEdit;
use crate::layout::table_layout::BoardOf;
use crate::table::MoveNotation;
use crate::table::move_list::TreeRows;
use chuhe_records::{GameTree, Limit, NodeId, PlayError, Ply, Replay, Start, tag};
use chuhe_rules::xiangqi::{Game, Move};
use chuhe_rules::{Color, RulesVersion};

/// The most moves of a line that is shown or added.
pub(super) const LINE_MOVES: usize = 8;

/// A record that the user edits, with the labels and rows of its moves.
#[derive(Debug)]
pub struct EditedRecord {
    pub(super) tree: GameTree,
    pub(super) labels: Labels,
    rows: TreeRows,
    pub(super) edits: Edits,
    /// How often the record has changed since it was opened.
    edition: u32,
    /// Whether there are edits that no file has.
    pub unsaved: bool,
}

impl EditedRecord {
    pub(super) fn of(tree: GameTree) -> Self {
        let mut labels = Labels::default();
        labels.complete(&tree);
        let (rows, edits) = (TreeRows::default(), Edits::default());
        let mut record = Self { tree, labels, rows, edits, edition: 0, unsaved: false };
        record.refresh();
        record
    }

    /// The moves and what is said of them.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The rows of the move list.
    #[must_use]
    pub const fn rows(&self) -> &TreeRows {
        &self.rows
    }

    /// What the move list says about each move.
    #[must_use]
    pub const fn labels(&self) -> &Labels {
        &self.labels
    }

    /// How often the record has changed since it was opened.
    #[must_use]
    pub const fn edition(&self) -> u32 {
        self.edition
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

    /// The side that made the move of a node.
    #[must_use]
    pub fn mover(&self, node: NodeId) -> Color {
        let first = self.first().0;
        if self.tree.ply(node) % 2 == 1 { first } else { first.opponent() }
    }

    /// The moves of a line from a node, for the screen.
    #[must_use]
    pub fn notations(&self, from: NodeId, line: &[Move]) -> Vec<(Move, MoveNotation)> {
        let Some(mut position) = self.tree.xiangqi_position(from) else { return Vec::new() };
        let mut moves = Vec::new();
        for &mv in line.iter().take(LINE_MOVES) {
            if position.validate(mv).is_err() {
                break;
            }
            moves.push((mv, MoveNotation::of(&position, mv)));
            position.make(mv);
        }
        moves
    }

    /// The move of a node; `None` at the start, and for luzhanqi.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<Move> {
        self.tree.played(node).and_then(Ply::xiangqi)
    }

    /// Whether the engine can analyse the record.
    #[must_use]
    pub const fn can_be_analysed(&self) -> bool {
        matches!(self.tree.start(), Start::Xiangqi(_))
    }

    /// The game to a node by the rules of the record; `None` if the rules end it before, and for luzhanqi.
    pub fn game_to(&self, node: NodeId) -> Option<Game> {
        game_at(&self.tree, node, RulesVersion::CURRENT)
    }

    /// Whether there is an edit to undo, and one to redo.
    #[must_use]
    pub const fn can_undo(&self) -> (bool, bool) {
        (!self.edits.undo.is_empty(), !self.edits.redo.is_empty())
    }

    /// Whether a change of the variations has an effect at this move.
    #[must_use]
    pub fn allows(&self, edit: VariationEdit, node: NodeId) -> bool {
        let Some(parent) = self.tree.parent(node) else { return false };
        match edit {
            VariationEdit::Promote => self.tree.next(parent) != Some(node),
            VariationEdit::Demote => self.tree.children(parent).last() != Some(node),
            VariationEdit::MakeMain => !self.tree.is_main_line(node),
            VariationEdit::Delete => true,
        }
    }

    /// The record as it is, to return to it and to this node.
    pub(super) fn version(&self, node: NodeId, text: Option<EditedText>) -> Version {
        Version { tree: self.tree.clone(), node, text, unsaved: self.unsaved }
    }

    /// A file has the record as it is now.
    pub fn saved(&mut self) {
        self.unsaved = false;
        self.edits.saved();
    }

    /// Changes the record, and keeps its version before for undo, which goes back to `node`. An error leaves the record
    /// as it is.
    pub(super) fn edit(
        &mut self,
        node: NodeId,
        text: Option<EditedText>,
        change: impl FnOnce(&mut GameTree) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        // copying a large record for each letter of a text is slow
        let continues = self.unsaved && self.edits.continues(text);
        let before = (!continues).then(|| self.version(node, text));
        change(&mut self.tree)?;
        match before {
            Some(before) => self.edits.record(before),
            None => self.edits.redo.clear(),
        }
        self.changed();
        Ok(())
    }

    /// Adds a ply after the position of `replay`.
    pub(super) fn add(&mut self, ply: Ply, mut replay: Replay) -> Result<NodeId, PlayError> {
        let before = self.version(replay.node(), None);
        let node = replay.play(&mut self.tree, ply)?;
        self.edits.record(before);
        self.labels.add(&self.tree, &mut replay, node);
        self.changed();
        Ok(node)
    }

    /// Follows an edit.
    pub(super) fn changed(&mut self) {
        self.unsaved = true;
        self.refresh();
    }

    fn refresh(&mut self) {
        let (first, number) = self.first();
        self.rows = TreeRows::of(&self.tree, first, number);
        self.edition = self.edition.wrapping_add(1);
    }
}
