//! Keeps how puzzles of both games, mistakes of the user's own and endgames have ended.

use crate::desk::Desk;
use chuhe_model::endgame::Practice;
use chuhe_model::hunting::Hunting;
use chuhe_model::mending::Mending;
use chuhe_model::solving::Solving;
use chuhe_rules::clock::Timestamp;

/// Keeps how the attempt at a puzzle ended, and that the puzzle of the day is solved.
pub(crate) fn keep_puzzle(solving: &mut Solving, desk: &mut Desk, now: Timestamp) {
    let today = desk.today(now);
    let progress = &mut desk.settings.puzzles;
    let result = solving.take_result();
    if let Some(is_solved) = result {
        solving.rated = progress.finish(solving.puzzle(), is_solved, today);
    }
    let is_new_day = solving.solved_daily().is_some_and(|day| progress.solve_daily(day));
    if result.is_some() || is_new_day {
        desk.save();
    }
}

/// Keeps whether a better move than the mistake was found, once that is certain.
pub(crate) fn keep_mistake(mending: &mut Mending, desk: &mut Desk, now: Timestamp) {
    if let Some(is_found) = mending.take_result() {
        let today = desk.today(now);
        desk.settings.puzzles.mistakes_mut().finish(mending.start(), is_found, today);
        desk.save();
    }
}

/// Keeps that the user has kept the result of an endgame, once they have.
pub(crate) fn keep_endgame(practice: &Practice, desk: &mut Desk) {
    if practice.is_kept() && desk.settings.puzzles.endgames.keep(practice.endgame()) {
        desk.save();
    }
}

/// Keeps that the user has solved a puzzle of luzhanqi, once they have.
pub(crate) fn keep_flag(hunting: &Hunting, desk: &mut Desk) {
    if hunting.attempt().is_solved() && desk.settings.puzzles.take(hunting.attempt().puzzle()) {
        desk.save();
    }
}
