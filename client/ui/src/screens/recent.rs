//! The people whom the user played lately, above the list of players.

use super::parts;
use super::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::lobby::{PlayersView, RECENT_ONLINE, RecentRow};
use egui::{Align2, Rect, Sense, Ui, Vec2, pos2, vec2};

const ROW: f32 = 44.0;
/// The height of a caption, and the gap above that of the players.
const CAPTION: f32 = 26.0;
const GAP: f32 = 10.0;
/// The width of the button for a rematch.
const BUTTON: f32 = 104.0;
/// The least width of a name with the time on one line.
const ONE_LINE: f32 = 320.0;
/// The least width of a list with the button beside the name: elsewhere it is below.
const BESIDE: f32 = 300.0;
/// The height of that button, and the gaps above and below it.
const BUTTON_HIGH: f32 = 34.0;
const BELOW: f32 = 6.0;
/// The part of the list that more rows than the least take at most, so that the players stay in sight.
const PART: f32 = 0.36;
/// The least number of rows: those of opponents who are online, who are not in the list below again.
const LEAST: usize = RECENT_ONLINE;

/// The height of a row in a list of this width.
const fn row_height(width: f32) -> f32 {
    if width < BESIDE { ROW + BUTTON_HIGH + 2.0 * BELOW } else { ROW }
}

/// The opponents for whom a list of this size has room.
fn opponents<'a>(shown: &'a PlayersView<'_>, size: Vec2) -> &'a [RecentRow] {
    let fitting = ((size.y * PART / row_height(size.x)) as usize).max(LEAST);
    let most = if shown.alone.is_some() { usize::MAX } else { fitting };
    &shown.recent[..shown.recent.len().min(most)]
}

/// The height of the opponents, with the caption of the players below them, in a list of this size.
pub(super) fn height(shown: &PlayersView<'_>, size: Vec2) -> f32 {
    match opponents(shown, size).len() {
        0 => 0.0,
        count => CAPTION + row_height(size.x) * count as f32 + GAP + CAPTION,
    }
}

/// Shows the opponents, or nothing if there are none.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    shown: &PlayersView<'_>,
    size: Vec2,
    actions: &mut Vec<Action>,
) {
    let opponents = opponents(shown, size);
    if opponents.is_empty() {
        return;
    }
    caption(view, ui, view.text.recent_opponents);
    for opponent in opponents {
        row(view, ui, opponent, size.x, actions);
    }
    if shown.alone.is_none() {
        ui.add_space(GAP);
        caption(view, ui, view.text.players);
    }
}

fn caption(view: &View<'_>, ui: &mut Ui, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CAPTION), Sense::hover());
    let at = pos2(rect.left() + 14.0, rect.center().y);
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, at, Align2::LEFT_CENTER, text, font, view.theme.sub, rect.width() - 28.0);
}

/// Shows a row of a list of this width: beside a scroll bar the row is narrower, which must not decide where the button is.
fn row(view: &View<'_>, ui: &mut Ui, opponent: &RecentRow, width: f32, actions: &mut Vec<Action>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), row_height(width)), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let is_beside = width >= BESIDE;
    let rect = rect.with_max_y(rect.top() + ROW);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    let middle = rect.center().y;
    let (dot, ink) = if opponent.is_online {
        (view.theme.jade.fill, view.theme.ink)
    } else {
        (view.theme.hint, view.theme.sub)
    };
    ui.painter().circle_filled(pos2(inner.left() + 14.0, middle), 4.5, dot);
    let name = &opponent.card.label;
    let right = if is_beside { inner.right() - BUTTON - 14.0 } else { inner.right() };
    let left = inner.left() + 38.0;
    let font = theme::plain(14.0);
    // a phone has the time below the name, and so has a narrow column
    let has_two_lines = view.area.form.is_phone() || right - left < ONE_LINE;
    let (when_at, anchor, wide) = if has_two_lines {
        (pos2(left, middle + 11.0), Align2::LEFT_CENTER, right - left)
    } else {
        (pos2(right, middle), Align2::RIGHT_CENTER, (right - left) * 0.42)
    };
    let when = parts::text(ui, when_at, anchor, &opponent.when, font, view.theme.sub, wide);
    let fonts = [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
    let (line, wide) =
        if has_two_lines { (middle - 10.0, right - left) } else { (middle, when.left() - 12.0 - left) };
    let at = parts::name(ui, pos2(left, line), name, fonts, ink, wide);
    let link = if has_two_lines {
        // with the time below the name
        Rect::from_x_y_ranges(left - 4.0..=right + 4.0, rect.y_range())
    } else {
        at.expand2(vec2(4.0, 6.0))
    };
    let response = parts::clickable(ui, link, &opponent.card.id, name, false);
    if response.hovered() || response.has_focus() {
        ui.painter().hline(at.x_range(), at.bottom() - 1.0, egui::Stroke::new(1.0, view.theme.jade.fill));
    }
    actions.extend(opponent.card.press().filter(|_| response.clicked()));
    let Some(rematch) = &opponent.rematch else { return };
    let corner = if is_beside {
        pos2(inner.right() - BUTTON, middle - BUTTON_HIGH / 2.0)
    } else {
        pos2(left, rect.bottom() + BELOW)
    };
    let place = Rect::from_min_size(corner, vec2(BUTTON, BUTTON_HIGH));
    actions.extend(parts::offered_at(ui, place, rematch));
}
