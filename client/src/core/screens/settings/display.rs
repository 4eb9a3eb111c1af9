//! The page of the settings about the window: light or dark.

use super::{parts::chip, row, set};
use crate::core::action::{Action, SettingsAction};
use crate::core::screens::view::View;
use crate::core::theme::Appearance;
use egui::Ui;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
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
