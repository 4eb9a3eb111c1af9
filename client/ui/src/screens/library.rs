//! The dialog of the library: the user's finished games, kept on this machine.

use super::parts::{self, inside};
use super::rows::{self, BUTTON, ROW, backdrop, details};
use super::view::View;
use super::{dialog, emblem, game_filter, notices};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_rules::Color;
use chuhe_view::library::{ImportView, LibraryRow, LibraryView};
use chuhe_view::{Button, Role};
use egui::{Align, Align2, Context, Id, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

/// The maximum size of the dialog's content.
const WIDEST: f32 = 720.0;
const HIGHEST: f32 = 760.0;
/// The height below which the fields above the list scroll with it.
const LOW: f32 = 400.0;
/// The height of the bar that shows how far files are.
const BAR: f32 = 8.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = LibraryView::of(&view.model()) else { return };
    let window = notices::room_for_dialog(view, ctx, ctx.screen_rect());
    let room =
        if view.area.form.is_phone() { dialog::room(view, ctx) } else { window.size() - vec2(110.0, 90.0) };
    let size = room.min(vec2(WIDEST, HIGHEST));
    let mut chosen = Vec::new();
    let response = dialog::show(view, ctx, "library", size.x, |ui| {
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        inside(ui, "library.content", place, |ui| content(view, ui, &it, &mut chosen));
    });
    if chosen.is_empty() && dialog::closes(view, &response) {
        // in the choice of games to delete the first button leads back to the list
        chosen.extend(it.buttons.first().and_then(Button::press));
    }
    actions.append(&mut chosen);
}

fn content(view: &View<'_>, ui: &mut Ui, it: &LibraryView<'_>, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    widgets::heading(ui, it.title).on_hover_text(it.explained);
    let beside = Rect::from_min_size(place.min, vec2(place.width(), theme::height(ui.ctx(), 30.0)));
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(beside).layout(layout), |ui| {
        actions.extend(parts::linked(ui, &it.add));
    });
    let foot = place.with_min_y(place.bottom() - theme::height(ui.ctx(), theme::HEIGHT_BUTTON));
    let list = place.with_min_y(beside.bottom() + 8.0).with_max_y(foot.top() - 10.0);
    match &it.import {
        Some(import) => added(view, ui, import, list, actions),
        // a phone and a low window have no room for the fields above the list: they scroll with it
        None if view.area.form.is_phone() || list.height() < LOW => {
            parts::scroll(ui, "library.list", list, false, |ui| {
                let above =
                    filter(ui, it, ui.available_rect_before_wrap().with_max_y(f32::INFINITY), actions);
                ui.add_space(above);
                games(view, ui, it, actions);
            })
        }
        None => {
            let list = list.with_min_y(list.top() + filter(ui, it, list, actions));
            let list = parts::whole_rows(list, 0.0, ROW, it.count + usize::from(it.more.is_some()));
            parts::scroll(ui, "library.list", list, false, |ui| games(view, ui, it, actions));
        }
    }
    let gap = ui.spacing().item_spacing.x;
    let widths = it.buttons.iter().map(|button| widgets::button_width(ui, &button.label) + gap);
    // side by side where a phone has no room for all of them in their usual widths
    if widths.sum::<f32>() - gap > foot.width() {
        let wide = (foot.width() + gap) / it.buttons.len().max(1) as f32;
        for (index, button) in it.buttons.iter().enumerate() {
            let right = foot.right() - wide * index as f32;
            let place = foot.with_max_x(right).with_min_x(right - wide + gap);
            let asks = it.asks && button.role == Role::Danger;
            actions.extend(sure(ui, asks, button, place, |ui| parts::offered_at(ui, place, button)));
        }
        return;
    }
    ui.scope_builder(UiBuilder::new().max_rect(foot).layout(layout), |ui| {
        for button in &it.buttons {
            let asks = it.asks && button.role == Role::Danger;
            let place = ui.max_rect();
            actions.extend(sure(ui, asks, button, place, |ui| parts::offered(ui, button)));
        }
    });
}

/// Shows what the list can be narrowed to at the top of `place`; returns the height that it takes.
fn filter(ui: &mut Ui, it: &LibraryView<'_>, place: Rect, actions: &mut Vec<Action>) -> f32 {
    let mut bottom = game_filter::show(ui, "library", place, &it.filter, actions);
    if let Some(here) = &it.here {
        let size = vec2(place.width(), theme::height(ui.ctx(), parts::CHIP));
        let at = Rect::from_min_size(pos2(place.left(), bottom + 8.0), size);
        inside(ui, "library.position", at, |ui| actions.extend(parts::offered_chip(ui, here)));
        bottom = at.bottom();
    }
    bottom + 8.0 - place.top()
}

