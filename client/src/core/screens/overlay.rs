//! The dialogs that can open over every screen: settings, help, quitting, a changed certificate.

use super::dialog;
use super::view::View;
use super::{engines, help, keys, settings, trust};
use crate::core::actions::action::Action;
use crate::core::drawing::widgets;
use egui::{Context, Key};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.are_settings_open() {
        settings::show(view, ctx, actions);
    }
    help::show(view, ctx, actions);
    keys::show(view, ctx, actions);
    if let Some(form) = view.app.engine_form() {
        engines::show(view, ctx, form, actions);
    }
    if view.app.is_asked_to_quit() {
        quit(view, ctx, actions);
    }
    if let Some(prompt) = view.app.trust_prompt() {
        trust::show(view, ctx, prompt, actions);
    }
}

/// Asks for confirmation before the window closes during a game.
fn quit(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let response = dialog::show(view, ctx, "quit.dialog", 340.0, |ui| {
        widgets::heading(ui, view.text.quit_question);
        ui.add_space(4.0);
        let early = view.app.table().is_some_and(|table| !table.game().situation().both_moved());
        let only_record = view.app.loses_record() && !view.app.plays();
        let plays_on_server = view.app.plays() && view.app.local().is_none();
        let loses = view.app.loses_local_game() && !plays_on_server;
        ui.label(match (view.app.hosts_games(), early) {
            (true, _) => view.text.quit_stops_host,
            (false, _) if loses => view.text.local.quit_loses_game,
            (false, _) if only_record => view.text.records.discard_explained,
            (false, true) => view.text.quit_aborts,
            (false, false) => view.text.quit_explained,
        });
        ui.add_space(12.0);
        ui.horizontal_wrapped(|ui| {
            let yes = widgets::danger_button(ui, "quit.yes", view.text.quit_yes).clicked();
            if yes || view.pressed(ui.ctx(), Key::Enter) {
                actions.push(Action::Quit(true));
            }
            let stay = if only_record { view.text.cancel } else { view.text.quit_no };
            widgets::button(ui, "quit.no", stay).clicked()
        })
        .inner
    });
    if response.inner || dialog::closes(view, &response) {
        actions.push(Action::Quit(false));
    }
}
