//! The question before the program closes.

use super::parts::all;
use super::{Button, Fact, Group, Model, Role};
use chuhe_app::evening_table::is_of_evening;
use chuhe_model::actions::action::Action;

/// How many of those who would be disconnected are named.
const MOST_NAMES: usize = 8;

/// Whether to close, with what is lost; the answers are to close, and to stay. `None` unless it is asked.
#[must_use]
pub fn question(model: &Model<'_>) -> Option<Group> {
    let (app, text) = (model.app, model.text);
    if !app.dialogs().asked_to_quit {
        return None;
    }
    let of_evening = app.sessions().table().is_some_and(|table| is_of_evening(model.app.sessions(), table));
    let early = app.sessions().table().is_some_and(|table| !table.game().situation().both_moved());
    let only_record = app.study().loses_record() && !app.sessions().plays();
    let plays_on_server = app.sessions().plays() && app.sessions().local().is_none();
    let loses = app.sessions().loses_local_game() && !plays_on_server;
    let others = others_here(model);
    let explained = match (others.is_some(), early) {
        (true, _) => text.quit_stops_host,
        (false, _) if loses => text.local.quit_loses_game,
        (false, _) if only_record => text.records.discard_explained,
        (false, true) if of_evening => text.evening().quit_early,
        (false, true) => text.quit_aborts,
        (false, false) => text.quit_explained,
    };
    let stay = if only_record { text.cancel } else { text.quit_no };
    let answers = vec![
        Button::new("quit.yes", text.quit_yes, Action::Quit(true)).role(Role::Danger),
        Button::new("quit.no", stay, Action::Quit(false)),
    ];
    let parts = all([Fact::new("quit.explained", explained)].into_iter().chain(others));
    Some(Group::dialog("quit.dialog", text.quit_question, parts, answers))
}

/// The other people on the server that this window hosts, by name; `None` if there are none.
fn others_here(model: &Model<'_>) -> Option<Fact> {
    let (app, text) = (model.app, model.text);
    let mut names: Vec<_> =
        app.entrance().hosted_others(app.sessions()).map(|name| text.called(name)).collect();
    let unnamed = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    names.extend((unnamed > 0).then(|| text.and_more(unnamed as u64).into()));
    (!names.is_empty())
        .then(|| Fact::new("quit.others", text.labelled(text.players, &names.join(text.list_comma))))
}
