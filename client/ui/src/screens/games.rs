//! The list of the user's finished games, to open and replay.

use super::parts;
use super::rows::{self, BUTTON, ROW, backdrop};
use super::view::View;
use super::{disabled, emblem, game_filter, links};
use crate::widgets::{theme, ui_trace};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::Action;
use chuhe_protocol::PlayerResult;
use chuhe_view::games::{FinishedRow, GamesView};
use chuhe_view::{Button, Role};
use egui::{Align, Align2, Layout, Rect, Sense, Ui, pos2, vec2};

pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    list: Rect,
    tabs_end: f32,
    actions: &mut Vec<Action>,
) {
    let games = GamesView::of(&view.model(), visit);
    let high = theme::height(ui.ctx(), 32.0);
    let corner = Rect::from_min_size(pos2(list.right() - 174.0, list.top() - 16.0 - high), vec2(160.0, high));
    let font = theme::plain(theme::TEXT_SMALL);
    let link = parts::line(ui.ctx(), view.text.library.title, font, view.theme.ink, f32::INFINITY).size().x;
    let (corner, list) = if tabs_end + 28.0 <= corner.right() - link {
        (corner, list)
    } else {
        (corner.translate(vec2(0.0, 16.0 + high)), list.with_min_y(list.top() + high + 2.0))
    };
    let builder = egui::UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| links::library(view, ui, "games.library", actions));
    // a phone has no room for the fields above the list: they scroll with it
    let is_phone = view.area.form.is_phone();
    let list = if is_phone {
        list
    } else {
        let list = filter(ui, &games, list, actions);
        parts::whole_rows(list, 0.0, ROW, games.games.len() + usize::from(games.more.is_some()))
    };
    parts::scroll(ui, "games.list", list, false, |ui| {
        if is_phone {
            let place = ui.available_rect_before_wrap().with_max_y(f32::INFINITY);
            let rest = filter(ui, &games, place, actions);
            ui.add_space(rest.top() - place.top());
        }
        if let Some(message) = &games.empty {
            empty(view, ui, message);
        }
        for game in games.games {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            if ui.is_rect_visible(rect) {
                let game = games.row(&view.model(), game);
                row(view, ui, &game, rect, response.contains_pointer(), actions);
            }
        }
        if games.more.is_some() || games.loading.is_some() && games.empty.is_none() {
            more(view, ui, &games, actions);
        }
    });
}

/// Shows the filter if there is something to find; returns the place below it.
fn filter(ui: &mut Ui, games: &GamesView<'_>, list: Rect, actions: &mut Vec<Action>) -> Rect {
    let Some(filter) = &games.filter else { return list };
    let bottom = game_filter::show(ui, "games.filter", list.shrink2(vec2(14.0, 4.0)), filter, actions);
    list.with_min_y(bottom + 8.0)
}

/// Says why there are no games.
fn empty(view: &View<'_>, ui: &mut Ui, message: &str) {
    let place = ui.available_rect_before_wrap();
    let (at, font) = (place.min + vec2(14.0, 18.0), theme::plain(theme::TEXT));
    let text = parts::paragraph(ui, at, message, font, view.theme.sub, place.width() - 28.0);
    ui.allocate_rect(place.with_max_y(text.bottom()), Sense::hover());
}

/// Shows the button that loads older games.
fn more(view: &View<'_>, ui: &mut Ui, games: &GamesView<'_>, actions: &mut Vec<Action>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
    if let Some(loading) = games.loading {
        let font = theme::plain(14.0);
        parts::text(ui, rect.center(), Align2::CENTER_CENTER, loading, font, view.theme.sub, 300.0);
    } else if let Some(more) = &games.more {
        let place = Rect::from_center_size(rect.center(), vec2(150.0, theme::HEIGHT_BUTTON));
        actions.extend(parts::offered_at(ui, place, more));
    }
}

fn row(view: &View<'_>, ui: &mut Ui, game: &FinishedRow, rect: Rect, hot: bool, actions: &mut Vec<Action>) {
    backdrop(view, ui, rect, hot);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    let middle = rect.center().y;
    let name = format!("disc.{}", game.game);
    let disc = emblem::show(ui, &name, game.kind, game.side, inner, 36.0, vec2(36.0, 24.0));
    let is_phone = view.area.form.is_phone();
    let button = if is_phone { 0.0 } else { BUTTON };
    let button = Rect::from_min_size(pos2(inner.right() - button, middle - 19.0), vec2(button, 38.0));
    let at = pos2(button.left() - if is_phone { 0.0 } else { 18.0 }, middle);
    let font =
        theme::bold(if game.result == PlayerResult::Aborted { theme::TEXT } else { theme::TEXT_LARGE });
    let (message, ink) = (view.text.result(game.result), rows::result_ink(view, game.result));
    let result = parts::text(ui, at, Align2::RIGHT_CENTER, message, font, ink, 90.0);
    let left = disc.right() + 14.0;
    let wide = result.left() - 14.0 - left;
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    parts::name(ui, pos2(left, middle - 11.0), &game.opponent, fonts, view.theme.ink, wide);
    let (at, small) = (pos2(left, middle + 13.0), theme::plain(theme::TEXT_SMALL));
    let (plies, date) = (game.plies.clone(), game.date.clone());
    let details = rows::details(ui, &game.known, plies, date, theme::TEXT_SMALL, wide);
    let details_at = parts::in_two_lines(ui, at, &details, small, view.theme.sub, wide);
    let name = format!("games.details.{}", game.game);
    ui_trace::record(ui, &name, &details, &ui.interact(details_at, ui.id().with(&name), Sense::hover()));
    if !is_phone {
        let role = if hot { Role::Primary } else { Role::Plain };
        return actions.extend(parts::offered_at(ui, button, &Button { role, ..game.open.clone() }));
    }
    // the whole row opens the game
    let response = parts::clickable(ui, rect, &game.open.id, &game.open.label, false);
    match &game.open.permit {
        Ok(()) => actions.extend(game.open.press().filter(|_| response.clicked())),
        Err(why) => disabled::say_why(ui, &response, &game.open.id, why),
    }
}
