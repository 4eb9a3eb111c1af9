//! The keys and the wheel of the review screen.

use crate::screens::view::View;
use crate::widgets::keys;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use chuhe_model::actions::review_action::{ReviewAction, Step, VariationEdit};
use chuhe_model::review::Review;
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
    let does = keys::does(KeyPlace::Review, key, modifiers)?;
    let known = [
        (KeyUse::Save, ReviewAction::AskSave),
        (KeyUse::Open, ReviewAction::AskOpen),
        (KeyUse::StepBack, ReviewAction::Step(Step::Back)),
        (KeyUse::StepForward, ReviewAction::Step(Step::Forward)),
        (KeyUse::PreviousVariation, ReviewAction::Step(Step::PreviousVariation)),
        (KeyUse::NextVariation, ReviewAction::Step(Step::NextVariation)),
        (KeyUse::StepFirst, ReviewAction::Step(Step::First)),
        (KeyUse::StepLast, ReviewAction::Step(Step::Last)),
        (KeyUse::Cancel, ReviewAction::Cancel),
        (KeyUse::PlayRecord, ReviewAction::Play),
        (KeyUse::Delete, ReviewAction::Variation(VariationEdit::Delete)),
    ];
    let undone = undo.then_some((KeyUse::Undo, ReviewAction::Undo));
    let redone = redo.then_some((KeyUse::Redo, ReviewAction::Redo));
    known.into_iter().chain(undone).chain(redone).find_map(|(it, action)| (it == does).then_some(action))
}
