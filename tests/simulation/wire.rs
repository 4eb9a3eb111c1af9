//! The wires. What is sent one way over a connection arrives in its order, or
//! not at all; connections do not wait for each other.

use chuhe_hub::ConnectionId;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// One way of a connection.
#[derive(Default)]
struct Lane {
    /// When what was sent last arrives.
    last: Timestamp,
    /// Whether nothing arrives any more.
    mute: bool,
}

#[derive(Default)]
struct Line {
    up: Lane,
    down: Lane,
    /// Whether the server has it open.
    at_server: bool,
    /// Whether the server has said its last on it.
    closing: bool,
}

impl Line {
    const fn lane(&mut self, way: Way) -> &mut Lane {
        match way {
            Way::Up => &mut self.up,
            Way::Down => &mut self.down,
        }
    }
}

#[derive(Default)]
pub(super) struct Lines {
    lines: BTreeMap<ConnectionId, Line>,
    last: u64,
}

impl Lines {
    pub(super) fn new_line(&mut self) -> ConnectionId {
        self.last += 1;
        let id = ConnectionId(self.last);
        self.lines.insert(id, Line::default());
        id
    }

    /// When something arrives that would at the earliest at `at`, if it does.
    pub(super) fn enter(&mut self, id: ConnectionId, way: Way, at: Timestamp) -> Option<Timestamp> {
        let lane = self.lines.get_mut(&id)?.lane(way);
        lane.last = lane.last.max(at);
        (!lane.mute).then_some(lane.last)
    }

    /// Whether what was on its way arrives, and at something that is open.
    pub(super) fn arrives(&mut self, id: ConnectionId, way: Way) -> bool {
        let Some(line) = self.lines.get_mut(&id) else { return false };
        let open = match way {
            Way::Up => line.at_server,
            Way::Down => true,
        };
        open && !line.lane(way).mute
    }

    /// Nothing arrives any more, not even what is on its way.
    pub(super) fn mute(&mut self, id: ConnectionId, way: Way) {
        if let Some(line) = self.lines.get_mut(&id) {
            line.lane(way).mute = true;
        }
    }

    /// Nothing that is sent from now on arrives before then.
    pub(super) fn hold_up(&mut self, id: ConnectionId, way: Way, until: Timestamp) {
        if let Some(line) = self.lines.get_mut(&id) {
            let lane = line.lane(way);
            lane.last = lane.last.max(until);
        }
    }

    /// The server opens it, if it can.
    pub(super) fn opens_at_server(&mut self, id: ConnectionId) -> bool {
        let Some(line) = self.lines.get_mut(&id).filter(|line| !line.up.mute) else { return false };
        line.at_server = true;
        true
    }

    /// The server has it open no longer; whether it had.
    pub(super) fn ends_at_server(&mut self, id: ConnectionId) -> bool {
        self.lines.get_mut(&id).is_some_and(|line| std::mem::take(&mut line.at_server))
    }

    /// The server says its last on it; whether it had not yet.
    pub(super) fn closes(&mut self, id: ConnectionId) -> bool {
        let line = self.lines.get_mut(&id).filter(|line| line.at_server);
        line.is_some_and(|line| !std::mem::replace(&mut line.closing, true))
    }

    /// Whether what the server says on it is sent.
    pub(super) fn takes(&self, id: ConnectionId) -> bool {
        self.lines.get(&id).is_some_and(|line| line.at_server && !line.closing)
    }

    pub(super) fn open_at_server(&self) -> Vec<ConnectionId> {
        self.lines.iter().filter(|(_, line)| line.at_server).map(|(&id, _)| id).collect()
    }
}
