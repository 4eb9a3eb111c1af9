//! The viewers of a game: its players and spectators.

use crate::Color;

/// Someone who sees a game: one of its players or a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Viewer {
    /// The player of this side, who sees their own pieces.
    Player(Color),
    /// A spectator. In luzhanqi both sides are hidden from them until the game is over.
    Spectator,
}

impl Viewer {
    /// Every viewer a game can have: both players, red first, and a spectator.
    pub const ALL: [Self; 3] = [Self::Player(Color::Red), Self::Player(Color::Black), Self::Spectator];
}
