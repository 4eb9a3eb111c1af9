//! Edits of a record by the user, and undoing them.
//!
//! Each edit keeps the record as it was before. Node ids stay the same in a copy, so the place in
//! the record survives an undo.

use super::shown::ShownPosition;
use super::state::Review;
use super::versions::{EditedText, Version};
use crate::actions::review_action::VariationEdit;
use crate::drawing::scene::Point;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::notices::record_notice::RecordNotice;
use chuhe_records::{GameResult, GameTree, Glyph, Limit, Mark, NodeId, PlayError, Ply};
use chuhe_rules::clock::Timestamp;

impl Review {
    /// Changes the record; an error leaves it as it is.
    pub(super) fn edit(
        &mut self,
        text: Option<EditedText>,
        change: impl FnOnce(&mut GameTree) -> Result<(), Limit>,
        out: &mut Outbox,
    ) {
        if let Err(limit) = self.record.edit(self.shown.node(), text, change) {
            out.notice(Notice::Record(RecordNotice::Limit(limit)));
        }
    }

    /// Plays a ply: goes to it, or adds it to the record.
    ///
    /// # Errors
    /// The rule that forbids it, or the limit that it exceeds.
    pub fn play(&mut self, ply: Ply, dropped_at: Option<Point>, now: Timestamp) -> Result<(), PlayError> {
        self.shown.stop_playing();
        if let Some(node) = self.record.tree.child(self.shown.node(), ply) {
            self.go_to(node, now);
            return Ok(());
        }
        let node = self.record.add(ply, self.shown.replay().clone())?;
        self.board.motions.forward(Some(ply), self.shown.replay(), dropped_at, now);
        self.shown.go_to(&self.record.tree, node);
        Ok(())
    }

    /// Replaces the comment of the shown move.
    pub fn set_comment(&mut self, comment: &str, out: &mut Outbox) {
        let node = self.shown.node();
        if self.record.tree.annotation(node).comment != comment {
            self.edit(Some(EditedText::Comment(node)), |tree| tree.set_comment(node, comment), out);
        }
    }

    /// Replaces the comment before the shown move.
    pub fn set_comment_before(&mut self, comment: &str, out: &mut Outbox) {
        let node = self.shown.node();
        if node != NodeId::ROOT && self.record.tree.annotation(node).before != comment {
            let set = |tree: &mut GameTree| {
                tree.annotate(node, |annotation| annotation.before = comment.to_owned())
            };
            self.edit(Some(EditedText::CommentBefore(node)), set, out);
        }
    }

    /// Changes a tag; an empty text removes it.
    pub fn set_tag(&mut self, name: &'static str, value: &str, out: &mut Outbox) {
        if self.record.tree.tag(name).unwrap_or_default() != value {
            let set = |tree: &mut GameTree| {
                if value.is_empty() {
                    tree.remove_tag(name);
                    return Ok(());
                }
                tree.set_tag(name, value)
            };
            self.edit(Some(EditedText::Tag(name)), set, out);
        }
    }

    /// Changes the result.
    pub fn set_result(&mut self, result: GameResult, out: &mut Outbox) {
        if self.record.tree.result() != result {
            let set = |tree: &mut GameTree| {
                tree.set_result(result);
                Ok(())
            };
            self.edit(None, set, out);
        }
    }

    /// Adds a mark, or removes the same one.
    pub(crate) fn toggle_mark(&mut self, mark: Mark, out: &mut Outbox) {
        let node = self.shown.node();
        let mut marks = self.record.tree.annotation(node).marks.clone();
        let had = marks.contains(&mark);
        marks.retain(|it| it.shape != mark.shape);
        if !had {
            marks.push(mark);
        }
        self.edit(None, |tree| tree.set_marks(node, marks), out);
    }

    /// Removes all marks of the shown position.
    pub fn clear_marks(&mut self, out: &mut Outbox) {
        let node = self.shown.node();
        if !self.record.tree.annotation(node).marks.is_empty() {
            self.edit(None, |tree| tree.set_marks(node, Vec::new()), out);
        }
    }

    /// Sets the assessment of the shown move, or removes the same one.
    pub fn toggle_glyph(&mut self, glyph: Glyph, out: &mut Outbox) {
        let node = self.shown.node();
        if node == NodeId::ROOT {
            return;
        }
        let mut glyphs = self.record.tree.annotation(node).glyphs.clone();
        let had = glyphs.contains(&glyph);
        glyphs.retain(|it| it.symbol().is_none());
        if !had {
            glyphs.insert(0, glyph);
        }
        self.edit(None, |tree| tree.set_glyphs(node, glyphs), out);
    }

    /// Changes the variations at the shown move.
    pub fn edit_variation(&mut self, edit: VariationEdit, now: Timestamp) {
        let node = self.shown.node();
        if !self.record.allows(edit, node) {
            return;
        }
        self.shown.stop_playing();
        // before the step back, so that an undo returns to the deleted move
        let before = self.record.version(node, None);
        if edit == VariationEdit::Delete
            && let Some(parent) = self.record.tree.parent(node)
        {
            self.go_to(parent, now);
            self.shown.visited = parent;
        }
        let tree = &mut self.record.tree;
        match edit {
            VariationEdit::Promote => tree.promote(node),
            VariationEdit::Demote => tree.demote(node),
            VariationEdit::MakeMain => tree.make_main_line(node),
            VariationEdit::Delete => tree.delete(node),
        };
        self.record.edits.record(before);
        self.record.changed();
        self.analysis.keep_practice(&self.record.tree, self.shown.node());
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        let Some(version) = self.record.edits.undo.pop() else { return };
        self.record.edits.redo.push(self.record.version(self.shown.node(), None));
        self.restore(version);
    }

    /// Repeats the edit that was undone last.
    pub fn redo(&mut self) {
        let Some(version) = self.record.edits.redo.pop() else { return };
        self.record.edits.undo.push(self.record.version(self.shown.node(), None));
        self.restore(version);
    }

    fn restore(&mut self, Version { tree, node, unsaved, text: _ }: Version) {
        self.board.cancel();
        self.board.motions.clear();
        self.shown = ShownPosition::at(&tree, node);
        let labels = &mut self.record.labels;
        labels.keep_common(&self.record.tree, &tree);
        self.analysis.retain(|node| node == NodeId::ROOT || labels.get(node).is_some());
        labels.complete(&tree);
        self.record.tree = tree;
        self.record.changed();
        self.record.unsaved = unsaved;
        self.analysis.keep_practice(&self.record.tree, self.shown.node());
    }
}
