//! The game being watched, and its spectators.

use chuhe_protocol::limits::SPECTATORS_NAMED;
use chuhe_protocol::{GameId, PlayerName};

/// A game being watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The game.
    pub game: GameId,
    /// The delay of its moves, in plies.
    pub delay_plies: u8,
}

/// The spectators of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectators {
    /// The names of some of them.
    pub names: Vec<PlayerName>,
    /// How many there are.
    pub count: u32,
}

impl Spectators {
    /// The spectators, if there are any, with at most [`SPECTATORS_NAMED`] names.
    pub fn reported(mut names: Vec<PlayerName>, count: u32) -> Option<Self> {
        names.truncate(SPECTATORS_NAMED);
        (count > 0).then_some(Self { names, count })
    }
}
