//! Which endgames the user has mastered.

use chuhe_puzzles::Endgame;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The endgames whose result the user has kept against the engine, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EndgameProgress(BTreeSet<String>);

impl EndgameProgress {
    /// Whether the user has kept the result of this endgame.
    #[must_use]
    pub fn has_kept(&self, endgame: &Endgame) -> bool {
        self.0.contains(&endgame.id)
    }

    /// Records that the user has kept the result. Returns whether that is new.
    pub fn keep(&mut self, endgame: &Endgame) -> bool {
        self.0.insert(endgame.id.clone())
    }

    /// Adds what another window has kept.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_puzzles::endgames;

    #[test]
    fn what_two_windows_kept_is_kept_in_both() {
        let [first, second, third, ..] = endgames() else { panic!("there are endgames") };
        let (mut mine, mut theirs) = (EndgameProgress::default(), EndgameProgress::default());
        assert!(mine.keep(first));
        assert!(!mine.keep(first), "once is enough");
        theirs.keep(second);
        mine.add(&theirs);
        assert_eq!([first, second, third].map(|it| mine.has_kept(it)), [true, true, false]);
    }
}
