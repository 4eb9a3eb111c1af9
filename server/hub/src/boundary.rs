//! The inputs and outputs of the [`Hub`](super::Hub).

use super::address::Address;
use super::connection_id::ConnectionId;
use super::limits::Limits;
use super::record::{Answer, Query, QueryId, Record};
use super::sanction::OperatorAction;
use super::shared_accounts::{Removal, SharedAccount};
use chuhe_protocol::{CloseReason, PlayerId, PlayerName, Request, ServerMessage};
use chuhe_rules::clock::Timestamp;

/// An input of the hub.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection has exchanged greetings. Its deadline for joining counts from the given time,
    /// at which it was accepted.
    Connected(ConnectionId, Address, Timestamp),
    /// A request has arrived.
    Received(ConnectionId, Request),
    /// A malformed frame has arrived.
    Broken(ConnectionId),
    /// The send queue of a connection is full.
    Stalled(ConnectionId),
    /// A connection has ended. For a connection that the hub has closed this has no effect.
    Disconnected(ConnectionId),
    /// The time that [`Hub::poll_timeout`](super::Hub::poll_timeout) returned has come.
    Tick,
    /// The answer to an [`Output::Query`].
    Answered(QueryId, Answer),
    /// The store cannot save records for now, and has saved none since the given time.
    ///
    /// Games are paused until [`Input::StoreRecovered`]. Meanwhile the hub answers with notices,
    /// and saves only that players have left for good. Each running game is interrupted for the
    /// time since its last event, but not for longer than the store has saved none.
    StoreStalled(Timestamp),
    /// The store has saved all records. Games continue.
    StoreRecovered,
    /// The server stops: no new games begin, and running ones go on for the grace period.
    ///
    /// If the input is repeated, the shortest grace period counts.
    Shutdown {
        /// How long running games may go on, in milliseconds.
        grace_ms: u64,
    },
    /// An operator has changed the limits. They apply from now on.
    SetLimits(Box<Limits>),
    /// The owner did not run since the given time: its process or machine was stopped.
    ///
    /// That time is charged to nobody: each running game is interrupted for it, and silence of
    /// clients meanwhile does not count. Timers that were due in it do not fire.
    StoodStill(Timestamp),
    /// The owner seats a computer player of this level, 1 to 10, on a connection of its own.
    ///
    /// It joins and plays as any client does, and is listed as a computer player. It may join under
    /// the name of an absent computer player and goes on as that player: an owner that restarts has
    /// no tokens. The deadline for joining counts from the given time.
    ComputerConnected {
        /// The connection.
        connection: ConnectionId,
        /// The level.
        level: u8,
        /// When it was opened.
        at: Timestamp,
    },
    /// An action of an operator. It has no effect if [`Operators::check_action`](super::Operators::check_action)
    /// refuses it.
    Operate(Box<OperatorAction>),
    /// An account that several hubs share has changed.
    ///
    /// The owner may report the changes by this hub too, before or after their answers.
    AccountChanged(Box<SharedAccount>),
    /// An account that several hubs share is gone.
    AccountRemoved(PlayerId, Removal),
}

/// An output of the hub. The shell performs outputs in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Save a record.
    ///
    /// The shell must save the record before it performs any later output except notices. Adjacent
    /// records are saved together or not at all.
    Save(Record),
    /// Answer a query with [`Input::Answered`]. It need not wait for records to be saved.
    Query(QueryId, Query),
    /// Send a message that reports no saved record. It need not wait for records to be saved.
    Notice(ConnectionId, ServerMessage),
    /// Send a message.
    Send(ConnectionId, ServerMessage),
    /// Send a message to two connections: at once to the first, with low priority to the second.
    SendAlso {
        /// The connection that waits for the message.
        to: ConnectionId,
        /// The connection whose client shows the content already. The message may be sent some
        /// milliseconds later, together with the next one.
        also: ConnectionId,
        /// The message.
        message: ServerMessage,
    },
    /// Send one message to several connections.
    ///
    /// A few receive it at once; many receive it one after another, within about two seconds.
    Broadcast(Vec<ConnectionId>, ServerMessage),
    /// Write a security event of a connection to the log. It need not wait for records to be saved.
    Report(ConnectionId, SecurityEvent),
    /// Send [`Closing`](chuhe_protocol::DoorMessage::Closing) with this reason and close the connection.
    ///
    /// Nothing is sent to it afterwards. While the store is stalled this need not wait: queued
    /// messages are dropped, and the player receives their content when they resume.
    Close(ConnectionId, CloseReason),
    /// The hub has stopped: every connection is closed, and no further one will be served.
    ///
    /// If the store is stalled, drop the queued messages and close the connections: no client has
    /// received a message about the lost records.
    Stop,
}

/// An action that may be part of an attack, for the operator's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityEvent {
    /// A wrong password for this name, registered or not.
    FailedLogin(PlayerName),
    /// An attempt to resume with a token that is not valid: guessed, revoked or expired.
    UnknownToken,
    /// More requests than the limit; the connection is closed.
    Flood,
    /// A malformed frame; the connection is closed.
    BrokenFrame,
}
