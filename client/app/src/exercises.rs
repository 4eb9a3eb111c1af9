//! What is practised without a record: the lesson, the puzzle, the mistake or the endgame.

use super::results;
use crate::desk::Desk;
use chuhe_model::analysis::AsksEngine;
use chuhe_model::endgame::Practice;
use chuhe_model::exchange::route::PuzzleLink;
use chuhe_model::exercise::Exercise;
use chuhe_model::hunting::Hunting;
use chuhe_model::learning::Learning;
use chuhe_model::lessons::Game;
use chuhe_model::mending::Mending;
use chuhe_model::solving::Solving;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;
use std::collections::BTreeSet;

/// The lesson, the puzzle, the mistake or the endgame that has begun, and the lists of them.
#[derive(Debug, Default)]
pub struct Exercises {
    pub(crate) learning: Option<Learning>,
    /// The game whose lessons are listed.
    pub learned: Game,
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
    /// A puzzle of luzhanqi.
    Flag(Box<Hunting>),
}

impl OnBoard {
    fn exercise(&self) -> &dyn Exercise {
        match self {
            Self::Puzzle(it) => &**it,
            Self::Mistake(it) => &**it,
            Self::Endgame(it) => &**it,
            Self::Flag(it) => &**it,
        }
    }

    fn exercise_mut(&mut self) -> &mut dyn Exercise {
        match self {
            Self::Puzzle(it) => &mut **it,
            Self::Mistake(it) => &mut **it,
            Self::Endgame(it) => &mut **it,
            Self::Flag(it) => &mut **it,
        }
    }

    /// What asks the engine.
    fn asking(&mut self) -> Option<&mut dyn AsksEngine> {
        match self {
            Self::Puzzle(_) | Self::Flag(_) => None,
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
            Self::Flag(it) => it.again(),
        }
    }

    /// Gives a hint. Mistakes and endgames have none.
    pub(crate) fn hint(&mut self, now: Timestamp) {
        match self {
            Self::Puzzle(it) => it.hint(now),
            Self::Mistake(_) | Self::Endgame(_) => {}
            Self::Flag(it) => it.hint(),
        }
    }

    /// Shows the right move. An endgame has none, and a puzzle of luzhanqi tells it by hints alone.
    pub(crate) fn show(&mut self, now: Timestamp) {
        match self {
            Self::Puzzle(it) => it.show(now),
            Self::Mistake(it) => it.show(),
            Self::Endgame(_) | Self::Flag(_) => {}
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
    /// The puzzles of luzhanqi.
    Flags,
}

impl Exercises {
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

    /// The puzzle of luzhanqi that has begun.
    #[must_use]
    pub fn hunting(&self) -> Option<&Hunting> {
        if let Some(OnBoard::Flag(it)) = &self.on_board { Some(it) } else { None }
    }

    /// The lesson or the puzzle that has begun.
    pub(crate) fn begun(&self) -> Option<&dyn Exercise> {
        let learning = self.learning.as_ref().map(|it| -> &dyn Exercise { it });
        learning.or(self.on_board.as_ref().map(OnBoard::exercise))
    }

    /// The lesson or the puzzle that has begun.
    pub(crate) fn begun_mut(&mut self) -> Option<&mut dyn Exercise> {
        let learning = self.learning.as_mut().map(|it| -> &mut dyn Exercise { it });
        learning.or(self.on_board.as_mut().map(OnBoard::exercise_mut))
    }

    /// What asks the engine.
    pub(crate) fn asking(&mut self) -> Option<&mut dyn AsksEngine> {
        self.on_board.as_mut().and_then(OnBoard::asking)
    }

    /// The position of xiangqi on the board, and the side at its bottom: of a puzzle, a mistake or an endgame.
    #[must_use]
    pub fn puzzle_board(&self) -> Option<(&Position, Color)> {
        Some(match self.on_board.as_ref()? {
            OnBoard::Puzzle(it) => (it.position(), it.bottom()),
            OnBoard::Mistake(it) => (it.position(), it.bottom()),
            OnBoard::Endgame(it) => (it.game().position(), it.bottom()),
            OnBoard::Flag(_) => return None,
        })
    }

    /// Leaves the lesson or the puzzle.
    pub(crate) fn leave(&mut self, desk: &mut Desk) {
        if self.learning.take().is_some() && desk.settings.experience.leave_lesson() {
            desk.save();
        }
        self.on_board = None;
    }

    /// Keeps how the puzzle, the mistake or the endgame ended, once that is certain.
    pub(crate) fn keep_results(&mut self, desk: &mut Desk, now: Timestamp) {
        match &mut self.on_board {
            Some(OnBoard::Puzzle(it)) => results::keep_puzzle(it, desk, now),
            Some(OnBoard::Mistake(it)) => results::keep_mistake(it, desk, now),
            Some(OnBoard::Endgame(it)) => results::keep_endgame(it, desk),
            Some(OnBoard::Flag(it)) => results::keep_flag(it, desk),
            None => {}
        }
    }
}
