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
    Watchers(GameId),
    /// It may be told again who came and went.
    Presence,
    /// A crowd may be told again who is here.
    List,
    /// The grace of a shutdown is over.
    Shutdown,
}

/// At most one moment for each key.
///
/// Most are put off again and again before they are due, as a clock's with each
/// move. One that is put off stays in the queue where it is until it comes to the
/// front, and is queued anew then: so the front is always right.
#[derive(Debug)]
pub(super) struct Timers<K> {
    queue: BTreeSet<(Timestamp, K)>,
    at: BTreeMap<K, Moment>,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    due: Timestamp,
    /// Under which moment it is queued; never after it is due.
    queued: Timestamp,
}

impl<K> Default for Timers<K> {
    fn default() -> Self {
        Self { queue: BTreeSet::new(), at: BTreeMap::new() }
    }
}

impl<K: Copy + Ord> Timers<K> {
    /// Sets `timer` to `at`, or stops it.
    pub(super) fn set(&mut self, timer: K, at: Option<Timestamp>) {
        match at {
            None => self.stop(timer),
            Some(due) => match self.at.get_mut(&timer) {
                Some(moment) if moment.queued <= due => moment.due = due,
                Some(_) | None => self.queue_anew(timer, due),
            },
        }
        self.settle();
    }

    fn stop(&mut self, timer: K) {
        if let Some(before) = self.at.remove(&timer) {
            self.queue.remove(&(before.queued, timer));
        }
    }

    fn queue_anew(&mut self, timer: K, due: Timestamp) {
        if let Some(before) = self.at.insert(timer, Moment { due, queued: due }) {
            self.queue.remove(&(before.queued, timer));
        }
        self.queue.insert((due, timer));
    }

    /// Sees to it that what is at the front is due when it is queued.
    fn settle(&mut self) {
        while let Some(&(queued, timer)) = self.queue.first()
            && let Some(&Moment { due, .. }) = self.at.get(&timer)
            && due != queued
        {
            self.queue_anew(timer, due);
        }
    }

    /// The next moment at which something is due.
    pub(super) fn next(&self) -> Option<Timestamp> {
        self.queue.first().map(|&(at, _)| at)
    }

    /// The key of the next moment.
    pub(super) fn first(&self) -> Option<K> {
        self.queue.first().map(|&(_, timer)| timer)
    }

    /// How many are set.
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Takes the first that is due by `now`.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, K)> {
        let &(at, timer) = self.queue.first()?;
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

    #[test]
    fn what_is_put_off_or_brought_forward_comes_as_if_it_had_been_set_once() {
        let mut state = 7_u64;
        let mut below = move |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let (mut timers, mut plain) = (Timers::default(), BTreeMap::new());
        for now in 0..5_000 {
            let (timer, due) = (below(20), at(now + below(50)));
            if below(5) == 0 {
                timers.set(timer, None);
                plain.remove(&timer);
            } else {
                timers.set(timer, Some(due));
                plain.insert(timer, due);
            }
            let first =
                |plain: &BTreeMap<u64, Timestamp>| plain.iter().map(|(&timer, &at)| (at, timer)).min();
            assert_eq!(timers.next().zip(timers.first()), first(&plain));
            assert_eq!(timers.len(), plain.len());
            while let Some((at, timer)) = timers.pop_due(Timestamp::from_ms(now)) {
                assert_eq!(Some((at, timer)), first(&plain));
                plain.remove(&timer);
            }
            assert!(first(&plain).is_none_or(|(due, _)| due > at(now)));
        }
    }
}
