//! Puzzles: what the first screen says of them, and a puzzle beside its board.

use super::exercise::{self, Place};
use super::view::View;
use super::{learn, parts};
use crate::widgets::{self, theme};
use chuhe_model::actions::action::Action;
use chuhe_view::endgames::EndgameView;
use chuhe_view::flags::FlagView;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::puzzle_list::PuzzleListView;
use chuhe_view::puzzles::{PuzzleView, PuzzlesView};
use chuhe_view::{Button, Role};
use egui::{Context, Key, Ui, vec2};

/// The most width of a button on the first screen.
const BUTTON: f32 = 340.0;
/// The space below the heading of a list.
const BELOW_CAPTION: f32 = 4.0;

/// Shows what the user has done, and begins a puzzle; or the endgames or those of luzhanqi in place of it.
pub(super) fn list(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if let Some(it) = PuzzlesView::instead(&view.model()) {
        return choices(view, ui, &it, actions);
    }
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
    for button in it.mend.iter().chain([&it.endgames, &it.flags]) {
        actions.extend(parts::offered_filling(ui, button, wide));
        // a finger does not hover
        if view.area.form.is_phone() && !button.hint.is_empty() {
            parts::caption(ui, &button.hint);
        }
    }
}

/// Lists what one begins below each other, in two columns where there is room.
fn choices(view: &View<'_>, ui: &mut Ui, it: &PuzzleListView, actions: &mut Vec<Action>) {
    // the ring around what has the focus stays clear of the words above and below
    ui.spacing_mut().item_spacing = vec2(12.0, 12.0);
    let is_phone = view.area.form.is_phone();
    // also on a phone, where the form is named after the puzzles in general
    widgets::heading(ui, it.heading);
    actions.extend(parts::offered_chip(ui, &it.puzzles));
    if !view.is_covered() && view.pressed(ui.ctx(), Key::Escape) {
        actions.extend(it.puzzles.press());
    }
    parts::said(view, ui, &it.progress);
    parts::said(view, ui, &it.explained);
    let mut rows = |ui: &mut Ui| {
        for list in &it.lists {
            parts::caption(ui, &list.heading);
            ui.add_space(BELOW_CAPTION);
            let buttons: Vec<&Button> = list.buttons().collect();
            learn::rows(view, ui, &buttons, actions);
        }
    };
    // on a phone the whole form scrolls
    if is_phone {
        return rows(ui);
    }
    let caption = ui.fonts(|fonts| fonts.row_height(&theme::plain(theme::TEXT_SMALL))).ceil();
    let groups: Vec<_> =
        it.lists.iter().map(|list| (caption + BELOW_CAPTION, list.buttons().count())).collect();
    let place = learn::whole_rows(ui, ui.available_rect_before_wrap(), &groups);
    parts::scroll(ui, "endgames.list", place, false, rows);
}

/// Shows a puzzle: its words beside the board, or below it on a phone.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let (Some(solving), Some(it)) = (view.app.study().exercises.solving(), PuzzleView::of(&view.model()))
    else {
        return mistake(view, ctx, actions);
    };
    let buttons = [&it.next, &it.again, &it.leave];
    let next = likeliest([&it.next]);
    let place = Place { name: "puzzle", exercise: solving, answers: &[], buttons, next, typed: &it.typed };
    exercise::show(view, ctx, &place, actions, |ui, actions| words(view, ui, &it, actions));
}

/// Shows a mistake of the user's own likewise.
fn mistake(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let mending = view.app.study().exercises.mending();
    let (Some(mending), Some(it)) = (mending, MistakeView::of(&view.model())) else {
        return endgame(view, ctx, actions);
    };
    let buttons = [&it.next, &it.show, &it.leave];
    let next = likeliest([&it.next]);
    let place = Place { name: "puzzle", exercise: mending, answers: &[], buttons, next, typed: &it.typed };
    exercise::show(view, ctx, &place, actions, |ui, _| {
        exercise::title(view, ui, it.title, &it.about);
        exercise::task(view, ui, &it.task);
        exercise::reply(view, ui, it.reply.as_ref());
    });
}

/// Shows an endgame likewise.
fn endgame(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let practice = view.app.study().exercises.endgame();
    let (Some(practice), Some(it)) = (practice, EndgameView::of(&view.model())) else {
        return flag(view, ctx, actions);
    };
    let buttons = [&it.next, &it.again, &it.leave];
    let next = likeliest([&it.next, &it.again]);
    let place = Place { name: "puzzle", exercise: practice, answers: &[], buttons, next, typed: &it.typed };
    exercise::show(view, ctx, &place, actions, |ui, _| {
        exercise::title(view, ui, &it.title, &it.about);
        exercise::task(view, ui, &it.task);
        exercise::reply(view, ui, it.reply.as_ref());
        it.moves.iter().for_each(|moves| exercise::quiet(view, ui, moves));
    });
}

/// Shows a puzzle of luzhanqi likewise.
fn flag(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let hunting = view.app.study().exercises.hunting();
    let (Some(hunting), Some(it)) = (hunting, FlagView::of(&view.model())) else { return };
    let buttons = [&it.next, &it.again, &it.leave];
    let next = likeliest([&it.next]);
    let place = Place { name: "puzzle", exercise: hunting, answers: &[], buttons, next, typed: &it.typed };
    exercise::show(view, ctx, &place, actions, |ui, actions| flag_words(view, ui, &it, actions));
}

/// Shows the words of a puzzle of luzhanqi. On a phone the hint and the reply come first.
fn flag_words(view: &View<'_>, ui: &mut Ui, it: &FlagView, actions: &mut Vec<Action>) {
    let is_phone = view.area.form.is_phone();
    let hint = |ui: &mut Ui| it.hint.as_ref().and_then(|button| parts::offered_chip(ui, button));
    let reply = |ui: &mut Ui| exercise::reply(view, ui, it.reply.as_ref());
    if is_phone {
        ui.horizontal_wrapped(|ui| {
            widgets::heading(ui, &it.title);
            actions.extend(hint(ui));
        });
        reply(ui);
    } else {
        widgets::heading(ui, &it.title);
    }
    // who has answered has read the task
    if !is_phone || it.reply.is_none() {
        exercise::task(view, ui, &it.task);
    }
    exercise::quiet(view, ui, &it.about);
    it.known.iter().chain(&it.hinted).for_each(|fact| parts::said(view, ui, fact));
    it.moves.iter().for_each(|moves| exercise::quiet(view, ui, moves));
    if !is_phone {
        reply(ui);
        actions.extend(hint(ui));
    }
    it.legend.iter().for_each(|legend| learn::legend(view, ui, legend));
}

/// The one of these buttons that is offered first, if any is: Enter leaves no puzzle that is not solved.
fn likeliest<const COUNT: usize>(buttons: [&Button; COUNT]) -> Option<&Button> {
    buttons.into_iter().find(|button| button.role == Role::Primary)
}

fn words(view: &View<'_>, ui: &mut Ui, it: &PuzzleView, actions: &mut Vec<Action>) {
    exercise::title(view, ui, &it.title, &it.about);
    exercise::task(view, ui, &it.task);
    exercise::reply(view, ui, it.reply.as_ref());
    it.hints.iter().for_each(|fact| parts::said(view, ui, fact));
    if !it.help.is_empty() {
        ui.horizontal_wrapped(|ui| {
            actions.extend(it.help.iter().filter_map(|button| parts::offered_chip(ui, button)));
        });
    }
    it.rated.iter().for_each(|fact| parts::said(view, ui, fact));
    it.moves.iter().for_each(|moves| exercise::quiet(view, ui, moves));
}
