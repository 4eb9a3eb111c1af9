//! The field for a typed move. It opens over the list of moves when the user types at a board.

use super::composer::{self, MOVE};
use super::move_list;
use super::parts::{self, inside};
use super::view::{View, field, is_typing};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::pinyin::ComposerKey;
use chuhe_model::table::typed_move::MoveTyping;
use chuhe_view::{self as view, Button};
use egui::{Area, Context, Event, Id, Key, Order, Rect, Sense, Stroke, StrokeKind};

const NAME: &str = MOVE.name;
/// Where egui keeps that the field opens on the next frame.
const OPENING: &str = "table.move.opening";
/// The height of the field with the moves above it.
const HEIGHT: f32 = 92.0;
const MARGIN: f32 = 10.0;
/// The space between a list and the field that shortens it.
const GAP: f32 = 4.0;
/// What separates the legal moves in their line.
const BETWEEN: &str = "   ";

/// Shows the field at the bottom of `place` while a move is typed; typing anywhere at the board begins one.
///
/// `it` is the field as the view describes it, if a move can be typed.
pub(super) fn show(
    view: &View<'_>,
    ctx: &Context,
    board: &dyn MoveTyping,
    it: Option<&view::Field>,
    place: Rect,
    actions: &mut Vec<Action>,
) {
    let (true, Some(it)) = (is_open(view, ctx, board, actions), it) else { return };
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    if escaped && view.app.typing().at(Field::Move).letters().is_empty() {
        close(view, ctx, actions);
        return;
    }
    composer::feed(view, ctx, MOVE, actions);
    let rect = covered(place);
    let area = Area::new(Id::new("table.move.area")).order(Order::Foreground).fixed_pos(rect.min);
    area.constrain(false).show(ctx, |ui| {
        // it takes the clicks, and the keyboard passes it by
        let (rect, _) = ui.allocate_exact_size(rect.size(), Sense::CLICK);
        let edge = Stroke::new(1.0, view.theme.jade.border);
        ui.painter().rect(rect, theme::RADIUS_CARD, view.theme.panel, edge, StrokeKind::Inside);
        let inner = rect.shrink(MARGIN);
        candidates(view, ui, board, inner.with_max_y(inner.top() + 26.0));
        let line = inner.with_min_y(inner.bottom() - theme::HEIGHT_BUTTON);
        let entered = inside(ui, "table.move.field", line, |ui| {
            field(ui, NAME, Field::Move, board.typed(), &it.label, line.width(), actions)
        });
        composer::candidates(view, ui.ctx(), line, MOVE, board.typed(), actions);
        if entered {
            if board.is_legal(view.app.desk().notation()) {
                ui.memory_mut(|memory| memory.surrender_focus(widgets::field_id(NAME)));
            }
            actions.extend(it.send.as_ref().and_then(Button::press));
        }
    });
}

/// The part of `place` that the field covers.
fn covered(place: Rect) -> Rect {
    place.with_min_y((place.bottom() - HEIGHT).max(place.top()))
}

/// Ends a list in `place` above the field while that is open, so that the last move stays in sight.
///
/// A list without room for a row above the field stays as it is.
pub(super) fn above(view: &View<'_>, ctx: &Context, board: &dyn MoveTyping, place: Rect, list: Rect) -> Rect {
    let has_focus = ctx.memory(|memory| memory.has_focus(widgets::field_id(NAME)));
    let bottom = list.bottom().min(covered(place).top() - GAP);
    let is_open = has_focus || is_typed(view, board);
    if is_open && bottom - list.top() >= move_list::ROW { list.with_max_y(bottom) } else { list }
}

/// Whether something is typed: a text, or letters that wait in the composer.
fn is_typed(view: &View<'_>, board: &dyn MoveTyping) -> bool {
    !board.typed().is_empty() || composer::is_composing(view, MOVE)
}

