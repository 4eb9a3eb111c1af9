//! The boards of a round side by side, each with its players and clocks, in the window and on the wall.

use super::super::parts;
use super::super::view::View;
use super::super::{disabled, side as sides};
use crate::small_boards;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_rules::Color;
use chuhe_view::Button;
use chuhe_view::evening::{BoardsView, LeadingView};
use egui::{
    Align, Align2, CornerRadius, Id, Layout, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};

const GAP: f32 = 12.0;
/// The height of the row of buttons below the boards.
const ROW: f32 = 48.0;
/// A board is this much higher than wide.
const HIGH: f32 = 1.1;
/// The height of a line in letters, and how many lines are around a board.
const LINE: f32 = 1.75;
const LINES: f32 = 3.0;
/// The letters of a card, of its height, and the smallest and the largest, in points.
const LETTERS: f32 = 0.042;
const SMALLEST: f32 = 13.0;
const LARGEST: f32 = 30.0;
/// The least width of a card, in letters: a name and a clock.
const NAME_AND_CLOCK: f32 = 18.0;
/// The margin inside a card.
const MARGIN: f32 = 8.0;
/// The least width of the row with the button of the wall beside those that turn the page.
const WITH_WALL: f32 = 420.0;
/// How far a finger has to move to turn the page.
const SWIPE: f32 = 60.0;

#[inline(never)]
pub(super) fn show(view: &View<'_>, ui: &mut Ui, it: &BoardsView<'_>, body: Rect, actions: &mut Vec<Action>) {
    let (above, row) = body.split_top_bottom_at_y(body.bottom() - ROW);
    if let Some([earlier, later]) = &it.turn {
        let swiped = swiped(ui, above);
        actions.extend(swiped.and_then(|forward| if forward { later } else { earlier }.press()));
    }
    match &it.empty {
        Some(empty) => parts::inside(ui, "boards.empty", above, |ui| parts::said(view, ui, empty)),
        None => cards(view, ui, &it.boards, above, actions),
    }
    let builder = UiBuilder::new().max_rect(row).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        // a narrow phone has no use for the wall
        let wall = Some(&it.wall).filter(|_| it.turn.is_none() || ui.available_width() >= WITH_WALL);
        for button in it.turn.iter().flatten().chain(wall) {
            actions.extend(parts::offered_chip(ui, button));
        }
    });
}

/// Whether a finger has just swiped across this place, and whether forward.
fn swiped(ui: &Ui, place: Rect) -> Option<bool> {
    let id = Id::new("boards.swipe");
    let response = ui.interact(place, id, Sense::drag());
    let before: f32 =
        if response.drag_started() { 0.0 } else { ui.data(|data| data.get_temp(id)).unwrap_or(0.0) };
    let moved = before + response.drag_delta().x;
    ui.data_mut(|data| data.insert_temp(id, moved));
    (response.drag_stopped() && moved.abs() >= SWIPE).then_some(moved < 0.0)
}

