//! Operators' requests to one hall, or to all halls of a server.

use super::account_control;
use super::account_request::AccountRequest;
use super::control_response::{self, ControlResponse, OPERATE_TIMEOUT, failed};
use super::operator_request::OperatorRequest;
use crate::shell::hall::hub_message::{NodeRequest, OperatorAnswer};
use crate::shell::net::peer_address::parse_network;
use crate::shell::node::hall_router::HallRouter;
use chuhe_protocol::HallStatus;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// Serves a request: passes it to the only hall, or lists the halls, or passes it to each of them.
pub(crate) async fn operate(router: &HallRouter, request: OperatorRequest) -> ControlResponse {
    if let Some(to_hub) = &router.only {
        if let OperatorRequest::Account { request: AccountRequest::ResetPassword { name } } = request {
            return account_control::reset_password(to_hub, name).await;
        }
        return control_response::operate(to_hub, request).await;
    }
    match (&router.node, &request) {
        (Some(node), OperatorRequest::Halls) => return ask(node, NodeRequest::List).await,
        (Some(node), OperatorRequest::Drain) => return ask(node, NodeRequest::Drain).await,
        (Some(_) | None, _) => {}
    }
    match request {
        OperatorRequest::Halls => ControlResponse::Lines(list(router).await),
        OperatorRequest::Account { request } => account_control::operate(router, &request).await,
        OperatorRequest::Announce { .. } | OperatorRequest::Drain | OperatorRequest::List { .. } => {
            for_each(router, &request).await
        }
        // an address is that of a person in every hall; the guests of two halls may have the same name
        OperatorRequest::Ban { ref target, .. } | OperatorRequest::Silence { ref target, .. }
            if parse_network(target).is_some() =>
        {
            for_each(router, &request).await
        }
        OperatorRequest::Kick { .. }
        | OperatorRequest::Ban { .. }
        | OperatorRequest::Silence { .. }
        | OperatorRequest::Lift { .. }
        | OperatorRequest::EndWait { .. }
        | OperatorRequest::CloseEvening { .. }
        | OperatorRequest::Game { .. }
        | OperatorRequest::Reports { .. }
        | OperatorRequest::Moderator { .. } => no_hall_chosen(router),
    }
}

/// Returns the response to a request that one hall must serve.
pub(crate) fn no_hall_chosen(router: &HallRouter) -> ControlResponse {
    let names: Vec<String> = router.open_halls().iter().map(|(hall, _)| hall.name.to_string()).collect();
    failed(&format!("the server has the halls {}; choose one with --hall", names.join(", ")))
}

/// Returns one line a hall.
async fn list(router: &HallRouter) -> Vec<String> {
    let mut lines = Vec::new();
    for (hall, route) in router.open_halls() {
        let games = route.status().await.map(|status| status.gauges.games);
        let games = games.map_or_else(|| "-".to_owned(), |games| games.to_string());
        let HallStatus { name, players, capacity, address: _ } = hall;
        lines.push(format!("{name} players={players} games={games} capacity={capacity}"));
    }
    lines
}

/// Asks the task that owns this node of a cluster.
async fn ask(
    node: &mpsc::UnboundedSender<NodeRequest>,
    message: impl FnOnce(oneshot::Sender<OperatorAnswer>) -> NodeRequest,
) -> ControlResponse {
    let (answer, answered) = oneshot::channel();
    if node.send(message(answer)).is_err() {
        return failed("the server is shutting down");
    }
    match timeout(OPERATE_TIMEOUT, answered).await {
        Ok(Ok(Ok(lines))) => ControlResponse::Lines(lines),
        Ok(Ok(Err(why))) => failed(&why),
        Ok(Err(_)) | Err(_) => failed("the server does not answer"),
    }
}

/// Passes a request to every hall; returns their lines, or the first failure.
async fn for_each(router: &HallRouter, request: &OperatorRequest) -> ControlResponse {
    let (mut lines, mut failures) = (Vec::new(), Vec::new());
    for (hall, route) in router.open_halls() {
        match control_response::operate(&route.to_hub, request.clone()).await {
            ControlResponse::Lines(more) => {
                lines.extend(more.into_iter().map(|line| format!("{}: {line}", hall.name)));
            }
            ControlResponse::Failed { why } => failures.push(format!("{}: {why}", hall.name)),
            other @ (ControlResponse::Done | ControlResponse::BackupBegun { .. }) => return other,
        }
    }
    if failures.is_empty() { ControlResponse::Lines(lines) } else { failed(&failures.join("; ")) }
}
