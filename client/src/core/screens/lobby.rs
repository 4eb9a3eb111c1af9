//! The lobby: the players, the open challenges, and the chat.

use super::parts::{self, CardLook, card, inside, region};
use super::view::View;
use super::{account, challenges, chat, form, links, player_card, players, status_line};
use crate::core::actions::action::{AccountAction, Action, JoinAction, SettingsAction};
use crate::core::app::visit::Visit;
use crate::core::choices::settings_page::SettingsPage;
use crate::core::drawing::theme;
use crate::core::drawing::widgets;
use crate::core::layout::table_layout::is_tall;
use crate::core::notices::denied::Denied;
use egui::{Align, Align2, Context, Layout, Rect, Stroke, Ui, UiBuilder, pos2, vec2};

const HEADER: f32 = 65.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 42.0;
/// The maximum width of the content. Wider rows would only spread their text.
const WIDEST: f32 = 1560.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(visit) = view.app.visit() else { return };
    let window = ctx.screen_rect();
    let edge = if window.width() >= 1100.0 { 36.0 } else { 20.0 };
    let edge = f32::max(edge, (window.width() - WIDEST) / 2.0);
    let tall = window.height() >= 740.0;
    let body = Rect::from_min_max(
        pos2(edge, HEADER + if tall { 23.0 } else { 14.0 }),
        pos2(window.right() - edge, window.bottom() - BOTTOM),
    );
    let gap = if window.width() >= 1100.0 { 24.0 } else { theme::SPACE };
    let (left, right) = if is_tall(window.size()) {
        let (above, below) = body.split_top_bottom_at_fraction(0.5);
        (above, below.with_min_y(below.top() + gap))
    } else {
        let right_width = (body.width() * 0.385).clamp(330.0, 520.0);
        let left = body.with_max_x(body.right() - right_width - gap);
        (left, body.with_min_x(left.right() + gap))
    };
    region(ctx, "lobby", window, |ui| {
        header(view, ui, visit, edge, actions);
        card(ui, left, CardLook::Plain);
        inside(ui, "lobby.players", left.shrink2(vec2(24.0, 14.0)), |ui| {
            players::show(view, ui, visit, actions)
        });
        let chat_top = challenges::show(view, ui, visit, right, actions);
        let chat_place = Rect::from_min_max(pos2(right.left(), chat_top), right.max);
        card(ui, chat_place, CardLook::Plain);
        let inner = chat_place.shrink2(vec2(20.0, 16.0));
        let at = inner.min + vec2(0.0, 2.0);
        let heading = theme::bold(theme::TEXT_NAME);
        parts::text(ui, at, Align2::LEFT_TOP, view.text.lobby_chat, heading, view.theme.ink, inner.width());
        let blocked = visit.preferences().blocked().len();
        if blocked > 0 {
            let corner = Rect::from_min_size(inner.right_top() - vec2(120.0, 0.0), vec2(124.0, 28.0));
            let builder = UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
            ui.scope_builder(builder, |ui| {
                if widgets::link(ui, "chat.blocked", &view.text.blocked_count(blocked)).clicked() {
                    let open = [SettingsAction::Page(SettingsPage::Server), SettingsAction::Toggle];
                    actions.extend(open.map(Action::Settings));
                }
            });
        }
        let inner = Rect::from_min_max(inner.min + vec2(0.0, 36.0), inner.max);
        let offline = (!view.app.link().is_joined()).then(|| view.text.denied(Denied::Offline));
        chat::show(view, ui, inner, visit, visit.lobby().chat(), offline, actions);
        let bottom = Rect::from_min_max(body.left_bottom(), pos2(body.right(), window.bottom()));
        status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    });
    form::show(view, ctx, visit, actions);
    account::show(view, ctx, visit, actions);
    player_card::show(view, ctx, visit, actions);
}

fn header(view: &View<'_>, ui: &mut Ui, visit: &Visit, edge: f32, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    let bar = Rect::from_min_size(window.min, vec2(window.width(), HEADER));
    ui.painter().rect_filled(bar, 0.0, view.theme.panel);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.5, view.theme.border));
    let middle = bar.center().y;
    let brand = parts::brand(ui, pos2(edge, middle - 1.0), Align2::LEFT_CENTER, view.text.app_name, 28.0);
    let lobby = visit.lobby();
    let server = view.app.link().server().map(|server| format!("{}:{}", server.host, server.port));
    let state = lobby.is_complete().then(|| view.text.lobby_state(lobby.count(), lobby.games()));
    let stopping = lobby.is_shutting_down().then(|| view.text.shutting_down.to_owned());
    let message: Vec<String> = server.into_iter().chain(state).chain(stopping).collect();
    let message = message.join(" · ");
    let at = pos2(brand.right() + 14.0, middle + 1.0);
    let lock = links::lock(view, ui, "lobby.lock", at);
    let (at, wide) = (at + vec2(lock, 0.0), bar.width() * 0.55 - edge - lock);
    parts::text(ui, at, Align2::LEFT_CENTER, &message, theme::plain(14.0), view.theme.sub, wide);
    let right = Rect::from_min_max(pos2(bar.center().x, bar.top()), pos2(bar.right() - edge, bar.bottom()));
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        links::links(view, ui, actions);
        if widgets::link(ui, "lobby.leave", view.text.leave_server).clicked() {
            actions.push(Action::Join(JoinAction::Leave));
        }
        own_name(view, ui, visit, actions);
    });
}

/// Shows the user's own name; a click opens the dialog of the name.
fn own_name(view: &View<'_>, ui: &mut Ui, visit: &Visit, actions: &mut Vec<Action>) {
    let (font, ink) = (theme::bold(theme::TEXT), view.theme.ink);
    let text = parts::line(ui.ctx(), visit.name().as_str(), font, ink, 260.0);
    let (rect, _) = ui.allocate_exact_size(text.size() + vec2(30.0, 10.0), egui::Sense::hover());
    let response = parts::clickable(ui, rect, "account", visit.name().as_str(), false);
    let hot = response.hovered() || response.has_focus();
    let ink = if hot { view.theme.jade } else { ink };
    let at = pos2(rect.left() + 6.0, rect.center().y - text.size().y / 2.0);
    ui.painter().galley_with_override_text_color(at, text, ink);
    let tip = rect.right_center() + vec2(-12.0, 3.0);
    let triangle = vec![tip + vec2(-4.5, -4.0), tip + vec2(4.5, -4.0), tip + vec2(0.0, 2.0)];
    let sub = if hot { view.theme.jade } else { view.theme.sub };
    ui.painter().add(egui::Shape::convex_polygon(triangle, sub, Stroke::NONE));
    let known = if visit.is_registered() { view.text.registered } else { view.text.not_registered };
    if response.on_hover_text(known).clicked() {
        actions.push(Action::Account(AccountAction::Open));
    }
}
