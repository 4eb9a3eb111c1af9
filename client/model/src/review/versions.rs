//! The versions of a record before its edits, for undoing them.

use chuhe_records::{GameTree, NodeId};

/// The most edits that can be undone.
const MAX_EDITS: usize = 200;
/// The most memory of the records before all edits, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The record before an edit.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) tree: GameTree,
    pub(super) node: NodeId,
    /// The text that was edited: the letters of one text are one edit.
    pub(super) text: Option<EditedText>,
    /// Whether no file has it.
    pub(super) unsaved: bool,
}

/// A text of a record that the user types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditedText {
    /// The comment after a move.
    Comment(NodeId),
    /// The comment before a move.
    CommentBefore(NodeId),
    /// The tag of this name.
    Tag(&'static str),
}

/// The edits that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    pub(super) undo: Vec<Version>,
    pub(super) redo: Vec<Version>,
}

impl Edits {
    /// Whether an edit of this text continues the last edit, and needs no version.
    pub(super) fn continues(&self, text: Option<EditedText>) -> bool {
        text.is_some() && self.undo.last().is_some_and(|last| last.text == text)
    }

    /// A file has the record as it is now, and none of the versions before and after it.
    pub(super) fn saved(&mut self) {
        self.undo.iter_mut().chain(&mut self.redo).for_each(|version| version.unsaved = true);
    }

    /// Records the version before an edit.
    pub(super) fn record(&mut self, version: Version) {
        self.redo.clear();
        self.undo.push(version);
        // the latest versions that fit, and always the last one
        let mut bytes = 0;
        let fits = self.undo.iter().rev().take(MAX_EDITS).take_while(|version| {
            bytes += version.tree.memory_bytes();
            bytes <= MAX_BYTES
        });
        let kept = fits.count().max(1);
        self.undo.drain(..self.undo.len() - kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::{MAX_COMMENT_BYTES, Start};

    #[test]
    fn the_memory_of_the_versions_is_limited_and_the_last_one_is_kept() {
        let version = |comment: usize| {
            let mut tree = GameTree::new(Start::xiangqi());
            tree.set_comment(NodeId::ROOT, &"x".repeat(comment)).unwrap();
            Version { tree, node: NodeId::ROOT, text: None, unsaved: false }
        };
        let mut edits = Edits::default();
        for _ in 0..MAX_EDITS + 5 {
            edits.record(version(0));
        }
        assert_eq!(edits.undo.len(), MAX_EDITS);
        for _ in 0..2 * MAX_BYTES / MAX_COMMENT_BYTES {
            edits.record(version(MAX_COMMENT_BYTES));
            let bytes: usize = edits.undo.iter().map(|it| it.tree.memory_bytes()).sum();
            assert!(bytes <= MAX_BYTES, "{bytes}");
        }
        assert!(edits.undo.len() > 1);
    }
}
