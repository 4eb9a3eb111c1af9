//! The records under review, the library, and the position that is set up.

use super::analyst::Analyst;
use super::kept_record::{Keeping, Saving};
use super::results;
use crate::desk::Desk;
use chuhe_model::analysis::AsksEngine;
use chuhe_model::endgame::Practice;
use chuhe_model::exchange::route::PuzzleLink;
use chuhe_model::exercise::Exercise;
use chuhe_model::learning::Learning;
use chuhe_model::lessons::Game;
use chuhe_model::lobby::library_list::Library;
use chuhe_model::mending::Mending;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::set_up::SetUp;
use chuhe_model::solving::Solving;
use chuhe_records::formats::Omission;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;
use std::collections::BTreeSet;

/// The records under review, the library, and the position that is set up.
#[derive(Debug, Default)]
pub struct Study {
    pub(crate) reviewing: Option<Reviewing>,
    pub(crate) set_up: Option<SetUp>,
    /// Whether the record and the set-up are hidden: from the start of a game of the user's own
    /// until they leave its table.
    pub(crate) aside: bool,
    /// The number of records opened so far.
    pub(crate) opened: u32,
    // large, and an app is moved about
    pub(crate) keeping: Box<Keeping>,
    /// Whether the user played a game after the last event.
    pub(crate) was_playing: bool,
    /// The library.
    pub library: Library,
    /// What the format of the record being saved does not hold.
    pub(crate) omitted_on_save: Vec<Omission>,
    /// The record that is being saved to the library.
    pub(crate) saving: Option<Saving>,
    pub(crate) analyst: Analyst,
    pub(crate) learning: Option<Learning>,
    /// The game whose lessons are listed.
    pub(crate) learned: Game,
    /// The puzzle, the mistake or the endgame that has begun.
    pub(crate) on_board: Option<OnBoard>,
    /// What the first screen lists.
    pub puzzle_list: PuzzleList,
    /// The puzzle to which a link leads, from when the review has made way for it until it is opened.
    pub(crate) followed_puzzle: Option<PuzzleLink>,
    /// The puzzles that were on the board since the start, by their indices.
    pub(crate) seen_puzzles: BTreeSet<usize>,
}

/// What is to be found on the board.
// large, and an app is moved about
#[derive(Debug)]
pub(crate) enum OnBoard {
    /// A puzzle.
    Puzzle(Box<Solving>),
    /// A mistake of the user's own.
    Mistake(Box<Mending>),
    /// An endgame against the engine.
    Endgame(Box<Practice>),
}

impl OnBoard {
    fn exercise(&self) -> &dyn Exercise {
        match self {
            Self::Puzzle(it) => &**it,
            Self::Mistake(it) => &**it,
            Self::Endgame(it) => &**it,
        }
    }

    fn exercise_mut(&mut self) -> &mut dyn Exercise {
        match self {
            Self::Puzzle(it) => &mut **it,
            Self::Mistake(it) => &mut **it,
            Self::Endgame(it) => &mut **it,
        }
    }

    /// What asks the engine.
    fn asking(&mut self) -> Option<&mut dyn AsksEngine> {
        match self {
            Self::Puzzle(_) => None,
            Self::Mistake(it) => Some(&mut **it),
            Self::Endgame(it) => Some(&mut **it),
        }
    }

    /// Begins it again. A mistake goes on until a better move is found.
    pub(crate) fn again(&mut self) {
        match self {
            Self::Puzzle(it) => it.again(),
            Self::Mistake(_) => {}
            Self::Endgame(it) => it.again(),
        }
    }

    /// Shows the right move. An endgame has none.
    pub(crate) fn show(&mut self, now: Timestamp) {
        match self {
            Self::Puzzle(it) => it.show(now),
            Self::Mistake(it) => it.show(),
            Self::Endgame(_) => {}
        }
    }
}

