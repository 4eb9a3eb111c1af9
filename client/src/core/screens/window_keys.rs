//! The keys of the window, on every screen: its scale, and whether it covers the whole screen.

use super::view::View;
use crate::core::action::{Action, ScaleChange, SettingsAction};
use egui::{Context, Key};

/// Reads the keys. They hold Ctrl or have no character, so they also work while text is typed.
pub(super) fn read(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let changes = [
        (Key::Equals, ScaleChange::Larger),
        (Key::Plus, ScaleChange::Larger),
        (Key::Minus, ScaleChange::Smaller),
        (Key::Num0, ScaleChange::Automatic),
    ];
    let pressed = |key| ctx.input(|input| input.modifiers.command && input.key_pressed(key));
    let chosen = changes.into_iter().find(|(key, _)| pressed(*key));
    actions.extend(chosen.map(|(_, change)| Action::Settings(SettingsAction::Scale(change))));
    if ctx.input(|input| input.key_pressed(Key::F11)) {
        let full = !view.app.settings().full_screen;
        actions.push(Action::Settings(SettingsAction::FullScreen(full)));
    }
}
