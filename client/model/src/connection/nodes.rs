//! The addresses at which a server can be reached, and which one to try next.
//!
//! A server may be a cluster of nodes. The user joins one address; the greeting lists the nodes, and a
//! node sends the client on to the one that serves its hall.

use crate::exchange::servers::same_host;
use crate::exchange::trust::Security;
use chuhe_protocol::limits::SILENCE_MS;

/// The most times in a row that a client is sent to another node before it waits.
const REDIRECTS: u32 = 5;
/// How long one node among several may take to answer before the next one is tried.
pub const NODE_ANSWER_MS: u64 = 4_000;

/// An address, with how to connect to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// How the connection is secured.
    pub security: Security,
}

impl Target {
    fn is_at(&self, other: &Self) -> bool {
        self.port == other.port && same_host(&self.host, &other.host)
    }
}

/// Where the hall of the player is, as a node has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// At this address.
    At(Target),
    /// At none: it moves.
    Moving,
}

/// The addresses of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// The address that the user joined, then the other nodes.
    targets: Vec<Target>,
    /// The place of the address to connect to.
    current: usize,
    /// How often the client has been sent on since it entered a hall or waited.
    redirects: u32,
    /// The number of addresses that were tried before the first entry.
    tried: usize,
}

impl Nodes {
    /// Begins with the address that the user joins.
    pub fn new(first: Target) -> Self {
        Self { targets: vec![first], ..Self::default() }
    }

    /// The number of addresses.
    pub const fn count(&self) -> usize {
        self.targets.len()
    }

    /// How long an attempt to connect may take.
    pub(super) fn answer_ms(&self) -> u64 {
        if self.count() > 1 { NODE_ANSWER_MS } else { SILENCE_MS }
    }

    /// The address to connect to; `None` before the first.
    pub fn current(&self) -> Option<&Target> {
        self.targets.get(self.current)
    }

    /// Replaces the nodes by those that the server lists.
    ///
    /// The address that the user joined and the current one stay.
    pub fn list(&mut self, nodes: impl IntoIterator<Item = Target>) {
        let current = self.current().cloned();
        self.targets.truncate(1);
        for node in current.into_iter().chain(nodes) {
            self.add(node);
        }
        self.current = self.current.min(1).min(self.targets.len().saturating_sub(1));
    }

    /// Sets how to connect to the current address from now on.
    pub(crate) fn set_security(&mut self, security: Security) {
        if let Some(target) = self.targets.get_mut(self.current) {
            target.security = security;
        }
    }

    /// Goes to the next address.
    pub fn advance(&mut self) {
        self.redirects = 0;
        self.current = (self.current + 1) % self.targets.len().max(1);
    }

    /// Goes to the next address unless all were tried, before the first entry.
    pub(crate) fn try_next(&mut self) -> bool {
        self.tried += 1;
        let is_left = self.tried < self.targets.len();
        if is_left {
            self.advance();
        }
        is_left
    }

    /// Goes to the address of another node. Returns whether to connect there at once: not after too
    /// many such steps in a row.
    pub fn redirect(&mut self, to: Target) -> bool {
        self.redirects += 1;
        self.current = self.add(to);
        self.redirects <= REDIRECTS
    }

    /// Counts redirects anew.
    pub const fn settle(&mut self) {
        self.redirects = 0;
    }

    /// Adds an address, or updates how to connect to it; returns its place.
    fn add(&mut self, target: Target) -> usize {
        if let Some(place) = self.targets.iter().position(|known| known.is_at(&target)) {
            self.targets[place].security = target.security;
            return place;
        }
        self.targets.push(target);
        self.targets.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(host: &str) -> Target {
        Target { host: host.to_owned(), port: 1, security: Security::Plain }
    }

    fn current(nodes: &Nodes) -> &str {
        &nodes.current().expect("an address").host
    }

    #[test]
    fn nodes_are_tried_in_turn() {
        let mut nodes = Nodes::new(target("home"));
        nodes.list(["HOME.", "a", "b"].map(target));
        let mut order = vec![current(&nodes).to_owned()];
        for _ in 0..3 {
            nodes.advance();
            order.push(current(&nodes).to_owned());
        }
        assert_eq!(order, ["home", "a", "b", "home"]);
        let mut first = Nodes::new(target("home"));
        first.list(["a"].map(target));
        assert_eq!((first.try_next(), current(&first)), (true, "a"));
        assert!(!first.try_next(), "each was tried once");
    }

    #[test]
    fn list_keeps_the_address_in_use() {
        let mut nodes = Nodes::new(target("home"));
        nodes.list(["a", "b"].map(target));
        assert!(nodes.redirect(target("b")));
        nodes.list(["a", "c"].map(target));
        assert_eq!((current(&nodes), nodes.count()), ("b", 4));
        nodes.list([]);
        assert_eq!((current(&nodes), nodes.count()), ("b", 2));
    }

    #[test]
    fn redirects_in_a_row_are_limited() {
        let mut nodes = Nodes::new(target("home"));
        for n in 0..REDIRECTS {
            assert!(nodes.redirect(target(["a", "b"][n as usize % 2])), "{n}");
        }
        assert!(!nodes.redirect(target("c")));
        assert_eq!(current(&nodes), "c");
        nodes.settle();
        assert!(nodes.redirect(target("a")));
        assert_eq!(nodes.count(), 4);
    }
}
