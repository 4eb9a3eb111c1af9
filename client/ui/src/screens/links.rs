//! The links to the dialogs and the lock of an encrypted connection, which every screen shows.

use super::view::View;
use crate::widgets;
use chuhe_model::actions::action::{Action, HelpAction, LibraryAction, SettingsAction};
use egui::{Ui, vec2};

/// Marks an encrypted connection with a lock at `at`, and returns the width that it takes.
pub(super) fn lock(view: &View<'_>, ui: &Ui, name: &str, at: egui::Pos2) -> f32 {
    let Some(fingerprint) = view.app.link().certificate() else { return 0.0 };
    let hint = view.text.encrypted(fingerprint);
    widgets::lock(ui, name, at + vec2(widgets::LOCK / 2.0, 0.0), &hint);
    widgets::LOCK + 7.0
}

/// Shows the links to the settings and the help, from the right.
pub(super) fn links(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if widgets::link(ui, "settings", view.text.settings).clicked() {
        actions.push(Action::Settings(SettingsAction::Toggle));
    }
    if widgets::link(ui, "help", view.text.help).clicked() {
        actions.push(Action::Help(HelpAction::Toggle));
    }
}

/// Shows the link to the library of finished games.
pub(super) fn library(view: &View<'_>, ui: &mut Ui, name: &str, actions: &mut Vec<Action>) {
    if widgets::link(ui, name, view.text.library).on_hover_text(view.text.library_explained).clicked() {
        actions.push(LibraryAction::Open.into());
    }
}
