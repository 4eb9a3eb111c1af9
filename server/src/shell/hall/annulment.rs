//! A rated game that is being annulled, and the replay of the log without it.

use super::store_writer::StoreReader;
use crate::shell::operate::operator_request::GameRequest;
use chuhe_hub::Annulment;
use chuhe_store::{NotAnnulled, Replay};
use tokio::sync::oneshot;

/// A game that is being annulled.
#[derive(Debug)]
pub(crate) struct Annulling {
    pub(crate) request: GameRequest,
    pub(crate) replay: Replay,
    /// How many games the hub had rated when everything before was committed.
    pub(crate) rated_games: u64,
    pub(crate) answer: oneshot::Sender<Result<Vec<String>, String>>,
}

/// Reads the rest of the log, and returns the annulment; `None` if the store has stopped.
pub(crate) async fn replay(
    reader: &StoreReader,
    mut annulling: Box<Annulling>,
) -> Option<(Box<Annulling>, Result<Annulment, NotAnnulled>)> {
    loop {
        let read = reader.read(move |store| {
            let step = annulling.replay.step(store, annulling.rated_games);
            (annulling, step)
        });
        let (same, step) = read.await.ok()?;
        annulling = same;
        if let Some(replayed) = step.transpose() {
            return Some((annulling, replayed));
        }
    }
}
