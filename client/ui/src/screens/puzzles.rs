//! Puzzles: what the first screen says of them, and a puzzle beside its board.

use super::exercise::{self, Place};
use super::parts;
use super::view::View;
use crate::widgets;
use chuhe_model::actions::action::Action;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::puzzles::{PuzzleView, PuzzlesView};
use egui::{Context, Ui, vec2};

/// The most width of a button on the first screen.
const BUTTON: f32 = 340.0;

/// Shows what the user has done, and begins a puzzle.
pub(super) fn list(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let it = PuzzlesView::of(&view.model());
    ui.spacing_mut().item_spacing = vec2(8.0, 10.0);
    if !view.area.form.is_phone() {
        widgets::heading(ui, it.heading);
    }
    parts::said(view, ui, &it.explained);
    it.streak.iter().chain(&it.progress).for_each(|fact| parts::said(view, ui, fact));
    let wide = ui.available_width().min(BUTTON);
    for button in it.daily.iter().chain([&it.next]) {
        actions.extend(parts::offered_filling(ui, button, wide));
    }
    it.mistakes.iter().for_each(|fact| parts::said(view, ui, fact));
    actions.extend(it.mend.iter().filter_map(|button| parts::offered_filling(ui, button, wide)));
}

/// Shows a puzzle: its words beside the board, or below it on a phone.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (Some(solving), Some(it)) = (view.app.study().solving(), PuzzleView::of(&view.model())) else {
        return mistake(view, ctx, actions);
    };
    let buttons = [&it.next, &it.again, &it.leave];
    // Enter leaves no puzzle that is not solved
    let next = solving.is_over().then_some(&it.next);
    let place = Place { name: "puzzle", exercise: solving, answers: &[], buttons, next };
    exercise::show(view, ctx, &place, actions, |ui, actions| words(view, ui, &it, actions));
}

/// Shows a mistake of the user's own likewise.
fn mistake(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let mending = view.app.study().mending.as_deref();
    let (Some(mending), Some(it)) = (mending, MistakeView::of(&view.model())) else { return };
    let buttons = [&it.next, &it.show, &it.leave];
    let next = mending.is_over().then_some(&it.next);
    let place = Place { name: "puzzle", exercise: mending, answers: &[], buttons, next };
    exercise::show(view, ctx, &place, actions, |ui, _| {
        exercise::title(view, ui, it.title, &it.about);
        exercise::task(view, ui, &it.task);
        it.reply.iter().for_each(|fact| parts::said(view, ui, fact));
    });
}

fn words(view: &View<'_>, ui: &mut Ui, it: &PuzzleView, actions: &mut Vec<Action>) {
    exercise::title(view, ui, &it.title, &it.about);
    exercise::task(view, ui, &it.task);
    it.reply.iter().chain(&it.hints).for_each(|fact| parts::said(view, ui, fact));
    if !it.help.is_empty() {
        ui.horizontal_wrapped(|ui| {
            actions.extend(it.help.iter().filter_map(|button| parts::offered_chip(ui, button)));
        });
    }
    it.rated.iter().for_each(|fact| parts::said(view, ui, fact));
    it.moves.iter().for_each(|moves| exercise::quiet(view, ui, moves));
}
