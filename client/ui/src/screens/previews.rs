//! The lobby's tab of running games: a page of small boards, each opens its game.

use super::view::View;
use super::{disabled, parts};
use crate::small_boards;
use crate::widgets::theme;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::Action;
use chuhe_view::lobby::{BoardView, RunningView};
use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// The height of the names and the number of moves below a board.
const CAPTION: f32 = 50.0;
const GAP: f32 = 12.0;
/// The height of the row with the button for more games.
const MORE: f32 = 50.0;
/// A card is at most this much wider than its board.
const WIDEST: f32 = 1.4;
/// A board is this much higher than wide.
const HIGH: f32 = 1.1;
/// The opacity of a board that receives no moves because the connection is lost.
const OFFLINE_OPACITY: f32 = 0.45;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, visit: &Visit, list: Rect, actions: &mut Vec<Action>) {
    let running = RunningView::of(&view.model(), visit);
    let list = list.shrink2(vec2(14.0, 0.0));
    if let Some(empty) = running.empty {
        let (at, font) = (list.min + vec2(0.0, 18.0), theme::plain(theme::TEXT));
        parts::paragraph(ui, at, empty, font, view.theme.sub, list.width());
        return;
    }
    if view.area.form.is_phone() {
        return scrolled(view, ui, list, &running, actions);
    }
    let room = if running.more.is_some() { list.with_max_y(list.bottom() - MORE) } else { list };
    let (columns, size) = fit(room.size(), running.page.len());
    let left = room.left();
    for (n, shown) in running.page.iter().enumerate() {
        let place = vec2((n % columns) as f32, (n / columns) as f32) * (size + Vec2::splat(GAP));
        let place = Rect::from_min_size(pos2(left, room.top() + 4.0) + place, size);
        board(view, ui, shown, place, actions);
    }
    if let Some(more) = &running.more {
        let place = Rect::from_center_size(
            pos2(list.center().x, list.bottom() - MORE / 2.0 + 4.0),
            vec2(170.0, theme::HEIGHT_BUTTON),
        );
        actions.extend(parts::offered_at(ui, place, more));
    }
}

/// The least width of a board's card on a phone, with room for the names.
const PHONE_CARD: f32 = 150.0;

/// Shows the boards of a phone, which scroll.
fn scrolled(view: &View<'_>, ui: &mut Ui, list: Rect, running: &RunningView<'_>, actions: &mut Vec<Action>) {
    let columns = ((list.width() / PHONE_CARD) as usize).max(1);
    let wide = (list.width() + GAP) / columns as f32 - GAP;
    let size = vec2(wide, (wide - GAP) * HIGH + CAPTION);
    let rows = running.page.len().div_ceil(columns) as f32;
    parts::scroll(ui, "lobby.boards", list, false, |ui| {
        let all = vec2(list.width(), rows * (size.y + GAP));
        let (room, _) = ui.allocate_exact_size(all, Sense::hover());
        for (n, shown) in running.page.iter().enumerate() {
            let place = vec2((n % columns) as f32, (n / columns) as f32) * (size + Vec2::splat(GAP));
            board(view, ui, shown, Rect::from_min_size(room.min + place, size), actions);
        }
        if let Some(more) = running.more.as_ref().filter(|more| parts::row(ui, &more.id, &more.label)) {
            actions.extend(more.press());
        }
    });
}

/// Returns the number of columns with which this many boards are largest, and the size of a card.
fn fit(room: Vec2, boards: usize) -> (usize, Vec2) {
    let card = |columns: usize| {
        let rows = boards.div_ceil(columns) as f32;
        let wide = (room.x + GAP) / columns as f32 - GAP;
        let high = (room.y - 4.0 + GAP) / rows - GAP - CAPTION;
        let board = wide.min(high / HIGH).clamp(60.0, 330.0);
        (columns, vec2(wide.min(board * WIDEST), board * HIGH + CAPTION), board)
    };
    let cards = (1..=boards.clamp(1, 3)).map(card);
    let largest = cards.max_by(|one, other| one.2.total_cmp(&other.2));
    largest.map_or((1, Vec2::splat(60.0)), |(columns, card, _)| (columns, card))
}

/// Returns the place of the board in a card, which may be wider than its board to fill the width.
fn board_in(card: Rect, inner: Rect) -> Rect {
    let spare = (card.width() - (card.height() - CAPTION) / HIGH).max(0.0) / 2.0;
    inner.shrink2(vec2(spare, 0.0)).with_max_y(card.bottom() - CAPTION)
}

/// The game and its state in one line; the state alone where both do not fit, as the picture shows
/// which game it is.
fn details(view: &View<'_>, ui: &Ui, shown: &BoardView<'_>, wide: f32) -> String {
    if shown.board.is_none() {
        return shown.row.kind.to_owned();
    }
    let both = format!("{} · {}", shown.row.kind, shown.state);
    let font = theme::plain(theme::TEXT_SMALL);
    if parts::line(ui.ctx(), &both, font, view.theme.sub, wide).elided { shown.state.clone() } else { both }
}

fn board(view: &View<'_>, ui: &mut Ui, shown: &BoardView<'_>, place: Rect, actions: &mut Vec<Action>) {
    let (names, watch) = (&shown.row.together, &shown.row.watch);
    let id = format!("lobby.board.{}", shown.row.game);
    let response = parts::clickable(ui, place, &id, names, false);
    let response = match &watch.permit {
        Ok(()) => response.on_hover_text(&watch.label),
        Err(why) => {
            disabled::say_why(ui, &response, &id, why);
            response
        }
    };
    let hot = watch.permit.is_ok() && (response.hovered() || response.has_focus());
    let (fill, edge) = if hot {
        (view.theme.surface.hover, Stroke::new(1.0, view.theme.jade.fill))
    } else {
        (view.theme.panel, Stroke::new(1.0, view.theme.border))
    };
    ui.painter().rect(place, CornerRadius::same(theme::RADIUS_BUTTON), fill, edge, StrokeKind::Inside);
    let inner = place.shrink(6.0);
    let drawn = board_in(place, inner);
    let (small, sub) = (theme::plain(theme::TEXT_SMALL), view.theme.sub);
    match shown.board {
        Some(board) => {
            let mut painter = ui.painter().clone();
            if watch.permit.is_err() {
                painter.multiply_opacity(OFFLINE_OPACITY);
            }
            small_boards::paint_scene(&painter, &board.scene(drawn, &view.theme));
        }
        None => {
            let (middle, at) = (Align2::CENTER_CENTER, drawn.center());
            parts::text(ui, at, middle, &shown.state, small.clone(), sub, drawn.width());
        }
    }
    let at = pos2(inner.left() + 2.0, place.bottom() - 33.0);
    let wide = inner.width() - 4.0;
    let ink = if watch.permit.is_ok() { view.theme.ink } else { view.theme.sub };
    parts::text(ui, at, Align2::LEFT_CENTER, names, theme::plain(14.0), ink, wide);
    let at = pos2(at.x, place.bottom() - 14.0);
    let details = details(view, ui, shown, wide);
    parts::text(ui, at, Align2::LEFT_CENTER, &details, small, sub, wide);
    actions.extend(watch.press().filter(|_| response.clicked()));
}
