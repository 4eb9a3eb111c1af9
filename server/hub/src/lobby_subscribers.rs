//! The connections that subscribe to the lobby, which of them wait for the list of players, and what of it
//! each receives.
//!
//! A player at a table has no subscription. The hub first sends a new subscriber the list of
//! players, or a page of it, and then every change to that.

use super::ConnectionId;
use super::player_order::Page;
use chuhe_protocol::{PageRequest, PlayerId, limits};
use std::collections::{BTreeMap, BTreeSet};

/// What a connection has chosen.
#[derive(Debug)]
struct Subscriber {
    player: PlayerId,
    request: PageRequest,
    /// The page that it was sent last; `None` while it waits for one.
    page: Option<Page>,
    followed: Vec<PlayerId>,
}

/// The receivers of a page.
#[derive(Debug, Default)]
pub(super) struct Audience {
    pub(super) connections: BTreeSet<ConnectionId>,
    /// How many players the page has.
    pub(super) players: usize,
}

/// The connections that subscribe to the lobby.
#[derive(Debug, Default)]
pub(super) struct LobbySubscribers {
    all: BTreeMap<ConnectionId, Subscriber>,
    /// Those that were sent a page in an earlier step. They receive its changes.
    pages: BTreeMap<Page, Audience>,
    /// Those that were sent a page in this step. It includes the changes of the step.
    listed: Vec<(ConnectionId, usize)>,
    /// Those that wait for the list, in the order in which they came.
    waiting: Vec<ConnectionId>,
    /// Those that receive what changes about a player, whatever their page is.
    followers: BTreeMap<PlayerId, BTreeSet<ConnectionId>>,
}

impl LobbySubscribers {
    /// Adds the connection of a player. It waits for the first page of the list.
    pub(super) fn add(&mut self, connection: ConnectionId, player: PlayerId) {
        self.remove(connection);
        let (request, followed) = (PageRequest::default(), Vec::new());
        self.all.insert(connection, Subscriber { player, request, page: None, followed });
        self.waiting.push(connection);
        self.follow(connection, Vec::new());
    }

