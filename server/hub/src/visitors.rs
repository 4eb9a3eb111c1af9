//! The players who were on the server last, for a lobby in which nobody is.

use chuhe_protocol::{LobbyMessage, PlayerName, Visitor, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;

/// The names of the players who were seen last. It holds nothing else about them.
#[derive(Debug, Default)]
pub(super) struct Visitors {
    /// The names with the times, the latest one first.
    ///
    /// Twice as many as are sent, because some of them may be online again.
    seen: VecDeque<(PlayerName, Timestamp)>,
}

impl Visitors {
    const MOST: usize = 2 * limits::LAST_VISITORS;

    /// Records that a player was on the server until now.
    pub(super) fn record(&mut self, name: &PlayerName, at: Timestamp) {
        self.seen.retain(|(other, _)| other != name);
        self.seen.push_front((name.clone(), at));
        self.seen.truncate(Self::MOST);
    }

    /// Removes a player whom operators removed.
    pub(super) fn remove(&mut self, name: &PlayerName) {
        self.seen.retain(|(other, _)| other != name);
    }

    /// Records stored players, in any order, by the time of their last join.
    pub(super) fn restore(&mut self, players: impl Iterator<Item = (PlayerName, Timestamp)>) {
        let mut players: Vec<(PlayerName, Timestamp)> = players.collect();
        players.sort_by_key(|(_, joined_at)| *joined_at);
        for (name, joined_at) in players {
            self.record(&name, joined_at);
        }
    }

    /// Returns the list without the names that are hidden, such as of those online.
    pub(super) fn list(&self, is_hidden: impl Fn(&PlayerName) -> bool, now: Timestamp) -> LobbyMessage {
        let visitor = |(name, at): &(PlayerName, Timestamp)| Visitor {
            name: name.clone(),
            seen_ago_s: u32::try_from(now.since(*at) / 1_000).unwrap_or(u32::MAX),
        };
        let away = self.seen.iter().filter(|(name, _)| !is_hidden(name));
        LobbyMessage::Visitors { visitors: away.take(limits::LAST_VISITORS).map(visitor).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(n: usize) -> PlayerName {
        PlayerName::parse(&format!("P{n}")).unwrap()
    }

    fn at(s: u64) -> Timestamp {
        Timestamp::from_ms(s * 1_000)
    }

    fn names(visitors: &Visitors) -> Vec<(String, u32)> {
        let LobbyMessage::Visitors { visitors } = visitors.list(|other| *other == name(2), at(100)) else {
            panic!("not the list");
        };
        visitors.into_iter().map(|visitor| (visitor.name.to_string(), visitor.seen_ago_s)).collect()
    }

    #[test]
    fn the_latest_come_first_and_those_online_are_left_out() {
        let mut visitors = Visitors::default();
        for (n, s) in [(1, 10), (2, 20), (3, 30), (1, 40)] {
            visitors.record(&name(n), at(s));
        }
        assert_eq!(names(&visitors), [("P1".to_owned(), 60), ("P3".to_owned(), 70)]);
    }

    #[test]
    fn the_list_is_bounded_and_restored_by_the_time_of_the_join() {
        let mut visitors = Visitors::default();
        let stored = (0..100).map(|n| (name(n), at(100 - n as u64)));
        visitors.restore(stored);
        let listed = names(&visitors);
        assert_eq!(listed.len(), limits::LAST_VISITORS);
        assert_eq!(listed[0], ("P0".to_owned(), 0));
        assert_eq!(visitors.seen.len(), Visitors::MOST);
    }
}
