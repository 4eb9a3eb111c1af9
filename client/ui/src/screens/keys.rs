//! The list of all keys, which `?` opens.

use super::view::{View, is_typing};
use super::{dialog, parts};
use crate::widgets;
use crate::widgets::keys::BINDINGS;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::keys::{Gesture, KeyPlace, KeyUse};
use egui::{Align2, Context, Event, Sense, Ui, vec2};

/// The widths of a column of the list, and of the keys in it.
const COLUMN: f32 = 330.0;
const KEYS: f32 = 136.0;
const ROW: f32 = 23.0;

/// Shows the list while it is open; `?` opens and closes it.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    // typed as text, because its key differs from keyboard to keyboard
    let asked = |event: &Event| matches!(event, Event::Text(text) if text == "?" || text == "？");
    if !is_typing(ctx) && ctx.input(|input| input.events.iter().any(asked)) {
        actions.extend(chuhe_view::keys::everywhere(&view.model(), KeyUse::Keys));
    }
    let Some(it) = chuhe_view::keys::dialog(&view.model()) else { return };
    let response = dialog::modal(view, ctx, &it.id, dialog::frame(&view.theme), |ui| {
        let window = ctx.screen_rect().size();
        let columns = if window.x >= 2.0 * COLUMN + 120.0 { 2 } else { 1 };
        ui.set_width(COLUMN * columns as f32 + theme::SPACE);
        // egui gives a dialog less height than the window has; set after the title, the height would begin there anew
        ui.set_max_height(window.y - 100.0);
        widgets::heading(ui, &it.heading);
        egui::ScrollArea::vertical().max_height(window.y - 190.0).show(ui, |ui| {
            let (left, right) = KeyPlace::ALL.split_at(if columns == 2 { 3 } else { KeyPlace::ALL.len() });
            ui.horizontal_top(|ui| {
                for (column, places) in [left, right].into_iter().take(columns).enumerate() {
                    ui.vertical(|ui| {
                        ui.set_width(COLUMN);
                        places.iter().for_each(|place| list(view, ui, *place));
                        if column + 1 == columns {
                            ui.add_space(10.0);
                            widgets::small(ui, view.text.keys.hold);
                        }
                    });
                }
            });
        });
        ui.add_space(8.0);
        it.close().and_then(|close| parts::offered(ui, close))
    });
    let is_closed = response.inner.is_some() || dialog::closes(view, &response);
    actions.extend(it.close().filter(|_| is_closed).map(|close| close.action.clone()));
}

/// Lists the keys of a place; those that do the same share a row.
fn list(view: &View<'_>, ui: &mut Ui, place: KeyPlace) {
    let (text, theme) = (view.text.keys, view.theme);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(6.0);
    let (rect, _) = ui.allocate_exact_size(vec2(COLUMN, ROW), Sense::hover());
    let at = rect.left_center();
    parts::text(
        ui,
        at,
        Align2::LEFT_CENTER,
        text.place(place),
        theme::bold(theme::TEXT),
        theme.jade.fill,
        COLUMN,
    );
    let mut rows: Vec<(&str, String)> = Vec::new();
    for binding in BINDINGS.iter().filter(|binding| binding.place == place) {
        let meaning = text.meaning(binding.does);
        match rows.iter_mut().find(|(known, _)| *known == meaning) {
            Some((_, keys)) => *keys = format!("{keys}  {}", binding.written()),
            None => rows.push((meaning, binding.written())),
        }
    }
    let gestures = Gesture::ALL.into_iter().filter(|gesture| gesture.places().contains(&place));
    rows.extend(gestures.map(|gesture| {
        let (keys, meaning) = text.gesture(gesture, place);
        (meaning, keys.to_owned())
    }));
    for (meaning, keys) in rows {
        let (rect, response) = ui.allocate_exact_size(vec2(COLUMN, ROW), Sense::hover());
        let font = theme::plain(theme::TEXT_SMALL);
        let at = rect.left_center();
        parts::text(ui, at, Align2::LEFT_CENTER, &keys, font.clone(), theme.ink, KEYS - 8.0);
        let at = at + vec2(KEYS, 0.0);
        parts::text(ui, at, Align2::LEFT_CENTER, meaning, font, theme.sub, COLUMN - KEYS - 12.0);
        let label = format!("{keys}: {meaning}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &label));
        ui_trace::record(ui, "keys.row", &label, &response);
    }
}
