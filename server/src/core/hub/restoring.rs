//! The hub made again of what was kept of it.

use super::{Hub, Settings};
use crate::core::players::Players;
use crate::core::record::Restored;
use chuhe_rules::clock::Timestamp;

impl Hub {
    /// A hub in which, at `now`, all is as it was kept. Nobody is connected: a
    /// guest's name is his for as long as if he had gone just now.
    #[must_use]
    pub fn restore(settings: Settings, restored: Restored, now: Timestamp) -> Self {
        let players = Players::restore(restored.players, restored.sessions, now);
        let mut hub = Self { now, players, ..Self::new(settings) };
        hub.hold_all();
        hub
    }
}