/// Shows a button that asks whether the user is sure, if `asks`, in the place of the one that they pressed before: the
/// second click of a double click does not reach it.
fn sure(
    ui: &mut Ui,
    asks: bool,
    button: &Button,
    place: Rect,
    shown: impl FnOnce(&mut Ui) -> Option<Action>,
) -> Option<Action> {
    let settled = !asks || parts::has_settled(ui, Id::new((&*button.id, "sure")), place);
    if settled { shown(ui) } else { ui.add_enabled_ui(false, shown).inner }
}

/// Shows how far the files are that are being added, or what was done with them.
fn added(view: &View<'_>, ui: &mut Ui, import: &ImportView, place: Rect, actions: &mut Vec<Action>) {
    parts::scroll(ui, "library.import", place, false, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.set_max_width(place.width() - 12.0);
        for line in &import.lines {
            let label = parts::sentence(ui, line, theme::TEXT, view.theme.ink);
            ui_trace::record(ui, "library.import.line", line, &label);
        }
        if let Some(close) = &import.close {
            actions.extend(parts::offered(ui, close));
        } else {
            let (done, files) = import.progress;
            let bar = egui::ProgressBar::new(done as f32 / files.max(1) as f32).desired_height(BAR);
            ui.add(bar.fill(view.theme.jade.fill));
        }
        for reason in &import.reasons {
            parts::sentence(ui, reason, theme::TEXT_SMALL, view.theme.red);
        }
        for noted in &import.noted {
            parts::sentence(ui, noted, theme::TEXT_SMALL, view.theme.ink);
        }
    });
}

fn games(view: &View<'_>, ui: &mut Ui, it: &LibraryView<'_>, actions: &mut Vec<Action>) {
    if let Some(empty) = it.empty {
        parts::sentence(ui, empty, theme::TEXT, view.theme.sub);
        return;
    }
    // only the rows in sight are laid out: there may be thousands
    let (top, seen) = (ui.cursor().top(), ui.clip_rect().y_range());
    let first = (((seen.min - top) / ROW).max(0.0) as usize).min(it.count);
    let after = (((seen.max - top) / ROW).ceil().max(0.0) as usize).min(it.count);
    ui.add_space(first as f32 * ROW);
    for game in (first..after).filter_map(|index| it.row(index)) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        row(view, ui, &game, rect, response.contains_pointer(), actions);
    }
    ui.add_space((it.count - after) as f32 * ROW);
    if let Some(more) = &it.more {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
        let place = Rect::from_center_size(rect.center(), vec2(150.0, theme::HEIGHT_BUTTON));
        actions.extend(parts::offered_at(ui, place, more));
    }
}

fn row(
    view: &View<'_>,
    ui: &mut Ui,
    game: &LibraryRow<'_>,
    rect: Rect,
    hot: bool,
    actions: &mut Vec<Action>,
) {
    backdrop(view, ui, rect, hot);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    let (middle, summary, result) = (rect.center().y, game.summary, game.result);
    // a game of others is neither won nor lost
    let shown = summary.user.map(|_| summary.result);
    let name = format!("{}.disc", game.button.id);
    let side = summary.user.unwrap_or(Color::Red);
    let disc = emblem::show(ui, &name, summary.kind, side, inner, 36.0, vec2(36.0, 24.0));
    let is_phone = view.area.form.is_phone();
    // on a phone the whole row opens the game
    let is_whole = is_phone && !game.deletes;
    let size = vec2(if is_whole { 0.0 } else { BUTTON }, theme::height(ui.ctx(), 38.0));
    let place = Rect::from_min_size(pos2(inner.right() - size.x, middle - size.y / 2.0), size);
    let mut known = vec![game.kind.to_owned()];
    let right = if is_phone && !is_whole {
        // beside the button is no room for it; the emblem shows the game
        known = vec![result.to_owned()];
        place.left() - 10.0
    } else {
        let at = pos2(place.left() - if is_whole { 0.0 } else { 18.0 }, middle);
        let (font, ink) =
            (theme::bold(theme::TEXT), shown.map_or(view.theme.ink, |it| rows::result_ink(view, it)));
        parts::text(ui, at, Align2::RIGHT_CENTER, result, font, ink, 90.0).left() - 14.0
    };
    let left = disc.right() + 14.0;
    let wide = right - left;
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    let (at, between) = (pos2(left, middle - 11.0), view.text.versus);
    parts::two_names(ui, at, &game.players, between, fonts, view.theme.ink, wide);
    let (at, small) = (pos2(left, middle + 13.0), theme::plain(theme::TEXT_SMALL));
    let known = details(ui, &known, game.plies.clone(), game.date.clone(), theme::TEXT_SMALL, wide);
    parts::text(ui, at, Align2::LEFT_CENTER, &known, small, view.theme.sub, wide);
    if is_whole {
        if parts::clickable(ui, rect, &game.button.id, &game.button.label, false).clicked() {
            actions.push(game.button.action.clone());
        }
        return;
    }
    let role = if hot && !game.deletes { Role::Primary } else { game.button.role };
    let button = Button { role, ..game.button.clone() };
    actions.extend(sure(ui, game.asks, &button, place, |ui| parts::offered_at(ui, place, &button)));
}
