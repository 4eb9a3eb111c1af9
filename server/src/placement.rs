//! Which nodes of a cluster keep which hall, and in which order they take it over.
//!
//! Every node decides this by itself from the directory, and all come to the same answer from the same
//! directory. If they differ for a moment nothing is lost: the log decides who serves a hall.

use chuhe_protocol::HallName;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The number of nodes that keep a hall: the one that serves it, and standbys with a copy.
const KEEPERS: usize = 3;
/// How much longer each further standby leaves a free hall to those before it, in milliseconds.
///
/// Enough for the one before to claim the hall and for the others to see it.
const STEP_MS: u64 = 1_500;

/// A node that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacedNode {
    /// Its name.
    pub(crate) name: String,
    /// Whether it hands its halls on and takes none.
    pub(crate) is_draining: bool,
}

/// A hall that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacedHall {
    /// Its name.
    pub(crate) name: HallName,
    /// The node that serves it, if that runs.
    pub(crate) owner: Option<String>,
}

/// A node's part in a hall that it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Whether it takes the hall over when nobody serves it.
    pub(crate) claims: bool,
    /// How long it leaves a free hall to others, in milliseconds.
    pub(crate) delay_ms: u64,
}

/// Decides for each hall which nodes take it over, first one first. Draining nodes take none.
///
/// The node that serves a hall comes last: it takes it back only if no other node does. Among the
/// others, those that carry the fewest halls come first, so that halls spread over the nodes.
pub(crate) fn successions(nodes: &[PlacedNode], halls: &[PlacedHall]) -> BTreeMap<HallName, Vec<String>> {
    let mut loads: BTreeMap<&str, usize> = nodes.iter().map(|node| (node.name.as_str(), 0)).collect();
    for owner in halls.iter().filter_map(|hall| hall.owner.as_deref()) {
        loads.entry(owner).and_modify(|load| *load += 1);
    }
    let mut ordered: Vec<&PlacedHall> = halls.iter().collect();
    // free halls come first: they are taken now
    ordered.sort_by_key(|hall| (hall.owner.is_some(), &hall.name));
    let mut successions = BTreeMap::new();
    for hall in ordered {
        let mut keepers = keepers(nodes, hall);
        keepers.sort_by_key(|node| {
            let is_owner = hall.owner.as_deref() == Some(node);
            (is_owner, loads.get(node).copied().unwrap_or(0), weight(node, &hall.name))
        });
        if let Some(load) = keepers.first().and_then(|first| loads.get_mut(first)) {
            *load += 1;
        }
        successions.insert(hall.name.clone(), keepers.into_iter().map(str::to_owned).collect());
    }
    successions
}

/// Returns a node's part in each hall that it keeps.
pub(crate) fn parts(me: &str, nodes: &[PlacedNode], halls: &[PlacedHall]) -> BTreeMap<HallName, Part> {
    let successions = successions(nodes, halls);
    let mut parts = BTreeMap::new();
    for hall in halls {
        let order = successions.get(&hall.name).map_or(&[][..], |order| order);
        let rank = order.iter().position(|node| node == me);
        let is_owner = hall.owner.as_deref() == Some(me);
        if rank.is_some() || is_owner {
            let delay_ms = rank.unwrap_or(0) as u64 * STEP_MS;
            parts.insert(hall.name.clone(), Part { claims: rank.is_some(), delay_ms });
        }
    }
    parts
}

/// Returns a hall that a node hands on so that halls are spread more evenly.
///
/// One at a time, and only while the node has two halls more than the one that takes it: otherwise
/// the hall would come back.
pub(crate) fn surplus(me: &str, nodes: &[PlacedNode], halls: &[PlacedHall]) -> Option<HallName> {
    // a hall without an owner is being taken over: the loads are about to change
    if halls.iter().any(|hall| hall.owner.is_none()) {
        return None;
    }
    let load = |node: &str| halls.iter().filter(|hall| hall.owner.as_deref() == Some(node)).count();
    let mine = load(me);
    let successions = successions(nodes, halls);
    let own = halls.iter().filter(|hall| hall.owner.as_deref() == Some(me));
    let taken = own.filter_map(|hall| {
        let first = successions.get(&hall.name)?.first()?;
        (first != me).then(|| (load(first), &hall.name))
    });
    let (least, hall) = taken.min()?;
    (least + 2 <= mine).then(|| hall.clone())
}

/// Returns the nodes that keep a hall: those with the greatest weight, so that few halls change their
/// keepers when a node comes or goes; and the one that serves it.
fn keepers<'a>(nodes: &'a [PlacedNode], hall: &PlacedHall) -> Vec<&'a str> {
    let mut able: Vec<&str> =
        nodes.iter().filter(|node| !node.is_draining).map(|node| node.name.as_str()).collect();
    able.sort_by_key(|node| {
        let is_owner = hall.owner.as_deref() == Some(*node);
        (!is_owner, std::cmp::Reverse(weight(node, &hall.name)))
    });
    able.truncate(KEEPERS);
    able
}

