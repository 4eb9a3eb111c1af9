//! The hub's timers.

use super::ConnectionId;
use chuhe_protocol::{ChallengeId, EveningCode, GameId, InvitationCode, PlayerId};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// A timer of the hub.
///
/// Of two timers that are due at the same time, the lesser fires first: a flag falls before its
/// owner's connection is closed for silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A flag falls, a clock ticks, or another wait ends in a game.
    Room(GameId),
    /// A challenge expires.
    Challenge(ChallengeId),
    /// An invitation expires.
    Invitation(InvitationCode),
    /// A lasting seek ends.
    LastingSeek(PlayerId),
    /// A connection was silent for too long, or has not joined.
    Connection(ConnectionId),
    /// An absent player loses their name or seat.
    Release(PlayerId),
    /// A registered name that was never played with may lapse.
    Lapses,
    /// A seek reaches further.
    Seeks,
    /// Something is due in an evening.
    Evening(EveningCode),
    /// The state of a round may be sent to those who follow an evening.
    EveningRound(EveningCode),
    /// The list of a game's spectators may be sent again.
    Spectators(GameId),
    /// The password of a waiting login may be verified.
    Logins,
    /// Changes of presence may be sent again.
    PresenceChanges,
    /// The list of players may be sent to a crowd again.
    PlayerList,
    /// The numbers of a crowded lobby may be sent again.
    LobbyTotals,
    /// Previews of games may be sent again.
    Previews,
    /// The grace period of a shutdown ends.
    Shutdown,
}

impl Timer {
    /// Returns whether the timer fires while the hub is paused.
    ///
    /// The others are set again when games continue.
    pub(super) const fn fires_while_paused(self) -> bool {
        match self {
            Self::Room(_)
            | Self::Challenge(_)
            | Self::Invitation(_)
            | Self::LastingSeek(_)
            | Self::Release(_)
            | Self::Lapses
            | Self::Seeks
            | Self::Evening(_)
            | Self::EveningRound(_) => false,
            Self::Connection(_)
            | Self::Spectators(_)
            | Self::Logins
            | Self::PresenceChanges
            | Self::PlayerList
            | Self::LobbyTotals
            | Self::Previews
            | Self::Shutdown => true,
        }
    }
}

/// Timers by key, at most one for each.
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
    /// Sets a timer, or cancels it.
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

    /// Returns when the next timer is due.
    pub(super) fn next(&self) -> Option<Timestamp> {
        self.due.first().map(|&(at, _)| at)
    }

    /// Returns the key of the timer that is due next.
    pub(super) fn first(&self) -> Option<K> {
        self.due.first().map(|&(_, timer)| timer)
    }

    /// Returns how many timers are set.
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Takes the first timer that is due by `now`.
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
    fn due_timers_fire_in_order_and_once() {
        let mut timers = Timers::default();
        timers.set(Timer::Release(PlayerId(1)), Some(at(5)));
        timers.set(Timer::Room(GameId(1)), Some(at(5)));
        timers.set(Timer::Shutdown, Some(at(3)));
        timers.set(Timer::Shutdown, Some(at(9)));
        assert_eq!(timers.next(), Some(at(5)));
        assert_eq!(timers.pop_due(at(4)), None);
        assert_eq!(timers.pop_due(at(5)), Some((at(5), Timer::Room(GameId(1)))));
        assert_eq!(timers.pop_due(at(5)), Some((at(5), Timer::Release(PlayerId(1)))));
        assert_eq!(timers.pop_due(at(5)), None);
        timers.set(Timer::Shutdown, None);
        assert_eq!(timers.next(), None);
    }
}
