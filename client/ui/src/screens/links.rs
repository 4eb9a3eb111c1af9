//! The links to the dialogs and the lock of an encrypted connection, which every screen shows.

use super::parts;
use super::view::View;
use crate::widgets;
use chuhe_model::actions::action::Action;
use chuhe_view::{Button, everywhere};
use egui::{Ui, vec2};

/// Marks an encrypted connection with a lock at `at`, and returns the width that it takes.
pub(super) fn lock(view: &View<'_>, ui: &Ui, name: &str, at: egui::Pos2) -> f32 {
    let Some(fingerprint) = view.app.sessions().link().certificate() else { return 0.0 };
    let hint = view.text.encrypted(fingerprint);
    widgets::lock(ui, name, at + vec2(widgets::LOCK / 2.0, 0.0), &hint);
    widgets::LOCK + 7.0
}

/// Shows the links to the settings and the help, from the right.
pub(super) fn links(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let [settings, help, _] = everywhere(&view.model());
    actions.extend([settings, help].iter().filter_map(|link| parts::linked(ui, link)));
}

/// Shows the link to the library of finished games.
pub(super) fn library(view: &View<'_>, ui: &mut Ui, name: &'static str, actions: &mut Vec<Action>) {
    let [.., library] = everywhere(&view.model());
    actions.extend(parts::linked(ui, &Button { id: name.into(), ..library }));
}
