//! When to look at what again, if nothing happens before. It does not know what
//! is to be done then.

use super::ConnectionId;
use chuhe_protocol::{ChallengeId, GameId, PlayerId};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// What is due. Of two that are due at the same moment the lesser is first: a
/// flag falls before its owner is found silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A flag, a tick or another end of waiting in a game.
    Room(GameId),
    /// A challenge expires.
    Challenge(ChallengeId),
    /// A connection has been silent for long, or has not joined.
    Connection(ConnectionId),
    /// The name of a player who went is his no longer.
    Hold(PlayerId),
    /// It may be told again who watches a game.
    Spectators(GameId),
    /// It may be told again who came and went.
    Presence,
    /// A crowd may be told again who is here.
    List,
    /// The grace of a shutdown is over.
    Shutdown,
}

/// At most one moment for each key.
#[derive(Debug)]
pub(super) struct Timers<K> {
    due: BTreeSet<(Timestamp, K)>,
    at: BTreeMap<K, Timestamp>,
}

impl<K> Default for Timers<K> {
    fn default() -> Self {
        Self { due: BTreeSet::new(), at: BTreeMap::new() }
    }
}

impl<K: Copy + Ord> Timers<K> {
    /// Sets `timer` to `at`, or stops it.
    pub(super) fn set(&mut self, timer: K, at: Option<Timestamp>) {
        let before = match at {
            Some(at) => self.at.insert(timer, at),
            None => self.at.remove(&timer),
        };
        if let Some(before) = before {
            self.due.remove(&(before, timer));
        }
        if let Some(at) = at {
            self.due.insert((at, timer));
        }
    }

    /// The next moment at which something is due.
    pub(super) fn next(&self) -> Option<Timestamp> {
        self.due.first().map(|&(at, _)| at)
    }

    /// The key of the next moment.
    pub(super) fn first(&self) -> Option<K> {
        self.due.first().map(|&(_, timer)| timer)
    }

    /// How many are set.
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Takes the first that is due by `now`.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, K)> {
        let &(at, timer) = self.due.first()?;
        if at > now {
            return None;
        }
        self.set(timer, None);
        Some((at, timer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn what_is_due_comes_in_order_and_once() {
        let mut timers = Timers::default();
        timers.set(Timer::Hold(PlayerId(1)), Some(at(5)));
        timers.set(Timer::Room(GameId(1)), Some(at(5)));
        timers.set(Timer::Shutdown, Some(at(3)));
        timers.set(Timer::Shutdown, Some(at(9)));
        assert_eq!(timers.next(), Some(at(5)));
        assert_eq!(timers.pop_due(at(4)), None);
        assert_eq!(timers.pop_due(at(5)), Some((at(5), Timer::Room(GameId(1)))));
        assert_eq!(timers.pop_due(at(5)), Some((at(5), Timer::Hold(PlayerId(1)))));
        assert_eq!(timers.pop_due(at(5)), None);
        timers.set(Timer::Shutdown, None);
        assert_eq!(timers.next(), None);
    }
}
