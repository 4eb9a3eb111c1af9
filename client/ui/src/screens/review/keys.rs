//! The keys and the wheel of the review screen.

use crate::screens::view::View;
use crate::widgets::keys;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use chuhe_view::review::{COPY, ReviewView, paste};
use egui::{Context, Event, Rect};

/// Reads the keys and the wheel over the board; a focused field takes the keys first.
pub(super) fn read(view: &View<'_>, ctx: &Context, it: &ReviewView, board: Rect, actions: &mut Vec<Action>) {
    let over_board = ctx.input(|input| input.pointer.hover_pos()).is_some_and(|at| board.contains(at));
    let events = ctx.input(|input| input.events.clone());
    let typing = view.focused || ctx.memory(|memory| memory.focused().is_some());
    for event in events {
        if let Event::MouseWheel { delta, .. } = event
            && over_board
            && delta.y != 0.0
        {
            actions.extend(it.key(if delta.y > 0.0 { KeyUse::StepBack } else { KeyUse::StepForward }));
        } else if typing {
            // the field has it
        } else if let Event::Paste(text) = event {
            actions.push(paste(text));
        } else if let Event::Copy = event {
            actions.push(COPY);
        } else if let Event::Key { key, pressed: true, modifiers, .. } = event
            && let Some(used) = keys::does(KeyPlace::Review, key, modifiers)
        {
            actions.extend(it.key(used));
        }
    }
}
