//! What crosses the boundary of the [`Hub`](super::Hub): the inputs it is told
//! and the outputs it is asked for.

use super::record::{Answer, Query, QueryId, Record};
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

/// Where a connection comes from, as far as limits are concerned: an IPv4
/// address, or the network (/64) of an IPv6 one, as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u128);

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Input {
    /// A peer has exchanged greetings; the connection had been accepted at the
    /// given moment, from which its time to join is counted.
    Connected(ConnectionId, Address, Timestamp),
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
    /// The answer to an [`Output::Query`].
    Answered(QueryId, Answer),
    /// What was to be saved cannot be for now, nor what will be: games are to
    /// stand still. Until [`Input::StoreRecovered`] the hub answers with notices
    /// and asks for nothing to be saved but that someone has gone for good.
    StoreStalled,
    /// All that was to be saved is: games go on.
    StoreRecovered,
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
    /// Keep this. Nothing that follows may be done before it is kept, but for
    /// notices. Records that follow each other directly are kept together or not
    /// at all.
    Save(Record),
    /// Find something out and tell it by [`Input::Answered`]. It need not wait
    /// for what is saved before.
    Query(QueryId, Query),
    /// Send a message that tells of nothing that was saved: it need not wait.
    Notice(ConnectionId, ServerMessage),
    /// Send a message.
    Send(ConnectionId, ServerMessage),
    /// Send a message at once `to` the one who waits for it, and `also` to the one
    /// who knows it: that may be some milliseconds later, with what he is sent next.
    SendAlso {
        /// Who waits for it.
        to: ConnectionId,
        /// Who knows it.
        also: ConnectionId,
        /// The message.
        message: ServerMessage,
    },
    /// Send one message to each of several connections: to a few at once, to a crowd
    /// one after another, to the greatest within two seconds or so.
    Broadcast(Vec<ConnectionId>, ServerMessage),
    /// Send [`ServerMessage::Closing`] with this reason and close the
    /// connection. Nothing is sent to it afterwards. While nothing can be saved
    /// this need not wait; what waits for the connection is dropped then, and
    /// told to whoever resumes.
    Close(ConnectionId, CloseReason),
    /// The hub has stopped: every connection is closed and no further one will
    /// be served. If nothing can be saved then, the messages that wait are
    /// dropped and the connections closed: nobody was told of what is lost.
    Stop,
}
