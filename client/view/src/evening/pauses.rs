//! What organisers pause, and let go on: a board, or all of them.

use super::common::button;
use crate::{Button, Model, Part, Role, parts};
use chuhe_model::actions::evening_action::OrganiseAction;
use chuhe_model::evening::Evening;
use chuhe_tournaments::{BoardId, Phase};

/// That all are paused, and the button that lets them go on.
pub(super) fn paused(model: &Model<'_>, evening: &Evening) -> Vec<Part> {
    let Some(paused) = super::own::paused(model, evening) else { return Vec::new() };
    parts![paused, go_on(model, evening)]
}

/// The button that pauses all, before the start too. It stays in its place while they are paused, so that no other one
/// comes there.
pub(super) fn pause(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    let may = evening.tournament().state().phase != Phase::Ended;
    let pause = may.then(|| {
        button(model, "evening.pause", model.text.evening().pause_all, OrganiseAction::Pause(None))
    })?;
    Some(match super::own::paused(model, evening) {
        Some(paused) => pause.permit(Err(paused.label)),
        None => pause,
    })
}

/// The button that lets all go on, while they are paused.
fn go_on(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    let may = evening.live().pause.is_some() && evening.tournament().state().phase != Phase::Ended;
    may.then(|| {
        let (label, action) = (model.text.evening().continue_all, OrganiseAction::Continue(None));
        button(model, "evening.continue", label, action).role(Role::Primary)
    })
}

/// The button that pauses a board of the server, or lets it go on.
pub(super) fn of_board(model: &Model<'_>, evening: &Evening, id: BoardId) -> Option<Button> {
    let (text, live) = (model.text.evening(), evening.live().board(id)?);
    let state = evening.tournament().state();
    let runs = state.board(id).is_some_and(|it| it.outcome.is_none()) && state.phase == Phase::Running;
    runs.then(|| {
        if live.is_paused {
            button(model, "evening.board.continue", text.continue_board, OrganiseAction::Continue(Some(id)))
        } else {
            button(model, "evening.board.pause", text.pause_board, OrganiseAction::Pause(Some(id)))
        }
    })
}

/// What the key that pauses does: at the marked board if it can, or else at all.
pub(super) fn by_key(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    let board = evening.chosen.marked.and_then(|id| of_board(model, evening, id));
    board.or_else(|| go_on(model, evening)).or_else(|| pause(model, evening))
}
