//! Messages to the task that owns the hub.

use super::correction::PendingCorrection;
use crate::shell::net::send_queue::ConnectionHandle;
use crate::shell::operate::operator_request::OperatorRequest;
use chuhe_hub::{AppliedCorrection, ConnectionId, Gauges, Input, PasswordHash};
use chuhe_protocol::{Invitation, InvitationCode, PlayerId, PlayerName, Request};
use chuhe_store::{NotCorrected, Write};
use std::net::IpAddr;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Capacity of the channel to the hub's task, over all connections. While it is full,
/// nothing more is read from them.
pub(crate) const HUB_QUEUE: usize = 4096;

/// What an operator receives: lines to print, or why the request failed.
pub(crate) type OperatorAnswer = Result<Vec<String>, String>;

/// What an operator asks the task that owns this node of a cluster.
#[derive(Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "operators connect by a socket of Unix"))]
pub(crate) enum NodeRequest {
    /// To hand all halls on.
    Drain(oneshot::Sender<OperatorAnswer>),
    /// To list the halls of the cluster.
    List(oneshot::Sender<OperatorAnswer>),
}

/// A message to the hub's task.
#[derive(Debug)]
pub(crate) enum HubMessage {
    /// A connection completed its greeting; this handle writes to it.
    Opened(ConnectionHandle),
    /// A computer player of this level has opened a connection.
    ComputerOpened(ConnectionHandle, u8),
    /// A client sent a request, received at this moment.
    Received(ConnectionId, Request, Instant),
    /// Any other input of the hub.
    Input(Input),
    /// An operator's command, with where to send the answer.
    #[cfg_attr(not(unix), expect(dead_code, reason = "operators connect by a socket of Unix"))]
    Operate(OperatorRequest, oneshot::Sender<OperatorAnswer>),
    /// The log of rated games was replayed, to correct one.
    Replayed(Box<PendingCorrection>, Box<Result<AppliedCorrection, NotCorrected>>),
    /// What the examination of a game has found is to be stored; answered once it is committed.
    Examined(Write, oneshot::Sender<()>),
    /// An operator replaces the password of a registered player, with where to send the answer.
    #[cfg_attr(not(unix), expect(dead_code, reason = "operators connect by a socket of Unix"))]
    ResetPassword(PlayerName, PasswordHash, oneshot::Sender<OperatorAnswer>),
    /// An operator erases an account that halls share. Answered with why this hall cannot let it go now.
    #[cfg_attr(not(unix), expect(dead_code, reason = "operators connect by a socket of Unix"))]
    CheckErasure(PlayerId, oneshot::Sender<OperatorAnswer>),
    /// A client at this address, which has no connection to the hub, asks for an invitation. Answered
    /// with nothing if there is none, or if the address asks too often.
    LookUpInvitation(IpAddr, InvitationCode, oneshot::Sender<Option<Box<Invitation>>>),
    /// An operator asks for the server's status.
    GetStatus(oneshot::Sender<ServerStatus>),
}

/// A snapshot of the server's state, for metrics and health checks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ServerStatus {
    pub(crate) gauges: Gauges,
    /// Number of frames in the longest send queue.
    pub(crate) longest_send_queue: usize,
    /// Uncommitted work: batches in flight, and writes of the next batch.
    pub(crate) uncommitted: usize,
    /// Whether games are paused because the store cannot commit.
    pub(crate) is_paused: bool,
    /// Whether it cannot because the data is damaged.
    pub(crate) is_damaged: bool,
}
