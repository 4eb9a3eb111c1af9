//! The simulated network.
//!
//! Each direction of a connection delivers messages in order or drops them. Connections are
//! independent of each other.

use chuhe_hub::ConnectionId;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// One of the two directions of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    ToServer,
    ToClient,
}

/// The state of one direction of a connection.
#[derive(Default)]
struct Stream {
    /// The arrival time of the last message; later ones never overtake it.
    last: Timestamp,
    /// Whether the network drops everything.
    blocked: bool,
}

#[derive(Default)]
struct Connection {
    to_server: Stream,
    to_client: Stream,
    /// Whether the server has accepted the connection and not yet closed it.
    at_server: bool,
    /// Whether the server has sent its last message.
    closing: bool,
}

impl Connection {
    const fn stream(&mut self, direction: Direction) -> &mut Stream {
        match direction {
            Direction::ToServer => &mut self.to_server,
            Direction::ToClient => &mut self.to_client,
        }
    }
}

/// All connections of a run.
#[derive(Default)]
pub(crate) struct Network {
    connections: BTreeMap<ConnectionId, Connection>,
    last: u64,
}

impl Network {
    /// Adds a connection that the server has not accepted yet.
    pub(crate) fn new_connection(&mut self) -> ConnectionId {
        self.last += 1;
        let id = ConnectionId(self.last);
        self.connections.insert(id, Connection::default());
        id
    }

    /// Returns when a message sent to arrive at `at` arrives, behind earlier messages.
    ///
    /// `None` if the network drops it.
    pub(crate) fn arrival_time(
        &mut self,
        id: ConnectionId,
        direction: Direction,
        at: Timestamp,
    ) -> Option<Timestamp> {
        let stream = self.connections.get_mut(&id)?.stream(direction);
        stream.last = stream.last.max(at);
        (!stream.blocked).then_some(stream.last)
    }

    /// Tests if a message in flight reaches an open connection now.
    pub(crate) fn is_delivered(&mut self, id: ConnectionId, direction: Direction) -> bool {
        let Some(connection) = self.connections.get_mut(&id) else { return false };
        let open = match direction {
            Direction::ToServer => connection.at_server,
            Direction::ToClient => true,
        };
        open && !connection.stream(direction).blocked
    }

    /// Drops everything from now on, messages in flight included.
    pub(crate) fn block(&mut self, id: ConnectionId, direction: Direction) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.stream(direction).blocked = true;
        }
    }

    /// Delays everything sent from now on until then.
    pub(crate) fn delay_until(&mut self, id: ConnectionId, direction: Direction, until: Timestamp) {
        if let Some(connection) = self.connections.get_mut(&id) {
            let stream = connection.stream(direction);
            stream.last = stream.last.max(until);
        }
    }

    /// Accepts the connection at the server, if the server can be reached.
    pub(crate) fn accept(&mut self, id: ConnectionId) -> bool {
        let Some(connection) =
            self.connections.get_mut(&id).filter(|connection| !connection.to_server.blocked)
        else {
            return false;
        };
        connection.at_server = true;
        true
    }

    /// Closes the connection at the server. Returns whether it was open.
    pub(crate) fn close_at_server(&mut self, id: ConnectionId) -> bool {
        self.connections.get_mut(&id).is_some_and(|connection| std::mem::take(&mut connection.at_server))
    }

    /// Stops the server's output on the connection. Returns whether it still had output.
    pub(crate) fn start_closing(&mut self, id: ConnectionId) -> bool {
        let connection = self.connections.get_mut(&id).filter(|connection| connection.at_server);
        connection.is_some_and(|connection| !std::mem::replace(&mut connection.closing, true))
    }

    /// Tests if the server can still send on the connection.
    pub(crate) fn accepts_output(&self, id: ConnectionId) -> bool {
        self.connections.get(&id).is_some_and(|connection| connection.at_server && !connection.closing)
    }

    /// The connections that the server has open.
    pub(crate) fn accepted(&self) -> Vec<ConnectionId> {
        self.connections.iter().filter(|(_, connection)| connection.at_server).map(|(&id, _)| id).collect()
    }
}
