//! The list of the user's finished games, to open and replay.

use super::disabled;
use super::emblem;
use super::game_filter::{self, FilterInput};
use super::links;
use super::parts::{self, inside};
use super::rows::{self, BUTTON, ROW, backdrop};
use super::side;
use super::view::View;
use crate::widgets::ButtonKind;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Action, Field, GamesAction};
use chuhe_model::choices::date;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::games::{Games, side_of};
use chuhe_protocol::{GameSummary, PlayerResult};
use egui::{Align, Align2, Layout, Rect, Sense, Ui, pos2, vec2};

pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    (list, tabs_end): (Rect, f32),
    actions: &mut Vec<Action>,
) {
    let games = visit.games();
    let high = theme::height(ui.ctx(), 32.0);
    let corner = Rect::from_min_size(pos2(list.right() - 174.0, list.top() - 16.0 - high), vec2(160.0, high));
    let font = theme::plain(theme::TEXT_SMALL);
    let link = parts::line(ui.ctx(), view.text.library, font, view.theme.ink, f32::INFINITY).size().x;
    let (corner, list) = if tabs_end + 28.0 <= corner.right() - link {
        (corner, list)
    } else {
        (corner.translate(vec2(0.0, 16.0 + high)), list.with_min_y(list.top() + high + 2.0))
    };
    let builder = egui::UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| links::library(view, ui, "games.library", actions));
    // a phone has no room for the fields above the list: they scroll with it
    let list = if view.area.form.is_phone() { list } else { filter(view, ui, games, list, actions) };
    if games.rows().is_empty() {
        let message = match games.refused() {
            _ if games.is_loading() => view.text.loading.to_owned(),
            Some(reason) => view.text.refusal(reason),
            None if games.is_filtered() => view.text.no_games_found.to_owned(),
            None => view.text.no_games_yet.to_owned(),
        };
        let (at, font) = (list.min + vec2(14.0, 18.0), theme::plain(theme::TEXT));
        let text = parts::paragraph(ui, at, &message, font, view.theme.sub, list.width() - 28.0);
        if games.has_more() && !games.is_loading() {
            inside(ui, "games.on", list.with_min_y(text.bottom()), |ui| more(view, ui, false, actions));
        }
        return;
    }
    let count = games.rows().len() + usize::from(games.has_more());
    let is_phone = view.area.form.is_phone();
    let list = if is_phone { list } else { parts::whole_rows(list, 0.0, (ROW, count)) };
    parts::scroll(ui, "games.list", list, false, |ui| {
        if is_phone {
            let place = ui.available_rect_before_wrap().with_max_y(f32::INFINITY);
            let rest = filter(view, ui, games, place, actions);
            ui.add_space(rest.top() - place.top());
        }
        for game in games.rows() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            if ui.is_rect_visible(rect) {
                row(view, ui, visit, game, (rect, response.contains_pointer()), actions);
            }
        }
        if games.has_more() || games.is_loading() {
            more(view, ui, games.is_loading(), actions);
        }
    });
}

/// Shows the filter if there is something to find; returns the place below it.
fn filter(view: &View<'_>, ui: &mut Ui, games: &Games, list: Rect, actions: &mut Vec<Action>) -> Rect {
    if games.rows().is_empty() && !games.is_filtered() {
        return list;
    }
    let busy = || Err(view.text.loading.to_owned());
    let permit = if games.is_loading() { busy() } else { super::view::online(view) };
    let place = list.shrink2(vec2(14.0, 4.0));
    let shown = game_filter::show(view, ui, ("games", place), games.form(), permit, Field::Games, actions);
    let (bottom, input) = shown;
    match input {
        Some(FilterInput::Result(result)) => actions.push(Action::Games(GamesAction::Result(result))),
        Some(FilterInput::Kind(kind)) => actions.push(Action::Games(GamesAction::Kind(kind))),
        Some(FilterInput::Search) => actions.push(Action::Games(GamesAction::Search)),
        None => {}
    }
    list.with_min_y(bottom + 8.0)
}

