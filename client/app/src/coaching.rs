//! The coach in a game against the computer: what the user asks of it, and what the engine searches for it.

use crate::analyst::Analyst;
use crate::desk::Desk;
use crate::live_guessing;
use crate::sessions::Sessions;
use crate::study::{self, Study};
use chuhe_model::analysis::AsksEngine;
use chuhe_model::coaching::{Coach, CoachAction};
use chuhe_model::review::reviewing::Reviewing;
use chuhe_rules::xiangqi::Move;

/// The coach of the game on the screen.
#[must_use]
pub fn coach(sessions: &Sessions) -> Option<&Coach> {
    sessions.local()?.coach()
}

/// Does what the user asks of the coach.
#[inline(never)]
pub(crate) fn act(sessions: &mut Sessions, action: CoachAction, desk: &mut Desk) {
    if coach(sessions).is_some()
        && let Some(local) = sessions.local_mut()
    {
        local.ask_coach(action);
        if action == CoachAction::Move {
            sessions.seek_hint(desk);
        }
    }
}

/// The move that the coach shows by an arrow, while the position to which it belongs is on the board.
pub(crate) fn arrow(sessions: &Sessions) -> Option<Move> {
    let (table, coach) = (sessions.table()?, coach(sessions)?);
    let shown = table.interaction.review().unwrap_or(table.game().ply());
    let (mv, _) = coach.shown().filter(|_| coach.shown_ply() == Some(shown))?;
    Some(mv)
}

/// What searches, and for what: the coach while the user plays with it, or else the record, or the exercise.
pub(crate) fn searching<'a>(
    study: &'a mut Study,
    sessions: &'a mut Sessions,
) -> (&'a mut Analyst, Option<&'a mut Reviewing>, Option<&'a mut dyn AsksEngine>) {
    let plays = sessions.plays();
    let (analyst, reviewing, exercise) = study::searching(study);
    // a finished game stays behind a record of it
    if plays && coach(sessions).is_some() {
        // no record is analysed beside a game
        reviewing.into_iter().for_each(|it| it.review.analysis.stop());
        let coach = sessions.local.as_mut().map(|local| -> &mut dyn AsksEngine { &mut *local.coach });
        return (analyst, None, coach);
    }
    let exercise = exercise.or_else(|| live_guessing::asking(sessions).filter(|_| !plays));
    (analyst, reviewing, exercise)
}
