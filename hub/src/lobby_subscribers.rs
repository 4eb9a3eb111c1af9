//! Who looks at the lobby: the connections that are told who is here. It does not
//! know who that is.
//!
//! Who sits at a board does not look. Whoever begins to look is told the list of all
//! first, and what changes from then on.

use super::ConnectionId;
use std::collections::BTreeSet;

/// The connections that look at the lobby.
#[derive(Debug, Default)]
pub(super) struct LobbySubscribers {
    /// They were told the list, and are told what changes.
    told: BTreeSet<ConnectionId>,
    /// This step has told them the list: it holds what the step has changed.
    listed: Vec<ConnectionId>,
    /// They wait for the list.
    waiting: BTreeSet<ConnectionId>,
}

impl LobbySubscribers {
    /// Lets a connection wait for the list.
    pub(super) fn begin(&mut self, connection: ConnectionId) {
        self.told.remove(&connection);
        self.waiting.insert(connection);
    }

    /// Lets a connection look no longer.
    pub(super) fn end(&mut self, connection: ConnectionId) {
        self.told.remove(&connection);
        self.waiting.remove(&connection);
        self.listed.retain(|&listed| listed != connection);
    }

    /// Whether anyone waits for the list.
    pub(super) fn someone_waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Whether a connection waits for the list.
    pub(super) fn waits(&self, connection: ConnectionId) -> bool {
        self.waiting.contains(&connection)
    }

    /// Those who wait for the list, in their order; they are told it now.
    pub(super) fn take_waiting(&mut self) -> Vec<ConnectionId> {
        let waiting: Vec<ConnectionId> = std::mem::take(&mut self.waiting).into_iter().collect();
        self.listed.extend(&waiting);
        waiting
    }

    /// Those who are to be told what has changed, in their order.
    pub(super) fn told(&self) -> Vec<ConnectionId> {
        self.told.iter().copied().collect()
    }

    /// A step is over: what changes from now on is not in the list that it told.
    pub(super) fn end_step(&mut self) {
        self.told.extend(self.listed.drain(..));
    }

    /// Whether a connection looks; for audits.
    pub(super) fn looks(&self, connection: ConnectionId) -> bool {
        self.told.contains(&connection) || self.waiting.contains(&connection)
    }

    /// How many look.
    pub(super) fn len(&self) -> usize {
        self.told.len() + self.listed.len() + self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_is_told_the_list_and_then_what_changes() {
        let mut lobby_subscribers = LobbySubscribers::default();
        let [one, other] = [ConnectionId(2), ConnectionId(1)];
        lobby_subscribers.begin(one);
        lobby_subscribers.begin(other);
        assert!(lobby_subscribers.someone_waits() && lobby_subscribers.told().is_empty());
        assert_eq!(lobby_subscribers.take_waiting(), [other, one]);
        assert!(!lobby_subscribers.someone_waits());
        assert_eq!(lobby_subscribers.told(), [], "the list of this step has it all");
        lobby_subscribers.end_step();
        assert_eq!(lobby_subscribers.told(), [other, one]);
        lobby_subscribers.begin(one);
        assert_eq!(lobby_subscribers.told(), [other], "the list will have it");
        lobby_subscribers.take_waiting();
        lobby_subscribers.end(one);
        lobby_subscribers.end(other);
        lobby_subscribers.end_step();
        assert_eq!(lobby_subscribers.len(), 0);
    }
}
