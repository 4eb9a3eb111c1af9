//! The lobby without other people: the address to pass on, and the last visitors.

use super::invitation;
use super::parts;
use super::server_address::{address_list, address_row, is_this_machine};
use super::view::View;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::exchange::hosting::Hosting;
use egui::{Align2, Sense, Ui, vec2};

/// The maximum width of the rows: an address and its button belong together.
const WIDEST: f32 = 460.0;
/// How many addresses of this computer fit.
const MOST_ADDRESSES: usize = 8;
const ROW: f32 = 28.0;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, visit: &Visit, actions: &mut Vec<Action>) {
    ui.add_space(14.0);
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.vertical(|ui| {
            ui.set_max_width((ui.available_width() - 14.0).min(WIDEST));
            let font = theme::plain(theme::TEXT);
            ui.label(egui::RichText::new(view.text.lobby_empty).font(font).color(view.theme.sub));
            ui.add_space(12.0);
            address(view, ui, actions);
            let room = ui.available_width();
            let width = |ui: &Ui, label: &str| widgets::button_width(ui, label).min(room);
            let wide = width(ui, view.text.invitation.heading);
            invitation::button(view, ui, wide, actions);
            ui.add_space(8.0);
            let wide = width(ui, &local_label(view));
            local_button(view, ui, wide, actions);
            ui.add_space(16.0);
            visitors(view, ui, visit);
        });
    });
}

/// The label of the button that starts a game against the computer, or continues the game that was left.
fn local_label(view: &View<'_>) -> String {
    let text = &view.text.local;
    match view.app.left_game() {
        Some((local, _)) if local.is_shared() => format!("{} · {}", text.continue_game, text.two_here),
        Some(_) => text.continue_computer.to_owned(),
        None => text.play_computer.to_owned(),
    }
}

/// Shows the buttons of a game without the server and of an invitation side by side. They share what room there is.
pub(super) fn buttons(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let widths =
            [&local_label(view), view.text.invitation.heading].map(|it| widgets::button_width(ui, it));
        let room = ui.available_width() - ui.spacing().item_spacing.x;
        let [local, invite] = widths.map(|width| width * (room / widths.iter().sum::<f32>()).min(1.0));
        local_button(view, ui, local, actions);
        invitation::button(view, ui, invite, actions);
    });
}

/// Shows the button that starts a game against the computer, or continues the game that was left.
fn local_button(view: &View<'_>, ui: &mut Ui, width: f32, actions: &mut Vec<Action>) {
    let button = widgets::button_filling(ui, "lobby.computer", &local_label(view), ButtonKind::Plain, width);
    if button.on_hover_text(view.text.local.meanwhile_hint).clicked() {
        actions.push(Action::Start(StartAction::PlayComputer));
    }
}

/// Shows the address under which others reach this server.
fn address(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if let Hosting::Running { port, addresses } = view.app.hosting() {
        address_list(view, ui, *port, addresses, MOST_ADDRESSES, actions);
        ui.add_space(12.0);
    } else if let Some(server) = view.app.link().server().filter(|server| !is_this_machine(&server.host)) {
        widgets::small(ui, view.text.lobby_address);
        address_row(view, ui, 0, &server.host, server.port, actions);
        ui.add_space(12.0);
    }
}

fn visitors(view: &View<'_>, ui: &mut Ui, visit: &Visit) {
    let mut seen = visit.lobby().visitors(view.now).peekable();
    if seen.peek().is_none() {
        return;
    }
    parts::caption(ui, view.text.lobby_visitors);
    for (n, (name, seconds)) in seen.enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        if !ui.is_rect_visible(rect) {
            continue;
        }
        let fonts = [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
        parts::name(ui, rect.left_center(), name, fonts, view.theme.ink, rect.width() * 0.6);
        let (font, ink) = (theme::plain(14.0), view.theme.sub);
        let ago = view.text.seen_ago(seconds);
        parts::text(ui, rect.right_center(), Align2::RIGHT_CENTER, &ago, font, ink, rect.width() * 0.38);
        ui_trace::record(ui, &format!("lobby.visitor.{n}"), &format!("{name} · {ago}"), &response);
    }
}
