//! What keys do on every screen, and the dialog that lists all keys.

use super::parts::all;
use super::{Button, Fact, Group, Model, Tone};
use chuhe_model::actions::action::{Action, HelpAction, ScaleChange, SettingsAction};
use chuhe_model::actions::keys::KeyUse;
use chuhe_model::choices::look::LookSwitch;

/// Takes a step back: closes the topmost of what lies over the screen, or leaves the screen.
pub const BACK: Action = Action::Back;

/// What a key does on every screen.
#[must_use]
pub fn everywhere(model: &Model<'_>, key: KeyUse) -> Option<Action> {
    let is_full = model.app.desk().settings.look.full_screen;
    let keys = [
        (KeyUse::Keys, HelpAction::ToggleKeys.into()),
        (KeyUse::Larger, SettingsAction::Scale(ScaleChange::Larger).into()),
        (KeyUse::Smaller, SettingsAction::Scale(ScaleChange::Smaller).into()),
        (KeyUse::AutomaticScale, SettingsAction::Scale(ScaleChange::Automatic).into()),
        (KeyUse::FullScreen, SettingsAction::Turn(LookSwitch::FullScreen, !is_full).into()),
    ];
    keys.into_iter().find_map(|(of, action)| (of == key).then_some(action))
}

/// The dialog with the keys, which each renderer with a keyboard lists; `None` while it is closed.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    let text = model.text;
    let hold = Fact::new("keys.hold", text.keys().hold).tone(Tone::Remark);
    let close = Button::new("keys.close", text.close, HelpAction::ToggleKeys);
    let is_open = model.app.dialogs().help.keys_open;
    is_open.then(|| Group::dialog("keys.dialog", text.keys().title, all([hold]), vec![close]))
}
