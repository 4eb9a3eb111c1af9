//! The keys and the wheel of the review screen.

use crate::core::action::Action;
use crate::core::review::Review;
use crate::core::review_action::{ReviewAction, Step, VariationEdit};
use egui::{Context, Event, Key, Modifiers, Rect};

/// Reads the keys and the wheel over the board; a focused field takes the keys first.
pub(super) fn read(ctx: &Context, review: &Review, board: Rect, actions: &mut Vec<Action>) {
    let mut act = |action| actions.push(Action::Review(action));
    let over_board = ctx.input(|input| input.pointer.hover_pos()).is_some_and(|at| board.contains(at));
    let events = ctx.input(|input| input.events.clone());
    let typing = ctx.memory(|memory| memory.focused().is_some());
    for event in events {
        match event {
            Event::MouseWheel { delta, .. } if over_board && delta.y != 0.0 => {
                act(ReviewAction::Step(if delta.y > 0.0 { Step::Back } else { Step::Forward }));
            }
            Event::Paste(text) if !typing => act(ReviewAction::Paste(text)),
            Event::Copy if !typing => act(ReviewAction::CopyFen),
            Event::Key { key, pressed: true, modifiers, .. } if !typing => {
                if let Some(action) = action_of(key, modifiers, review) {
                    act(action);
                }
            }
            _ => {}
        }
    }
}

fn action_of(key: Key, modifiers: Modifiers, review: &Review) -> Option<ReviewAction> {
    if modifiers.command {
        let (undo, redo) = review.can_undo();
        return match key {
            Key::Z if modifiers.shift && redo => Some(ReviewAction::Redo),
            Key::Z if undo && !modifiers.shift => Some(ReviewAction::Undo),
            Key::Y if redo => Some(ReviewAction::Redo),
            Key::S => Some(ReviewAction::AskSave),
            Key::O => Some(ReviewAction::AskOpen),
            _ => None,
        };
    }
    Some(match key {
        Key::ArrowLeft => ReviewAction::Step(Step::Back),
        Key::ArrowRight => ReviewAction::Step(Step::Forward),
        Key::ArrowUp => ReviewAction::Step(Step::PreviousVariation),
        Key::ArrowDown => ReviewAction::Step(Step::NextVariation),
        Key::Home => ReviewAction::Step(Step::First),
        Key::End => ReviewAction::Step(Step::Last),
        Key::Space => ReviewAction::Play,
        Key::Delete => ReviewAction::Variation(VariationEdit::Delete),
        _ => return None,
    })
}
