//! Messages over a list.

use crate::widgets::line_breaking::break_lines;
use crate::widgets::theme::{self, Theme};
use crate::widgets::ui_trace;
use egui::text::LayoutJob;
use egui::{Color32, Context, Galley, Pos2, Rect, Sense, Ui, Vec2, vec2};
use std::sync::Arc;

/// The margin around a message, and the space below it.
const MARGIN: Vec2 = vec2(10.0, 6.0);
const GAP: f32 = 6.0;

/// Shows a message over a list, and returns the room below it.
pub(super) fn show(colors: &Theme, ui: &Ui, place: Rect, name: &str, message: &str) -> Rect {
    let text = laid_out(ui.ctx(), place, message);
    if text.elided {
        ui_trace::record_cut(ui, message, place);
    }
    let rect = Rect::from_min_size(place.min, vec2(place.width(), text.size().y + 2.0 * MARGIN.y));
    ui.painter().rect_filled(rect, theme::RADIUS_MARK, colors.gold.wash);
    ui.painter().galley(rect.min + MARGIN, text, colors.ink);
    let response = ui.interact(rect, ui.id().with(name), Sense::hover());
    ui_trace::record(ui, name, message, &response);
    response.on_hover_text(message);
    place.with_min_y(rect.bottom() + GAP)
}

/// Shows named messages over a list, and returns the room below them. On a phone, only those after the first that fit.
pub(super) fn show_all(colors: &Theme, ui: &Ui, place: Rect, messages: &[(&str, &str)]) -> Rect {
    let mut rest = place;
    for (index, (name, message)) in messages.iter().enumerate() {
        if index > 0 && theme::is_touch(ui.ctx()) && laid_out(ui.ctx(), rest, message).elided {
            break;
        }
        rest = show(colors, ui, rest, name, message);
    }
    rest
}

/// The height that messages over a list of this width need.
pub(super) fn height<'a>(ctx: &Context, width: f32, messages: impl IntoIterator<Item = &'a str>) -> f32 {
    let place = Rect::from_min_size(Pos2::ZERO, vec2(width, f32::INFINITY));
    let needed = |message| laid_out(ctx, place, message).size().y + 2.0 * MARGIN.y + GAP;
    messages.into_iter().map(needed).sum()
}

/// The sizes of letters at which a message over a list is tried.
const SIZES: [f32; 4] = [14.0, theme::TEXT_SMALL, 12.0, 11.0];

/// Lays out a message over a list in the largest letters that make it fit, or cut off.
fn laid_out(ctx: &Context, place: Rect, message: &str) -> Arc<Galley> {
    let wide = place.width() - 2.0 * MARGIN.x;
    let text_of = |size: f32| {
        let font = theme::plain(size);
        let broken = break_lines(ctx, message, &font, wide);
        let row = ctx.fonts(|fonts| fonts.row_height(&font));
        let mut job = LayoutJob::simple(broken, font, Color32::PLACEHOLDER, wide);
        // the list below keeps at least half of the room
        // but a phone has so little that the message needs all of it
        let part = if theme::is_touch(ctx) { 1.0 } else { 0.5 };
        job.wrap.max_rows = (((place.height() * part - 2.0 * MARGIN.y) / row) as usize).max(1);
        ctx.fonts(|fonts| fonts.layout_job(job))
    };
    let text = SIZES.map(text_of).into_iter().find(|text| !text.elided);
    text.unwrap_or_else(|| text_of(SIZES[2]))
}
