//! Puzzles: which comes next, and what is kept of them.

use super::{App, Screen, mistakes};
use crate::desk::Desk;
use crate::study::{Study, keep_results, leave_puzzle};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::endgame::Practice;
use chuhe_model::exchange::route::PuzzleLink;
use chuhe_model::puzzles;
use chuhe_model::solving::Solving;
use chuhe_rules::clock::Timestamp;

impl App {
    #[inline(never)]
    pub(crate) fn act_puzzle(&mut self, action: PuzzleAction, now: Timestamp) {
        let notation = self.desk.notation();
        let is_free = matches!(self.screen(), Screen::Join | Screen::Puzzle);
        if matches!(action, PuzzleAction::Daily | PuzzleAction::Next | PuzzleAction::Mend) && !is_free {
            return;
        }
        match action {
            PuzzleAction::Daily => self.study.begin_daily(&self.desk, now),
            PuzzleAction::Next => self.study.begin_next(&self.desk, now),
            PuzzleAction::Mend => {
                if let Some(next) = mistakes::next(self.study.mending.as_deref(), &self.desk) {
                    leave_puzzle(&mut self.study);
                    self.study.mending = Some(next);
                }
            }
            PuzzleAction::ListEndgames(lists) => self.study.endgames.is_listed = lists,
            PuzzleAction::Endgame(index) if is_free => {
                leave_puzzle(&mut self.study);
                self.study.endgames.begin(index);
            }
            // the board is taken
            PuzzleAction::Endgame(_) => {}
            PuzzleAction::Again => {
                self.study.solving.iter_mut().for_each(|it| it.again());
                self.study.endgames.practice_mut().into_iter().for_each(Practice::again);
            }
            PuzzleAction::Hint => self.study.solving.iter_mut().for_each(|it| it.hint(now)),
            PuzzleAction::Show => {
                self.study.solving.iter_mut().for_each(|it| it.show(now));
                self.study.mending.iter_mut().for_each(|it| it.show());
            }
            PuzzleAction::PlayTyped if self.screen() == Screen::Puzzle => {
                return self.study.practise(&mut self.desk, now, |it| it.play_typed(notation, now));
            }
            PuzzleAction::PlayTyped => {}
            PuzzleAction::Leave => leave_puzzle(&mut self.study),
        }
        keep_results(&mut self.study, &mut self.desk, now);
    }
}

/// Whether there is what a link names. The puzzle of the day and the user's own mistakes have no names of their own.
pub(crate) fn has_puzzle(link: &PuzzleLink) -> bool {
    match link {
        PuzzleLink::Daily | PuzzleLink::OwnMistake => true,
        PuzzleLink::Named(name) => puzzle_named(name).is_some(),
        PuzzleLink::Endgame(name) => endgame_named(name).is_some(),
    }
}

fn puzzle_named(name: &str) -> Option<usize> {
    puzzles::collection().iter().position(|it| it.id == name)
}

fn endgame_named(name: &str) -> Option<usize> {
    puzzles::endgames().iter().position(|it| it.id == name)
}

/// Opens the puzzle that a link leads to, unless it is on the board already. Without a mistake to mend, or without a
/// date, there is none: then the list of puzzles shows what there is.
pub(crate) fn open_puzzle(study: &mut Study, desk: &mut Desk, link: &PuzzleLink, now: Timestamp) {
    if link_of(study).as_ref() == Some(link) {
        return;
    }
    study.leave_exercise(desk);
    study.endgames.is_listed = false;
    match link {
        PuzzleLink::Daily => study.begin_daily(desk, now),
        PuzzleLink::OwnMistake => study.mending = mistakes::next(None, desk),
        PuzzleLink::Named(name) => {
            if let Some(index) = puzzle_named(name) {
                study.begin_puzzle(index, None);
            }
        }
        PuzzleLink::Endgame(name) => {
            if let Some(index) = endgame_named(name) {
                study.endgames.begin(index);
            }
        }
    }
}

/// What leads back to the puzzle or the endgame on the board.
#[inline(never)]
pub(super) fn link_of(study: &Study) -> Option<PuzzleLink> {
    let named = |solving: &Solving| match solving.daily() {
        Some(_) => PuzzleLink::Daily,
        None => PuzzleLink::Named(solving.puzzle().id.clone()),
    };
    let mistake = || study.mending.is_some().then_some(PuzzleLink::OwnMistake);
    let endgame = || Some(PuzzleLink::Endgame(study.endgames.practice()?.endgame().id.clone()));
    study.solving.as_deref().map(named).or_else(mistake).or_else(endgame)
}

impl Study {
    fn begin_daily(&mut self, desk: &Desk, now: Timestamp) {
        let Some(day) = desk.today(now) else { return };
        if let Some(index) = puzzles::daily(day, puzzles::collection()) {
            self.begin_puzzle(index, Some(day));
        }
    }

    fn begin_next(&mut self, desk: &Desk, now: Timestamp) {
        let puzzles = puzzles::collection();
        if self.seen_puzzles.len() == puzzles.len() {
            self.seen_puzzles.clear();
        }
        if let Some(index) = desk.settings.puzzles.next(puzzles, desk.today(now), &self.seen_puzzles) {
            self.begin_puzzle(index, None);
        }
    }

    fn begin_puzzle(&mut self, index: usize, daily: Option<u32>) {
        let Some(puzzle) = puzzles::collection().get(index) else { return };
        self.seen_puzzles.insert(index);
        leave_puzzle(self);
        self.solving = Some(Box::new(Solving::new(puzzle, daily)));
    }

    /// Goes on to judge a move.
    pub(crate) fn continue_puzzle(&mut self, desk: &mut Desk, now: Timestamp) {
        if self.solving.as_deref().is_some_and(Solving::is_thinking) {
            self.think_about_puzzle(desk, now);
        }
    }

    #[inline(never)]
    fn think_about_puzzle(&mut self, desk: &mut Desk, now: Timestamp) {
        self.solving.iter_mut().for_each(|it| it.think(now));
        self.keep_puzzle(desk, now);
    }

    /// Keeps how the attempt at the puzzle ended, and that the puzzle of the day is solved.
    pub(crate) fn keep_puzzle(&mut self, desk: &mut Desk, now: Timestamp) {
        let Some(solving) = &mut self.solving else { return };
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
}
