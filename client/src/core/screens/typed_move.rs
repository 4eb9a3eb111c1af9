//! The field for a typed move. It opens over the list of moves when the user types at the table.

use super::composer;
use super::parts::{self, inside};
use super::view::{View, field, is_typing};
use crate::core::action::{Action, Field, TableAction};
use crate::core::notation_choice::NotationChoice;
use crate::core::pinyin::ComposerKey;
use crate::core::table::Table;
use crate::core::theme;
use crate::core::ui_trace;
use crate::core::widgets;
use egui::{Area, Context, Event, Id, Key, Order, Rect, Sense, Stroke, StrokeKind};

const NAME: &str = "table.move";
/// Where egui keeps that the field opens on the next frame.
const OPENING: &str = "table.move.opening";
/// The height of the field with the moves above it.
const HEIGHT: f32 = 92.0;
const MARGIN: f32 = 10.0;

/// Shows the field at the bottom of `place` while a move is typed; typing anywhere at the table begins one.
pub(super) fn show(view: &View<'_>, ctx: &Context, table: &Table, place: Rect, actions: &mut Vec<Action>) {
    let has_focus = ctx.memory(|memory| memory.has_focus(widgets::field_id(NAME)));
    let opening = Id::new(OPENING);
    if has_focus {
        ctx.data_mut(|data| data.remove_temp::<bool>(opening));
    } else if ctx.data(|data| data.get_temp::<bool>(opening)).is_some() {
        // again while the field is not there yet: on its first frame, egui only measures it
        widgets::focus(ctx, NAME);
    } else if table.typed().is_empty() {
        begin(view, ctx, table, actions);
        return;
    }
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    if escaped && view.app.composer().letters().is_empty() {
        actions.push(Action::Edit(Field::Move, String::new()));
        ctx.data_mut(|data| data.remove_temp::<bool>(opening));
        ctx.memory_mut(|memory| memory.surrender_focus(widgets::field_id(NAME)));
        return;
    }
    composer::feed(view, ctx, NAME, actions);
    let hint = view.text.keys.move_hint(example(view, table));
    let rect = place.with_min_y((place.bottom() - HEIGHT).max(place.top()));
    let area = Area::new(Id::new("table.move.area")).order(Order::Foreground).fixed_pos(rect.min);
    area.constrain(false).show(ctx, |ui| {
        let (rect, _) = ui.allocate_exact_size(rect.size(), Sense::click());
        let edge = Stroke::new(1.0, view.theme.jade_border);
        ui.painter().rect(rect, theme::RADIUS_CARD, view.theme.panel, edge, StrokeKind::Inside);
        let inner = rect.shrink(MARGIN);
        candidates(view, ui, table, inner.with_max_y(inner.top() + 26.0));
        let line = inner.with_min_y(inner.bottom() - theme::HEIGHT_BUTTON);
        let entered = inside(ui, "table.move.field", line, |ui| {
            field(ui, NAME, Field::Move, table.typed(), &hint, line.width(), actions)
        });
        composer::candidates(view, ui.ctx(), line, (NAME, Field::Move, table.typed()), actions);
        if entered {
            if table.read_move(table.typed()).is_ok() {
                ui.memory_mut(|memory| memory.surrender_focus(widgets::field_id(NAME)));
            }
            actions.push(Action::Table(TableAction::PlayTyped));
        }
    });
}

/// A move as it can be typed, in the user's notation.
fn example(view: &View<'_>, table: &Table) -> &'static str {
    match view.app.notation() {
        _ if table.game().luzhanqi().is_some() => "a6a7",
        NotationChoice::Simplified | NotationChoice::Traditional => "炮二平五",
        NotationChoice::Wxf => "C2.5",
        NotationChoice::Iccs => "h2e2",
    }
}

/// Opens the field with the first letter, unless something else has the keyboard.
fn begin(view: &View<'_>, ctx: &Context, table: &Table, actions: &mut Vec<Action>) {
    let may_type = table.seat().is_some() && !table.game().is_over() && !table.game().is_setting_up();
    if !may_type || view.is_covered() || is_typing(ctx) {
        return;
    }
    let is_zoom = |letter: char| table.game().luzhanqi().is_some() && letter.eq_ignore_ascii_case(&'z');
    let fits = |letter: char| letter.is_alphanumeric() && !is_zoom(letter);
    let begins = |event: &Event| matches!(event, Event::Text(text) if text.chars().all(fits));
    let typed = ctx.input(|input| input.events.iter().find(|event| begins(event)).cloned());
    let Some(Event::Text(text)) = typed else { return };
    let letter = text.chars().next().filter(|letter| letter.is_ascii_lowercase());
    match letter.filter(|_| view.app.composer().is_on()) {
        Some(letter) => actions.push(Action::Compose(ComposerKey::Char(letter))),
        None => {
            composer::to_end(ctx, NAME, text.chars().count());
            actions.push(Action::Edit(Field::Move, text));
        }
    }
    ctx.data_mut(|data| data.insert_temp(Id::new(OPENING), true));
}

/// Shows the legal moves that begin like the text.
fn candidates(view: &View<'_>, ui: &egui::Ui, table: &Table, place: Rect) {
    let names = table.names_beginning_with(table.typed(), view.app.notation());
    let (message, ink) = match names {
        _ if !table.is_my_turn() => (view.text.opponents_turn.to_owned(), view.theme.sub),
        names if names.is_empty() => (view.text.keys.no_move.to_owned(), view.theme.red),
        names => (names.join("   "), view.theme.ink),
    };
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, place.left_center(), egui::Align2::LEFT_CENTER, &message, font, ink, place.width());
    let response = ui.interact(place, ui.id().with("moves"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "table.move.legal", &message, &response);
}
