//! Guessing the moves of a record beside its board.

use super::exercise::{self, Place};
use super::parts;
use super::view::View;
use chuhe_model::actions::action::Action;
use chuhe_view::guess::{GuessView, guessing};
use egui::{Context, Ui};

/// Shows the question beside the board, or below it on a phone.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (Some(guessing), Some(it)) = (guessing(view.app), GuessView::of(&view.model())) else { return };
    let buttons = [&it.next, &it.show, &it.leave];
    let (next, typed) = (Some(&it.next), &it.typed);
    let place = Place { name: "guess", exercise: guessing, answers: &[], buttons, next, typed };
    exercise::show(view, ctx, &place, actions, |ui, actions| words(view, ui, &it, actions));
}

fn words(view: &View<'_>, ui: &mut Ui, it: &GuessView, actions: &mut Vec<Action>) {
    exercise::title(view, ui, &it.title, &it.about);
    exercise::task(view, ui, &it.task);
    exercise::reply(view, ui, it.reply.as_ref());
    it.moves.iter().chain(&it.summary).for_each(|fact| parts::said(view, ui, fact));
    if !it.worst.is_empty() {
        ui.horizontal_wrapped(|ui| {
            actions.extend(it.worst.iter().filter_map(|button| parts::offered_chip(ui, button)));
        });
    }
    ui.horizontal_wrapped(|ui| {
        parts::caption(ui, &it.sides.label);
        actions.extend(parts::chips(ui, &it.sides));
    });
}
