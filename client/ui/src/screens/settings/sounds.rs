//! The page of the settings about sounds and calls for attention.

use super::rows::{note_below, row, set};
use crate::screens::parts::chip;
use crate::screens::view::View;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::call::CallSettings;
use chuhe_model::choices::sound::SoundSettings;
use egui::Ui;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    sounds(view, ui, actions);
    calls(view, ui, actions);
}

/// Shows how loud the sounds are.
fn sounds(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, sound) = (&view.text.table, view.app.settings().sound);
    row(ui, text.sounds, |ui| {
        if chip(ui, "settings.mute", text.mute, sound.muted) {
            set(actions, SettingsAction::Sound(SoundSettings { muted: true, ..sound }));
        }
        for volume in SoundSettings::VOLUMES {
            let chosen = !sound.muted && sound.volume == volume;
            if chip(ui, &format!("settings.volume.{volume}"), &format!("{volume}%"), chosen) {
                set(actions, SettingsAction::Sound(SoundSettings { muted: false, volume }));
            }
        }
    });
}

/// Shows how to be called while another window has the focus.
fn calls(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, calls) = (&view.text.table, view.app.settings().calls);
    row(ui, text.call_user, |ui| {
        if chip(ui, "settings.urgent", text.call_urgent, calls.urgent) {
            set(actions, SettingsAction::Calls(CallSettings { urgent: !calls.urgent, ..calls }));
        }
        if chip(ui, "settings.notification", text.call_notification, calls.notification) {
            set(actions, SettingsAction::Calls(CallSettings { notification: !calls.notification, ..calls }));
        }
    });
    if view.app.is_page() {
        note_below(ui, text.call_permission);
    }
}
