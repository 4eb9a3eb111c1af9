//! What was unusual in the file of a record, and the encoding in which it was read.

use crate::screens::parts;
use crate::screens::view::View;
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::review::reviewing::{MAX_NOTES, Reviewing};
use chuhe_records::formats::{Encoding, Note};
use egui::{Rect, Ui, vec2};

/// The height of the line at the game.
const LINE: f32 = 26.0;
/// The most height of the notes in the dialog, where the dialog itself does not scroll.
const NOTES: f32 = 340.0;

/// Shows the line over the moves that leads to the notes, and returns the room below it.
pub(super) fn line(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    reviewing: &Reviewing,
    actions: &mut Vec<Action>,
) -> Rect {
    let Some(label) = view.text.records.reading(reviewing) else { return place };
    let line = place.with_max_y(place.top() + theme::height(ui.ctx(), LINE));
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(line).layout(layout), |ui| {
        if widgets::link(ui, "review.notes", &label).clicked() {
            actions.push(Action::Review(ReviewAction::AskNotes));
        }
    });
    place.with_min_y(line.bottom() + 2.0)
}

/// Shows each note, below the choice of the encoding.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, chosen: &mut Vec<Action>) {
    let (text, notes) = (view.text.records, reviewing.review().notes());
    widgets::heading(ui, text.notes_title);
    encodings(view, ui, reviewing, chosen);
    if view.area.form.is_phone() {
        return list(view, ui, notes);
    }
    let area = egui::ScrollArea::vertical().id_salt("notes").max_height(NOTES);
    area.auto_shrink([false, true]).show(ui, |ui| list(view, ui, notes));
}

fn list(view: &View<'_>, ui: &mut Ui, notes: &[Note]) {
    let text = view.text.records;
    ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
    for note in notes.iter().take(MAX_NOTES) {
        let ink = if note.kind.is_fault() { view.theme.red } else { view.theme.ink };
        parts::sentence(ui, &text.note(note), theme::TEXT, ink);
    }
    if let Some(more) = notes.len().checked_sub(MAX_NOTES).filter(|&more| more > 0) {
        widgets::small(ui, &text.more_notes(more));
    }
}

/// Shows in which encoding the file was read, and lets the user choose another, if that may help.
pub(super) fn encodings(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, chosen: &mut Vec<Action>) {
    let Some(source) = reviewing.source() else { return };
    let text = view.text.records;
    parts::sentence(ui, &text.read_in(source), theme::TEXT_SMALL, view.theme.sub);
    ui.horizontal_wrapped(|ui| {
        for encoding in Encoding::ALL {
            let is_chosen = encoding == source.encoding;
            let name = format!("encoding.{encoding}");
            if parts::chip(ui, &name, text.encoding(encoding), is_chosen) && !is_chosen {
                chosen.push(Action::Review(ReviewAction::ReadAs(encoding)));
            }
        }
    });
}
