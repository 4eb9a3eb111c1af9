//! The leaderboard: who has the highest rating in a class.

use super::parts;
use super::view::View;
use super::{dialog, profile, words};
use crate::widgets;
use crate::widgets::{fitting, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::leaderboard::{BoardRow, LeaderboardView};
use chuhe_view::{Button, Choice, Fact};
use egui::{Align2, Context, Sense, Ui, pos2, vec2};

const WIDTH: f32 = 520.0;
/// The height of a row, which has two lines.
const ROW: f32 = 50.0;
/// How much higher it is for each line but the first of what is said of its games, which has at most so many.
const LINE: f32 = 18.0;
const MOST_LINES: usize = 3;
/// The width of the captions beside the choices.
const CAPTION: f32 = 90.0;
/// The room for the place, the most room for the rating, and the space beside that.
const PLACE: f32 = 46.0;
const RATING: f32 = 90.0;
const EDGE: f32 = 14.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = LeaderboardView::of(&view.model()) else { return };
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        widgets::heading(ui, it.title);
        for choice in &it.class {
            classes(ui, choice, actions);
        }
        ui.add_space(4.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        if let Some(missing) = &it.missing {
            parts::said(view, ui, missing);
        }
        for row in it.rows.iter().chain(&it.own) {
            self::row(view, ui, row, actions);
        }
        if !it.computers.is_empty() {
            ui.add_space(14.0);
        }
        for fact in &it.computers {
            parts::said(view, ui, fact);
        }
        if let Some(note) = &it.note {
            ui.add_space(10.0);
            parts::said(view, ui, note);
        }
        ui.add_space(14.0);
    };
    let end = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            if let Some((page, buttons)) = &it.pages {
                turn(view, ui, page, buttons, actions);
            }
            for button in it.profile.iter().chain([&it.close]) {
                actions.extend(parts::offered(ui, button));
            }
        });
    };
    let response = dialog::with_end(view, ctx, "board", WIDTH, actions, contents, end);
    if dialog::closes(view, &response) {
        actions.push(it.close.action.clone());
    }
}

/// Shows the games or their speeds, beside what they are or, on a phone, below it.
fn classes(ui: &mut Ui, choice: &Choice, actions: &mut Vec<Action>) {
    let shown = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        parts::choices_of(ui, &choice.label, CAPTION, parts::CHIP, |ui| {
            actions.extend(parts::chips(ui, choice));
        });
    };
    if theme::is_touch(ui.ctx()) {
        ui.vertical(shown);
    } else {
        ui.horizontal_wrapped(shown);
    }
}

/// Shows which page it is, and the buttons to the others.
pub(super) fn turn(
    view: &View<'_>,
    ui: &mut Ui,
    page: &Fact,
    buttons: &[Button; 2],
    actions: &mut Vec<Action>,
) {
    for button in buttons {
        actions.extend(parts::offered(ui, button));
    }
    let said = egui::RichText::new(&page.label).color(view.theme.sub);
    let response = ui.label(said);
    ui_trace::record(ui, &page.id, &page.label, &response);
}

/// Shows a player; a click opens their profile.
fn row(view: &View<'_>, ui: &mut Ui, it: &BoardRow, actions: &mut Vec<Action>) {
    let bold = theme::bold(theme::TEXT_LARGE);
    let rating = parts::line(ui.ctx(), &it.rating, bold.clone(), view.theme.ink, RATING).size().x;
    let (room, small) = (ui.available_width(), theme::plain(theme::TEXT_SMALL));
    let wide = room - EDGE - rating - 12.0 - PLACE;
    // a phone with larger letters has too little width for one line
    let is_long = fitting::fitting_line(ui.ctx(), &it.games, small.clone(), view.theme.sub, wide).elided;
    let is_longer = is_long && !words::fits_two_lines(ui, &it.games, small.clone(), wide);
    let more = if is_longer {
        2.0 * LINE
    } else if is_long {
        LINE
    } else {
        0.0
    };
    let (rect, _) = ui.allocate_exact_size(vec2(room, ROW + more), Sense::hover());
    if it.is_own {
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), theme::RADIUS_BUTTON, view.theme.jade.wash);
    }
    let response = profile::row(view, ui, rect, &it.name.id, &it.name.label);
    let middle = rect.center().y;
    let at = pos2(rect.right() - EDGE, middle);
    parts::text(ui, at, Align2::RIGHT_CENTER, &it.rating, bold, view.theme.ink, RATING);
    let at = pos2(rect.left() + PLACE - 14.0, middle);
    let font = theme::bold(theme::TEXT);
    parts::text(ui, at, Align2::RIGHT_CENTER, &it.place, font, view.theme.sub, PLACE - 14.0);
    let left = rect.left() + PLACE;
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    let [name, below] = [rect.top() + ROW / 2.0 - 10.0, rect.top() + ROW / 2.0 + 12.0 + more / 2.0];
    parts::name(ui, pos2(left, name), &it.name.label, fonts, view.theme.ink, wide);
    let below = pos2(left, below);
    let games = words::in_lines(ui, below, &it.games, small, view.theme.sub, wide, MOST_LINES);
    let traced = ui.interact(games, ui.id().with((&it.name.id, "games")), Sense::hover());
    ui_trace::record(ui, &format!("{}.games", it.name.id), &it.games, &traced);
    actions.extend(it.name.press().filter(|_| response.clicked()));
}
