//! What spectators of a room may know.

use super::Room;
use chuhe_protocol::Seq;
use chuhe_rules::Viewer;

impl Room {
    /// Delays moves for spectators by `plies`, or by the terms' own delay if that is longer.
    pub(crate) fn delay_spectators(&mut self, plies: u8) {
        self.journal.delay_spectators(plies.max(self.state.terms.watch_delay_plies));
    }

    /// After how many further plies spectators see a move.
    pub(crate) fn watch_delay_plies(&self) -> u8 {
        self.journal.watch_delay_plies()
    }

    /// The number of the first event that spectators may not know.
    pub(crate) fn visible_to_spectators(&self) -> Seq {
        self.journal.visible_to(Viewer::Spectator)
    }
}
