//! The lobby: the players, the open challenges, and the chat.

use super::parts::{self, CardLook, card, inside, region};
use super::view::View;
use super::{
    account, challenges, chat, form, invitation, leaderboard, links, notices, player_card, players, profile,
    status_line,
};
use crate::widgets;
use crate::widgets::theme;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, LobbyTab};
use chuhe_model::layout::form::Form;
use chuhe_model::layout::table_layout::is_tall;
use chuhe_view::Button;
use chuhe_view::chat::ChatView;
use chuhe_view::lobby::LobbyView;
use egui::{Align, Align2, Context, Layout, Rect, Stroke, Ui, UiBuilder, pos2, vec2};

const HEADER: f32 = 65.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 54.0;
/// The maximum width of the content. Wider rows would only spread their text.
const WIDEST: f32 = 1560.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(visit) = view.app.sessions().visit() else { return };
    let lobby = LobbyView::of(&view.model(), visit);
    if view.area.form.is_phone() {
        region(ctx, "lobby", ctx.screen_rect(), |ui| phone(view, ui, visit, &lobby, actions));
    } else {
        desk(view, ctx, visit, &lobby, actions);
    }
    form::show(view, ctx, actions);
    account::show(view, ctx, actions);
    player_card::show(view, ctx, actions);
    leaderboard::show(view, ctx, actions);
    profile::show(view, ctx, actions);
    invitation::dialog(view, ctx, actions);
    invitation::code(view, ctx, actions);
}

/// The height of the head of a phone.
const PHONE_HEAD: f32 = 50.0;

/// Shows the tabs of a phone, one of them at a time, below the open challenges.
fn phone(view: &View<'_>, ui: &mut Ui, visit: &Visit, lobby: &LobbyView, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    let (head, rest) = window.split_top_bottom_at_y(window.top() + PHONE_HEAD);
    ui.painter().rect_filled(head, 0.0, view.theme.panel);
    let is_upright = view.area.form == Form::Portrait;
    let (tabs, body) = if is_upright {
        let (body, tabs) = rest.split_top_bottom_at_y(rest.bottom() - widgets::TAB_ROW);
        (tabs, body)
    } else {
        // a phone on its side has its tabs in the head
        (head.with_min_x(head.left() + (head.width() * 0.32).round()), rest)
    };
    let name = if is_upright { head } else { head.with_max_x(tabs.left()) };
    phone_head(view, ui, lobby, name.shrink2(vec2(10.0, 0.0)), actions);
    ui.painter().rect_filled(tabs, 0.0, view.theme.panel);
    actions.extend(parts::tabs(&lobby.tabs, |labels, chosen| {
        inside(ui, "lobby.tabs", tabs, |ui| {
            widgets::tab_row(ui, tabs, labels, chosen, view.theme.jade.fill, None)
        })
    }));
    let body = body.shrink2(vec2(8.0, 6.0));
    let is_challenged =
        !(lobby.incoming.is_empty() && lobby.outgoing.is_empty() && lobby.invitations.is_empty());
    let place = if is_challenged && !is_upright && challenges::are_beside(view.area.visible.width()) {
        // beside the list, for which a phone on its side would have no room below them
        let (left, right) = body.split_left_right_at_fraction(0.5);
        challenges::show(view, ui, lobby, right.with_min_x(right.left() + 4.0), actions);
        left.with_max_x(left.right() - 4.0)
    } else {
        body.with_min_y(challenges::show(view, ui, lobby, body, actions))
    };
    let is_chat = visit.lobby.tab == LobbyTab::Chat;
    // the field of the chat stays where it is
    let (place, notice) = if is_chat {
        let (notice, rest) = notices::split_beginning(view, ui.ctx(), place);
        (rest, notice)
    } else {
        notices::split_end(view, ui.ctx(), place)
    };
    if visit.lobby.tab == LobbyTab::More {
        parts::scroll(ui, "lobby.more", place.shrink2(vec2(8.0, 0.0)), false, |ui| {
            more(view, ui, lobby, actions)
        });
    } else if is_chat {
        let place = place.shrink2(vec2(4.0, 2.0));
        chat::show(view, ui, place, visit, &ChatView::of(&view.model(), visit), actions);
    } else {
        let inner = place.shrink2(vec2(8.0, 0.0));
        inside(ui, "lobby.players", inner, |ui| players::show(view, ui, visit, &lobby.tabs, actions));
    }
    let bottom = body.with_min_y(body.bottom() - BOTTOM);
    status_line::bottom_line(view, ui, bottom, bottom.center().x, actions);
    notices::place(ui.ctx(), notice, notice.center().x);
}

/// Shows the user's name, and beside it the server if there is room.
fn phone_head(view: &View<'_>, ui: &mut Ui, lobby: &LobbyView, place: Rect, actions: &mut Vec<Action>) {
    let builder = UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center));
    let left =
        ui.scope_builder(builder, |ui| own_name(view, ui, &lobby.account, actions)).response.rect.right();
    let Some(message) = &lobby.head else { return };
    let (font, ink) = (theme::plain(theme::TEXT_SMALL), view.theme.sub);
    let wide = place.right() - left - 8.0;
    let at = place.right_center();
    let text = parts::line(ui.ctx(), message, font.clone(), ink, wide - widgets::LOCK - 7.0);
    if text.elided {
        return;
    }
    let lock = at - vec2(text.size().x + widgets::LOCK + 7.0, 0.0);
    links::lock(view, ui, "lobby.lock", lock);
    parts::text(ui, at, Align2::RIGHT_CENTER, message, font, ink, wide);
}

