//! The field for a typed move. It opens over the list of moves when the user types at the table.

use super::composer;
use super::parts::{self, inside};
use super::view::{View, field, is_typing};
use crate::core::actions::action::{Action, Field, TableAction};
use crate::core::choices::notation_choice::NotationChoice;
use crate::core::drawing::theme;
use crate::core::drawing::ui_trace;
use crate::core::drawing::widgets;
use crate::core::pinyin::ComposerKey;
use crate::core::table::Table;
use egui::{Area, Context, Event, Id, Key, Order, Rect, Sense, Stroke, StrokeKind};

const NAME: &str = composer::MOVE_FIELD;
/// Where egui keeps that the field opens on the next frame.
const OPENING: &str = "table.move.opening";
/// The height of the field with the moves above it.
const HEIGHT: f32 = 92.0;
const MARGIN: f32 = 10.0;

/// Shows the field at the bottom of `place` while a move is typed; typing anywhere at the table begins one.
pub(super) fn show(view: &View<'_>, ctx: &Context, table: &Table, place: Rect, actions: &mut Vec<Action>) {
    if !is_open(view, ctx, table, actions) {
        return;
    }
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    if escaped && view.app.composer().letters().is_empty() {
        close(view, ctx, actions);
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

/// Whether the field is shown; opens and closes it.
fn is_open(view: &View<'_>, ctx: &Context, table: &Table, actions: &mut Vec<Action>) -> bool {
    let has_focus = ctx.memory(|memory| memory.has_focus(widgets::field_id(NAME)));
    let opening = Id::new(OPENING);
    let opens = ctx.data(|data| data.get_temp::<bool>(opening)).is_some();
    let is_typed = !table.typed().is_empty();
    let may_type = table.seat().is_some() && !table.game().is_over() && !table.game().is_setting_up();
    if !may_type {
        if has_focus || opens || is_typed {
            close(view, ctx, actions);
        }
        return false;
    }
    if has_focus {
        if opens {
            // the letters so far did not go through the field, so its text cursor is not behind them
            composer::to_end(ctx, NAME, table.typed().chars().count());
            ctx.data_mut(|data| data.remove_temp::<bool>(opening));
        }
        return true;
    }
    if opens {
        // again while the field is not there yet: on its first frame, egui only measures it
        widgets::focus(ctx, NAME);
        let is_text = |event: &Event| matches!(event, Event::Text(_));
        let (typed, others) = ctx.input(|input| input.events.iter().cloned().partition(is_text));
        ctx.input_mut(|input| input.events = others);
        append(view, table, typed, actions);
        return true;
    }
    if !is_typed {
        begin(view, ctx, table, actions);
        return false;
    }
    // a click on a candidate gives the focus back
    if ctx.input(|input| input.pointer.any_down() || input.pointer.any_released()) {
        return true;
    }
    close(view, ctx, actions);
    false
}

/// Closes the field, and forgets what was typed.
fn close(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    actions.push(Action::Edit(Field::Move, String::new()));
    if !view.app.composer().letters().is_empty() {
        actions.push(Action::Compose(ComposerKey::Escape));
    }
    ctx.data_mut(|data| data.remove_temp::<bool>(Id::new(OPENING)));
    ctx.memory_mut(|memory| memory.surrender_focus(widgets::field_id(NAME)));
}

/// Opens the field with the first letter, unless something else has the keyboard.
fn begin(view: &View<'_>, ctx: &Context, table: &Table, actions: &mut Vec<Action>) {
    if view.is_covered() || is_typing(ctx) {
        return;
    }
    let is_zoom = |letter: char| table.game().luzhanqi().is_some() && letter.eq_ignore_ascii_case(&'z');
    let fits = |letter: char| letter.is_alphanumeric() && !is_zoom(letter);
    let begins = |event: &Event| matches!(event, Event::Text(text) if text.chars().all(fits));
    let is_text = |event: &&Event| matches!(event, Event::Text(_));
    // who types fast types several letters in a frame
    let typed: Vec<Event> = ctx.input(|input| {
        let events = input.events.iter().skip_while(|event| !begins(event));
        events.filter(is_text).cloned().collect()
    });
    if !typed.is_empty() {
        append(view, table, typed, actions);
        ctx.data_mut(|data| data.insert_temp(Id::new(OPENING), true));
    }
}

/// Appends typed texts to the field while it does not receive them itself.
fn append(view: &View<'_>, table: &Table, typed: Vec<Event>, actions: &mut Vec<Action>) {
    let mut text = table.typed().to_owned();
    for event in composer::compose(view, NAME, typed, actions) {
        if let Event::Text(letters) = event {
            text.push_str(&letters);
        }
    }
    if text != table.typed() {
        actions.push(Action::Edit(Field::Move, text));
    }
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
