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
/// Between the words of two rows, and between them and the right edge.
const BETWEEN_ROWS: f32 = 6.0;
const RIGHT_MARGIN: f32 = 12.0;

/// Shows the list while it is open; `?` opens and closes it.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    // typed as text, because its key differs from keyboard to keyboard
    let asked = |event: &Event| matches!(event, Event::Text(text) if text == "?" || text == "？");
    if !is_typing(ctx) && ctx.input(|input| input.events.iter().any(asked)) {
        actions.extend(chuhe_view::keys::everywhere(&view.model(), KeyUse::Keys));
    }
    let Some(it) = chuhe_view::keys::dialog(&view.model()) else { return };
    let room = dialog::room(view, ctx).x;
    let columns = if room >= 2.0 * COLUMN + theme::SPACE { 2 } else { 1 };
    let column = COLUMN.min((room - theme::SPACE) / columns as f32);
    let width = column * columns as f32 + theme::SPACE;
    let mut chosen = Vec::new();
    let contents = |ui: &mut Ui, _: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        widgets::heading(ui, &it.heading);
        let (left, right) = KeyPlace::ALL.split_at(if columns == 2 { 3 } else { KeyPlace::ALL.len() });
        ui.horizontal_top(|ui| {
            for (index, places) in [left, right].into_iter().take(columns).enumerate() {
                ui.vertical(|ui| {
                    ui.set_width(column);
                    places.iter().for_each(|place| list(view, ui, *place, column));
                    if index + 1 == columns {
                        ui.add_space(10.0);
                        widgets::small(ui, view.text.keys().hold);
                    }
                });
            }
        });
        ui.add_space(8.0);
    };
    let end = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        chosen.extend(it.close().and_then(|close| parts::offered(ui, close)));
    };
    let response = dialog::with_end(view, ctx, &it.id, width, &mut chosen, contents, end);
    if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.extend(it.close().map(|close| close.action.clone()));
    }
    actions.append(&mut chosen);
}

/// Lists the keys of a place in a column of this width; those that do the same share a row.
fn list(view: &View<'_>, ui: &mut Ui, place: KeyPlace, column: f32) {
    let (text, theme) = (view.text.keys(), view.theme);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(6.0);
    let (rect, _) = ui.allocate_exact_size(vec2(column, ROW), Sense::hover());
    let at = rect.left_center();
    parts::text(
        ui,
        at,
        Align2::LEFT_CENTER,
        text.place(place),
        theme::bold(theme::TEXT),
        theme.jade.fill,
        column,
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
        let font = theme::plain(theme::TEXT_SMALL);
        // a phone, above all with larger letters, has too little width for the longest meanings in one line
        let words =
            ui.painter().layout(meaning.to_owned(), font.clone(), theme.sub, column - KEYS - RIGHT_MARGIN);
        let high = ROW.max(words.size().y + BETWEEN_ROWS);
        let (rect, response) = ui.allocate_exact_size(vec2(column, high), Sense::hover());
        let at = rect.left_center();
        parts::text(ui, at, Align2::LEFT_CENTER, &keys, font, theme.ink, KEYS - 8.0);
        ui.painter().galley(at + vec2(KEYS, -words.size().y / 2.0), words, theme.sub);
        let label = format!("{keys}: {meaning}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &label));
        ui_trace::record(ui, "keys.row", &label, &response);
    }
}
