//! The area below the buttons, which shows a question and the buttons that answer it.

use super::parts::{self, CardLook, card};
use super::side;
use super::view::View;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::table::Table;
use chuhe_view::{Button, Question, Role};
use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

/// The question about an engine that failed, whose message is longer than those of the others.
const ENGINE: &str = "engine";

/// What the coach says, which is longer too, or has more answers: they are below it everywhere.
const COACH: &str = "coach";

/// A line of text of the usual size.
const LINE: f32 = 22.0;

/// A place that is narrower, and at least so high, has the message above the answers.
const NARROW: f32 = 400.0;
const LEAST_STACKED: f32 = 70.0;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, table: &Table, actions: &mut Vec<Action>) {
    let Some(question) = question(view) else { return };
    if question.id == ENGINE {
        return failed(view, ui, question, actions);
    }
    let place = ui.max_rect();
    card(ui, place, if question.asks { CardLook::Wash } else { CardLook::Plain });
    let inner = place.shrink2(vec2(14.0, 3.0));
    let answers = answers(view, question);
    // a narrow place has no room for a name beside the answers
    let is_narrow = place.width() < NARROW && place.height() >= LEAST_STACKED && !answers.is_empty();
    if question.id == COACH {
        // what the place has more than the answers and a line of text is space around the three
        let below = ((place.height() - theme::HEIGHT_BUTTON - LINE) / 3.0).max(1.0);
        let (above, row) = inner.split_top_bottom_at_y(place.bottom() - below - theme::HEIGHT_BUTTON);
        message(view, ui, table, &question.message, above);
        actions.extend(parts::offered_side_by_side(ui, answers, &divided(ui, answers, row)));
        return;
    }
    let button = if is_narrow { 34.0 } else { 38.0 };
    let (above, row) = inner.split_top_bottom_at_y(inner.bottom() - button);
    let row = if is_narrow { row } else { inner };
    let mut right = row.right();
    for answer in answers.iter().rev() {
        let font = theme::plain(theme::TEXT);
        let label = ui.painter().layout_no_wrap(answer.label.clone(), font, view.theme.ink);
        let size = vec2((label.size().x + 34.0).max(70.0), button);
        let rect = Rect::from_min_size(pos2(right - size.x, row.center().y - button / 2.0), size);
        actions.extend(parts::offered_at(ui, rect, answer));
        right = rect.left() - 8.0;
    }
    let beside = inner.with_max_x(right - 6.0);
    let line = if is_narrow { above } else { beside.with_min_x(place.left() + 18.0) };
    message(view, ui, table, &question.message, line);
}

/// The message or question to show, if there is one.
fn question<'a>(view: &'a View<'_>) -> Option<&'a Question> {
    view.table.as_ref()?.most_urgent()
}

/// The answers to show with a question. The line at the bottom has those to a lost connection.
fn answers<'a>(view: &View<'_>, question: &'a Question) -> &'a [Button] {
    let is_connection = view.table.as_ref().is_some_and(|table| table.connection.as_ref() == Some(question));
    if is_connection { &[] } else { &question.answers }
}

/// Whether a phone asks the user something now.
pub(super) fn asks(view: &View<'_>) -> bool {
    question(view).is_some_and(|it| !answers(view, it).is_empty())
}

/// Shows the question of a phone, with its answers below it. Returns whether there is one.
pub(super) fn stacked(view: &View<'_>, ui: &mut Ui, table: &Table, actions: &mut Vec<Action>) -> bool {
    let Some(question) = question(view).filter(|it| !answers(view, it).is_empty()) else { return false };
    if question.id == ENGINE {
        failed(view, ui, question, actions);
        return true;
    }
    let answers = answers(view, question);
    let place = ui.max_rect();
    card(ui, place, if question.asks { CardLook::Wash } else { CardLook::Plain });
    let inner = place.shrink2(vec2(12.0, 6.0));
    let (line, row) = inner.split_top_bottom_at_y(inner.bottom() - theme::TOUCH);
    // the question lies over the line that says which position the board shows
    message(view, ui, table, &question.in_one_line(), line);
    // a tap that was meant for what was here before must not answer it
    let settled = parts::has_settled(ui, egui::Id::new(("question", &answers[0].id)), place);
    let places = divided(ui, answers, row);
    actions.extend(parts::offered_side_by_side(ui, answers, &places).filter(|_| settled));
    true
}

/// The places of answers in a row: equal ones where their labels allow it.
fn divided(ui: &Ui, answers: &[Button], row: Rect) -> Vec<Rect> {
    let gap = theme::SPACE_SMALL;
    let room = row.width() - gap * answers.len().saturating_sub(1) as f32;
    let mut left = row.left();
    let place = |width| {
        let place = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
        left = place.right() + gap;
        place
    };
    side::divided(ui, answers, room).into_iter().map(place).collect()
}

/// Shows the message of a question in this place, as large as it fits.
fn message(view: &View<'_>, ui: &Ui, table: &Table, message: &str, place: Rect) {
    let name = &*view.text.called(&table.game().seats()[table.game().me().opponent()].name);
    let lay_out = |message: &str, size: f32| {
        parts::wrapped(ui, message, theme::plain(size), view.theme.ink, place.width())
    };
    let fits = |size: &f32| lay_out(message, *size).size().y <= place.height();
    let size = [theme::TEXT, 14.0].into_iter().find(fits).unwrap_or(theme::TEXT_SMALL);
    let message = parts::fit_name(ui, message, name, theme::plain(size), place.size());
    let text = lay_out(&message, size);
    let rect = Rect::from_min_size(pos2(place.left(), place.center().y - text.size().y / 2.0), text.size());
    ui.painter().galley(rect.min.round(), text, view.theme.ink);
    let response = ui.interact(rect, ui.id().with("message"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "offer.message", &message, &response);
}

/// Returns the message of a question without answers, for the line of a phone that shows the state.
pub(super) fn remark<'a>(view: &'a View<'_>) -> Option<&'a str> {
    question(view).filter(|it| answers(view, it).is_empty()).map(|it| it.message.as_str())
}

/// Shows the question about an engine that failed: a line above the buttons.
fn failed(view: &View<'_>, ui: &mut Ui, question: &Question, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Wash);
    let inner = place.shrink2(vec2(14.0, 4.0));
    let message = &question.message;
    let (line, row) = inner.split_top_bottom_at_y(inner.bottom() - theme::height(ui.ctx(), parts::CHIP));
    let font = theme::plain(theme::TEXT_SMALL);
    let at = line.left_center();
    parts::text(ui, at, Align2::LEFT_CENTER, message, font, view.theme.red, line.width());
    let response = ui.interact(line, ui.id().with("message"), Sense::hover()).on_hover_text(message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, message));
    ui_trace::record(ui, "offer.message", message, &response);
    parts::inside(ui, "engine", row, |ui| {
        ui.horizontal(|ui| {
            for answer in &question.answers {
                let is_likely = answer.role == Role::Primary;
                if parts::chip(ui, &answer.id, &answer.label, is_likely) {
                    actions.push(answer.action.clone());
                }
            }
        });
    });
}
