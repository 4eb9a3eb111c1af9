//! The history of a game's positions, and their repetitions.
//!
//! No repetition ends a game yet. The rules for perpetual check and chase and for the limit
//! of moves without a capture belong in this file.

/// The keys of a game's positions, from the start position to the current one.
///
/// ```
/// use chuhe_rules::xiangqi::{History, Position};
/// let mut position = Position::start();
/// let mut history = History::new(position.key());
/// for mv in ["b0c2", "b9c7", "c2b0", "c7b9"] {
///     position.play(mv.parse()?)?;
///     history.push(position.key());
/// }
/// assert_eq!(history.occurrences(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// Creates the history of a game at its start position.
    #[must_use]
    pub fn new(start: u64) -> Self {
        Self { keys: vec![start] }
    }

    /// The number of plies played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.keys.len() - 1
    }

    /// Appends the position after a move.
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Goes back to the position after `ply` plies, if there are more.
    pub fn truncate(&mut self, ply: usize) {
        self.keys.truncate(ply + 1);
    }

    /// The number of occurrences of the current position, including this one.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let present = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == present).count()
    }

    /// The ply of the previous occurrence of the current position.
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        let (present, earlier) = self.keys.split_last()?;
        earlier.iter().rposition(|key| key == present)
    }
}
