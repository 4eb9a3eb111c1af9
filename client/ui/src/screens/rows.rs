//! The rows of the lists in the lobby.

use super::parts;
use super::view::View;
use crate::widgets::theme;
use chuhe_protocol::PlayerResult;
use egui::{Color32, Rect, Stroke, Ui, vec2};

/// The height of a row.
pub(super) const ROW: f32 = 66.0;
/// The width of the button in a row.
pub(super) const BUTTON: f32 = 104.0;

/// Joins what is known of a finished game. Where there is too little room, it leaves out what matters least: the
/// minute, then the number of moves, then the day.
pub(super) fn details(
    ui: &Ui,
    known: &[String],
    plies: String,
    date: Option<String>,
    size: f32,
    wide: f32,
) -> String {
    let day = date.as_deref().and_then(|date| date.split(' ').next()).map(str::to_owned);
    let choices = [(Some(plies.clone()), date), (Some(plies), day.clone()), (None, day), (None, None)];
    let written = choices
        .map(|(plies, date)| known.iter().cloned().chain(plies).chain(date).collect::<Vec<_>>().join(" · "));
    let ink = Color32::PLACEHOLDER;
    let fits = |text: &&String| !parts::line(ui.ctx(), text, theme::plain(size), ink, wide).elided;
    written.iter().find(fits).unwrap_or(&written[3]).clone()
}

/// Paints the background of a row.
pub(super) fn backdrop(view: &View<'_>, ui: &Ui, rect: Rect, hot: bool) {
    if hot {
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), theme::RADIUS_BUTTON, view.theme.jade.wash);
    }
    let inner = rect.shrink2(vec2(14.0, 0.0));
    ui.painter().hline(inner.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, view.theme.border));
}

/// The colour of a result.
pub(super) const fn result_ink(view: &View<'_>, result: PlayerResult) -> Color32 {
    match result {
        PlayerResult::Won => view.theme.jade.fill,
        PlayerResult::Lost => view.theme.red,
        PlayerResult::Drawn => view.theme.gold.ink,
        PlayerResult::Aborted => view.theme.sub,
    }
}
