//! The positions a game has gone through, and how often one has stood.
//!
//! Nothing is judged here yet: no repetition ends a game. The rules that will
//! (perpetual check and chase, the natural limit) belong in this file.

/// The keys of the positions of a game, from the start position to the present
/// one.
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
    /// The history of a game that stands at its start.
    #[must_use]
    pub fn new(start: u64) -> Self {
        Self { keys: vec![start] }
    }

    /// How many plies have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.keys.len() - 1
    }

    /// Adds the position that a move has led to.
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Goes back to the position after `ply` plies; does nothing if that has
    /// not been reached.
    pub fn truncate(&mut self, ply: usize) {
        self.keys.truncate(ply + 1);
    }

    /// How often the present position has stood, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let present = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == present).count()
    }

    /// The ply at which the present position last stood before.
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        let (present, earlier) = self.keys.split_last()?;
        earlier.iter().rposition(|key| key == present)
    }
}
