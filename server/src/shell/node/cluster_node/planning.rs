//! Follows the directory: this node's part in each hall, which halls it hands on, and what it tells
//! players of the rest of the cluster.

use super::Node;
use super::membership::Duty;
use crate::cluster::{HallEntry, NodeEntry};
use crate::hall_supply::{self, EMPTY_MS, SuppliedHall};
use crate::halls::{Cluster as ClusterView, RemoteHall};
use crate::placement::{self, PlacedHall, PlacedNode};
use crate::shell::hall::hall_order::HallOrder;
use chuhe_protocol::{HallName, NodeAddress, limits};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// How long nothing must have changed before a hall moves to even the load, and between two such moves.
const STEADY: Duration = Duration::from_secs(15);
/// How long this node waits before it asks for another hall again.
const OPEN_INTERVAL: Duration = Duration::from_secs(10);

impl Node {
    /// Reconsiders this node's part in everything.
    pub(super) fn refresh(&mut self) {
        let directory = self.cluster.directory();
        let (nodes, halls) = (directory.nodes(), directory.halls());
        let names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
        if names != self.known_nodes {
            (self.known_nodes, self.steady_since) = (names, Instant::now());
        }
        let placed_nodes = self.placed_nodes(&nodes);
        let placed_halls = placed_halls(&nodes, &halls);
        self.take_parts(&placed_nodes, &placed_halls);
        if self.is_draining {
            self.hand_on_next();
        } else if self.steady_since.elapsed() >= STEADY {
            self.even_out(&placed_nodes, &placed_halls);
        }
        self.supply(&nodes, &halls);
        self.announce();
        self.follow(&nodes, &halls);
    }

    /// Reconsiders this node's part in each hall, and follows the directory otherwise.
    pub(super) fn directory_changed(&mut self) {
        let directory = self.cluster.directory();
        let (nodes, halls) = (directory.nodes(), directory.halls());
        self.take_parts(&self.placed_nodes(&nodes), &placed_halls(&nodes, &halls));
        self.follow(&nodes, &halls);
    }

    /// Follows the directory without a change of this node's parts.
    pub(super) fn follow_directory(&mut self) {
        let directory = self.cluster.directory();
        let (nodes, halls) = (directory.nodes(), directory.halls());
        self.follow(&nodes, &halls);
    }

    /// Sends the players of halls that left where these are now, and shows the cluster to those who
    /// connect.
    fn follow(&mut self, nodes: &[NodeEntry], halls: &[HallEntry]) {
        let me = self.cluster.node();
        let address_of = |hall: &HallEntry| {
            let runs = |owner: &String| owner != me && nodes.iter().any(|node| node.name == *owner);
            hall.owner.as_ref().filter(|owner| runs(owner))?;
            hall.address.parse::<NodeAddress>().ok()
        };
        for hall in halls {
            let state = self.members.get(&hall.name).map(|membership| membership.state);
            if let Some(Duty::Leaves { epoch, place }) = state
                && hall.epoch > epoch
                && let Some(address) = address_of(hall)
            {
                self.threads.order(place, HallOrder::Move(Some(address)));
            }
        }
        let open = halls.iter().filter(|hall| hall.is_open);
        let remote = open.map(|hall| {
            let (players, capacity) = (hall.counts.players, hall.capacity);
            (hall.name.clone(), RemoteHall { players, capacity, address: address_of(hall) })
        });
        let view = ClusterView { halls: remote.collect(), nodes: addresses(me, nodes) };
        self.router.directory.lock().directory.set_cluster(view);
    }

    /// The nodes, with this one as it is now.
    fn placed_nodes(&self, nodes: &[NodeEntry]) -> Vec<PlacedNode> {
        let me = self.cluster.node();
        let placed = |node: &NodeEntry| {
            let is_draining = if node.name == me { self.is_draining } else { node.is_draining };
            PlacedNode { name: node.name.clone(), is_draining }
        };
        nodes.iter().map(placed).collect()
    }

    fn take_parts(&mut self, nodes: &[PlacedNode], halls: &[PlacedHall]) {
        let parts = placement::parts(self.cluster.node(), nodes, halls);
        for (hall, part) in &parts {
            match self.members.get_mut(hall) {
                None => self.start_member(hall, *part),
                Some(membership) if membership.is_lost() => self.start_member(hall, *part),
                Some(membership) => membership.give(*part),
            }
        }
        self.drop_members(&parts, halls);
    }

