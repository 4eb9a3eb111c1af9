//! Corrects rated games: computes the standings with the correction from the stored log, and passes them to the hub.
//!
//! The log is read a page at a time, so that games are stored meanwhile. If another one was rated before the hub has
//! the result, the replay goes on with it.

use super::{Action, HubTask};
use crate::shell::hall::correction::{PendingCorrection, replay};
use crate::shell::hall::hub_message::{HubMessage, OperatorAnswer};
use crate::shell::operate::logging::AUDIT_TARGET;
use crate::shell::operate::operator_request::{CorrectionRequest, GameRequest, OperatorRequest};
use chuhe_hub::{AppliedCorrection, OperatorAction};
use chuhe_store::{NotCorrected, Replay, StoreError};
use tokio::sync::oneshot;

/// What an operator reads while the replay for another request runs.
const BUSY: &str = "another game is being corrected; try again in a moment";

impl HubTask {
    /// Begins to correct a game. The operator is answered once it is committed, or with the reason why it is not.
    pub(super) fn begin_correction(
        &mut self,
        request: CorrectionRequest,
        answer: oneshot::Sender<OperatorAnswer>,
    ) {
        let correction = match request.correction(self.clock.now()) {
            Ok(_) if self.is_correcting => Err(BUSY.to_owned()),
            parsed => parsed,
        };
        let (game, correction) = match correction {
            Ok(correction) => correction,
            Err(why) => return self.finish_correction(request, Err(why), answer),
        };
        self.is_correcting = true;
        let replay = Replay::new(game, correction);
        let rated_games = self.hub.operators().rated_games();
        let pending = PendingCorrection { request, replay, rated_games, answer };
        self.perform_when_committed(Action::Replay(Box::new(pending)));
    }

    /// Replays the log in a task of its own.
    pub(super) fn start_replay(&self, pending: Box<PendingCorrection>) {
        let (reader, to_hub) = (self.persistence.reader(), self.to_hub.clone());
        tokio::spawn(async move {
            if let Some((pending, replayed)) = replay(&reader, pending).await {
                // fails only if the hub has stopped
                let _ = to_hub.send(HubMessage::Replayed(pending, Box::new(replayed))).await;
            }
        });
    }

    /// Corrects the game, unless another one was rated since the replay began, with which it then goes on.
    ///
    /// # Errors
    /// If a record cannot be stored.
    pub(super) fn replayed(
        &mut self,
        mut pending: Box<PendingCorrection>,
        replayed: Result<AppliedCorrection, NotCorrected>,
    ) -> Result<(), StoreError> {
        let now = self.hub.operators().rated_games();
        if replayed.is_ok() && pending.rated_games != now {
            pending.rated_games = now;
            self.perform_when_committed(Action::Replay(pending));
            return Ok(());
        }
        self.is_correcting = false;
        let answer = match replayed {
            Ok(correction) => self.act(OperatorAction::Correct(Box::new(correction)))?,
            Err(why) => Err(why.to_string()),
        };
        let PendingCorrection { request, answer: to, .. } = *pending;
        self.finish_correction(request, answer, to);
        Ok(())
    }

    fn finish_correction(
        &mut self,
        request: CorrectionRequest,
        answer: OperatorAnswer,
        to: oneshot::Sender<OperatorAnswer>,
    ) {
        let request = OperatorRequest::Game { request: GameRequest::Correction(request) };
        log_request(&request, &answer);
        self.answer_operator(to, answer, true);
    }
}

/// Logs what an operator asked, and what became of it.
pub(super) fn log_request(request: &OperatorRequest, answer: &OperatorAnswer) {
    match answer {
        // the debug format escapes what operators type
        Ok(_) => tracing::info!(target: AUDIT_TARGET, ?request, "done"),
        Err(why) => tracing::info!(target: AUDIT_TARGET, ?request, why, "refused"),
    }
}
