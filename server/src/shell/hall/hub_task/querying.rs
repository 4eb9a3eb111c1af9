//! Answers the queries of the hub.

use super::HubTask;
use crate::shell::hall::hub_message::HubMessage;
use crate::shell::hall::persistence;
use chuhe_hub::{Answer, Input, Query, QueryId};

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
