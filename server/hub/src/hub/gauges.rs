//! The numbers that the server exports as metrics.

use super::Hub;

/// How many players, games, spectators and challenges a hub holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Known players: those who are connected, and absent ones whose names are reserved.
    pub players: usize,
    /// Running games.
    pub games: usize,
    /// Players who watch a game.
    pub spectators: usize,
    /// Open challenges.
    pub challenges: usize,
    /// Open invitations.
    pub invitations: usize,
    /// Seeks that outlive the connection of their player.
    pub lasting_seeks: usize,
    /// Whether the server is about to stop, so that no new games begin.
    pub stopping: bool,
}

impl Hub {
    /// Counts what the hub holds. The time grows with the number of rooms, so this is not for
    /// every step.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        Gauges {
            players: self.door.accounts.len(),
            games: self.floor.rooms.all().filter(|room| !room.is_over()).count(),
            spectators: self.floor.spectators.len(),
            challenges: self.lobby.challenges.ids().count(),
            invitations: self.lobby.invitations.all().count(),
            lasting_seeks: self.lobby.presence.lasting.players().len(),
            stopping: !self.step.lifecycle.is_open(),
        }
    }
}
