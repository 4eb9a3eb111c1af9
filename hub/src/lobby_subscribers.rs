//! The connections that subscribe to the lobby, and which of them wait for the list of players.
//!
//! A player at a table has no subscription. A new subscriber is sent the list of players first,
//! and what changes from then on.

use super::ConnectionId;
use std::collections::BTreeSet;

/// The connections that subscribe to the lobby.
#[derive(Debug, Default)]
pub(super) struct LobbySubscribers {
    /// They were sent the list in an earlier step, and are sent changes.
    informed: BTreeSet<ConnectionId>,
    /// They were sent the list in this step: it includes what the step has changed.
    listed: Vec<ConnectionId>,
    /// They wait for the list.
    waiting: BTreeSet<ConnectionId>,
}

impl LobbySubscribers {
    /// Adds a connection that waits for the list.
    pub(super) fn add(&mut self, connection: ConnectionId) {
        self.informed.remove(&connection);
        self.waiting.insert(connection);
    }

    /// Removes a connection.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.informed.remove(&connection);
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

    /// Returns the connections that are sent changes, in order.
    pub(super) fn informed(&self) -> Vec<ConnectionId> {
        self.informed.iter().copied().collect()
    }

    /// Ends a step: later changes are not included in the list that it has sent.
    pub(super) fn end_step(&mut self) {
        self.informed.extend(self.listed.drain(..));
    }

    /// Returns whether a connection subscribes, for invariants.
    pub(super) fn contains(&self, connection: ConnectionId) -> bool {
        self.informed.contains(&connection) || self.waiting.contains(&connection)
    }

    /// Returns how many connections subscribe.
    pub(super) fn len(&self) -> usize {
        self.informed.len() + self.listed.len() + self.waiting.len()
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
        assert!(subscribers.has_waiting() && subscribers.informed().is_empty());
        assert_eq!(subscribers.take_waiting(), [other, one]);
        assert!(!subscribers.has_waiting());
        assert_eq!(subscribers.informed(), [], "the list of this step includes its changes");
        subscribers.end_step();
        assert_eq!(subscribers.informed(), [other, one]);
        subscribers.add(one);
        assert_eq!(subscribers.informed(), [other], "the list will include the changes");
        subscribers.take_waiting();
        subscribers.remove(one);
        subscribers.remove(other);
        subscribers.end_step();
        assert_eq!(subscribers.len(), 0);
    }
}
