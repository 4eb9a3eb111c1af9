//! Operators' requests about registered accounts: new passwords, and accounts that halls share.

use super::account_lines::AccountLine;
use super::account_request::{AccountRequest, ERASED, NOT_ERASED};
use super::control_response::{ControlResponse, ask_hub, failed};
use super::logging::AUDIT_TARGET;
use crate::shell::hall::accounts::Accounts;
use crate::shell::hall::accounts::managing::ManageError;
use crate::shell::hall::hub_message::HubMessage;
use crate::shell::hall::passwords::PasswordPool;
use crate::shell::node::hall_router::HallRouter;
use chuhe_hub::{Answer, PasswordHash, Query};
use chuhe_protocol::{Password, PlayerName};
use tokio::sync::mpsc;
use zeroize::Zeroizing;

/// The letters of a random password: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a random password: 80 bits.
const PASSWORD_LETTERS: usize = 16;

/// Sets a random password in the hub of the account; the answer has it.
pub(crate) async fn reset_password(to_hub: &mpsc::Sender<HubMessage>, name: PlayerName) -> ControlResponse {
    let Some((password, hash)) = new_password().await else { return no_password() };
    let set = ask_hub(to_hub, |answer| HubMessage::ResetPassword(name, hash, answer)).await;
    match set {
        ControlResponse::Lines(_) => ControlResponse::Lines(vec![password.to_string()]),
        refused @ (ControlResponse::Failed { .. }
        | ControlResponse::Done
        | ControlResponse::BackupBegun { .. }) => refused,
    }
}

/// Serves a request about the accounts that halls share.
pub(crate) async fn operate(router: &HallRouter, request: &AccountRequest) -> ControlResponse {
    let Some(accounts) = &router.accounts else { return failed("the server has no registered accounts") };
    let answer = serve(router, accounts, request).await;
    match &answer {
        Ok(_) => tracing::info!(target: AUDIT_TARGET, ?request, "done"),
        Err(why) => tracing::info!(target: AUDIT_TARGET, ?request, %why, "refused"),
    }
    answer.map_or_else(|why| failed(&why.to_string()), ControlResponse::Lines)
}

/// Why a request about shared accounts is not served.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Account(#[from] ManageError),
    /// A hall refuses.
    #[error("{0}")]
    Hall(String),
    #[error("no password can be made now; try again")]
    NoPassword,
    #[error(
        "the logs of a cluster have the name as well; stop all nodes, and run `chuhe-server account erase` with --cluster"
    )]
    InCluster,
}

async fn serve(
    router: &HallRouter,
    accounts: &Accounts,
    request: &AccountRequest,
) -> Result<Vec<String>, Refused> {
    match request {
        AccountRequest::Show { name } => Ok(vec![AccountLine::from(accounts.named(name).await?).write()]),
        AccountRequest::List { oldest, limit } => {
            let lines = accounts.list().await?.into_iter().map(AccountLine::from).collect();
            Ok(AccountLine::list(lines, *oldest, *limit))
        }
        AccountRequest::Rename { old, new } => {
            let player = accounts.rename(old, new).await?;
            tracing::info!(%player, "an operator has given the player another name");
            Ok(Vec::new())
        }
        AccountRequest::ResetPassword { name } => {
            let (password, hash) = new_password().await.ok_or(Refused::NoPassword)?;
            let player = accounts.reset_password(name, hash).await?;
            tracing::info!(%player, "an operator has set the password");
            Ok(vec![password.to_string()])
        }
        AccountRequest::Erase { name, yes: false } => {
            Ok(vec![AccountLine::from(accounts.named(name).await?).write(), NOT_ERASED.to_owned()])
        }
        AccountRequest::Erase { name, yes: true } => erase(router, accounts, name).await,
    }
}

/// Erases an account, unless a hall needs it now. Halls erase their copies once they learn that it is gone.
async fn erase(router: &HallRouter, accounts: &Accounts, name: &PlayerName) -> Result<Vec<String>, Refused> {
    if router.node.is_some() {
        return Err(Refused::InCluster);
    }
    let account = accounts.named(name).await?;
    for (hall, route) in router.open_halls() {
        let check = |answer| HubMessage::CheckErasure(account.player, answer);
        if let ControlResponse::Failed { why } = ask_hub(&route.to_hub, check).await {
            return Err(Refused::Hall(format!("{}: {why}", hall.name)));
        }
    }
    accounts.erase(&account).await?;
    Ok(vec![ERASED.to_owned()])
}

/// Makes a random password, with its hash.
async fn new_password() -> Option<(Zeroizing<String>, PasswordHash)> {
    let (mut random, mut salt) = ([0; PASSWORD_LETTERS], [0; 16]);
    getrandom::fill(&mut random).and_then(|()| getrandom::fill(&mut salt)).ok()?;
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    let password: Zeroizing<String> = Zeroizing::new(random.iter().map(letter).collect());
    let query = Query::HashPassword { password: Password(password.to_string()), salt };
    let Answer::Hashed(hash) = PasswordPool::new().answer(query).await else { return None };
    Some((password, hash))
}

fn no_password() -> ControlResponse {
    failed(&Refused::NoPassword.to_string())
}
