//! Messages over a list.

use crate::widgets::line_breaking::break_lines;
use crate::widgets::theme::{self, Theme};
use crate::widgets::ui_trace;
use egui::text::LayoutJob;
use egui::{Galley, Rect, Sense, Ui, vec2};
use std::sync::Arc;

/// Shows a message over a list, and returns the room below it.
pub(super) fn show(colors: &Theme, ui: &Ui, place: Rect, name: &str, message: &str) -> Rect {
    let text = laid_out(colors, ui, place, message);
    if text.elided {
        ui_trace::record_cut(ui, message, place);
    }
    let rect = Rect::from_min_size(place.min, vec2(place.width(), text.size().y + 12.0));
    ui.painter().rect_filled(rect, theme::RADIUS_MARK, colors.gold.wash);
    ui.painter().galley(rect.min + vec2(10.0, 6.0), text, colors.ink);
    let response = ui.interact(rect, ui.id().with(name), Sense::hover());
    ui_trace::record(ui, name, message, &response);
    response.on_hover_text(message);
    place.with_min_y(rect.bottom() + 6.0)
}

/// Shows named messages over a list, and returns the room below them. On a phone, only those after the first that fit.
pub(super) fn show_all(colors: &Theme, ui: &Ui, place: Rect, messages: &[(&str, &str)]) -> Rect {
    let mut rest = place;
    for (index, (name, message)) in messages.iter().enumerate() {
        if index > 0 && theme::is_touch(ui.ctx()) && laid_out(colors, ui, rest, message).elided {
            break;
        }
        rest = show(colors, ui, rest, name, message);
    }
    rest
}

/// The sizes of letters at which a message over a list is tried.
const SIZES: [f32; 4] = [14.0, theme::TEXT_SMALL, 12.0, 11.0];

/// Lays out a message over a list in the largest letters that make it fit, or cut off.
fn laid_out(colors: &Theme, ui: &Ui, place: Rect, message: &str) -> Arc<Galley> {
    let wide = place.width() - 20.0;
    let text_of = |size: f32| {
        let font = theme::plain(size);
        let broken = break_lines(ui.ctx(), message, &font, wide);
        let row = ui.fonts(|fonts| fonts.row_height(&font));
        let mut job = LayoutJob::simple(broken, font, colors.ink, wide);
        // the list below keeps at least half of the room
        // but a phone has so little that the message needs all of it
        let part = if theme::is_touch(ui.ctx()) { 1.0 } else { 0.5 };
        job.wrap.max_rows = (((place.height() * part - 12.0) / row) as usize).max(1);
        ui.fonts(|fonts| fonts.layout_job(job))
    };
    let text = SIZES.map(text_of).into_iter().find(|text| !text.elided);
    text.unwrap_or_else(|| text_of(SIZES[2]))
}
