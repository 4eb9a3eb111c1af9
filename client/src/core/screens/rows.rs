//! The rows of the lists in the lobby.

use super::view::View;
use crate::core::drawing::theme;
use egui::{Rect, Stroke, Ui, vec2};

/// The height of a row.
pub(super) const ROW: f32 = 66.0;
/// The width of the button in a row.
pub(super) const BUTTON: f32 = 104.0;

/// Paints the background of a row.
pub(super) fn backdrop(view: &View<'_>, ui: &Ui, rect: Rect, hot: bool) {
    if hot {
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), theme::RADIUS_BUTTON, view.theme.jade_wash);
    }
    let inner = rect.shrink2(vec2(14.0, 0.0));
    ui.painter().hline(inner.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, view.theme.border));
}
