//! A list on the first screen from which one begins: of the endgames, or of the puzzles of luzhanqi.

use super::{Button, Fact, Group, Part, parts};

/// What one begins, on the first screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleListView {
    /// What they are.
    pub heading: &'static str,
    /// How they work.
    pub explained: Fact,
    /// How many the user has done.
    pub progress: Fact,
    /// Goes back to the puzzles.
    pub puzzles: Button,
    /// A button for each, in groups, with whether it is done.
    pub lists: Vec<Group>,
}

impl PuzzleListView {
    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { explained, progress, puzzles, lists, .. } = self;
        parts![explained, progress, puzzles, lists]
    }
}
