//! Annuls rated games: computes the standings without the game from the stored log, and passes them to the hub.
//!
//! The log is read a page at a time, so that games are stored meanwhile. If another one was rated before the hub has
//! the result, the replay goes on with it.

use super::{Action, HubTask};
use crate::shell::hall::annulment::{Annulling, replay};
use crate::shell::hall::hub_message::{HubMessage, OperatorAnswer};
use crate::shell::operate::logging::AUDIT_TARGET;
use crate::shell::operate::operator_request::{GameRequest, OperatorRequest, parse_reason};
use chuhe_hub::{Annulled, Annulment, OperatorAction};
use chuhe_protocol::GameId;
use chuhe_store::{NotAnnulled, Replay, StoreError};
use tokio::sync::oneshot;

/// What an operator reads while the replay for another request runs.
const BUSY: &str = "another game is being annulled; try again in a moment";

impl HubTask {
    /// Begins to annul a game. The operator is answered once it is committed, or with the reason why it is not.
    pub(super) fn begin_annulment(&mut self, request: GameRequest, answer: oneshot::Sender<OperatorAnswer>) {
        let GameRequest::Annul { game, reason } = &request;
        let reason = match parse_reason(reason) {
            Ok(_) if self.is_annulling => Err(BUSY.to_owned()),
            parsed => parsed,
        };
        let reason = match reason {
            Ok(reason) => reason,
            Err(why) => return self.finish_annulment(request, Err(why), answer),
        };
        self.is_annulling = true;
        let replay = Replay::new(GameId(*game), Annulled { at: self.clock.now(), reason });
        let rated_games = self.hub.operators().rated_games();
        self.replay_when_committed(Annulling { request, replay, rated_games, answer });
    }

    fn replay_when_committed(&mut self, annulling: Annulling) {
        if let Some(action) = self.persistence.push(Action::Replay(Box::new(annulling))) {
            self.perform(action);
        }
    }

    /// Replays the log in a task of its own.
    pub(super) fn start_replay(&self, annulling: Box<Annulling>) {
        let (reader, to_hub) = (self.persistence.reader(), self.to_hub.clone());
        tokio::spawn(async move {
            if let Some((annulling, replayed)) = replay(&reader, annulling).await {
                // fails only if the hub has stopped
                let _ = to_hub.send(HubMessage::Replayed(annulling, Box::new(replayed))).await;
            }
        });
    }

    /// Annuls the game, unless another one was rated since the replay began, with which it then goes on.
    ///
    /// # Errors
    /// If a record cannot be stored.
    pub(super) fn replayed(
        &mut self,
        mut annulling: Box<Annulling>,
        replayed: Result<Annulment, NotAnnulled>,
    ) -> Result<(), StoreError> {
        let now = self.hub.operators().rated_games();
        if replayed.is_ok() && annulling.rated_games != now {
            annulling.rated_games = now;
            self.replay_when_committed(*annulling);
            return Ok(());
        }
        self.is_annulling = false;
        let answer = match replayed {
            Ok(annulment) => self.act(OperatorAction::Annul(Box::new(annulment)))?,
            Err(why) => Err(why.to_string()),
        };
        let Annulling { request, answer: to, .. } = *annulling;
        self.finish_annulment(request, answer, to);
        Ok(())
    }

    fn finish_annulment(
        &mut self,
        request: GameRequest,
        answer: OperatorAnswer,
        to: oneshot::Sender<OperatorAnswer>,
    ) {
        let request = OperatorRequest::Game { request };
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
