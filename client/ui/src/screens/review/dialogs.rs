//! The dialogs of the review screen.

use super::games;
use crate::screens::described;
use crate::screens::view::View;
use crate::widgets;
use chuhe_model::actions::action::Action;
use chuhe_model::review::is_record;
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_view::review::{GamesView, paste};
use egui::{Context, Event};

const WIDTH: f32 = 440.0;

/// Shows the open dialog; returns whether there is one.
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) -> bool {
    let Some(it) = chuhe_view::review::dialog(&view.model()) else { return false };
    if let Some(games) = GamesView::of(&view.model()) {
        games::show(view, ctx, &games, WIDTH, actions);
        return true;
    }
    let reviewing = view.app.study().reviewing();
    if matches!(reviewing.and_then(|it| it.dialog.as_ref()), Some(RecordDialog::Open { .. })) {
        actions.extend(pasted(ctx));
    }
    described::dialog(view, ctx, &it, WIDTH, actions);
    true
}

/// Opens a text that the user pastes, unless a field takes it as a path.
fn pasted(ctx: &Context) -> Option<Action> {
    let has_focus = |field| ctx.memory(|memory| memory.has_focus(widgets::field_id(field)));
    let is_typing = ["open.path", "open.text"].into_iter().any(has_focus);
    let record = |event: &Event| {
        let Event::Paste(pasted) = event else { return None };
        // a text of several lines is a game and not a path
        let is_game = !is_typing || pasted.trim().contains('\n') || is_record(pasted);
        is_game.then(|| paste(pasted.clone()))
    };
    ctx.input(|input| input.events.iter().find_map(record))
}
