//! The dialogs that can open over every screen: settings, help, quitting, a changed certificate.

use super::parts::{self, chip};
use super::server_address::address_list;
use super::view::View;
use super::{help, trust};
use crate::core::action::{Action, JoinAction, SettingsAction};
use crate::core::app::Screen;
use crate::core::hosting::Hosting;
use crate::core::lang::Lang;
use crate::core::theme::Appearance;
use crate::core::widgets;
use egui::{Context, Id};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.are_settings_open() {
        settings(view, ctx, actions);
    }
    help::show(view, ctx, actions);
    if view.app.is_asked_to_quit() {
        quit(view, ctx, actions);
    }
    if let Some(prompt) = view.app.trust_prompt() {
        trust::show(view, ctx, prompt, actions);
    }
}

fn settings(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("settings.dialog")).frame(parts::dialog_frame(&view.theme));
    let mut copied = Vec::new();
    let mut set = |action| actions.push(Action::Settings(action));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.settings);
        ui.add_space(10.0);
        parts::caption(ui, view.text.language);
        ui.horizontal_wrapped(|ui| {
            let chosen = view.app.settings().language;
            if chip(ui, "settings.language.system", view.text.language_of_system, chosen.is_none()) {
                set(SettingsAction::Language(None));
            }
            for lang in Lang::ALL {
                let name = match lang {
                    Lang::Zh => "settings.language.zh",
                    Lang::En => "settings.language.en",
                };
                if chip(ui, name, lang.own_name(), chosen == Some(lang)) {
                    set(SettingsAction::Language(Some(lang)));
                }
            }
        });
        ui.add_space(10.0);
        parts::caption(ui, view.text.appearance);
        ui.horizontal_wrapped(|ui| {
            let chosen = view.app.settings().appearance;
            let choices = [
                ("settings.light", view.text.light, Appearance::Light),
                ("settings.dark", view.text.dark, Appearance::Dark),
            ];
            for (name, label, appearance) in choices {
                if chip(ui, name, label, chosen == appearance) {
                    set(SettingsAction::Appearance(appearance));
                }
            }
        });
        ui.add_space(10.0);
        if let Hosting::Running { port, addresses } = view.app.hosting() {
            parts::caption(ui, &(view.text.hosting_at)(*port));
            address_list(view, ui, *port, addresses, 4, &mut copied);
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let close = widgets::primary_button(ui, "settings.close", view.text.close).clicked();
            let may_leave = view.app.screen() == Screen::Lobby;
            let leave = may_leave && widgets::button(ui, "settings.leave", view.text.leave_server).clicked();
            (close, leave)
        })
        .inner
    });
    let (close, leave) = response.inner;
    actions.append(&mut copied);
    if close || leave || response.should_close() {
        actions.push(Action::Settings(SettingsAction::Close));
    }
    if leave {
        actions.push(Action::Join(JoinAction::Leave));
    }
}

/// Asks for confirmation before the window closes during a game.
fn quit(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("quit.dialog")).frame(parts::dialog_frame(&view.theme));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.quit_question);
        ui.add_space(4.0);
        let hosting = view.app.hosts_games();
        ui.label(if hosting { view.text.quit_stops_host } else { view.text.quit_explained });
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if widgets::danger_button(ui, "quit.yes", view.text.quit_yes).clicked() {
                actions.push(Action::Quit(true));
            }
            widgets::button(ui, "quit.no", view.text.quit_no).clicked()
        })
        .inner
    });
    if response.inner || response.should_close() {
        actions.push(Action::Quit(false));
    }
}
