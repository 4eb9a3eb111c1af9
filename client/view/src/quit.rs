//! The question before the program closes.

use super::parts::all;
use super::{Button, Fact, Group, Model, Role};
use chuhe_model::actions::action::Action;

/// Whether to close, with what is lost; the answers are to close, and to stay. `None` unless it is asked.
#[must_use]
pub fn question(model: &Model<'_>) -> Option<Group> {
    let (app, text) = (model.app, model.text);
    if !app.dialogs().asked_to_quit {
        return None;
    }
    let early = app.sessions().table().is_some_and(|table| !table.game().situation().both_moved());
    let only_record = app.study().loses_record() && !app.sessions().plays();
    let plays_on_server = app.sessions().plays() && app.sessions().local().is_none();
    let loses = app.sessions().loses_local_game() && !plays_on_server;
    let explained = match (app.entrance().hosts_others(app.sessions()), early) {
        (true, _) => text.quit_stops_host,
        (false, _) if loses => text.local.quit_loses_game,
        (false, _) if only_record => text.records.discard_explained,
        (false, true) => text.quit_aborts,
        (false, false) => text.quit_explained,
    };
    let stay = if only_record { text.cancel } else { text.quit_no };
    let answers = vec![
        Button::new("quit.yes", text.quit_yes, Action::Quit(true)).role(Role::Danger),
        Button::new("quit.no", stay, Action::Quit(false)),
    ];
    let parts = all([Fact::new("quit.explained", explained)]);
    Some(Group::dialog("quit.dialog", text.quit_question, parts, answers))
}
