//! What is known of watching: which game, how late it is told, and who else watches.

use chuhe_protocol::limits::SPECTATORS_NAMED;
use chuhe_protocol::{GameId, PlayerName};

/// A game that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Which.
    pub game: GameId,
    /// How many plies late its moves are told.
    pub delay_plies: u8,
}

/// Who watches a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectators {
    /// Which game.
    pub game: GameId,
    /// The names of some of them.
    pub names: Vec<PlayerName>,
    /// How many they are.
    pub count: u32,
}

impl Spectators {
    /// Who watches, with no more names than there may be.
    pub(crate) fn new(game: GameId, mut names: Vec<PlayerName>, count: u32) -> Self {
        names.truncate(SPECTATORS_NAMED);
        Self { game, names, count }
    }
}
