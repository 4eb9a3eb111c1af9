//! A request that waits for an answer while a dialog covers what shows it: above the dialog, in the place of a notice.
//!
//! That place is free above every dialog, so the request covers nothing, and no dialog moves when it comes. A notice is
//! shown there for its moment first. Where the answers of a narrow phone leave too little room beside them, what is asked
//! stands above them.

use super::notices;
use super::parts;
use super::view::View;
use crate::widgets::fitting::{fitting_lines, line};
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::status::StatusView;
use egui::{
    Align, Area, Color32, Context, Galley, Id, Order, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use std::sync::Arc;

/// The greatest width.
const WIDEST: f32 = 760.0;
/// The margins beside the text, and between the buttons.
const MARGIN: f32 = 10.0;
const GAP: f32 = 6.0;
/// The space below the answers where what is asked stands above them.
const BELOW_ANSWERS: f32 = 2.0;

/// Shows the request, if a dialog is shown in this frame and there is one.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(place) = notices::free_above_dialog(view, ctx) else { return };
    let Some(status) = StatusView::over_dialog(&view.model()) else { return };
    let wide = place.width().min(WIDEST);
    let rect = Rect::from_center_size(place.center(), vec2(wide, place.height())).shrink2(vec2(0.0, 1.0));
    let area = Area::new(Id::new("over dialog")).order(Order::Tooltip).fixed_pos(rect.min).constrain(false);
    area.show(ctx, |ui| {
        // it takes the clicks, and the keyboard passes it by
        ui.allocate_rect(rect, Sense::CLICK);
        let edge = Stroke::new(1.0, view.theme.jade.fill);
        ui.painter().rect(rect, theme::RADIUS_BUTTON, view.theme.panel, edge, StrokeKind::Inside);
        let settled = Id::new(("over dialog", &status.request));
        let is_settled = parts::has_settled(ui, settled, rect);
        let answered = contents(view, ui, &status, rect);
        actions.extend(answered.filter(|_| is_settled));
    });
}

/// Shows what is asked beside the answers, or above them, and returns what the user chose.
fn contents(view: &View<'_>, ui: &mut Ui, status: &StatusView, rect: Rect) -> Option<Action> {
    let widths: Vec<f32> = status.answers.iter().map(|answer| parts::chip_width(ui, &answer.label)).collect();
    let height = theme::height(ui.ctx(), parts::CHIP);
    let mut left = rect.right() - widths.iter().map(|width| width + GAP).sum::<f32>();
    let (ctx, ink) = (ui.ctx().clone(), view.theme.ink);
    let beside = rect.with_min_x(rect.left() + MARGIN).with_max_x(left - MARGIN);
    let (above, below) = rect.split_top_bottom_at_y(rect.bottom() - height - BELOW_ANSWERS);
    let above = above.shrink2(vec2(MARGIN, 0.0));
    let is_above = above.height() >= notices::ABOVE_ANSWERS - 2.0 * BELOW_ANSWERS;
    let whole =
        |place: Rect| fitting(&ctx, &status.messages, ink, place.width()).filter(|(_, it)| !it.elided);
    let (place, row, text) = match whole(beside) {
        None if is_above => (above, below, fitting(&ctx, &status.messages, ink, above.width())),
        Some(text) => (beside, rect, Some(text)),
        None => (beside, rect, fitting(&ctx, &status.messages, ink, beside.width())),
    };
    if let Some((message, galley)) = text {
        if galley.elided {
            ui_trace::record_cut(ui, message, rect);
        }
        let size = galley.size();
        let place = Rect::from_min_size(place.left_center() - vec2(0.0, size.y / 2.0), size);
        ui.painter().galley(place.min.round(), galley, ink);
        let response = ui.interact(place, ui.id().with("message"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, message));
        ui_trace::record(ui, "over.message", message, &response);
    }
    let mut chosen = None;
    for (answer, width) in status.answers.iter().zip(widths) {
        let chip = Rect::from_min_size(pos2(left, row.center().y - height / 2.0), vec2(width, height));
        chosen = parts::inside(ui, &answer.id, chip, |ui| parts::offered_chip(ui, answer)).or(chosen);
        left += width + GAP;
    }
    chosen
}

/// The longest of the messages that fits in one line, or in two lines of small letters; otherwise the shortest, cut.
fn fitting<'a>(
    ctx: &Context,
    messages: &'a [String],
    ink: Color32,
    width: f32,
) -> Option<(&'a str, Arc<Galley>)> {
    let in_one = |message: &str| line(ctx, message, theme::plain(theme::TEXT), ink, width);
    let fitted = |message: &'a String| {
        let one = in_one(message);
        let whole =
            if one.elided { fitting_lines(ctx, message, ink, (width, 2, Align::Min)) } else { Some(one) };
        whole.map(|galley| (message.as_str(), galley))
    };
    let shortest = || messages.last().map(|message| (message.as_str(), in_one(message)));
    messages.iter().find_map(fitted).or_else(shortest)
}
