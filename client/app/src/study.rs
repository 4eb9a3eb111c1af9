//! The records under review, the library, and the position that is set up.

use super::analyst::Analyst;
use super::endgames::Endgames;
use super::kept_record::{Keeping, Saving};
use super::mistakes;
use crate::desk::Desk;
use chuhe_model::analysis::AsksEngine;
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
    // large, and an app is moved about
    /// The puzzle that has begun.
    pub solving: Option<Box<Solving>>,
    /// The mistake of the user's own that has begun.
    pub mending: Option<Box<Mending>>,
    /// The endgame that has begun, and the list of all.
    pub endgames: Endgames,
    /// The puzzle to which a link leads, from when the review has made way for it until it is opened.
    pub(crate) followed_puzzle: Option<PuzzleLink>,
    /// The puzzles that were on the board since the start, by their indices.
    pub(crate) seen_puzzles: BTreeSet<usize>,
}

impl Study {
    /// The game to guess, the lesson or the puzzle that has begun.
    pub(crate) fn exercise(&self) -> Option<&dyn Exercise> {
        let guessing = self.reviewing().and_then(|it| it.guessing.as_deref());
        let guessing = guessing.map(|it| -> &dyn Exercise { it });
        let learning = self.learning.as_ref().map(|it| -> &dyn Exercise { it });
        let solving = self.solving.as_deref().map(|it| -> &dyn Exercise { it });
        let mending = self.mending.as_deref().map(|it| -> &dyn Exercise { it });
        let endgame = self.endgames.practice().map(|it| -> &dyn Exercise { it });
        guessing.or(learning).or(solving).or(mending).or(endgame)
    }

    /// The game to guess, the lesson or the puzzle that has begun. What counts of it is kept by [`Self::practise`] only.
    pub(crate) fn exercise_mut(&mut self) -> Option<&mut dyn Exercise> {
        let reviewing = self.reviewing.as_mut().filter(|_| !self.aside);
        let guessing = reviewing.and_then(|it| it.guessing.as_deref_mut());
        let guessing = guessing.map(|it| -> &mut dyn Exercise { it });
        let learning = self.learning.as_mut().map(|it| -> &mut dyn Exercise { it });
        let solving = self.solving.as_deref_mut().map(|it| -> &mut dyn Exercise { it });
        let mending = self.mending.as_deref_mut().map(|it| -> &mut dyn Exercise { it });
        let endgame = self.endgames.practice_mut().map(|it| -> &mut dyn Exercise { it });
        guessing.or(learning).or(solving).or(mending).or(endgame)
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
        let mistake = || self.mending.as_deref().map(|it| (it.position(), it.bottom()));
        let endgame = || self.endgames.practice().map(|it| (it.game().position(), it.bottom()));
        self.solving.as_deref().map(|it| (it.position(), it.bottom())).or_else(mistake).or_else(endgame)
    }

    /// Leaves the lesson or the puzzle.
    pub(crate) fn leave_exercise(&mut self, desk: &mut Desk) {
        if self.learning.take().is_some() && desk.settings.experience.leave_lesson() {
            desk.save();
        }
        leave_puzzle(self);
    }
}

/// What searches, and the record and the exercise for which it does.
pub(crate) fn searching(
    study: &mut Study,
) -> (&mut Analyst, Option<&mut Reviewing>, Option<&mut dyn AsksEngine>) {
    let mending = study.mending.as_deref_mut().map(|it| -> &mut dyn AsksEngine { it });
    let endgame = study.endgames.practice_mut().map(|it| -> &mut dyn AsksEngine { it });
    (&mut study.analyst, study.reviewing.as_mut(), endgame.or(mending))
}

/// Keeps how the puzzle, the mistake or the endgame ended, once that is certain.
pub(crate) fn keep_results(study: &mut Study, desk: &mut Desk, now: Timestamp) {
    study.keep_puzzle(desk, now);
    mistakes::keep_result(study.mending.as_deref_mut(), desk, now);
    study.endgames.keep(desk);
}

/// Takes the puzzle, the mistake or the endgame off the board.
pub(crate) fn leave_puzzle(study: &mut Study) {
    (study.solving, study.mending) = (None, None);
    study.endgames.leave();
}