/// Whether the field is shown; opens and closes it.
fn is_open(view: &View<'_>, ctx: &Context, board: &dyn MoveTyping, actions: &mut Vec<Action>) -> bool {
    let has_focus = ctx.memory(|memory| memory.has_focus(widgets::field_id(NAME)));
    let opening = Id::new(OPENING);
    let opens = ctx.data(|data| data.get_temp::<bool>(opening)).is_some();
    let is_typed = is_typed(view, board);
    if !board.may_type() {
        if has_focus || opens || is_typed {
            close(view, ctx, actions);
        }
        return false;
    }
    if has_focus {
        if opens {
            // the letters so far did not go through the field, so its text cursor is not behind them
            composer::to_end(ctx, NAME, board.typed().chars().count());
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
        append(view, board, typed, actions);
        return true;
    }
    if !is_typed {
        begin(view, ctx, board, actions);
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
    if !view.app.typing().at(Field::Move).letters().is_empty() {
        actions.push(Action::Compose(Field::Move, ComposerKey::Escape));
    }
    ctx.data_mut(|data| data.remove_temp::<bool>(Id::new(OPENING)));
    ctx.memory_mut(|memory| memory.surrender_focus(widgets::field_id(NAME)));
}

/// Opens the field with the first letter, unless something else has the keyboard.
fn begin(view: &View<'_>, ctx: &Context, board: &dyn MoveTyping, actions: &mut Vec<Action>) {
    if view.is_covered() || is_typing(ctx) {
        return;
    }
    let is_zoom = |letter: char| board.is_luzhanqi() && letter.eq_ignore_ascii_case(&'z');
    let fits = |letter: char| letter.is_alphanumeric() && !is_zoom(letter);
    let begins = |event: &Event| matches!(event, Event::Text(text) if text.chars().all(fits));
    let is_text = |event: &&Event| matches!(event, Event::Text(_));
    // who types fast types several letters in a frame
    let typed: Vec<Event> = ctx.input(|input| {
        let events = input.events.iter().skip_while(|event| !begins(event));
        events.filter(is_text).cloned().collect()
    });
    if !typed.is_empty() {
        append(view, board, typed, actions);
        ctx.data_mut(|data| data.insert_temp(Id::new(OPENING), true));
    }
}

/// Appends typed texts to the field while it does not receive them itself.
fn append(view: &View<'_>, board: &dyn MoveTyping, typed: Vec<Event>, actions: &mut Vec<Action>) {
    let mut text = board.typed().to_owned();
    for event in composer::compose(view, MOVE, typed, actions).0 {
        if let Event::Text(letters) = event {
            text.push_str(&letters);
        }
    }
    if text != board.typed() {
        actions.push(Action::Edit(Field::Move, text));
    }
}

/// Shows the legal moves that begin like the text.
fn candidates(view: &View<'_>, ui: &egui::Ui, board: &dyn MoveTyping, place: Rect) {
    let names = board.candidates(view.app.desk().notation());
    let font = theme::plain(theme::TEXT_SMALL);
    let (message, shown, ink) = match names {
        _ if !board.is_users_turn() => {
            let message = view.text.opponents_turn.to_owned();
            (message.clone(), message, view.theme.sub)
        }
        names if names.is_empty() => {
            let message = view.text.keys().no_move.to_owned();
            (message.clone(), message, view.theme.red)
        }
        names => {
            let fits = |text: &str| {
                let line = parts::line(ui.ctx(), text, font.clone(), view.theme.ink, place.width());
                !line.elided
            };
            (names.join(BETWEEN), whole_names(&names, fits), view.theme.ink)
        }
    };
    parts::text(ui, place.left_center(), egui::Align2::LEFT_CENTER, &shown, font, ink, place.width());
    let response = ui.interact(place, ui.id().with("moves"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "table.move.legal", &message, &response);
}

/// Joins as many names as fit, with `…` in the place of the others.
fn whole_names(names: &[String], fits: impl Fn(&str) -> bool) -> String {
    let all = names.join(BETWEEN);
    if fits(&all) {
        return all;
    }
    let shortened = |count: usize| format!("{}{BETWEEN}…", names[..count].join(BETWEEN));
    (1..names.len()).rev().map(shortened).find(|text| fits(text)).unwrap_or(all)
}

#[cfg(test)]
mod tests {
    use super::whole_names;

    #[test]
    fn the_line_of_legal_moves_cuts_no_move() {
        let names = ["C2.5", "C2.6", "C2.7"].map(str::to_owned);
        let within = |most: usize| whole_names(&names, |text| text.chars().count() <= most);
        assert_eq!(within(18), "C2.5   C2.6   C2.7");
        assert_eq!(within(17), "C2.5   C2.6   …");
        assert_eq!(within(14), "C2.5   …");
        // at least the beginning of the first
        assert_eq!(within(3), "C2.5   C2.6   C2.7");
    }
}
