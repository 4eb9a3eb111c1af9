//! The line at the bottom of a screen: a lost connection, notices, and pending requests.

use super::view::View;
use super::{notices, parts};
use crate::widgets::line_breaking::break_lines;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::Tone;
use chuhe_view::status::StatusView;
use egui::{Align2, Area, Color32, Context, Galley, Id, Order, Rect, Sense, Stroke, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// The width below which the links of a footer are under the status line.
const NARROW: f32 = 820.0;
/// How far the frame of a message with buttons reaches above half of a narrow footer.
const FRAME: f32 = 3.0;
/// The space between the line on a phone and what scrolls above it.
const ABOVE: f32 = 4.0;
/// The height from which on a place on a phone is meant for a message and the chips below it.
const LEAST_STACKED: f32 = 2.0 * theme::TOUCH;

/// Returns the places of the status line and of the links in a footer. They are the same, unless the links are
/// under the line for want of width.
pub(super) fn split_footer(place: Rect) -> (Rect, Rect) {
    let line = place.with_max_y(place.top() + place.height().min(60.0));
    if place.width() >= NARROW {
        return (line, line);
    }
    line.translate(vec2(0.0, FRAME)).split_top_bottom_at_fraction(0.5)
}

/// Shows the most urgent of these, and returns whether there was any: a lost connection, a
/// notice, a challenge to a user who does not see the lobby, or paused games.
///
/// `place` is the room of the line, and a short notice is centred on `middle`. On a phone, a notice has a place of
/// its own; see [`notices`].
pub(super) fn bottom_line(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    middle: f32,
    actions: &mut Vec<Action>,
) -> bool {
    // a click on what does nothing is answered first
    if notices::is_shown(ui.ctx()) && !view.area.form.is_phone() {
        notices::place(ui.ctx(), place, middle);
        return true;
    }
    let Some(status) = StatusView::of(&view.model()) else { return false };
    if status.answers.is_empty() {
        paused(view, ui, &status, place);
        return true;
    }
    let request = status.request.as_ref();
    let is_settled = request.is_none_or(|it| parts::has_settled(ui, Id::new(("settled", it)), place));
    let answered = line_with_chips(view, ui, &status, place);
    actions.extend(answered.filter(|_| is_settled));
    true
}

/// The colours of the text and of the edge of a message.
const fn inks(view: &View<'_>, tone: Tone) -> [Color32; 2] {
    match tone {
        Tone::Plain | Tone::Remark | Tone::Good => [view.theme.ink, view.theme.jade.fill],
        Tone::Warning => [view.theme.ink, view.theme.gold.ink],
        Tone::Wrong => [view.theme.red, view.theme.red_border],
    }
}

/// Shows a message that stays until it is resolved, with a chip for each way to resolve it, and returns what the
/// user chose.
///
/// It is the first of its messages for which there is room, or the last one, in two lines of small letters if it
/// needs them.
fn line_with_chips(view: &View<'_>, ui: &mut Ui, status: &StatusView, place: Rect) -> Option<Action> {
    let StatusView { messages, answers, tone, .. } = status;
    let shortest = messages.last()?;
    let [ink, edge] = inks(view, *tone);
    if view.area.form.is_phone() {
        return stacked_with_chips(view, ui, status, [ink, edge], place);
    }
    let (gap, margin, inset) = (6.0, 14.0, 3.0);
    let wide: f32 = answers.iter().map(|answer| parts::chip_width(ui, &answer.label) + gap).sum();
    let behind = ui.painter().add(egui::Shape::Noop);
    let at = pos2(place.left() + margin, place.center().y);
    let room = place.width() - wide - 2.0 * margin;
    let font = theme::plain(theme::TEXT);
    let fits = |message: &&String| !parts::line(ui.ctx(), message, font.clone(), ink, room).elided;
    let message = match messages.iter().find(fits) {
        Some(message) => parts::text(ui, at, Align2::LEFT_CENTER, message, font.clone(), ink, room),
        None => parts::in_two_lines(ui, at, shortest, font, ink, room),
    };
    let (mut left, mut chosen) = (message.right() + margin, None);
    for answer in answers {
        let size = vec2(parts::chip_width(ui, &answer.label), parts::CHIP);
        let chip = Rect::from_min_size(pos2(left, place.center().y - parts::CHIP / 2.0), size);
        chosen = parts::inside(ui, &answer.id, chip, |ui| parts::offered_chip(ui, answer)).or(chosen);
        left = chip.right() + gap;
    }
    let edge = Stroke::new(1.0, edge);
    let around = Rect::from_min_max(place.left_center(), pos2(left - gap + inset, place.center().y));
    let around = around.expand2(vec2(0.0, parts::CHIP / 2.0 + inset));
    let (radius, fill) = (theme::RADIUS_BUTTON + 1, view.theme.panel);
    ui.painter()
        .set(behind, egui::epaint::RectShape::new(around, radius, fill, edge, egui::StrokeKind::Inside));
    chosen
}

/// A message on a phone with its chips below it.
struct Stacked {
    text: Arc<Galley>,
    height: f32,
    margin: f32,
    gap: f32,
}

impl Stacked {
    /// The first of the messages that is not higher than this, or the last one, in small letters if it needs them.
    fn of(ui: &Ui, messages: &[String], ink: Color32, width: f32, most: f32) -> Option<Self> {
        let sizes = [(theme::TEXT, 10.0, theme::SPACE_SMALL), (theme::TEXT_SMALL, 5.0, 4.0)];
        let laid_out = |message: &str, (size, margin, gap): (f32, f32, f32)| {
            let text = parts::wrapped(ui, message, theme::plain(size), ink, width - 2.0 * margin);
            let height = text.size().y + theme::TOUCH + gap + 2.0 * margin;
            Self { text, height, margin, gap }
        };
        let mut all = messages.iter().flat_map(|message| sizes.map(|size| laid_out(message, size)));
        let shortest = || messages.last().map(|message| laid_out(message, sizes[1]));
        all.find(|it| it.height <= most + 0.5).or_else(shortest)
    }
}

/// Takes the place of the line from the end of what scrolls on a phone; returns the rest and the place. It covers neither
/// the board nor a button, unless what scrolls is lower than it.
pub(super) fn split_end(view: &View<'_>, ctx: &Context, rect: Rect) -> (Rect, Rect) {
    let none = rect.split_top_bottom_at_y(rect.bottom());
    let Some(status) = StatusView::of(&view.model()) else { return none };
    let height = parts::region(ctx, "line.height", rect, |ui| {
        if status.answers.is_empty() {
            let message = status.messages.first().map_or("", |message| message);
            return paused_size(view, ctx, message, rect.width()).1.y;
        }
        let stacked = Stacked::of(ui, &status.messages, view.theme.ink, rect.width(), rect.height());
        stacked.map_or(0.0, |it| it.height.max(LEAST_STACKED))
    });
    let line = rect.with_min_y(rect.bottom() - height);
    (rect.with_max_y((line.top() - ABOVE).max(rect.top())), line)
}

/// Shows such a message on a phone: the chips below it, and both above the end of `place`.
///
/// It lies over the screen, unless what it is shown in lies over the screen itself.
fn stacked_with_chips(
    view: &View<'_>,
    ui: &mut Ui,
    status: &StatusView,
    [ink, edge]: [Color32; 2],
    place: Rect,
) -> Option<Action> {
    let StatusView { messages, answers, .. } = status;
    // a longer message must not cover what is above a place that was meant for both
    let is_meant_for_both = place.height() > LEAST_STACKED - 0.5;
    let most = if is_meant_for_both { place.height() } else { f32::INFINITY };
    let Stacked { text, height, margin, gap } = Stacked::of(ui, messages, ink, place.width(), most)?;
    let rect = place.with_min_y(place.bottom() - height.max(place.height()));
    let show = |ui: &mut Ui| {
        // it takes the clicks, and the keyboard passes it by
        ui.allocate_rect(rect, Sense::CLICK);
        let stroke = Stroke::new(1.0, edge);
        ui.painter().rect(rect, theme::RADIUS_CARD, view.theme.panel, stroke, egui::StrokeKind::Inside);
        let row = rect.shrink(margin).with_min_y(rect.bottom() - margin - theme::TOUCH);
        let above = rect.shrink(margin).with_max_y(row.top() - gap);
        ui.painter().galley((above.left_center() - vec2(0.0, text.size().y / 2.0)).round(), text, ink);
        let width = (row.width() - gap * (answers.len() as f32 - 1.0)) / answers.len() as f32;
        let at = |index: usize| {
            let left = row.left() + (width + gap) * index as f32;
            Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()))
        };
        let places: Vec<Rect> = (0..answers.len()).map(at).collect();
        parts::offered_side_by_side(ui, answers, &places)
    };
    if ui.layer_id().order != Order::Background {
        return show(ui);
    }
    let area = Area::new(Id::new("line")).order(Order::Middle).fixed_pos(rect.min).constrain(false);
    area.show(ui.ctx(), show).inner
}

