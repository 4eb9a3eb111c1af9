//! What the user did at a table that no server knows, kept for the next run of the program.

use chuhe_protocol::GameId;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Formation, Station, Strength};
use serde::{Deserialize, Serialize};

/// How the user turned the board of a game, their guesses at unknown pieces, and the formation that they
/// set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RememberedTable {
    /// Which game.
    pub game: GameId,
    /// The side that the user plays.
    pub seat: Option<Color>,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// Whether only the user's half of a board of luzhanqi is shown.
    #[serde(default)]
    pub is_half: bool,
    /// The formation that is being set up, in the format of layout files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// The guesses at unknown pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(Station, Strength)>,
    /// After how many plies the pieces with guesses are on these stations.
    #[serde(default)]
    pub marked_at: usize,
}

impl RememberedTable {
    /// The formation that was being set up.
    #[must_use]
    pub fn formation(&self) -> Option<Formation> {
        Formation::from_text(self.draft.as_deref()?).ok()
    }
}
