//! Puzzles: which comes next, and what is kept of them.

use super::{Screen, mistakes, results};
use crate::desk::Desk;
use crate::exercises::{Exercises, OnBoard, PuzzleList};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::endgame::Practice;
use chuhe_model::exchange::route::PuzzleLink;
use chuhe_model::hunting::Hunting;
use chuhe_model::puzzles;
use chuhe_model::solving::Solving;
use chuhe_rules::clock::Timestamp;

/// Whether there is what a link names. The puzzle of the day and the user's own mistakes have no names of their own.
pub(crate) fn has_puzzle(link: &PuzzleLink) -> bool {
    match link {
        PuzzleLink::Daily | PuzzleLink::OwnMistake => true,
        PuzzleLink::Named(name) => puzzle_named(name).is_some(),
        PuzzleLink::Endgame(name) => endgame_named(name).is_some(),
        PuzzleLink::Flag(name) => flag_named(name).is_some(),
    }
}

fn puzzle_named(name: &str) -> Option<usize> {
    puzzles::collection().iter().position(|it| it.id == name)
}

fn endgame_named(name: &str) -> Option<usize> {
    puzzles::endgames().iter().position(|it| it.id == name)
}

fn flag_named(name: &str) -> Option<usize> {
    puzzles::flag_puzzles().iter().position(|it| it.id == name)
}

impl Exercises {
    #[inline(never)]
    pub(crate) fn act_puzzle(
        &mut self,
        desk: &mut Desk,
        screen: Screen,
        action: PuzzleAction,
        now: Timestamp,
    ) {
        let is_free = matches!(screen, Screen::Join | Screen::Puzzle);
        if matches!(action, PuzzleAction::Daily | PuzzleAction::Next | PuzzleAction::Mend) && !is_free {
            return;
        }
        match action {
            PuzzleAction::Daily => self.begin_daily(desk, now),
            PuzzleAction::Next => self.begin_next(desk, now),
            PuzzleAction::Mend => {
                if let Some(next) = mistakes::next(self.mending(), desk) {
                    self.on_board = Some(OnBoard::Mistake(next));
                }
            }
            PuzzleAction::ListEndgames(lists) => {
                self.puzzle_list = if lists { PuzzleList::Endgames } else { PuzzleList::Puzzles };
            }
            PuzzleAction::ListFlags(lists) => {
                self.puzzle_list = if lists { PuzzleList::Flags } else { PuzzleList::Puzzles };
            }
            PuzzleAction::Endgame(index) if is_free => self.begin_endgame(index),
            PuzzleAction::Flag(index) if is_free => self.begin_flag(index),
            // the board is taken
            PuzzleAction::Endgame(_) | PuzzleAction::Flag(_) => {}
            PuzzleAction::Again => self.on_board.iter_mut().for_each(OnBoard::again),
            PuzzleAction::Hint => self.on_board.iter_mut().for_each(|it| it.hint(now)),
            PuzzleAction::Show => self.on_board.iter_mut().for_each(|it| it.show(now)),
            PuzzleAction::PlayTyped if screen == Screen::Puzzle => {
                let notation = desk.notation();
                self.begun_mut().into_iter().for_each(|it| it.play_typed(notation, now));
            }
            PuzzleAction::PlayTyped => {}
            PuzzleAction::Leave => self.on_board = None,
        }
        self.keep_results(desk, now);
    }

    /// Opens the puzzle that a link leads to, unless it is on the board already. Without a mistake to mend, or without a
    /// date, there is none: then the list of puzzles shows what there is.
    pub(crate) fn open(&mut self, desk: &mut Desk, link: &PuzzleLink, now: Timestamp) {
        if self.link().as_ref() == Some(link) {
            return;
        }
        self.leave(desk);
        self.puzzle_list = PuzzleList::Puzzles;
        match link {
            PuzzleLink::Daily => self.begin_daily(desk, now),
            PuzzleLink::OwnMistake => self.on_board = mistakes::next(None, desk).map(OnBoard::Mistake),
            PuzzleLink::Named(name) => {
                if let Some(index) = puzzle_named(name) {
                    self.begin_puzzle(index, None);
                }
            }
            PuzzleLink::Endgame(name) => {
                if let Some(index) = endgame_named(name) {
                    self.begin_endgame(index);
                }
            }
            PuzzleLink::Flag(name) => {
                if let Some(index) = flag_named(name) {
                    self.begin_flag(index);
                }
            }
        }
    }

    /// What leads back to what is on the board.
    #[inline(never)]
    pub(crate) fn link(&self) -> Option<PuzzleLink> {
        Some(match self.on_board.as_ref()? {
            OnBoard::Puzzle(it) if it.daily().is_some() => PuzzleLink::Daily,
            OnBoard::Puzzle(it) => PuzzleLink::Named(it.puzzle().id.clone()),
            OnBoard::Mistake(_) => PuzzleLink::OwnMistake,
            OnBoard::Endgame(it) => PuzzleLink::Endgame(it.endgame().id.clone()),
            OnBoard::Flag(it) => PuzzleLink::Flag(it.attempt().puzzle().id.clone()),
        })
    }

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
        self.on_board = Some(OnBoard::Puzzle(Box::new(Solving::new(puzzle, daily))));
    }

    #[inline(never)]
    fn begin_endgame(&mut self, index: usize) {
        self.on_board = Practice::new(puzzles::endgames(), index).map(Box::new).map(OnBoard::Endgame);
        // the list comes back after it
        self.puzzle_list = PuzzleList::Endgames;
    }

    #[inline(never)]
    fn begin_flag(&mut self, index: usize) {
        self.on_board = Hunting::new(puzzles::flag_puzzles(), index).map(Box::new).map(OnBoard::Flag);
        // the list comes back after it
        self.puzzle_list = PuzzleList::Flags;
    }

    /// Goes on to judge a move.
    pub(crate) fn continue_puzzle(&mut self, desk: &mut Desk, now: Timestamp) {
        if self.solving().is_some_and(Solving::is_thinking) {
            self.think_about_puzzle(desk, now);
        }
    }

    #[inline(never)]
    fn think_about_puzzle(&mut self, desk: &mut Desk, now: Timestamp) {
        if let Some(OnBoard::Puzzle(it)) = &mut self.on_board {
            it.think(now);
            results::keep_puzzle(it, desk, now);
        }
    }
}