/// Which puzzles the first screen lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleList {
    /// The puzzles, and the user's own mistakes.
    #[default]
    Puzzles,
    /// The endgames against the engine.
    Endgames,
}

impl Study {
    /// The puzzle that has begun.
    #[must_use]
    pub fn solving(&self) -> Option<&Solving> {
        if let Some(OnBoard::Puzzle(it)) = &self.on_board { Some(it) } else { None }
    }

    /// The mistake of the user's own that has begun.
    #[must_use]
    pub fn mending(&self) -> Option<&Mending> {
        if let Some(OnBoard::Mistake(it)) = &self.on_board { Some(it) } else { None }
    }

    /// The endgame that has begun.
    #[must_use]
    pub fn endgame(&self) -> Option<&Practice> {
        if let Some(OnBoard::Endgame(it)) = &self.on_board { Some(it) } else { None }
    }

    /// The game to guess, the lesson or the puzzle that has begun.
    pub(crate) fn exercise(&self) -> Option<&dyn Exercise> {
        let guessing = self.reviewing().and_then(|it| it.guessing.as_deref());
        let guessing = guessing.map(|it| -> &dyn Exercise { it });
        let learning = self.learning.as_ref().map(|it| -> &dyn Exercise { it });
        guessing.or(learning).or(self.on_board.as_ref().map(OnBoard::exercise))
    }

    /// The game to guess, the lesson or the puzzle that has begun. What counts of it is kept by [`Self::practise`] only.
    pub(crate) fn exercise_mut(&mut self) -> Option<&mut dyn Exercise> {
        let reviewing = self.reviewing.as_mut().filter(|_| !self.aside);
        let guessing = reviewing.and_then(|it| it.guessing.as_deref_mut());
        let guessing = guessing.map(|it| -> &mut dyn Exercise { it });
        let learning = self.learning.as_mut().map(|it| -> &mut dyn Exercise { it });
        guessing.or(learning).or(self.on_board.as_mut().map(OnBoard::exercise_mut))
    }

    /// Changes the game to guess, the lesson or the puzzle, and keeps what is done with it.
    pub(crate) fn practise(
        &mut self,
        desk: &mut Desk,
        now: Timestamp,
        change: impl FnOnce(&mut dyn Exercise),
    ) {
        self.exercise_mut().map(change);
        self.keep_lesson(desk);
        keep_results(self, desk, now);
    }

    /// The position of the puzzle, the mistake or the endgame on the board, and the side at its bottom.
    #[must_use]
    pub fn puzzle_board(&self) -> Option<(&Position, Color)> {
        Some(match self.on_board.as_ref()? {
            OnBoard::Puzzle(it) => (it.position(), it.bottom()),
            OnBoard::Mistake(it) => (it.position(), it.bottom()),
            OnBoard::Endgame(it) => (it.game().position(), it.bottom()),
        })
    }

    /// Leaves the lesson or the puzzle.
    pub(crate) fn leave_exercise(&mut self, desk: &mut Desk) {
        if self.learning.take().is_some() && desk.settings.experience.leave_lesson() {
            desk.save();
        }
        self.on_board = None;
    }
}

/// What searches, and the record and the exercise for which it does.
pub(crate) fn searching(
    study: &mut Study,
) -> (&mut Analyst, Option<&mut Reviewing>, Option<&mut dyn AsksEngine>) {
    let asking = study.on_board.as_mut().and_then(OnBoard::asking);
    (&mut study.analyst, study.reviewing.as_mut(), asking)
}

/// Keeps how the puzzle, the mistake or the endgame ended, once that is certain.
pub(crate) fn keep_results(study: &mut Study, desk: &mut Desk, now: Timestamp) {
    match &mut study.on_board {
        Some(OnBoard::Puzzle(it)) => results::keep_puzzle(it, desk, now),
        Some(OnBoard::Mistake(it)) => results::keep_mistake(it, desk, now),
        Some(OnBoard::Endgame(it)) => results::keep_endgame(it, desk),
        None => {}
    }
}
