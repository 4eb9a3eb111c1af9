//! The course: the list of lessons on the first screen, and a lesson beside its board.

use super::parts::{self, CardLook, card, region};
use super::view::View;
use super::{board_focus, described, links, notices, piece_sets, status_line};
use crate::widgets::{self, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::table_layout::TableLayout;
use chuhe_model::lessons::Game;
use chuhe_view::learn::{LessonView, LessonsView};
use chuhe_view::start::PIECE_SETS;
use chuhe_view::{Button, Fact, Part, Role};
use egui::{
    Align, Align2, Context, CursorIcon, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    vec2,
};

/// The height of a lesson in the list, and the width from which the list has two columns.
const ROW: f32 = 36.0;
const TWO_COLUMNS: f32 = 420.0;
const PADDING: f32 = 18.0;
const PHONE_MARGIN: f32 = 6.0;
/// The width of the links at the right of the footer.
const LINKS: f32 = 240.0;
/// The size of the tick of a lesson that is done, and its distance from the edge.
const TICK: f32 = 8.0;
const TICK_AT: f32 = 18.0;

/// Shows the lessons below each other, in two columns where there is room.
pub(super) fn list(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let it = LessonsView::of(&view.model());
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    if !view.area.form.is_phone() {
        widgets::heading(ui, it.heading);
    }
    ui.horizontal_wrapped(|ui| {
        actions.extend(parts::chips(ui, &it.game));
        if !view.area.form.is_phone() {
            parts::said(view, ui, &it.progress);
        }
    });
    if view.area.form.is_phone() {
        parts::said(view, ui, &it.progress);
    }
    parts::said(view, ui, &it.explained);
    let place = ui.available_rect_before_wrap();
    // on a phone the whole form scrolls
    if view.area.form.is_phone() {
        return rows(view, ui, &it, actions);
    }
    parts::scroll(ui, "learn.list", place, false, |ui| rows(view, ui, &it, actions));
}

fn rows(view: &View<'_>, ui: &mut Ui, it: &LessonsView, actions: &mut Vec<Action>) {
    let gap = 6.0;
    let wide = ui.available_width() - 14.0;
    let columns = if wide >= TWO_COLUMNS { 2 } else { 1 };
    let height = theme::height(ui.ctx(), ROW);
    let count = it.lessons.len().div_ceil(columns);
    let column = (wide - gap * (columns as f32 - 1.0)) / columns as f32;
    let (place, _) = ui.allocate_exact_size(vec2(wide, (height + gap) * count as f32), Sense::hover());
    for (index, lesson) in it.lessons.iter().enumerate() {
        let at = vec2((index / count) as f32 * (column + gap), (index % count) as f32 * (height + gap));
        let place = Rect::from_min_size(place.min + at, vec2(column, height));
        actions.extend(row(view, ui, lesson, place));
    }
    actions.extend(parts::offered_filling(ui, &it.play, wide));
}

/// Shows a lesson as a row with its title, and a tick once it is done.
fn row(view: &View<'_>, ui: &mut Ui, lesson: &Button, place: Rect) -> Option<Action> {
    let is_done = lesson.is_chosen();
    let response = parts::clickable(ui, place, &lesson.id, &lesson.label, is_done);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let is_next = lesson.role == Role::Primary;
    let (fill, edge) = parts::option_look(&view.theme, is_next, response.hovered() || response.has_focus());
    ui.painter().rect(place, theme::RADIUS_MARK, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let room = place.width() - 2.0 * TICK_AT;
    let font = if is_next { theme::bold(theme::TEXT) } else { theme::plain(theme::TEXT) };
    let at = place.left_center() + vec2(12.0, 0.0);
    parts::text(ui, at, Align2::LEFT_CENTER, &lesson.label, font, view.theme.ink, room);
    if is_done {
        let at = place.right_center() - vec2(TICK_AT, 0.0);
        let corners = [vec2(-TICK, 0.0), vec2(-TICK * 0.3, TICK * 0.7), vec2(TICK * 0.9, -TICK * 0.7)];
        let stroke = Stroke::new(2.5, view.theme.jade.fill);
        ui.painter().line(corners.map(|corner| at + corner).to_vec(), stroke);
    }
    lesson.press().filter(|_| response.clicked())
}

/// Shows a lesson: its words beside the board, or below it on a phone.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    ui_trace::screen(ctx, "lesson");
    let (Some(learning), Some(it)) = (view.app.study().learning(), LessonView::of(&view.model())) else {
        return;
    };
    let layout = TableLayout::of(view.area, learning.board_of(), learning.bottom());
    let is_phone = view.area.form.is_phone();
    let side = if is_phone { layout.side.shrink(PHONE_MARGIN) } else { layout.side };
    let height = if is_phone { theme::TOUCH } else { theme::HEIGHT_BUTTON };
    let buttons = side.with_min_y(side.bottom() - height);
    let panel = side.with_max_y(buttons.top() - if is_phone { PHONE_MARGIN } else { theme::SPACE });
    board_focus::show(view, ctx, layout.board.panel(), actions);
    region(ctx, "lesson.buttons", buttons, |ui| end(ui, &it, actions));
    let (panel, notice) = if is_phone { notices::split_end(view, ctx, panel) } else { (panel, panel) };
    if is_phone {
        notices::place(ctx, notice, notice.center().x);
    }
    region(ctx, "lesson.panel", panel, |ui| {
        card(ui, panel, CardLook::Plain);
        let inner = panel.shrink(if is_phone { 8.0 } else { PADDING });
        parts::scroll(ui, "lesson.scroll", inner, false, |ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, if is_phone { 4.0 } else { 10.0 });
            ui.set_max_width(inner.width() - 14.0);
            words(view, ui, &it, actions);
            choices(view, ui, &it, learning.attempt().lesson().game, actions);
        });
        if is_phone {
            status_line::bottom_line(view, ui, buttons, buttons.center().x, actions);
        }
    });
    if !is_phone {
        region(ctx, "lesson.footer", layout.footer, |ui| footer(view, ui, layout.board.panel(), actions));
    }
    let is_busy = view.app.pane().cursor().is_some() || view.is_covered();
    if !is_busy && view.pressed(ctx, egui::Key::Escape) {
        actions.push(it.list.action.clone());
    } else if !is_busy && view.pressed(ctx, egui::Key::Enter) {
        actions.extend(it.next.press());
    }
}

