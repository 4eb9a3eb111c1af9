//! What of a room its spectators may know.

use super::Room;
use chuhe_protocol::Seq;
use chuhe_rules::Viewer;

impl Room {
    /// Lets spectators be told of moves as late as the server wants it, or the
    /// terms if they want it later.
    pub(crate) fn delay_spectators(&mut self, plies: u8) {
        self.journal.delay_spectators(plies.max(self.state.terms.watch_delay_plies));
    }

    /// A move is told to spectators when so many were played after it.
    pub(crate) fn watch_delay_plies(&self) -> u8 {
        self.journal.watch_delay_plies()
    }

    /// The number of the first event that spectators may not know.
    pub(crate) fn known_to_spectators(&self) -> Seq {
        self.journal.known_to(Viewer::Spectator)
    }
}
