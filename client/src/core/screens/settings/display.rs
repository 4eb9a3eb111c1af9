//! The page of the settings about the window: light or dark, and how large everything is.

use super::{note_below, parts::chip, row, set};
use crate::core::action::{Action, ScaleChange, SettingsAction};
use crate::core::screens::view::View;
use crate::core::theme::Appearance;
use crate::core::ui_scale::SCALES;
use egui::Ui;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    appearances(view, ui, actions);
    scales(view, ui, actions);
    full_screen(view, ui, actions);
}

/// Shows how large everything can be.
fn scales(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, chosen) = (&view.text.look, view.app.settings().scale);
    row(ui, text.scale, |ui| {
        if chip(ui, "settings.scale.automatic", text.scale_automatic, chosen.is_none()) {
            set(actions, SettingsAction::Scale(ScaleChange::Automatic));
        }
        for percent in SCALES {
            let name = format!("settings.scale.{percent}");
            if chip(ui, &name, &format!("{percent}%"), chosen == Some(percent)) {
                set(actions, SettingsAction::Scale(ScaleChange::To(percent)));
            }
        }
    });
    let shown = view.app.scale();
    let note = match chosen {
        Some(chosen) if chosen > shown => text.scale_limited(shown),
        Some(_) => text.scale_keys.to_owned(),
        None => text.scale_now(shown),
    };
    note_below(ui, &note);
}

/// Shows whether the window covers the whole screen.
fn full_screen(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, full) = (&view.text.look, view.app.settings().full_screen);
    row(ui, text.window, |ui| {
        if chip(ui, "settings.full_screen", text.full_screen, full) {
            set(actions, SettingsAction::FullScreen(!full));
        }
    });
}

/// Shows light and dark to choose from.
fn appearances(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    row(ui, view.text.appearance, |ui| {
        let chosen = view.app.settings().appearance;
        let choices = [
            ("settings.light", view.text.light, Appearance::Light),
            ("settings.dark", view.text.dark, Appearance::Dark),
        ];
        for (name, label, appearance) in choices {
            if chip(ui, name, label, chosen == appearance) {
                set(actions, SettingsAction::Appearance(appearance));
            }
        }
    });
}
