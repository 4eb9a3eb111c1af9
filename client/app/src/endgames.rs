//! Endgames against the engine: which is on the board, and which the user has mastered.

use crate::desk::Desk;
use chuhe_model::endgame::Practice;
use chuhe_model::puzzles;

/// The endgame on the board, and the list of all.
#[derive(Debug, Default)]
pub struct Endgames {
    // large, and an app is moved about
    practice: Option<Box<Practice>>,
    /// Whether the first screen lists them in place of the puzzles.
    pub is_listed: bool,
}

impl Endgames {
    /// The endgame that has begun.
    #[must_use]
    pub fn practice(&self) -> Option<&Practice> {
        self.practice.as_deref()
    }

    pub(crate) fn practice_mut(&mut self) -> Option<&mut Practice> {
        self.practice.as_deref_mut()
    }

    /// Begins the endgame with this index.
    #[inline(never)]
    pub(crate) fn begin(&mut self, index: usize) {
        self.practice = Practice::new(puzzles::endgames(), index).map(Box::new);
        // the list comes back after it
        self.is_listed = true;
    }

    pub(crate) fn leave(&mut self) {
        self.practice = None;
    }

    /// Keeps that the user has kept the result, once they have.
    pub(crate) fn keep(&self, desk: &mut Desk) {
        let kept = self.practice().filter(|practice| practice.is_kept());
        if kept.is_some_and(|practice| desk.settings.puzzles.endgames.keep(practice.endgame())) {
            desk.save();
        }
    }
}
