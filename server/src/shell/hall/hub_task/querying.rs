//! Answers the queries of the hub.

use super::HubTask;
use crate::shell::hall::hub_message::HubMessage;
use crate::shell::hall::persistence;
use chuhe_hub::{Answer, Input, Query, QueryId, find_pairing};
use tokio::sync::Semaphore;

/// One round is paired at a time in the whole program: with many players it takes a processor for a second.
static PAIRING: Semaphore = Semaphore::const_new(1);

impl HubTask {
    /// Answers a query of the hub in a task of its own.
    pub(super) fn start_query(&mut self, id: QueryId, query: Query) {
        let looked =
            if let Query::Examine { game } = &query { Some(self.examiner().look(*game)) } else { None };
        let (reader, to_hub) = (self.persistence.reader(), self.to_hub.clone());
        let (passwords, searches) = (self.passwords.clone(), self.searches.clone());
        let (accounts, metrics) = (self.accounts.clone(), self.meter.metrics());
        tokio::spawn(async move {
            let answer = match query {
                Query::HashPassword { .. } | Query::VerifyPassword { .. } => passwords.answer(query).await,
                Query::Accounts(query) => match accounts {
                    Some(accounts) => accounts.answer(query).await,
                    None => Answer::Failed,
                },
                Query::Pair(of) => pair(move || find_pairing(&of)).await,
                Query::Examine { .. } => match looked {
                    Some(looked) => looked.await.unwrap_or(Answer::Failed),
                    None => Answer::Failed,
                },
                Query::ListGames { .. } | Query::FindGames { .. } | Query::ReadGame { .. } => {
                    persistence::read(reader, (&searches, &metrics), query).await
                }
            };
            // fails only if the hub has stopped
            let _ = to_hub.send(HubMessage::Input(Input::Answered(id, answer))).await;
        });
    }
}

/// Pairs the next round of a tournament on a blocking thread.
async fn pair(search: impl FnOnce() -> Answer + Send + 'static) -> Answer {
    // the semaphore is never closed
    let Ok(_running) = PAIRING.acquire().await else { return Answer::Failed };
    match tokio::task::spawn_blocking(search).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::error!(%error, "the pairing of a round failed");
            Answer::Failed
        }
    }
}
