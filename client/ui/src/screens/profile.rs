//! The profile of a player: their ratings with the curve of each, and their games.

use super::parts::{self, caption};
use super::view::View;
use super::{dialog, rows};
use crate::widgets;
use crate::widgets::{fitting, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::Fact;
use chuhe_view::fair_play::OwnConduct;
use chuhe_view::openings::OpeningsView;
use chuhe_view::profile::{CurveView, ProfileView, RatingView, ShownProfile, WinRow};
use egui::{Align2, Context, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

const WIDTH: f32 = 520.0;
/// The height of a line with results, and of a win.
const LINE: f32 = 30.0;
const WIN: f32 = 34.0;
/// The height of a line whose results stand below what they are of, as those of an opening do in less than this width.
const STACKED: f32 = 44.0;
const NARROW: f32 = 420.0;
/// The height of the curve, and of the days below it.
const CURVE: f32 = 120.0;
const DAYS: f32 = 20.0;
/// The size of the rating.
const RATING: f32 = 30.0;
/// The space between two parts of the profile.
const APART: f32 = 14.0;
/// The room for the bar that scrolls.
const BAR: f32 = 16.0;
/// The least range of ratings that the curve spans: a few points of change are no mountain.
const LEAST_RANGE: f32 = 40.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = ProfileView::of(&view.model()) else { return };
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        // beside the bar that scrolls
        ui.set_max_width(ui.available_width() - BAR);
        widgets::heading(ui, &it.name);
        if let Some(missing) = &it.missing {
            parts::said(view, ui, missing);
        }
        if let Some(shown) = &it.shown {
            self::shown(view, ui, shown, actions);
        }
        ui.add_space(APART);
    };
    let end = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            for button in [&it.leaderboard].into_iter().chain(&it.report).chain([&it.close]) {
                actions.extend(parts::offered(ui, button));
            }
        });
    };
    let response = dialog::with_end(view, ctx, "profile", WIDTH, actions, contents, end);
    if dialog::closes(view, &response) {
        actions.push(it.close.action.clone());
    }
}

fn shown(view: &View<'_>, ui: &mut Ui, it: &ShownProfile, actions: &mut Vec<Action>) {
    if let Some(seen) = &it.seen {
        let response = widgets::small(ui, &seen.label);
        ui_trace::record(ui, &seen.id, &seen.label, &response);
    }
    for counted in [&it.completion, &it.together].into_iter().flatten() {
        line(view, ui, counted);
    }
    if let Some(OwnConduct { wait, heading, against }) = &it.own_conduct {
        for said in wait {
            parts::said(view, ui, said);
        }
        if !against.is_empty() {
            ui.add_space(APART - 6.0);
            caption(ui, heading);
        }
        for game in against {
            line(view, ui, game);
        }
    }
    ui.add_space(APART - 6.0);
    if let Some(classes) = &it.classes {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            actions.extend(parts::chips(ui, classes));
        });
        ui.add_space(4.0);
    }
    if let Some(unrated) = &it.unrated {
        parts::said(view, ui, unrated);
    }
    if let Some(rating) = &it.rating {
        self::rating(view, ui, rating, actions);
    }
    ui.add_space(APART - 6.0);
    caption(ui, &it.games_heading);
    for games in &it.games {
        line(view, ui, games);
    }
    for OpeningsView { heading, openings } in &it.openings {
        ui.add_space(APART - 6.0);
        caption(ui, heading);
        for opening in openings {
            self::opening(view, ui, opening);
        }
    }
}