/// Lays out a message in one line, or in more lines if one is too short.
fn whole_lines(
    ctx: &egui::Context,
    message: &str,
    font: &egui::FontId,
    ink: egui::Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let text = parts::line(ctx, message, font.clone(), ink, width);
    if !text.elided {
        return text;
    }
    let broken = break_lines(ctx, message, font, width);
    ctx.fonts(|fonts| fonts.layout(broken, font.clone(), ink, width))
}

/// Lays out a message without answers; returns its size with its margins.
fn paused_size(view: &View<'_>, ctx: &Context, message: &str, width: f32) -> (Arc<Galley>, Vec2) {
    let margin = 16.0;
    let text = whole_lines(ctx, message, &theme::plain(theme::TEXT), view.theme.ink, width - 2.0 * margin);
    let size = vec2(text.size().x + 2.0 * margin, notices::HEIGHT.max(text.size().y + 12.0));
    (text, size)
}

/// Shows a message without answers.
fn paused(view: &View<'_>, ui: &mut Ui, status: &StatusView, place: Rect) {
    let message = status.messages.first().map_or("", |message| message);
    let (text, size) = paused_size(view, ui.ctx(), message, place.width());
    let ink = view.theme.ink;
    let rect = Rect::from_min_size(pos2(place.left(), place.center().y - size.y / 2.0), size);
    ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.gold.wash);
    ui.painter().galley((rect.center() - text.size() / 2.0).round(), text, ink);
    let response = ui.interact(rect, ui.id().with(status.id), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, message));
    ui_trace::record(ui, status.id, message, &response);
}