    /// Stops the members of halls that this node keeps no more, and halls that were closed.
    fn drop_members(&mut self, parts: &BTreeMap<HallName, placement::Part>, halls: &[PlacedHall]) {
        let superfluous: Vec<HallName> =
            self.members.keys().filter(|hall| !parts.contains_key(*hall)).cloned().collect();
        for hall in superfluous {
            let is_closed = !halls.iter().any(|open| open.name == hall);
            let Some(membership) = self.members.get_mut(&hall) else { continue };
            match membership.state {
                Duty::Follows if !membership.is_quiet() => {
                    if let Some(member) = self.members.remove(&hall).and_then(|membership| membership.member)
                    {
                        tokio::spawn(member.stop());
                    }
                }
                Duty::Serves { place, .. } if is_closed => {
                    membership.retire();
                    self.threads.order(place, HallOrder::Stop);
                }
                Duty::Starting
                | Duty::Follows
                | Duty::Opening { .. }
                | Duty::Serves { .. }
                | Duty::Leaves { .. } => {}
            }
        }
    }

    /// Hands the next hall on, one at a time, so that each is interrupted only while it moves.
    pub(super) fn hand_on_next(&mut self) {
        let is_moving = |state: &Duty| matches!(state, Duty::Leaves { .. } | Duty::Opening { .. });
        if !self.others_can_serve() || self.members.values().any(|member| is_moving(&member.state)) {
            return;
        }
        let served = |state: &Duty| matches!(state, Duty::Serves { .. });
        let next = self.members.iter_mut().find(|(_, member)| served(&member.state) && !member.is_quiet());
        if let Some((hall, membership)) = next {
            tracing::info!(%hall, "handing the hall on");
            membership.resign();
        }
    }

    /// Hands one hall on if this node serves more than its share.
    fn even_out(&mut self, nodes: &[PlacedNode], halls: &[PlacedHall]) {
        let Some(hall) = placement::surplus(self.cluster.node(), nodes, halls) else { return };
        if let Some(membership) = self.members.get_mut(&hall) {
            tracing::info!(%hall, "handing the hall on to a node that serves fewer");
            self.steady_since = Instant::now();
            membership.resign();
        }
    }

    /// Opens another hall if all are nearly full, and closes those that stay empty.
    fn supply(&mut self, nodes: &[NodeEntry], halls: &[HallEntry]) {
        let supplied: Vec<SuppliedHall> = halls
            .iter()
            .map(|hall| SuppliedHall {
                name: hall.name.clone(),
                capacity: hall.capacity,
                is_open: hall.is_open,
                players: hall.counts.players,
            })
            .collect();
        let me = self.cluster.node();
        // one node decides, so that one hall opens
        let decides = nodes.iter().find(|node| !node.is_draining).is_some_and(|first| first.name == me);
        let is_due = self.opened_at.is_none_or(|at| at.elapsed() >= OPEN_INTERVAL);
        if decides
            && is_due
            && let Some(hall) = hall_supply::to_open(&supplied, &self.config.halls)
        {
            tracing::info!(hall = %hall.name, "all halls are nearly full; another one opens");
            self.opened_at = Some(Instant::now());
            let directory = self.cluster.directory().clone();
            tokio::spawn(async move {
                if let Err(error) = directory.open_hall(&hall.name, hall.capacity).await {
                    tracing::warn!(hall = %hall.name, %error, "the hall is not opened");
                }
            });
        }
        let empty = Duration::from_millis(EMPTY_MS);
        let is_idle = |name: &HallName| {
            self.members.get(name).is_some_and(|member| {
                let is_served = matches!(member.state, Duty::Serves { .. });
                is_served && member.counts.players == 0 && member.empty_since.elapsed() >= empty
            })
        };
        let closable = |hall: &&SuppliedHall| {
            hall.is_open
                && is_idle(&hall.name)
                && hall_supply::may_close(&hall.name, &supplied, &self.config.halls)
        };
        if let Some(hall) = supplied.iter().find(closable) {
            let (directory, name) = (self.cluster.directory().clone(), hall.name.clone());
            tracing::info!(hall = %name, "the hall has been empty for long; it closes");
            tokio::spawn(async move {
                if let Err(error) = directory.close_hall(&name).await {
                    tracing::warn!(hall = %name, %error, "the hall is not closed");
                }
            });
        }
    }
}

fn placed_halls(nodes: &[NodeEntry], halls: &[HallEntry]) -> Vec<PlacedHall> {
    let runs = |owner: &String| nodes.iter().any(|node| node.name == *owner);
    let open = halls.iter().filter(|hall| hall.is_open);
    open.map(|hall| PlacedHall { name: hall.name.clone(), owner: hall.owner.clone().filter(runs) }).collect()
}

/// The addresses that players may try, in the same order at every node; this node's is among them.
fn addresses(me: &str, nodes: &[NodeEntry]) -> Vec<NodeAddress> {
    let mut listed: Vec<&NodeEntry> = nodes.iter().collect();
    listed.sort_by_key(|node| node.name != me);
    listed.truncate(limits::NODES);
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    listed.into_iter().filter_map(|node| node.address.parse().ok()).collect()
}
