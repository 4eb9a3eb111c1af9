//! The records under review, the library, the position that is set up, and the exercises.

use super::analyst::Analyst;
use super::kept_record::{Keeping, Saving};
use crate::desk::Desk;
use crate::exercises::Exercises;
use chuhe_model::analysis::AsksEngine;
use chuhe_model::exercise::Exercise;
use chuhe_model::lobby::library_list::Library;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::set_up::SetUp;
use chuhe_records::formats::Omission;
use chuhe_rules::clock::Timestamp;

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
    /// The lesson, the puzzle, the mistake or the endgame that has begun.
    pub exercises: Exercises,
}

impl Study {
    /// The game to guess, the lesson or the puzzle that has begun.
    pub(crate) fn exercise(&self) -> Option<&dyn Exercise> {
        let guessing = self.reviewing().and_then(|it| it.guessing.as_deref());
        let guessing = guessing.map(|it| -> &dyn Exercise { it });
        guessing.or_else(|| self.exercises.begun())
    }

    /// The game to guess, the lesson or the puzzle that has begun. What counts of it is kept by [`Self::practise`] only.
    pub(crate) fn exercise_mut(&mut self) -> Option<&mut dyn Exercise> {
        let reviewing = self.reviewing.as_mut().filter(|_| !self.aside);
        let guessing = reviewing.and_then(|it| it.guessing.as_deref_mut());
        let guessing = guessing.map(|it| -> &mut dyn Exercise { it });
        guessing.or_else(|| self.exercises.begun_mut())
    }

    /// Changes the game to guess, the lesson or the puzzle, and keeps what is done with it.
    pub(crate) fn practise(
        &mut self,
        desk: &mut Desk,
        now: Timestamp,
        change: impl FnOnce(&mut dyn Exercise),
    ) {
        self.exercise_mut().map(change);
        self.exercises.keep_lesson(desk);
        self.exercises.keep_results(desk, now);
    }
}

/// What searches, and the record and the exercise for which it does.
pub(crate) fn searching(
    study: &mut Study,
) -> (&mut Analyst, Option<&mut Reviewing>, Option<&mut dyn AsksEngine>) {
    (&mut study.analyst, study.reviewing.as_mut(), study.exercises.asking())
}
