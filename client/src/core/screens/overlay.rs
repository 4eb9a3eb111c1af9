//! What may lie over every screen: the settings, a notice, and how the connection stands.

use super::parts::{self, chip};
use super::{View, join, widgets};
use crate::core::action::{Action, JoinAction, SettingsAction};
use crate::core::app::{Hosting, Screen};
use crate::core::link::Status;
use crate::core::text::Lang;
use crate::core::theme::{self, Appearance};
use egui::{Align2, Area, Context, Frame, Id, Margin, Order, Stroke, Ui, vec2};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.screen() != Screen::Join {
        connection(view, ctx, actions);
    }
    if view.app.are_settings_open() {
        settings(view, ctx, actions);
    }
    if view.app.is_asked_to_quit() {
        quit(view, ctx, actions);
    }
    notice(view, ctx, actions);
}

/// The link that opens the settings.
pub(super) fn settings_link(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if widgets::link(ui, "settings", view.text.settings).clicked() {
        actions.push(Action::Settings(SettingsAction::Toggle));
    }
}

fn settings(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("settings.dialog")).frame(parts::dialog_frame(&view.theme));
    let mut asked = Vec::new();
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
            join::address_list(view, ui, *port, addresses, 4, &mut asked);
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
    actions.append(&mut asked);
    if close || leave || response.should_close() {
        actions.push(Action::Settings(SettingsAction::Close));
    }
    if leave {
        actions.push(Action::Join(JoinAction::Leave));
    }
}

/// Asks whether the window is to be closed though a game is being played.
fn quit(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("quit.dialog")).frame(parts::dialog_frame(&view.theme));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.quit_sure);
        ui.add_space(4.0);
        ui.label(view.text.quit_means);
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

/// The strip that says that the connection is lost.
fn connection(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (said, retry, leave) = match view.app.link().status() {
        Status::Joined | Status::Connecting => return,
        Status::Lost { attempt, retry_at } => {
            let seconds = retry_at.map(|at| view.seconds_until(at));
            ((view.text.lost)(attempt, seconds), retry_at.is_some(), false)
        }
        Status::Off(stop) => {
            let why = stop.map_or_else(String::new, |stop| (view.text.stop)(&stop));
            (why, true, true)
        }
    };
    let frame = Frame::new()
        .fill(view.theme.panel)
        .stroke(Stroke::new(1.0, view.theme.red_border))
        .corner_radius(theme::RADIUS_CARD)
        .inner_margin(Margin::symmetric(16, 6))
        .shadow(ctx.style().visuals.popup_shadow);
    let area = Area::new(Id::new("connection")).order(Order::Foreground);
    area.anchor(Align2::CENTER_TOP, vec2(0.0, 8.0)).show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_height(30.0);
                ui.label(egui::RichText::new(said).color(view.theme.red));
                if retry && chip(ui, "connection.retry", view.text.retry_now, false) {
                    actions.push(Action::Join(JoinAction::Retry));
                }
                if leave && chip(ui, "connection.leave", view.text.leave_server, false) {
                    actions.push(Action::Join(JoinAction::Leave));
                }
            });
        });
    });
}

/// The line that says something in passing.
fn notice(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(notice) = view.app.notice(view.now) else { return };
    let said = (view.text.notice)(notice);
    let frame = Frame::new()
        .fill(view.theme.ink.gamma_multiply(0.92))
        .corner_radius(theme::RADIUS_CARD)
        .inner_margin(Margin::symmetric(18, 9));
    let at = super::table::notice_place(view, ctx.screen_rect());
    let area = Area::new(Id::new("notice")).order(Order::Tooltip).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
    let response = area.interactable(true).show(ctx, |ui| {
        frame.show(ui, |ui| {
            let text = egui::RichText::new(&said).font(theme::plain(theme::TEXT)).color(view.theme.paper);
            let label = ui.add(egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend));
            crate::core::ui_trace::record(ui, "notice", &said, &label);
        });
    });
    if response.response.interact(egui::Sense::click()).clicked() {
        actions.push(Action::Settings(SettingsAction::DismissNotice));
    }
}
