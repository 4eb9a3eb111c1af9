//! The connections that subscribe to the lobby, and which of them wait for the list of players.
//!
//! A player at a table has no subscription. The hub first sends a new subscriber the list of
//! players, and then every change.

use super::ConnectionId;
use std::collections::BTreeSet;

/// The connections that subscribe to the lobby.
#[derive(Debug, Default)]
pub(super) struct LobbySubscribers {
    /// Those that were sent the list in an earlier step. They receive changes.
    receivers: BTreeSet<ConnectionId>,
    /// Those that were sent the list in this step. It includes the changes of the step.
    listed: Vec<ConnectionId>,
    /// Those that wait for the list.
    waiting: BTreeSet<ConnectionId>,
}

impl LobbySubscribers {
    /// Adds a connection that waits for the list.
    pub(super) fn add(&mut self, connection: ConnectionId) {
        self.receivers.remove(&connection);
        self.waiting.insert(connection);
    }

    /// Removes a connection.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.receivers.remove(&connection);
        self.waiting.remove(&connection);
        self.listed.retain(|&listed| listed != connection);
    }

    /// Returns whether any connection waits for the list.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns whether a connection waits for the list.
    pub(super) fn is_waiting(&self, connection: ConnectionId) -> bool {
        self.waiting.contains(&connection)
    }

    /// Takes the connections that wait for the list, in order; the caller sends it.
    pub(super) fn take_waiting(&mut self) -> Vec<ConnectionId> {
        let waiting: Vec<ConnectionId> = std::mem::take(&mut self.waiting).into_iter().collect();
        self.listed.extend(&waiting);
        waiting
    }

    /// Returns the connections that receive changes, in order.
    pub(super) fn receivers(&self) -> Vec<ConnectionId> {
        self.receivers.iter().copied().collect()
    }

    /// Ends a step: the list that it sent does not include later changes.
    pub(super) fn end_step(&mut self) {
        self.receivers.extend(self.listed.drain(..));
    }

    /// Returns whether a connection subscribes, for invariants.
    pub(super) fn contains(&self, connection: ConnectionId) -> bool {
        self.receivers.contains(&connection) || self.waiting.contains(&connection)
    }

    /// Returns how many connections subscribe.
    pub(super) fn len(&self) -> usize {
        self.receivers.len() + self.listed.len() + self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscriber_receives_the_list_first_and_changes_from_the_next_step_on() {
        let mut subscribers = LobbySubscribers::default();
        let [one, other] = [ConnectionId(2), ConnectionId(1)];
        subscribers.add(one);
        subscribers.add(other);
        assert!(subscribers.has_waiting() && subscribers.receivers().is_empty());
        assert_eq!(subscribers.take_waiting(), [other, one]);
        assert!(!subscribers.has_waiting());
        assert_eq!(subscribers.receivers(), [], "the list of this step includes its changes");
        subscribers.end_step();
        assert_eq!(subscribers.receivers(), [other, one]);
        subscribers.add(one);
        assert_eq!(subscribers.receivers(), [other], "the list will include the changes");
        subscribers.take_waiting();
        subscribers.remove(one);
        subscribers.remove(other);
        subscribers.end_step();
        assert_eq!(subscribers.len(), 0);
    }
}
