//! Answers the queries of the hub.

use super::HubTask;
use crate::shell::hall::hub_message::HubMessage;
use crate::shell::hall::persistence;
use chuhe_hub::{Answer, Input, Query, QueryId};

impl HubTask {
    /// Answers a query of the hub in a task of its own.
    pub(super) fn start_query(&self, id: QueryId, query: Query) {
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
                Query::ListGames { .. } | Query::FindGames { .. } | Query::ReadGame { .. } => {
                    persistence::read(reader, (&searches, &metrics), query).await
                }
            };
            // fails only if the hub has stopped
            let _ = to_hub.send(HubMessage::Input(Input::Answered(id, answer))).await;
        });
    }
}