    /// Removes a connection.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.follow_nobody(connection);
        let waits = !self.leave_page(connection);
        if self.all.remove(&connection).is_some() && waits {
            self.waiting.retain(|&other| other != connection);
        }
    }

    /// Replaces the page that a connection receives: it waits for the new one.
    pub(super) fn choose(&mut self, connection: ConnectionId, request: PageRequest) {
        if let Some(subscriber) = self.all.get_mut(&connection) {
            subscriber.request = request;
            if self.leave_page(connection) {
                self.waiting.push(connection);
            }
        }
    }

    /// Lets the receivers of a page wait for the list.
    pub(super) fn relist(&mut self, page: &Page) {
        for connection in self.pages.remove(page).unwrap_or_default().connections {
            if let Some(subscriber) = self.all.get_mut(&connection) {
                subscriber.page = None;
                self.waiting.push(connection);
            }
        }
    }

    /// Lets all connections wait for the list.
    pub(super) fn wait_all(&mut self) {
        self.pages.clear();
        self.listed.clear();
        self.all.values_mut().for_each(|subscriber| subscriber.page = None);
        self.waiting = self.all.keys().copied().collect();
    }

    /// Replaces whom a connection follows beside its own player, and returns them all.
    pub(super) fn follow(&mut self, connection: ConnectionId, players: Vec<PlayerId>) -> Vec<PlayerId> {
        self.follow_nobody(connection);
        let Some(subscriber) = self.all.get_mut(&connection) else { return Vec::new() };
        let own = std::iter::once(subscriber.player);
        subscriber.followed = own.chain(players.into_iter().take(limits::FOLLOWED_PLAYERS)).collect();
        for &player in &subscriber.followed {
            self.followers.entry(player).or_default().insert(connection);
        }
        subscriber.followed.clone()
    }

    /// Lets a connection follow players beside those it follows already, in place of the first of these if they are too many.
    pub(super) fn follow_also(
        &mut self,
        connection: ConnectionId,
        players: impl IntoIterator<Item = PlayerId>,
    ) {
        let Some(subscriber) = self.all.get(&connection) else { return };
        let (own, mut followed) = (subscriber.player, subscriber.followed.clone());
        followed.extend(players);
        let mut known = BTreeSet::from([own]);
        followed.reverse();
        followed.retain(|&player| known.insert(player));
        followed.truncate(limits::FOLLOWED_PLAYERS);
        followed.reverse();
        self.follow(connection, followed);
    }

    fn follow_nobody(&mut self, connection: ConnectionId) {
        let Some(subscriber) = self.all.get_mut(&connection) else { return };
        for player in std::mem::take(&mut subscriber.followed) {
            if let Some(followers) = self.followers.get_mut(&player) {
                followers.remove(&connection);
                if followers.is_empty() {
                    self.followers.remove(&player);
                }
            }
        }
    }

    /// Takes a connection from its page; returns whether it had one.
    fn leave_page(&mut self, connection: ConnectionId) -> bool {
        let Some(page) = self.all.get_mut(&connection).and_then(|subscriber| subscriber.page.take()) else {
            return false;
        };
        self.listed.retain(|&(listed, _)| listed != connection);
        if let Some(audience) = self.pages.get_mut(&page) {
            audience.connections.remove(&connection);
            if audience.connections.is_empty() {
                self.pages.remove(&page);
            }
        }
        true
    }

    /// Returns whether a connection subscribes.
    pub(super) fn contains(&self, connection: ConnectionId) -> bool {
        self.all.contains_key(&connection)
    }

    /// Returns the request of the connection that has waited longest for the list.
    pub(super) fn next_request(&self) -> Option<PageRequest> {
        self.all.get(self.waiting.first()?).map(|subscriber| subscriber.request.clone())
    }

    /// Takes all connections that wait for this page, in the order in which they came; the caller sends it.
    pub(super) fn take_waiting(&mut self, request: Option<&PageRequest>) -> Vec<ConnectionId> {
        let Self { all, waiting, .. } = self;
        let wants = |connection: &ConnectionId| {
            request.is_none_or(|it| all.get(connection).is_some_and(|other| other.request == *it))
        };
        let (taken, rest) = std::mem::take(waiting).into_iter().partition(wants);
        *waiting = rest;
        taken
    }

    /// Records that connections were sent a page with so many players.
    pub(super) fn sent(&mut self, connections: &[ConnectionId], page: &Page, players: usize) {
        for connection in connections {
            if let Some(subscriber) = self.all.get_mut(connection) {
                subscriber.page = Some(page.clone());
                self.listed.push((*connection, players));
            }
        }
    }

    /// Returns the connections that receive changes of all pages, in order.
    pub(super) fn receivers(&self) -> Vec<ConnectionId> {
        let receivers: BTreeSet<ConnectionId> =
            self.pages.values().flat_map(|audience| &audience.connections).copied().collect();
        receivers.into_iter().collect()
    }

    /// Returns the pages that somebody receives.
    pub(super) fn pages_mut(&mut self) -> impl Iterator<Item = (&Page, &mut Audience)> {
        self.pages.iter_mut()
    }

    /// Returns the connections that follow a player.
    pub(super) fn followers(&self, player: PlayerId) -> impl Iterator<Item = ConnectionId> {
        self.followers.get(&player).into_iter().flatten().copied()
    }

    /// Ends a step: the pages that it sent do not include later changes.
    pub(super) fn end_step(&mut self) {
        for (connection, players) in std::mem::take(&mut self.listed) {
            if let Some(page) = self.all.get(&connection).and_then(|subscriber| subscriber.page.clone()) {
                let audience = self.pages.entry(page).or_default();
                audience.connections.insert(connection);
                audience.players = players;
            }
        }
    }

    /// Returns how many connections subscribe.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscriber_receives_the_list_first_and_changes_from_the_next_step_on() {
        let mut subscribers = LobbySubscribers::default();
        let [one, other] = [ConnectionId(2), ConnectionId(1)];
        subscribers.add(one, PlayerId(2));
        subscribers.add(other, PlayerId(1));
        assert_eq!(subscribers.next_request(), Some(PageRequest::default()));
        assert_eq!(subscribers.receivers(), []);
        assert_eq!(subscribers.take_waiting(None), [one, other]);
        subscribers.sent(&[one, other], &Page::default(), 2);
        assert_eq!(subscribers.next_request(), None);
        assert_eq!(subscribers.receivers(), [], "the list of this step includes its changes");
        subscribers.end_step();
        assert_eq!(subscribers.receivers(), [other, one]);
        subscribers.add(one, PlayerId(2));
        assert_eq!(subscribers.receivers(), [other], "the list will include the changes");
        subscribers.take_waiting(None);
        subscribers.remove(one);
        subscribers.remove(other);
        subscribers.end_step();
        assert_eq!((subscribers.len(), subscribers.receivers()), (0, Vec::new()));
    }

    #[test]
    fn those_who_wait_for_the_same_page_are_taken_together() {
        let mut subscribers = LobbySubscribers::default();
        let [a, b, c] = [1, 2, 3].map(ConnectionId);
        for (connection, player) in [(a, 1), (b, 2), (c, 3)] {
            subscribers.add(connection, PlayerId(player));
        }
        let second = PageRequest { page: 1, ..PageRequest::default() };
        subscribers.choose(b, second.clone());
        assert_eq!(subscribers.take_waiting(Some(&PageRequest::default())), [a, c]);
        assert_eq!(subscribers.next_request(), Some(second));
    }

    #[test]
    fn a_connection_follows_its_own_player_and_those_it_has_chosen_last() {
        let mut subscribers = LobbySubscribers::default();
        let (one, own) = (ConnectionId(1), PlayerId(1));
        subscribers.add(one, own);
        let followers =
            |subscribers: &LobbySubscribers, player| subscribers.followers(PlayerId(player)).count();
        subscribers.follow(one, vec![PlayerId(2)]);
        assert_eq!(subscribers.follow(one, vec![PlayerId(3)]), [own, PlayerId(3)]);
        assert_eq!([1, 2, 3].map(|player| followers(&subscribers, player)), [1, 0, 1]);
        subscribers.follow_also(one, [PlayerId(2), PlayerId(3)]);
        assert_eq!([1, 2, 3].map(|player| followers(&subscribers, player)), [1, 1, 1]);
        let many = subscribers.follow(one, (10..1_000).map(PlayerId).collect());
        assert_eq!(many.len(), 1 + limits::FOLLOWED_PLAYERS);
        subscribers.follow_also(one, [PlayerId(2_000)]);
        assert_eq!([1, 10, 11, 2_000].map(|player| followers(&subscribers, player)), [1, 0, 1, 1]);
        subscribers.remove(one);
        assert!(subscribers.followers.is_empty());
    }
}