/// Shows the title, what to do, what is said to the last move, and the rule. On a phone the task comes first.
fn words(view: &View<'_>, ui: &mut Ui, it: &LessonView, actions: &mut Vec<Action>) {
    let is_phone = view.area.form.is_phone();
    let title = |ui: &mut Ui| {
        ui.horizontal_wrapped(|ui| {
            widgets::heading(ui, &it.title);
            parts::said(view, ui, &it.step);
        });
    };
    let task = |ui: &mut Ui| {
        let size = if is_phone { theme::TEXT } else { theme::TEXT_LARGE };
        let text = RichText::new(&it.task.label).font(theme::bold(size)).color(view.theme.ink);
        let response = ui.label(text);
        ui_trace::record(ui, &it.task.id, &it.task.label, &response);
    };
    let rule = |ui: &mut Ui| it.rule.iter().for_each(|line| said(view, ui, line));
    title(ui);
    if is_phone {
        task(ui);
    } else {
        rule(ui);
        task(ui);
    }
    if let Some(reply) = &it.reply {
        parts::said(view, ui, reply);
    }
    if !it.marks.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for mark in &it.marks {
                actions.extend(parts::offered_chip(ui, mark));
            }
        });
    }
    if is_phone {
        rule(ui);
    }
}

fn said(view: &View<'_>, ui: &mut Ui, fact: &Fact) {
    let text = RichText::new(&fact.label).font(theme::plain(theme::TEXT)).color(view.theme.sub);
    let response = ui.label(text);
    ui_trace::record(ui, &fact.id, &fact.label, &response);
}

/// Shows how the pieces look, and what is on them.
fn choices(view: &View<'_>, ui: &mut Ui, it: &LessonView, game: Game, actions: &mut Vec<Action>) {
    if let Some(legend) = &it.legend {
        parts::said(view, ui, legend);
    }
    let Some(pieces) = &it.pieces else { return };
    match game {
        Game::Xiangqi => {
            parts::caption(ui, &pieces.label);
            ui.horizontal_wrapped(|ui| actions.extend(piece_sets::chips(view, ui, pieces, &PIECE_SETS)));
        }
        Game::Luzhanqi => {
            described::parts(ui, &[Part::Choice(pieces.clone())], actions);
        }
    }
}

/// Shows the buttons below the words.
fn end(ui: &mut Ui, it: &LessonView, actions: &mut Vec<Action>) {
    let (place, gap) = (ui.max_rect(), 8.0);
    // after the last lesson a game is likelier than the list
    let first = it.play.as_ref().unwrap_or(&it.next);
    let (wide, rest) = (place.width() * 0.46, place.width() * 0.54);
    let (next, others) = place.split_left_right_at_x(place.left() + wide);
    let (again, list) = others.split_left_right_at_x(others.left() + rest * 0.44);
    actions.extend(parts::offered_at(ui, next.with_max_x(next.right() - gap), first));
    actions.extend(parts::offered_at(ui, again.with_max_x(again.right() - gap), &it.again));
    actions.extend(parts::offered_at(ui, list, &it.list));
}

fn footer(view: &View<'_>, ui: &mut Ui, board: Rect, actions: &mut Vec<Action>) {
    let (line, right) = status_line::split_footer(ui.max_rect());
    let left = if line == right { line.with_max_x(line.right() - LINKS) } else { line };
    status_line::bottom_line(view, ui, left, board.center().x, actions);
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| links::links(view, ui, actions));
}
