//! The course: the list of lessons on the first screen, and a lesson beside its board.

use super::exercise::{self, Place};
use super::parts;
use super::view::View;
use super::{described, piece_sets};
use crate::widgets::line_breaking::join_parts;
use crate::widgets::{self, theme};
use chuhe_model::actions::action::Action;
use chuhe_model::lessons::Game;
use chuhe_view::learn::{LessonView, LessonsView};
use chuhe_view::start::PIECE_SETS;
use chuhe_view::{Button, Fact, Part, Role};
use egui::{Context, CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

/// The height of a lesson in the list, and the width from which the list has two columns.
const ROW: f32 = 36.0;
const TWO_COLUMNS: f32 = 420.0;
/// The space between the rows, and between the columns.
const GAP: f32 = 6.0;
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
    if plays_first(&it) {
        let wide = Rows::of(ui, ui.available_width()).wide;
        actions.extend(parts::offered_filling(ui, &it.play, wide));
    }
    let place = ui.available_rect_before_wrap();
    // on a phone the whole form scrolls
    if view.area.form.is_phone() {
        return lessons(view, ui, &it, actions);
    }
    let place = whole_rows(ui, place, &[(0.0, it.lessons.len())]);
    parts::scroll(ui, "learn.list", place, false, |ui| lessons(view, ui, &it, actions));
}

fn lessons(view: &View<'_>, ui: &mut Ui, it: &LessonsView, actions: &mut Vec<Action>) {
    let wide = rows(view, ui, &it.lessons.iter().collect::<Vec<_>>(), actions);
    if !plays_first(it) {
        actions.extend(parts::offered_filling(ui, &it.play, wide));
    }
}

/// Whether the game stands above the lessons: a few are enough for one, and the end of the list may be out of sight.
fn plays_first(it: &LessonsView) -> bool {
    it.lessons.iter().any(|lesson| lesson.is_done)
}

/// How rows of lessons or endgames are laid out: in two columns where there is room.
struct Rows {
    columns: usize,
    wide: f32,
    height: f32,
}

impl Rows {
    fn of(ui: &Ui, available: f32) -> Self {
        let wide = available - 14.0;
        let columns = if wide >= TWO_COLUMNS { 2 } else { 1 };
        Self { columns, wide, height: theme::height(ui.ctx(), ROW) }
    }

    /// The height of so many buttons, with the space below them.
    fn height(&self, buttons: usize) -> f32 {
        (self.height + GAP) * buttons.div_ceil(self.columns) as f32
    }
}

/// The part of a place in which a list that scrolls begins with whole rows. Each group has so much above its rows, and so
/// many buttons.
pub(super) fn whole_rows(ui: &Ui, place: Rect, groups: &[(f32, usize)]) -> Rect {
    let rows = Rows::of(ui, place.width());
    let (mut top, mut whole) = (0.0, place.height());
    for &(above, buttons) in groups {
        for row in 1..=buttons.div_ceil(rows.columns) {
            let bottom = top + above + rows.height(row * rows.columns);
            if bottom - GAP <= place.height() {
                whole = bottom - GAP / 2.0;
            }
        }
        top += above + rows.height(buttons);
    }
    // what follows the rows is shown if there is room for it
    let fits = top + theme::HEIGHT_BUTTON <= place.height();
    if fits { place } else { place.with_max_y(place.top() + whole.min(place.height())) }
}

/// Shows lessons or endgames as rows, in two columns where there is room. Returns their width.
///
/// They are read along the rows: a list that scrolls would have the end of a column out of sight, and go on beside it.
pub(super) fn rows(view: &View<'_>, ui: &mut Ui, buttons: &[&Button], actions: &mut Vec<Action>) -> f32 {
    let rows = Rows::of(ui, ui.available_width());
    let column = (rows.wide - GAP * (rows.columns as f32 - 1.0)) / rows.columns as f32;
    let (place, _) = ui.allocate_exact_size(vec2(rows.wide, rows.height(buttons.len())), Sense::hover());
    for (index, button) in buttons.iter().enumerate() {
        let (across, down) = (index % rows.columns, index / rows.columns);
        let at = vec2(across as f32 * (column + GAP), down as f32 * (rows.height + GAP));
        let place = Rect::from_min_size(place.min + at, vec2(column, rows.height));
        actions.extend(row(view, ui, button, place));
    }
    rows.wide
}

