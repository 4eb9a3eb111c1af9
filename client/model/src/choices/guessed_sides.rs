//! Whose moves the user guesses in a record.

use chuhe_rules::Color;
use serde::{Deserialize, Serialize};

/// Whose moves the user guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GuessedSides {
    /// Those of this side.
    One(Color),
    /// Those of both sides.
    Both,
}

impl GuessedSides {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::One(Color::Red), Self::One(Color::Black), Self::Both];

    /// Whether the moves of this side are guessed.
    #[must_use]
    pub fn has(self, side: Color) -> bool {
        self != Self::One(side.opponent())
    }
}
