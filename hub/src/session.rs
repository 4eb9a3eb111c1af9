//! Who speaks on a connection, and how much and how lately. It does not know
//! what is said.

use super::actions::Actions;
use super::boundary::{Address, ConnectionId};
use super::record::QueryId;
use chuhe_protocol::{PlayerId, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// For whom a connection speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    /// For nobody yet; it must join by then.
    Greeting {
        /// The moment at which it is too late.
        until: Timestamp,
    },
    /// For a player.
    Active(PlayerId),
}

/// A connection that stands.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) session: Session,
    pub(super) heard: Timestamp,
    pub(super) address: Address,
    /// What it asked for lately.
    pub(super) actions: Actions,
    /// The question of its that is not answered yet.
    pub(super) asking: Option<QueryId>,
}

impl Connection {
    /// When it will have failed to join, or have been silent for too long.
    pub(super) fn deadline(&self) -> Timestamp {
        match self.session {
            Session::Greeting { until } => until,
            Session::Active(_) => self.heard.plus_ms(limits::SILENCE_MS),
        }
    }
}

/// The connections that stand.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    connections: BTreeMap<ConnectionId, Connection>,
}

impl Sessions {
    pub(super) fn open(&mut self, id: ConnectionId, address: Address, now: Timestamp, until: Timestamp) {
        let session = Session::Greeting { until };
        let connection =
            Connection { session, heard: now, address, actions: Actions::default(), asking: None };
        self.connections.insert(id, connection);
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.connections.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: ConnectionId) -> Option<&mut Connection> {
        self.connections.get_mut(&id)
    }

    /// For whom a connection speaks, if for anyone.
    pub(super) fn player(&self, id: ConnectionId) -> Option<PlayerId> {
        match self.get(id)?.session {
            Session::Greeting { .. } => None,
            Session::Active(player) => Some(player),
        }
    }

    /// Forgets a connection; returns what it was.
    pub(super) fn remove(&mut self, id: ConnectionId) -> Option<Connection> {
        self.connections.remove(&id)
    }

    /// All connections, in their order.
    pub(super) fn all(&self) -> impl Iterator<Item = ConnectionId> {
        self.connections.keys().copied()
    }

    /// The connections that speak for a player, in their order.
    pub(super) fn joined(&self) -> impl Iterator<Item = ConnectionId> {
        self.connections
            .iter()
            .filter(|(_, connection)| matches!(connection.session, Session::Active(_)))
            .map(|(&id, _)| id)
    }
}
