//! A rated game that is being corrected, and the replay of the log with the correction.

use super::store_writer::StoreReader;
use crate::shell::operate::operator_request::CorrectionRequest;
use chuhe_hub::AppliedCorrection;
use chuhe_store::{NotCorrected, Replay};
use tokio::sync::oneshot;

/// A game that is being corrected.
#[derive(Debug)]
pub(crate) struct PendingCorrection {
    pub(crate) request: CorrectionRequest,
    pub(crate) replay: Replay,
    /// How many games the hub had rated when everything before was committed.
    pub(crate) rated_games: u64,
    pub(crate) answer: oneshot::Sender<Result<Vec<String>, String>>,
}

/// Reads the rest of the log, and returns the correction; `None` if the store has stopped.
pub(crate) async fn replay(
    reader: &StoreReader,
    mut pending: Box<PendingCorrection>,
) -> Option<(Box<PendingCorrection>, Result<AppliedCorrection, NotCorrected>)> {
    loop {
        let read = reader.read(move |store| {
            let step = pending.replay.step(store, pending.rated_games);
            (pending, step)
        });
        let (same, step) = read.await.ok()?;
        pending = same;
        if let Some(replayed) = step.transpose() {
            return Some((pending, replayed));
        }
    }
}
