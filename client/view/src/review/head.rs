//! What a record is, and what its file needs to say.

use super::super::parts::all;
use super::super::{Button, Fact, Model, Part};
use super::moves;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::review::reviewing::Reviewing;

/// What the record is, and what its file needs to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The players, or else the name of the file.
    pub title: String,
    /// The date, the competition and the file.
    pub details: Vec<String>,
    /// The result; empty if it is open.
    pub result: &'static str,
    /// What says that the record has changes that are in no file.
    pub unsaved: &'static str,
    /// Whether it has such changes.
    pub is_unsaved: bool,
    /// What the file needs to say: games that are missing, and faults that were found.
    pub faults: Vec<Fact>,
    /// Shows what else was unusual in the file, and its encoding.
    pub notes: Option<Button>,
}

impl Head {
    pub(super) fn of(model: &Model<'_>, reviewing: &Reviewing) -> Self {
        let (text, review) = (model.text.records, &reviewing.review);
        let notes = text.reading(reviewing);
        Self {
            title: moves::title(model, review),
            details: moves::details(model.text, review),
            result: text.result(review.record.tree().result()),
            unsaved: text.unsaved,
            is_unsaved: review.record.unsaved,
            faults: faults(model, reviewing),
            notes: notes.map(|label| Button::new("review.notes", label, ReviewAction::AskNotes)),
        }
    }

    /// What stands before the board, below the title.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let details = Some(self.details.join(" · ")).filter(|details| !details.is_empty());
        let facts = details.map(|details| Fact::new("review.details", details)).into_iter();
        let unsaved = self.is_unsaved.then(|| Fact::new("review.unsaved", self.unsaved));
        let facts = facts.chain(unsaved).chain(self.faults.iter().cloned());
        all(facts).chain(all(self.notes.clone())).collect()
    }
}

/// What the file needs to say before anything else.
fn faults(model: &Model<'_>, reviewing: &Reviewing) -> Vec<Fact> {
    let text = model.text.records;
    let missing = reviewing.missing().map(|missing| Fact::new("review.missing", text.missing(missing)));
    let notes = reviewing.review.notes.iter().filter(|note| note.kind.is_fault()).enumerate();
    let notes = notes
        .take(2)
        .map(|(at, note)| Fact::new(format!("review.note.{at}"), text.note(&reviewing.review, note)));
    missing.into_iter().chain(notes).collect()
}