/// Shows the button that loads older games.
fn more(view: &View<'_>, ui: &mut Ui, loading: bool, actions: &mut Vec<Action>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
    if loading {
        let font = theme::plain(14.0);
        parts::text(ui, rect.center(), Align2::CENTER_CENTER, view.text.loading, font, view.theme.sub, 300.0);
        return;
    }
    let place = Rect::from_center_size(rect.center(), vec2(150.0, theme::HEIGHT_BUTTON));
    let permit = super::view::online(view);
    if parts::button_at(ui, place, "games.more", view.text.more_games, ButtonKind::Plain, permit) {
        actions.push(Action::Games(GamesAction::More));
    }
}

fn row(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    game: &GameSummary,
    (rect, hot): (Rect, bool),
    actions: &mut Vec<Action>,
) {
    backdrop(view, ui, rect, hot);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    let middle = rect.center().y;
    let side = side_of(game, visit.me());
    let name = format!("disc.{}", game.game);
    let disc = emblem::show(ui, &name, game.kind, side, inner, (36.0, vec2(36.0, 24.0)));
    let is_phone = view.area.form.is_phone();
    let button = if is_phone { 0.0 } else { BUTTON };
    let button = Rect::from_min_size(pos2(inner.right() - button, middle - 19.0), vec2(button, 38.0));
    let result = PlayerResult::of(game.outcome, side);
    let ink = match result {
        PlayerResult::Won => view.theme.jade,
        PlayerResult::Lost => view.theme.red,
        PlayerResult::Drawn => view.theme.gold_ink,
        PlayerResult::Aborted => view.theme.sub,
    };
    let at = pos2(button.left() - if is_phone { 0.0 } else { 18.0 }, middle);
    let font = theme::bold(if result == PlayerResult::Aborted { theme::TEXT } else { theme::TEXT_LARGE });
    let message = view.text.result(result);
    let result = parts::text(ui, at, Align2::RIGHT_CENTER, message, font, ink, 90.0);
    let left = disc.right() + 14.0;
    let wide = result.left() - 14.0 - left;
    let opponent = game.seats[side.opponent()].name.as_str();
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    parts::name(ui, pos2(left, middle - 11.0), opponent, fonts, view.theme.ink, wide);
    let date = date::minute(game.ended_at_ms, &view.app.environment().time_zone);
    let plies = view.text.plies(usize::from(game.plies));
    let kind = view.text.game_choice(GameChoice::of(game.kind)).to_owned();
    let level = side::computer_level(view, game.seats[side.opponent()].player);
    let computer = level.map(|level| view.text.computer_of_level(level));
    let (at, small) = (pos2(left, middle + 13.0), theme::plain(theme::TEXT_SMALL));
    let known: Vec<String> = computer.into_iter().chain([kind]).collect();
    let details = rows::details(ui, &known, (plies, date), (theme::TEXT_SMALL, wide));
    let details_at = parts::text(ui, at, Align2::LEFT_CENTER, &details, small, view.theme.sub, wide);
    let name = format!("games.details.{}", game.game);
    ui_trace::record(ui, &name, &details, &ui.interact(details_at, ui.id().with(&name), Sense::hover()));
    let opening = visit.games().opening();
    let label = if opening == Some(game.game) { view.text.loading } else { view.text.open_game };
    let permit =
        if opening.is_some() { Err(view.text.loading.to_owned()) } else { super::view::online(view) };
    let kind = if hot { ButtonKind::Primary } else { ButtonKind::Plain };
    let id = format!("games.open.{}", game.game);
    let opened = if is_phone {
        // the whole row opens the game
        let response = parts::clickable(ui, rect, &id, label, false);
        match permit {
            Ok(()) => response.clicked(),
            Err(why) => {
                disabled::say_why(ui, &response, &id, &why);
                false
            }
        }
    } else {
        parts::button_at(ui, button, &id, label, kind, permit)
    };
    if opened {
        actions.push(Action::Games(GamesAction::Open(game.game)));
    }
}