/// Shows a lesson as a row with its title, and a tick once it is done.
fn row(view: &View<'_>, ui: &mut Ui, lesson: &Button, place: Rect) -> Option<Action> {
    let is_done = lesson.is_done;
    let response = parts::clickable(ui, place, &lesson.id, &lesson.label, is_done);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let is_next = lesson.role == Role::Primary;
    let (fill, edge) = parts::option_look(&view.theme, is_next, response.hovered() || response.has_focus());
    ui.painter().rect(place, theme::RADIUS_MARK, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let room = place.width() - 2.0 * TICK_AT;
    let font = if is_next { theme::bold(theme::TEXT) } else { theme::plain(theme::TEXT) };
    let at = place.left_center() + vec2(12.0, 0.0);
    parts::in_two_lines(ui, at, &lesson.label, font, view.theme.ink, room);
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
    let (Some(learning), Some(it)) = (view.app.study().exercises.learning(), LessonView::of(&view.model()))
    else {
        return;
    };
    let game = learning.attempt().lesson().game;
    // after the last lesson a game is likelier than the list
    let buttons = [it.play.as_ref().unwrap_or(&it.next), &it.again, &it.list];
    let (next, typed) = (Some(&it.next), &it.typed);
    let place = Place { name: "lesson", exercise: learning, answers: &it.marks, buttons, next, typed };
    exercise::show(view, ctx, &place, actions, |ui, actions| {
        words(view, ui, &it, actions);
        choices(view, ui, &it, game, actions);
        if view.area.form.is_phone() {
            rule(view, ui, &it);
        }
    });
}

/// Shows the rule that a lesson is about.
fn rule(view: &View<'_>, ui: &mut Ui, it: &LessonView) {
    it.rule.iter().for_each(|line| exercise::quiet(view, ui, line));
}

/// Shows the title, what to do, and what is said to the last move. The rule comes before it, and on a phone last, after
/// what is to be done and chosen: it may need to scroll.
fn words(view: &View<'_>, ui: &mut Ui, it: &LessonView, actions: &mut Vec<Action>) {
    let is_phone = view.area.form.is_phone();
    let task = |ui: &mut Ui| exercise::task(view, ui, &it.task);
    exercise::title(view, ui, &it.title, &it.step);
    // the answers below the words leave no room for both: who has answered has read the task
    let is_answered = is_phone && !it.marks.is_empty();
    let reply = |ui: &mut Ui| exercise::reply(view, ui, it.reply.as_ref());
    if is_answered {
        reply(ui);
    }
    if !is_phone {
        rule(view, ui, it);
    }
    task(ui);
    if !is_answered {
        reply(ui);
    }
    if !it.marks.is_empty() && !is_phone {
        ui.horizontal_wrapped(|ui| {
            for mark in &it.marks {
                actions.extend(parts::offered_chip(ui, mark));
            }
        });
    }
}

/// Shows what is on the pieces. A line ends between two of them.
pub(super) fn legend(view: &View<'_>, ui: &mut Ui, legend: &Fact) {
    let pieces: Vec<String> = legend.label.split(parts::BETWEEN).map(str::to_owned).collect();
    let label = join_parts(ui.ctx(), &pieces, &theme::plain(theme::TEXT_SMALL), ui.available_width());
    parts::said(view, ui, &Fact { label, ..legend.clone() });
}

/// Shows how the pieces look, and what is on them.
fn choices(view: &View<'_>, ui: &mut Ui, it: &LessonView, game: Game, actions: &mut Vec<Action>) {
    if let Some(legend) = &it.legend {
        self::legend(view, ui, legend);
    }
    let Some(pieces) = &it.pieces else { return };
    match game {
        Game::Xiangqi => {
            let is_phone = view.area.form.is_phone();
            if !is_phone {
                parts::caption(ui, &pieces.label);
            }
            ui.horizontal_wrapped(|ui| {
                if is_phone {
                    parts::caption(ui, &pieces.label);
                }
                actions.extend(piece_sets::chips(view, ui, pieces, &PIECE_SETS));
            });
        }
        Game::Luzhanqi => {
            described::parts(ui, &[Part::Choice(pieces.clone())], actions);
        }
    }
}
