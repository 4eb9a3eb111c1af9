//! The spectator delay of a room.

use super::Room;
use chuhe_protocol::Seq;
use chuhe_rules::Viewer;

impl Room {
    /// Delays moves for spectators by `plies`, or by the terms' own delay if that is longer.
    pub(crate) fn delay_spectators(&mut self, plies: u8) {
        self.journal.delay_spectators(plies.max(self.state.terms.watch_delay_plies));
    }

    /// Returns the spectator delay, in plies.
    pub(crate) fn watch_delay_plies(&self) -> u8 {
        self.journal.watch_delay_plies()
    }

    /// Returns the number of the first event withheld from spectators.
    pub(crate) fn visible_to_spectators(&self) -> Seq {
        self.journal.visible_to(Viewer::Spectator)
    }
}
