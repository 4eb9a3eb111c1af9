//! The versions of a record before its edits, for undoing them.

use chuhe_records::{GameTree, NodeId};

/// The most edits that can be undone.
const MAX_EDITS: usize = 200;
/// The most moves of all copies, which need about 32 bytes each.
const MAX_TURNS: usize = 1_000_000;

/// The record before an edit.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) tree: GameTree,
    pub(super) node: NodeId,
    /// The node whose comment was edited: the letters of one comment are one edit.
    pub(super) comment_of: Option<NodeId>,
}

/// The edits that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    pub(super) undo: Vec<Version>,
    pub(super) redo: Vec<Version>,
}

impl Edits {
    /// Whether an edit of this node's comment continues the last edit, and needs no version.
    pub(super) fn continues(&self, comment_of: Option<NodeId>) -> bool {
        comment_of.is_some() && self.undo.last().is_some_and(|last| last.comment_of == comment_of)
    }

    /// Records the version before an edit.
    pub(super) fn record(&mut self, version: Version) {
        self.redo.clear();
        self.undo.push(version);
        let turns = |versions: &[Version]| versions.iter().map(|it| it.tree.turn_count()).sum::<usize>();
        while self.undo.len() > MAX_EDITS || self.undo.len() > 1 && turns(&self.undo) > MAX_TURNS {
            self.undo.remove(0);
        }
    }
}