/// A number for a node and a hall that looks random and is the same everywhere.
fn weight(node: &str, hall: &HallName) -> [u8; 32] {
    let text = [node.as_bytes(), &[0], hall.as_str().as_bytes()].concat();
    Sha256::digest(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(names: &[&str]) -> Vec<PlacedNode> {
        names.iter().map(|name| PlacedNode { name: (*name).to_owned(), is_draining: false }).collect()
    }

    fn hall(name: &str, owner: Option<&str>) -> PlacedHall {
        PlacedHall { name: HallName::parse(name).expect("a name"), owner: owner.map(str::to_owned) }
    }

    fn many(count: usize, owner: impl Fn(usize) -> Option<&'static str>) -> Vec<PlacedHall> {
        (0..count).map(|n| hall(&format!("h{n}"), owner(n))).collect()
    }

    /// The number of halls that each node takes first.
    fn firsts(nodes: &[PlacedNode], halls: &[PlacedHall]) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for first in successions(nodes, halls).into_values().filter_map(|order| order.into_iter().next()) {
            *counts.entry(first).or_default() += 1;
        }
        counts
    }

    #[test]
    fn free_halls_are_spread_evenly_over_the_nodes() {
        let counts = firsts(&nodes(&["a", "b", "c"]), &many(12, |_| None));
        assert_eq!(counts.into_values().collect::<Vec<_>>(), [4, 4, 4]);
    }

    #[test]
    fn halls_of_a_lost_node_are_spread_over_those_that_remain() {
        let halls = many(12, |n| [Some("a"), Some("b"), None][n % 3]);
        let counts = firsts(&nodes(&["a", "b"]), &halls);
        let free: Vec<PlacedHall> = halls.into_iter().filter(|hall| hall.owner.is_none()).collect();
        assert_eq!(counts.len(), 2);
        let mut taken = BTreeMap::<String, usize>::new();
        let successions =
            successions(&nodes(&["a", "b"]), &many(12, |n| [Some("a"), Some("b"), None][n % 3]));
        for hall in free {
            *taken.entry(successions[&hall.name][0].clone()).or_default() += 1;
        }
        assert_eq!(taken.into_values().collect::<Vec<_>>(), [2, 2]);
    }

    #[test]
    fn each_hall_has_one_node_that_takes_it_over_first() {
        let (all, halls) = (nodes(&["a", "b", "c", "d", "e"]), many(20, |n| [Some("a"), None][n % 2]));
        let mut delays = BTreeMap::<HallName, Vec<u64>>::new();
        for node in &all {
            for (hall, part) in parts(&node.name, &all, &halls) {
                assert!(part.claims);
                delays.entry(hall).or_default().push(part.delay_ms);
            }
        }
        assert_eq!(delays.len(), halls.len());
        for mut delays in delays.into_values() {
            delays.sort_unstable();
            assert_eq!(delays, [0, STEP_MS, 2 * STEP_MS]);
        }
    }

    #[test]
    fn owner_of_a_hall_takes_it_back_last() {
        for hall in successions(&nodes(&["a", "b", "c"]), &many(6, |_| Some("b"))).into_values() {
            assert_eq!(hall.last().map(String::as_str), Some("b"), "{hall:?}");
        }
    }

    #[test]
    fn draining_node_claims_nothing_and_keeps_what_it_serves() {
        let mut all = nodes(&["a", "b"]);
        all[0].is_draining = true;
        let halls = [hall("h", Some("a")), hall("i", None)];
        let served = Part { claims: false, delay_ms: 0 };
        assert_eq!(parts("a", &all, &halls), BTreeMap::from([(halls[0].name.clone(), served)]));
        assert_eq!(parts("b", &all, &halls).len(), 2);
        assert_eq!(surplus("a", &all[..1], &halls[..1]), None, "nobody would take it");
    }

    #[test]
    fn few_halls_change_their_keepers_when_a_node_comes() {
        let halls = many(100, |_| None);
        let before = nodes(&["a", "b", "c", "d", "e", "f", "g", "h"]);
        let mut after = before.clone();
        after.extend(nodes(&["i"]));
        let kept = |nodes: &[PlacedNode]| parts("a", nodes, &halls);
        let (before, after) = (kept(&before), kept(&after));
        assert!(after.keys().all(|hall| before.contains_key(hall)), "only the new node takes halls");
        assert!(before.len() - after.len() < 20, "{} of {}", after.len(), before.len());
    }

    #[test]
    fn node_with_too_many_halls_hands_one_on_until_they_are_even() {
        let all = nodes(&["a", "b", "c"]);
        let mut halls = many(9, |_| Some("a"));
        let mut moves = 0;
        let next = |halls: &[PlacedHall]| all.iter().find_map(|node| surplus(&node.name, &all, halls));
        while let Some(name) = next(&halls) {
            let to = successions(&all, &halls)[&name][0].clone();
            halls.iter_mut().filter(|hall| hall.name == name).for_each(|hall| hall.owner = Some(to.clone()));
            moves += 1;
            assert!(moves <= 9, "they come to rest");
        }
        let load = |node: &str| halls.iter().filter(|hall| hall.owner.as_deref() == Some(node)).count();
        assert!(["a", "b", "c"].iter().all(|node| load(node) >= 2), "{halls:?}");
        let free = [hall("h", Some("a")), hall("i", Some("a")), hall("j", None)];
        assert_eq!(surplus("a", &all, &free), None, "a hall is being taken over");
    }
}
