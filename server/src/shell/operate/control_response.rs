//! What a control socket answers, and what the hub's task answers behind it.

use super::operator_request::OperatorRequest;
use crate::shell::hall::hub_message::{HubMessage, OperatorAnswer};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// How long the hub's task may take to answer an operator.
pub(crate) const OPERATE_TIMEOUT: Duration = Duration::from_secs(5);

/// The response to a [`ControlRequest`](super::control::ControlRequest).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlResponse {
    /// The request is done.
    Done,
    /// The lines to print.
    Lines(Vec<String>),
    /// The database file has this length and does not change for now.
    BackupBegun {
        /// Its length, in bytes.
        bytes: u64,
    },
    /// The request failed.
    Failed {
        /// Why.
        why: String,
    },
}

/// Passes a request to the hub's task; returns its answer.
pub(crate) async fn operate(to_hub: &mpsc::Sender<HubMessage>, request: OperatorRequest) -> ControlResponse {
    ask_hub(to_hub, |answer| HubMessage::Operate(request, answer)).await
}

/// Sends the hub's task a message; returns its answer.
pub(crate) async fn ask_hub(
    to_hub: &mpsc::Sender<HubMessage>,
    message: impl FnOnce(oneshot::Sender<OperatorAnswer>) -> HubMessage,
) -> ControlResponse {
    let (answer, answered) = oneshot::channel();
    let sent = timeout(OPERATE_TIMEOUT, to_hub.send(message(answer))).await;
    let answer = match sent {
        Ok(Ok(())) => timeout(OPERATE_TIMEOUT, answered).await.ok().and_then(Result::ok),
        Ok(Err(_)) | Err(_) => None,
    };
    match answer {
        Some(Ok(lines)) => ControlResponse::Lines(lines),
        Some(Err(why)) => ControlResponse::Failed { why },
        None => failed("the server does not answer"),
    }
}

/// The response that says why a request failed.
pub(crate) fn failed(why: &str) -> ControlResponse {
    ControlResponse::Failed { why: why.to_owned() }
}