/// Shows boards as large as they fit in this place.
pub(super) fn cards(
    view: &View<'_>,
    ui: &mut Ui,
    boards: &[LeadingView<'_>],
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let (columns, size) = fit(place.size(), boards.len());
    let rows = boards.len().div_ceil(columns);
    for (at, board) in boards.iter().enumerate() {
        let (column, row) = (at % columns, at / columns);
        let in_row = if row + 1 == rows { boards.len() - row * columns } else { columns };
        let wide = in_row as f32 * (size.x + GAP) - GAP;
        let left = place.left() + (place.width() - wide).max(0.0) / 2.0;
        let corner = pos2(left, place.top()) + vec2(column as f32, row as f32) * (size + Vec2::splat(GAP));
        card(view, ui, board, Rect::from_min_size(corner, size), actions);
    }
}

/// Returns the number of columns with which this many boards are largest, and the size of a card.
fn fit(room: Vec2, boards: usize) -> (usize, Vec2) {
    let card = |columns: usize| {
        let rows = boards.div_ceil(columns).max(1) as f32;
        let cell = vec2((room.x + GAP) / columns as f32 - GAP, (room.y + GAP) / rows - GAP);
        let around = lines(cell.y) + 2.0 * MARGIN;
        let board = (cell.x - 2.0 * MARGIN).min((cell.y - around) / HIGH).max(40.0);
        (columns, board, cell)
    };
    let largest = (1..=boards.clamp(1, 3)).map(card).max_by(|one, other| one.1.total_cmp(&other.1));
    let (columns, board, cell) = largest.unwrap_or((1, 40.0, room));
    // names need some width above a board that is not high
    let names = f32::max(1.25 * board, NAME_AND_CLOCK * letters(cell.y));
    let wide = (board + 2.0 * MARGIN).max(f32::min(cell.x, names));
    (columns, vec2(wide, f32::min(cell.y, board * HIGH + lines(cell.y) + 2.0 * MARGIN)))
}

/// The letters of a card of this height, and the height of the lines around its board.
fn letters(height: f32) -> f32 {
    (height * LETTERS).clamp(SMALLEST, LARGEST)
}

fn lines(height: f32) -> f32 {
    letters(height) * LINE * LINES
}

fn card(view: &View<'_>, ui: &mut Ui, it: &LeadingView<'_>, place: Rect, actions: &mut Vec<Action>) {
    let hot = it.watch.as_ref().is_some_and(|watch| press(view, ui, it, watch, place, actions));
    let (fill, edge) = if hot {
        (view.theme.surface.hover, Stroke::new(1.0, view.theme.jade.fill))
    } else {
        (view.theme.panel, Stroke::new(1.0, view.theme.border))
    };
    ui.painter().rect(place, CornerRadius::same(theme::RADIUS_BUTTON), fill, edge, StrokeKind::Inside);
    let inner = place.shrink(MARGIN);
    let line = letters(place.height()) * LINE;
    head(view, ui, it, inner.with_max_y(inner.top() + line));
    let black = inner.with_min_y(inner.top() + line).with_max_y(inner.top() + 2.0 * line);
    player(view, ui, it, Color::Black, black);
    player(view, ui, it, Color::Red, inner.with_min_y(inner.bottom() - line));
    let room =
        Rect::from_min_max(pos2(inner.left(), black.bottom()), pos2(inner.right(), inner.bottom() - line));
    if let Some(board) = it.board {
        let wide = room.width().min(room.height() / HIGH);
        let drawn = Rect::from_center_size(room.center(), vec2(wide, wide * HIGH));
        small_boards::paint_scene(ui.painter(), &board.scene(drawn, &view.theme));
    } else {
        // whoever is waited for may have a long name
        let said =
            parts::wrapped(ui, &it.state.label, theme::plain(line / LINE), view.theme.sub, room.width());
        ui.painter().galley(room.center() - said.size() / 2.0, said, view.theme.sub);
    }
}

/// A press on a card shows its game alone. Returns whether the pointer is on it.
fn press(
    view: &View<'_>,
    ui: &mut Ui,
    it: &LeadingView<'_>,
    watch: &Button,
    place: Rect,
    actions: &mut Vec<Action>,
) -> bool {
    let words = it.words(&view.model()).join(" · ");
    let response = parts::clickable(ui, place, &watch.id, &words, false);
    let response = match &watch.permit {
        Ok(()) => response.on_hover_text(&watch.label),
        Err(why) => {
            disabled::say_why(ui, &response, &watch.id, why);
            response
        }
    };
    actions.extend(watch.press().filter(|_| response.clicked()));
    watch.permit.is_ok() && (response.hovered() || response.has_focus())
}

/// Shows which board it is, and the result or how far it is.
fn head(view: &View<'_>, ui: &Ui, it: &LeadingView<'_>, place: Rect) {
    let size = letters_of(place);
    let font = if it.is_over { theme::bold(size) } else { theme::plain(size * 0.9) };
    let ink = if it.is_over { view.theme.ink } else { view.theme.sub };
    let half = place.width() * 0.62;
    let said = if it.board.is_some() { &*it.state.label } else { "" };
    let state = parts::text(ui, place.right_center(), Align2::RIGHT_CENTER, said, font, ink, half);
    let wide = state.left() - place.left() - 8.0;
    let font = theme::plain(size * 0.9);
    parts::text(ui, place.left_center(), Align2::LEFT_CENTER, &it.number, font, view.theme.sub, wide);
}

/// Shows a player with their clock.
fn player(view: &View<'_>, ui: &Ui, it: &LeadingView<'_>, side: Color, place: Rect) {
    let (size, middle) = (letters_of(place), place.center().y);
    let radius = size * 0.34;
    let dot = pos2(place.left() + radius + 1.0, middle);
    let inks = view.theme.pieces.side(side);
    ui.painter().circle(dot, radius, inks.ink, Stroke::new(1.0, view.theme.border));
    let mut right = place.right();
    if let Some(face) = it.clocks.as_ref().map(|clocks| &clocks[side]).filter(|face| !face.digits.is_empty())
    {
        let ink = sides::digits_ink(view, face);
        let font = if face.running { theme::bold(size) } else { theme::plain(size) };
        let at = pos2(place.right() - 4.0, middle);
        let digits = parts::line(ui.ctx(), &face.digits, font.clone(), ink, place.width() * 0.5);
        let chip = Rect::from_center_size(
            pos2(at.x - digits.size().x / 2.0, middle),
            digits.size() + vec2(8.0, 2.0),
        );
        if face.running {
            ui.painter().rect_filled(chip, CornerRadius::same(theme::RADIUS_BUTTON), view.theme.jade.wash);
        }
        parts::text(ui, at, Align2::RIGHT_CENTER, &face.digits, font, ink, place.width() * 0.5);
        right = chip.left();
    }
    let left = dot.x + radius + 6.0;
    let font = theme::bold(size);
    let name = &it.names[side];
    let wide = (right - 6.0 - left).max(0.0);
    let shown = parts::text(ui, pos2(left, middle), Align2::LEFT_CENTER, name, font, view.theme.ink, wide);
    let id = ui.id().with(("board.name", &it.id, side));
    let traced = ui.interact(shown, id, Sense::hover());
    ui_trace::record(ui, &format!("board.name.{}.{side:?}", it.id), name, &traced);
}

/// The letters of a line of this height.
fn letters_of(line: Rect) -> f32 {
    line.height() / LINE
}