/// Shows what games they are, and their results at the right, or below if there is too little room beside them.
fn line(view: &View<'_>, ui: &mut Ui, it: &Fact) {
    let wide = ui.available_width();
    let fitted = |text: &str, font, wide| fitting::fitting_line(ui.ctx(), text, font, view.theme.ink, wide);
    let results = fitted(&it.detail, theme::bold(theme::TEXT), wide * 0.7);
    let label = fitted(&it.label, theme::plain(theme::TEXT), wide - results.size().x - 12.0);
    if results.elided || label.elided {
        return stacked(view, ui, it);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let (font, middle) = (theme::bold(theme::TEXT), rect.center().y);
    let at = pos2(rect.right(), middle);
    let right =
        parts::text(ui, at, Align2::RIGHT_CENTER, &it.detail, font, view.theme.ink, rect.width() * 0.7);
    let wide = right.left() - 12.0 - rect.left();
    let font = theme::plain(theme::TEXT);
    parts::text(ui, rect.left_center(), Align2::LEFT_CENTER, &it.label, font, view.theme.sub, wide);
    ui_trace::record(ui, &it.id, &format!("{} {}", it.label, it.detail), &response);
}

/// Shows the name of an opening, and its results at the right, or below if there is little room.
fn opening(view: &View<'_>, ui: &mut Ui, it: &Fact) {
    if ui.available_width() >= NARROW {
        return line(view, ui, it);
    }
    stacked(view, ui, it);
}

/// Shows what games they are, and their results below.
fn stacked(view: &View<'_>, ui: &mut Ui, it: &Fact) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), STACKED), Sense::hover());
    let (above, below) = rect.split_top_bottom_at_fraction(0.5);
    let (at, font) = (above.left_center(), theme::plain(theme::TEXT));
    parts::text(ui, at, Align2::LEFT_CENTER, &it.label, font, view.theme.sub, rect.width());
    let (at, font) = (below.right_center(), theme::bold(theme::TEXT));
    parts::text(ui, at, Align2::RIGHT_CENTER, &it.detail, font, view.theme.ink, rect.width());
    ui_trace::record(ui, &it.id, &format!("{} {}", it.label, it.detail), &response);
}

fn rating(view: &View<'_>, ui: &mut Ui, it: &RatingView, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), RATING + 8.0), Sense::hover());
    let (at, font) = (rect.left_center(), theme::bold(RATING));
    let shown = parts::text(ui, at, Align2::LEFT_CENTER, &it.rating, font, view.theme.ink, rect.width());
    ui_trace::record(ui, "profile.rating", &it.rating, &response);
    let (left, middle) = (shown.right() + 14.0, rect.center().y);
    let wide = rect.right() - left;
    let lines: Vec<&String> = [Some(&it.class), it.missing.as_ref()].into_iter().flatten().collect();
    let (count, ink) = (lines.len() as f32, view.theme.sub);
    let font = || theme::plain(theme::TEXT_SMALL);
    // a phone with large letters has no room for them beside the number
    let is_narrow = lines.iter().any(|said| fitting::fitting_line(ui.ctx(), said, font(), ink, wide).elided);
    for (index, said) in lines.into_iter().enumerate() {
        if is_narrow {
            parts::sentence(ui, said, theme::TEXT_SMALL, ink);
        } else {
            let at = pos2(left, middle + (index as f32 - (count - 1.0) / 2.0) * 18.0);
            parts::text(ui, at, Align2::LEFT_CENTER, said, font(), ink, wide);
        }
    }
    line(view, ui, &it.games);
    if let Some(curve) = &it.curve {
        ui.add_space(4.0);
        caption(ui, &curve.heading);
        self::curve(view, ui, curve);
    }
    if !it.best_wins.is_empty() {
        ui.add_space(APART - 6.0);
        caption(ui, it.wins_heading);
        for win in &it.best_wins {
            self::win(view, ui, win, actions);
        }
    }
}

/// Draws the curve of a rating, from the first of the games at the left to the last one at the right.
fn curve(view: &View<'_>, ui: &mut Ui, it: &CurveView) {
    let size = vec2(ui.available_width(), CURVE + DAYS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let [lowest, highest] = it.range.map(f32::from);
    let (middle, half) = ((lowest + highest) / 2.0, f32::max(highest - lowest, LEAST_RANGE) / 2.0);
    let (above, _) = rect.split_top_bottom_at_y(rect.top() + CURVE);
    // the words above and below do not touch the line
    let area = above.shrink2(vec2(6.0, 22.0));
    let steps = it.ratings.len().saturating_sub(1).max(1) as f32;
    let point = |(index, rating): (usize, &u16)| {
        let part = (f32::from(*rating) - middle) / half;
        pos2(area.left() + area.width() * index as f32 / steps, area.center().y - part * area.height() / 2.0)
    };
    let points: Vec<Pos2> = it.ratings.iter().enumerate().map(point).collect();
    let painter = ui.painter();
    painter.rect_filled(above, theme::RADIUS_BUTTON, view.theme.paper);
    for at in [area.top(), area.bottom()] {
        painter.hline(area.x_range(), at, Stroke::new(1.0, view.theme.border));
    }
    let last = points.last().copied();
    painter.add(Shape::line(points, Stroke::new(2.0, view.theme.jade.fill)));
    if let Some(last) = last {
        painter.circle_filled(last, 4.0, view.theme.jade.fill);
    }
    let [low, high] = it.range.map(|rating| rating.to_string());
    let small = |at, anchor, said: &str, wide| {
        let font = theme::plain(theme::TEXT_SMALL);
        parts::text(ui, at, anchor, said, font, view.theme.sub, wide);
    };
    small(above.left_top() + vec2(8.0, 11.0), Align2::LEFT_CENTER, &high, area.width());
    small(above.left_bottom() + vec2(8.0, -11.0), Align2::LEFT_CENTER, &low, area.width());
    let [first, last] = &it.days;
    let (below, half) = (rect.bottom() - DAYS / 2.0, rect.width() / 2.0 - 4.0);
    if it.ratings.len() > 1 && first != last {
        small(pos2(rect.left(), below), Align2::LEFT_CENTER, first, half);
    }
    small(pos2(rect.right(), below), Align2::RIGHT_CENTER, last, half);
    ui_trace::record(ui, "profile.curve", &it.heading, &response);
}

/// Shows one of the best wins; a click opens the profile of the opponent.
fn win(view: &View<'_>, ui: &mut Ui, it: &WinRow, actions: &mut Vec<Action>) {
    let size = vec2(ui.available_width(), theme::height(ui.ctx(), WIN));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = row(view, ui, rect, &it.opponent.id, &it.opponent.label);
    let middle = rect.center().y;
    let (at, font) = (pos2(rect.right() - 8.0, middle), theme::plain(theme::TEXT_SMALL));
    let date = parts::text(ui, at, Align2::RIGHT_CENTER, &it.date, font, view.theme.sub, rect.width() * 0.4);
    let (at, font) = (pos2(date.left() - 14.0, middle), theme::bold(theme::TEXT));
    let rating = parts::text(ui, at, Align2::RIGHT_CENTER, &it.rating, font, view.theme.ink, 80.0);
    let (at, fonts) = (pos2(rect.left() + 8.0, middle), [theme::plain(theme::TEXT), theme::plain(14.0)]);
    parts::name(ui, at, &it.opponent.label, fonts, view.theme.ink, rating.left() - 12.0 - at.x);
    actions.extend(it.opponent.press().filter(|_| response.clicked()));
}

/// Makes a row that opens a profile, and paints what is below its words.
pub(super) fn row(view: &View<'_>, ui: &mut Ui, rect: Rect, name: &str, label: &str) -> egui::Response {
    let response = parts::clickable(ui, rect, name, label, false);
    rows::backdrop(view, ui, rect, response.hovered() || response.has_focus());
    response
}
