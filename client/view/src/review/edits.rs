//! The edits of a record: assessments, the order of variations, undo, and the comment.

use super::super::{Button, Choice, Field, Model};
use chuhe_model::actions::action::RecordField;
use chuhe_model::actions::review_action::{ReviewAction, VariationEdit};
use chuhe_model::review::Review;
use chuhe_records::{Glyph, NodeId};

/// The edits of the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Edits {
    /// The assessments of the shown move.
    pub assess: Vec<Button>,
    /// Undo and redo.
    pub undo: Vec<Button>,
    /// The order of the variations, whose last two make one the main line and delete it.
    pub variations: Vec<Button>,
    /// Removes the marks on the board.
    pub unmark: Button,
}

impl Edits {
    pub(super) fn of(model: &Model<'_>, review: &Review) -> Self {
        let (text, record, node) = (model.text.records, &review.record, review.shown.node());
        let annotation = record.tree().annotation(node);
        let at_move = node != NodeId::ROOT;
        let assess = [
            Glyph::GOOD,
            Glyph::MISTAKE,
            Glyph::BRILLIANT,
            Glyph::BLUNDER,
            Glyph::INTERESTING,
            Glyph::DUBIOUS,
        ];
        let assess = assess.into_iter().zip(1..).map(|(glyph, number): (_, u8)| {
            let (id, label) = (format!("review.glyph.{number}"), glyph.symbol().unwrap_or_default());
            Button::new(id, label, ReviewAction::Glyph(glyph))
                .hint(text.assess)
                .chosen(annotation.glyphs.contains(&glyph))
                .lacks(at_move, text.no_move_here)
        });
        let (undo, redo) = record.can_undo();
        let variation = |id: &'static str, label, hint, edit| {
            let why = match edit {
                _ if !at_move => text.no_move_here,
                VariationEdit::Promote => text.none_above,
                VariationEdit::Demote => text.none_below,
                VariationEdit::MakeMain | VariationEdit::Delete => text.is_main_line,
            };
            let button = Button::new(id, label, ReviewAction::Variation(edit)).hint(hint);
            button.lacks(record.allows(edit, node), why)
        };
        Self {
            assess: assess.collect(),
            undo: vec![
                Button::new("review.undo", text.undo, ReviewAction::Undo).lacks(undo, text.nothing_to_undo),
                Button::new("review.redo", text.redo, ReviewAction::Redo).lacks(redo, text.nothing_to_redo),
            ],
            variations: vec![
                variation("review.promote", text.promote, text.promote_hint, VariationEdit::Promote),
                variation("review.demote", text.demote, text.demote_hint, VariationEdit::Demote),
                variation("review.main", text.make_main, text.make_main_hint, VariationEdit::MakeMain),
                variation("review.delete", text.delete, text.delete_hint, VariationEdit::Delete),
            ],
            unmark: Button::new("review.unmark", text.clear_marks, ReviewAction::ClearMarks)
                .hint(text.marks_hint)
                .lacks(!annotation.marks.is_empty(), text.no_marks),
        }
    }
}

/// The field for the comment on the shown move, or before it.
pub(super) fn comment(model: &Model<'_>, review: &Review) -> Field {
    let (text, node) = (model.text.records, review.shown.node());
    let annotation = review.record.tree().annotation(node);
    let (hint, field, comment) = match (review.edits_comment_before(), node) {
        (true, _) => (text.comment_before_hint, RecordField::CommentBefore, &annotation.before),
        (false, NodeId::ROOT) => (text.comment_on_game, RecordField::Comment, &annotation.comment),
        (false, _) => (text.comment_hint, RecordField::Comment, &annotation.comment),
    };
    Field::new("review.comment", hint, field, comment)
}

/// Whether the field has the comment after the move or before it; the start has one only.
pub(super) fn comment_place(model: &Model<'_>, review: &Review) -> Option<Choice> {
    let (text, before) = (model.text.records, review.edits_comment_before());
    let options =
        [("comment.after", text.comment_after, false), ("comment.before", text.comment_before, true)];
    let options = options.map(|(id, label, is_before)| {
        Button::new(id, label, ReviewAction::CommentPlace(is_before)).chosen(before == is_before)
    });
    (review.shown.node() != NodeId::ROOT).then(|| Choice::of("review.comment.place", text.notes, options))
}
