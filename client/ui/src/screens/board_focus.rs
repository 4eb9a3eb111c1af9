//! The keyboard on the board: Tab reaches the board like a widget, and its keys move the cursor.

use super::view::View;
use crate::widgets::{frame_of, keys, tab_order, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::cursor_action::{CursorAction, Direction};
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use egui::{Context, EventFilter, Id, Rect, Sense, Stroke, StrokeKind, Ui};

/// What stays free between a widget and the ring around it.
const GAP: f32 = 1.5;

/// The board, as what has the keyboard.
pub(super) fn id() -> Id {
    Id::new("board.keyboard")
}

/// Lets the board take part in the order of Tab, and reads its keys while it has the focus.
///
/// Call it before the other parts of the screen, so that the first Tab reaches the board.
pub(super) fn show(view: &View<'_>, ctx: &Context, panel: Rect, actions: &mut Vec<Action>) {
    let shows = view.app.pane().cursor().is_some();
    if view.is_covered() {
        ctx.memory_mut(|memory| memory.surrender_focus(id()));
        if shows {
            actions.push(Action::Cursor(CursorAction::Hide));
        }
        return;
    }
    let focused = super::parts::region(ctx, "board", panel, |ui| focusable(view, ui, panel));
    // a click means that the mouse is used
    let clicked = ctx.input(|input| input.pointer.any_pressed());
    if focused && clicked {
        ctx.memory_mut(|memory| memory.surrender_focus(id()));
    }
    let focused = focused && !clicked;
    if focused != shows {
        let pressed_at = ctx.input(|input| input.pointer.interact_pos().filter(|_| clicked));
        let change = match pressed_at {
            _ if focused => CursorAction::Show,
            Some(at) if panel.contains(at) => CursorAction::UseMouse,
            Some(_) | None => CursorAction::Hide,
        };
        actions.push(Action::Cursor(change));
    }
    if focused {
        ui_trace::focus(ctx, "board");
        read_keys(view, ctx, actions);
    }
}

/// Moves the focus to the board.
pub(super) fn take(ctx: &Context) {
    ctx.memory_mut(|memory| memory.request_focus(id()));
}

/// Registers the board for Tab; returns whether it has the focus.
fn focusable(view: &View<'_>, ui: &Ui, panel: Rect) -> bool {
    let response = ui.interact(panel, id(), Sense::focusable_noninteractive());
    tab_order::add_other(ui.ctx(), id());
    let label = view.text.keys().board;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, label));
    if response.has_focus() {
        // the arrows are for the cursor, and Escape lets go a piece first
        let filter = EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id(), filter));
    }
    response.has_focus()
}

fn read_keys(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let pressed = |does| ctx.input(|input| keys::pressed(input, KeyPlace::Board, does));
    for (does, direction) in [
        (KeyUse::CursorLeft, Direction::Left),
        (KeyUse::CursorRight, Direction::Right),
        (KeyUse::CursorUp, Direction::Up),
        (KeyUse::CursorDown, Direction::Down),
    ] {
        if pressed(does) {
            actions.push(Action::Cursor(CursorAction::Move(direction)));
        }
    }
    if pressed(KeyUse::Pick) {
        actions.push(Action::Cursor(CursorAction::Press));
    }
    if pressed(KeyUse::LetGo) {
        if view.app.holds_piece() {
            actions.push(Action::Cursor(CursorAction::LetGo));
        } else {
            ctx.memory_mut(|memory| memory.surrender_focus(id()));
        }
    }
}

/// Draws a ring around the widget that has the keyboard; the board shows its cursor instead.
pub(super) fn ring(view: &View<'_>, ctx: &Context) {
    let Some(focused) = ctx.memory(|memory| memory.focused()).filter(|focused| *focused != id()) else {
        return;
    };
    let Some(response) = ctx.read_response(focused) else { return };
    // `read_response` drops the focus after a press elsewhere, even if the release of the same frame has just set it
    if !ctx.memory(|memory| memory.has_focus(focused)) {
        ctx.memory_mut(|memory| memory.request_focus(focused));
    }
    // close to the widget, so that it does not cross the words beside it
    let rect = frame_of(ctx, focused).unwrap_or(response.rect.intersect(response.interact_rect));
    if rect.is_positive() {
        let painter = ctx.layer_painter(response.layer_id);
        let around = |rect: Rect, round: f32, stroke: Stroke| {
            let round = f32::from(theme::RADIUS_BUTTON) + round;
            painter.rect_stroke(rect, round, stroke, StrokeKind::Outside);
        };
        // what is chosen has the colour of the ring
        around(rect, 1.0, Stroke::new(GAP, view.theme.panel));
        around(rect.expand(GAP), 1.0 + GAP, Stroke::new(2.0, view.theme.jade.fill));
        ui_trace::ring(ctx, rect);
    }
}
