//! The choice of the encoding of a file.

use super::super::{Button, Choice, Model, Part};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_records::formats::Encoding;

/// In which encoding a file was read, and the others, where it was guessed.
pub(super) fn encodings(model: &Model<'_>, reviewing: &Reviewing) -> Vec<Part> {
    let (text, Some(source)) = (model.text.records, reviewing.source()) else { return Vec::new() };
    let options = Encoding::ALL.map(|encoding| {
        Button::new(format!("encoding.{encoding}"), text.encoding(encoding), ReviewAction::ReadAs(encoding))
            .chosen(encoding == source.encoding)
    });
    vec![Choice::of("review.encoding", text.read_in(source), options).into()]
}
