//! What crosses the boundary of the [`Hub`](super::Hub): the inputs it is told
//! and the outputs it is asked for.

use chuhe_protocol::{CloseReason, Request, ServerMessage};
use chuhe_rules::clock::Timestamp;
use std::fmt;

/// A connection, named by the shell and never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

impl fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Input {
    /// A peer has exchanged greetings; the connection had been accepted at the
    /// given moment, from which its time to join is counted.
    Connected(ConnectionId, Timestamp),
    /// A client said something.
    Received(ConnectionId, Request),
    /// A client sent a frame that is none.
    Broken(ConnectionId),
    /// More waits to be sent to a client than may.
    Stalled(ConnectionId),
    /// A connection is no more. Also said of those that the hub closed; it then
    /// changes nothing.
    Disconnected(ConnectionId),
    /// Nothing, but the time that [`Hub::poll_timeout`](super::Hub::poll_timeout)
    /// asked for has come.
    Tick,
    /// The server is to stop: no new games begin, and running ones may go on for
    /// the grace. Told again, the shorter grace counts.
    Shutdown {
        /// How long running games may go on, in milliseconds.
        grace_ms: u64,
    },
}

/// Something to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send a message.
    Send(ConnectionId, ServerMessage),
    /// Send one message to each of several connections.
    Broadcast(Vec<ConnectionId>, ServerMessage),
    /// Send [`ServerMessage::Closing`] with this reason and close the
    /// connection. Nothing is sent to it afterwards.
    Close(ConnectionId, CloseReason),
    /// The hub has stopped: every connection is closed and no further one will
    /// be served.
    Stop,
}