/// Lists everything that has no tab of its own.
fn more(view: &View<'_>, ui: &mut Ui, lobby: &LobbyView, actions: &mut Vec<Action>) {
    if let Some(connected) = &lobby.connected {
        ui.add_space(8.0);
        widgets::small(ui, connected);
        ui.add_space(8.0);
    }
    let [settings, help, library] = chuhe_view::everywhere(&view.model());
    for button in [&lobby.tournaments, &lobby.leaderboard, &library, &settings, &help, &lobby.leave]
        .into_iter()
        .chain(&lobby.blocked)
    {
        actions.extend(button.press().filter(|_| parts::row(ui, &button.id, &button.label)));
    }
}

/// Shows the lists beside the challenges and the chat.
fn desk(view: &View<'_>, ctx: &Context, visit: &Visit, lobby: &LobbyView, actions: &mut Vec<Action>) {
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
        header(view, ui, lobby, edge, actions);
        card(ui, left, CardLook::Plain);
        inside(ui, "lobby.players", left.shrink2(vec2(24.0, 14.0)), |ui| {
            players::show(view, ui, visit, &lobby.tabs, actions)
        });
        let chat_top = challenges::show(view, ui, lobby, right, actions);
        let chat_place = Rect::from_min_max(pos2(right.left(), chat_top), right.max);
        card(ui, chat_place, CardLook::Plain);
        let inner = chat_place.shrink2(vec2(20.0, 16.0));
        let at = inner.min + vec2(0.0, 2.0);
        let heading = theme::bold(theme::TEXT_NAME);
        let chat = ChatView::of(&view.model(), visit);
        parts::text(ui, at, Align2::LEFT_TOP, chat.heading, heading, view.theme.ink, inner.width());
        if let Some(blocked) = &lobby.blocked {
            let corner = Rect::from_min_size(inner.right_top() - vec2(120.0, 0.0), vec2(124.0, 28.0));
            let builder = UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
            ui.scope_builder(builder, |ui| actions.extend(parts::linked(ui, blocked)));
        }
        let inner = Rect::from_min_max(inner.min + vec2(0.0, 36.0), inner.max);
        chat::show(view, ui, inner, visit, &chat, actions);
        let bottom = Rect::from_min_max(body.left_bottom(), pos2(body.right(), window.bottom()));
        status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    });
}

/// The least space between the facts and the user's name.
const APART: f32 = 12.0;

fn header(view: &View<'_>, ui: &mut Ui, lobby: &LobbyView, edge: f32, actions: &mut Vec<Action>) {
    let window = ui.max_rect();
    let bar = Rect::from_min_size(window.min, vec2(window.width(), HEADER));
    ui.painter().rect_filled(bar, 0.0, view.theme.panel);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.5, view.theme.border));
    let middle = bar.center().y;
    let brand = parts::brand(ui, pos2(edge, middle - 1.0), Align2::LEFT_CENTER, view.text.app_name, 28.0);
    let at = pos2(brand.right() + 14.0, middle + 1.0);
    let lock = links::lock(view, ui, "lobby.lock", at);
    let right = Rect::from_min_max(pos2(bar.center().x, bar.top()), pos2(bar.right() - edge, bar.bottom()));
    let name = parts::from_right(ui, right, Align::Center, |ui| {
        links::links(view, ui, actions);
        actions.extend(parts::linked(ui, &lobby.leave));
        own_name(view, ui, &lobby.account, actions)
    });
    // the last ones are left out of a narrow window
    let at = at + vec2(lock, 0.0);
    let wide = name.inner.left() - APART - at.x;
    parts::facts(ui, "facts", at, &lobby.facts, theme::plain(14.0), view.theme.sub, wide);
}

/// Shows the user's own name, and returns its place; a click opens the dialog of the name.
fn own_name(view: &View<'_>, ui: &mut Ui, account: &Button, actions: &mut Vec<Action>) -> Rect {
    let (font, ink) = (theme::bold(theme::TEXT), view.theme.ink);
    let text = parts::line(ui.ctx(), &account.label, font, ink, (ui.available_width() - 30.0).min(260.0));
    let size = text.size() + vec2(30.0, 10.0);
    let (rect, _) =
        ui.allocate_exact_size(vec2(size.x, theme::height(ui.ctx(), size.y)), egui::Sense::hover());
    let response = parts::clickable(ui, rect, &account.id, &account.label, false);
    let hot = response.hovered() || response.has_focus();
    let ink = if hot { view.theme.jade.fill } else { ink };
    let at = pos2(rect.left() + 6.0, rect.center().y - text.size().y / 2.0);
    ui.painter().galley_with_override_text_color(at, text, ink);
    let tip = rect.right_center() + vec2(-12.0, 3.0);
    let triangle = vec![tip + vec2(-4.5, -4.0), tip + vec2(4.5, -4.0), tip + vec2(0.0, 2.0)];
    let sub = if hot { view.theme.jade.fill } else { view.theme.sub };
    ui.painter().add(egui::Shape::convex_polygon(triangle, sub, Stroke::NONE));
    actions.extend(account.press().filter(|_| response.on_hover_text(&account.hint).clicked()));
    rect
}
