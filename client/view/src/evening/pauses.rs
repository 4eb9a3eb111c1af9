//! What organisers pause, and let go on: a board, or all of them.

use super::common::button;
use crate::{Button, Model, Part, Role, parts};
use chuhe_model::actions::evening_action::OrganiseAction;
use chuhe_model::evening::Evening;
use chuhe_tournaments::{BoardId, Phase};

/// That all are paused, and the button that lets them go on.
pub(super) fn paused(model: &Model<'_>, evening: &Evening) -> Vec<Part> {
    let Some(paused) = super::own::paused(model, evening) else { return Vec::new() };
    parts![paused, of_all(model, evening)]
}

/// The button that pauses all, while nothing is paused.
pub(super) fn pause(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    of_all(model, evening).filter(|_| evening.live().pause.is_none())
}

/// The button that pauses all, or lets them go on; before the start too.
fn of_all(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    let text = model.text.evening();
    let may = evening.tournament().state().phase != Phase::Ended;
    may.then(|| {
        if evening.live().pause.is_some() {
            let go_on = OrganiseAction::Continue(None);
            button(model, "evening.continue", text.continue_all, go_on).role(Role::Primary)
        } else {
            button(model, "evening.pause", text.pause_all, OrganiseAction::Pause(None))
        }
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
    let marked = evening.chosen.marked;
    marked.and_then(|id| of_board(model, evening, id)).or_else(|| of_all(model, evening))
}
