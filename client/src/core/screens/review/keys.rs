//! The keys and the wheel of the review screen.

use crate::core::action::Action;
use crate::core::review::Review;
use crate::core::review_action::{ReviewAction, Step, VariationEdit};
use crate::core::screens::view::View;
use egui::{Context, Event, Key, Modifiers, Rect};

/// Reads the keys and the wheel over the board; a focused field takes the keys first.
pub(super) fn read(view: &View<'_>, ctx: &Context, review: &Review, board: Rect, actions: &mut Vec<Action>) {
    let mut act = |action| actions.push(Action::Review(action));
    let over_board = ctx.input(|input| input.pointer.hover_pos()).is_some_and(|at| board.contains(at));
    let events = ctx.input(|input| input.events.clone());
    let typing = view.focused || ctx.memory(|memory| memory.focused().is_some());
    for event in events {
        if let Event::MouseWheel { delta, .. } = event
            && over_board
            && delta.y != 0.0
        {
            act(ReviewAction::Step(if delta.y > 0.0 { Step::Back } else { Step::Forward }));
        } else if typing {
            // the field has it
        } else if let Event::Paste(text) = event {
            act(ReviewAction::Paste(text));
        } else if let Event::Copy = event {
            act(ReviewAction::CopyFen);
        } else if let Event::Key { key, pressed: true, modifiers, .. } = event
            && let Some(action) = action_of(key, modifiers, review)
        {
            act(action);
        }
    }
}

fn action_of(key: Key, modifiers: Modifiers, review: &Review) -> Option<ReviewAction> {
    let (undo, redo) = review.can_undo();
    let with_command = [
        (Key::Z, modifiers.shift && redo, ReviewAction::Redo),
        (Key::Z, !modifiers.shift && undo, ReviewAction::Undo),
        (Key::Y, redo, ReviewAction::Redo),
        (Key::S, true, ReviewAction::AskSave),
        (Key::O, true, ReviewAction::AskOpen),
    ];
    let plain = [
        (Key::ArrowLeft, true, ReviewAction::Step(Step::Back)),
        (Key::ArrowRight, true, ReviewAction::Step(Step::Forward)),
        (Key::ArrowUp, true, ReviewAction::Step(Step::PreviousVariation)),
        (Key::ArrowDown, true, ReviewAction::Step(Step::NextVariation)),
        (Key::Home, true, ReviewAction::Step(Step::First)),
        (Key::End, true, ReviewAction::Step(Step::Last)),
        (Key::Escape, true, ReviewAction::Cancel),
        (Key::Space, true, ReviewAction::Play),
        (Key::Delete, true, ReviewAction::Variation(VariationEdit::Delete)),
    ];
    let keys: &[(Key, bool, ReviewAction)] = if modifiers.command { &with_command } else { &plain };
    let found = keys.iter().find(|(wanted, allowed, _)| *wanted == key && *allowed)?;
    Some(found.2.clone())
}
