//! Lets rated games of xiangqi be examined once they are over, and stores what is found.

use super::{Action, HubTask};
use crate::shell::hall::examiner::Examiner;
use chuhe_hub::Record;
use chuhe_protocol::{GameId, GameKind};
use chuhe_store::Write;
use tokio::sync::oneshot;

impl HubTask {
    /// Returns the examiner, which this starts if it does not run yet.
    pub(super) fn examiner(&mut self) -> &Examiner {
        let (reader, to_hub) = (self.persistence.reader(), self.to_hub.clone());
        self.examiner.get_or_insert_with(|| Examiner::start(reader, to_hub))
    }

    /// Lets a game be examined after its commit, if the record adds it to the log of rated games.
    pub(super) fn examine_after(&mut self, record: &Record) {
        if let Record::RatedGame { revision: 0, row } = record
            && row.game.class.kind == GameKind::Xiangqi
            && self.examines
        {
            self.perform_when_committed(Action::Examine(GameId(row.game.game)));
        }
    }

    /// Stores what an examination has found; `stored` is sent once it is committed.
    pub(super) fn store_examination(&mut self, write: Write, stored: oneshot::Sender<()>) {
        self.persistence.write(write);
        self.perform_when_committed(Action::Examined(stored));
    }
}
