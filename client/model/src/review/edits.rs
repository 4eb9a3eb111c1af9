//! Edits of a record by the user, and undoing them.
//!
//! Each edit keeps the record as it was before. Node ids stay the same in a copy, so the place in
//! the record survives an undo.

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
    fn version(&self, text: Option<EditedText>) -> Version {
        Version { tree: self.tree.clone(), node: self.node(), text }
    }

    /// Changes the record; an error leaves it as it is.
    pub(super) fn edit(
        &mut self,
        text: Option<EditedText>,
        change: impl FnOnce(&mut GameTree) -> Result<(), Limit>,
        out: &mut Outbox,
    ) {
        // copying a large record for each letter of a text is slow
        let continues = self.unsaved && self.edits.continues(text);
        let before = (!continues).then(|| self.version(text));
        if let Err(limit) = change(&mut self.tree) {
            return out.notice(Notice::Record(RecordNotice::Limit(limit)));
        }
        match before {
            Some(before) => self.edits.record(before),
            None => self.edits.redo.clear(),
        }
        self.unsaved = true;
        self.refresh_rows();
    }

    /// Plays a ply: goes to it, or adds it to the record.
    ///
    /// # Errors
    /// The rule that forbids it, or the limit that it exceeds.
    pub fn play(&mut self, ply: Ply, dropped_at: Option<Point>, now: Timestamp) -> Result<(), PlayError> {
        self.stop_playing();
        let here = self.node();
        if let Some(node) = self.tree.child(here, ply) {
            self.go_to(node, now);
            return Ok(());
        }
        let before = self.version(None);
        let mut replay = self.replay.clone();
        let node = replay.play(&mut self.tree, ply)?;
        self.edits.record(before);
        self.animate_forward(node, dropped_at, now);
        self.labels.add(&self.tree, &mut replay, node);
        self.replay = replay;
        self.judge();
        self.visited = node;
        self.unsaved = true;
        self.refresh_rows();
        Ok(())
    }

    /// Replaces the comment of the shown move.
    pub fn set_comment(&mut self, comment: &str, out: &mut Outbox) {
        let node = self.node();
        if self.tree.annotation(node).comment != comment {
            self.edit(Some(EditedText::Comment(node)), |tree| tree.set_comment(node, comment), out);
        }
    }

    /// Replaces the comment before the shown move.
    pub fn set_comment_before(&mut self, comment: &str, out: &mut Outbox) {
        let node = self.node();
        if node != NodeId::ROOT && self.tree.annotation(node).before != comment {
            let set = |tree: &mut GameTree| {
                tree.annotate(node, |annotation| annotation.before = comment.to_owned())
            };
            self.edit(Some(EditedText::CommentBefore(node)), set, out);
        }
    }

    /// Changes a tag; an empty text removes it.
    pub fn set_tag(&mut self, name: &'static str, value: &str, out: &mut Outbox) {
        if self.tree.tag(name).unwrap_or_default() != value {
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
        if self.tree.result() != result {
            let set = |tree: &mut GameTree| {
                tree.set_result(result);
                Ok(())
            };
            self.edit(None, set, out);
        }
    }

    /// Adds a mark, or removes the same one.
    pub(crate) fn toggle_mark(&mut self, mark: Mark, out: &mut Outbox) {
        let node = self.node();
        let mut marks = self.tree.annotation(node).marks.clone();
        let had = marks.contains(&mark);
        marks.retain(|it| it.shape != mark.shape);
        if !had {
            marks.push(mark);
        }
        self.edit(None, |tree| tree.set_marks(node, marks), out);
    }

    /// Removes all marks of the shown position.
    pub fn clear_marks(&mut self, out: &mut Outbox) {
        let node = self.node();
        if !self.tree.annotation(node).marks.is_empty() {
            self.edit(None, |tree| tree.set_marks(node, Vec::new()), out);
        }
    }

    /// Sets the assessment of the shown move, or removes the same one.
    pub fn toggle_glyph(&mut self, glyph: Glyph, out: &mut Outbox) {
        let node = self.node();
        if node == NodeId::ROOT {
            return;
        }
        let mut glyphs = self.tree.annotation(node).glyphs.clone();
        let had = glyphs.contains(&glyph);
        glyphs.retain(|it| it.symbol().is_none());
        if !had {
            glyphs.insert(0, glyph);
        }
        self.edit(None, |tree| tree.set_glyphs(node, glyphs), out);
    }

    /// Whether a change of the variations has an effect at the shown move.
    #[must_use]
    pub fn allows(&self, edit: VariationEdit) -> bool {
        let node = self.node();
        let Some(parent) = self.tree.parent(node) else { return false };
        match edit {
            VariationEdit::Promote => self.tree.next(parent) != Some(node),
            VariationEdit::Demote => self.tree.children(parent).last() != Some(node),
            VariationEdit::MakeMain => !self.tree.is_main_line(node),
            VariationEdit::Delete => true,
        }
    }

    /// Changes the variations at the shown move.
    pub fn edit_variation(&mut self, edit: VariationEdit, now: Timestamp) {
        if !self.allows(edit) {
            return;
        }
        self.stop_playing();
        let node = self.node();
        // before the step back, so that an undo returns to the deleted move
        let before = self.version(None);
        if edit == VariationEdit::Delete
            && let Some(parent) = self.tree.parent(node)
        {
            self.go_to(parent, now);
            self.visited = parent;
        }
        match edit {
            VariationEdit::Promote => self.tree.promote(node),
            VariationEdit::Demote => self.tree.demote(node),
            VariationEdit::MakeMain => self.tree.make_main_line(node),
            VariationEdit::Delete => self.tree.delete(node),
        };
        self.edits.record(before);
        self.unsaved = true;
        self.keep_practice();
        self.refresh_rows();
    }

    /// Whether there is an edit to undo, and one to redo.
    #[must_use]
    pub const fn can_undo(&self) -> (bool, bool) {
        (!self.edits.undo.is_empty(), !self.edits.redo.is_empty())
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        let Some(version) = self.edits.undo.pop() else { return };
        let here = self.version(None);
        self.edits.redo.push(here);
        self.restore(version);
    }

    /// Repeats the edit that was undone last.
    pub fn redo(&mut self) {
        let Some(version) = self.edits.redo.pop() else { return };
        let here = self.version(None);
        self.edits.undo.push(here);
        self.restore(version);
    }

    fn restore(&mut self, version: Version) {
        self.stop_playing();
        self.cancel_interaction();
        self.motions.clear();
        self.labels.keep_common(&self.tree, &version.tree);
        let labels = &self.labels;
        self.analysis.retain(|node| node == NodeId::ROOT || labels.get(node).is_some());
        self.tree = version.tree;
        self.replay = self.tree.replay_at(version.node);
        self.judge();
        self.visited = version.node;
        self.labels.complete(&self.tree);
        self.unsaved = true;
        self.keep_practice();
        self.refresh_rows();
    }
}
