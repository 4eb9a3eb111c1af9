//! The numbers that the server exports as metrics.

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
