//! What of a room its watchers may know.

use super::{Room, Viewer};
use chuhe_protocol::Seq;

impl Room {
    /// Lets watchers be told of moves as late as the server wants it, or the
    /// terms if they want it later.
    pub(crate) fn delay_watchers(&mut self, plies: u8) {
        self.journal.delay_watchers(plies.max(self.state.terms.watch_delay_plies));
    }

    /// A move is told to watchers when so many were played after it.
    pub(crate) fn watch_delay_plies(&self) -> u8 {
        self.journal.watch_delay_plies()
    }

    /// The number of the first event that watchers may not know.
    pub(crate) fn known_to_watchers(&self) -> Seq {
        self.journal.known_to(Viewer::Watcher)
    }
}
