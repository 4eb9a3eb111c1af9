//! How a hub stands, in numbers.

use super::Hub;

/// How many there are of what a hub holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Players who are here, and those who are away and whose names are kept.
    pub players: usize,
    /// Games that run.
    pub games: usize,
    /// Players who watch a game.
    pub spectators: usize,
    /// Challenges that are open.
    pub challenges: usize,
    /// Whether no new games begin, for the server is about to stop.
    pub stopping: bool,
}

impl Hub {
    /// Counts. It takes a time that grows with the rooms, so it is not for every
    /// step.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        Gauges {
            players: self.players.len(),
            games: self.rooms.all().filter(|room| !room.is_over()).count(),
            spectators: self.watching.len(),
            challenges: self.lobby.all_open().count(),
            stopping: !self.phase.is_open(),
        }
    }
}
