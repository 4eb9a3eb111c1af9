//! The rows of the settings.

use crate::screens::parts;
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::{Action, SettingsAction};
use egui::{Sense, Ui, vec2};

/// The width of the captions.
const CAPTION: f32 = 130.0;
/// The space between two rows of choices.
const ROW_GAP: f32 = 14.0;

pub(super) fn set(actions: &mut Vec<Action>, action: SettingsAction) {
    actions.push(Action::Settings(action));
}

/// Shows a row of choices beside its caption.
pub(super) fn row(ui: &mut Ui, caption: &str, choices: impl FnOnce(&mut Ui)) {
    let theme = theme::current(ui.ctx());
    ui.add_space(ROW_GAP - 8.0);
    if theme::is_touch(ui.ctx()) {
        return parts::choices_of(ui, (caption, CAPTION, parts::CHIP), choices);
    }
    ui.horizontal_top(|ui| {
        // egui centers the first row of choices in this height
        let height = ui.spacing().interact_size.y.max(parts::CHIP);
        let (rect, _) = ui.allocate_exact_size(vec2(CAPTION, height), Sense::hover());
        let (font, at) = (theme::plain(theme::TEXT_SMALL), rect.left_center());
        parts::text(ui, at, egui::Align2::LEFT_CENTER, caption, font, theme.sub, CAPTION);
        ui.horizontal_wrapped(choices);
    });
}

/// Shows a remark under a row of choices.
pub(super) fn note_below(ui: &mut Ui, note: &str) {
    if theme::is_touch(ui.ctx()) {
        widgets::small(ui, note);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.add_space(CAPTION + 8.0);
        ui.vertical(|ui| widgets::small(ui, note));
    });
}
