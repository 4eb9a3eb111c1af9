//! Who speaks on a connection, and how much and how lately. It does not know
//! what is said.

use super::ConnectionId;
use super::window::Window;
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
    /// The requests of late.
    pub(super) requests: Window,
    /// When it began to watch of late.
    pub(super) watches: Window,
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
    pub(super) fn open(&mut self, id: ConnectionId, now: Timestamp, until: Timestamp) {
        let requests = Window::new(limits::FLOOD_REQUESTS, limits::FLOOD_WINDOW_MS);
        let watches = Window::new(limits::WATCH_BURST, limits::WATCH_WINDOW_MS);
        let session = Session::Greeting { until };
        self.connections.insert(id, Connection { session, heard: now, requests, watches });
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

    /// Forgets a connection; returns whose it was.
    pub(super) fn remove(&mut self, id: ConnectionId) -> Option<Session> {
        self.connections.remove(&id).map(|connection| connection.session)
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
