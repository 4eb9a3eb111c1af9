//! Waiting times before a player challenges the same opponent again.
//!
//! Each challenge that is declined or cancelled lengthens the wait. A guest could escape it by
//! joining again under another name, so the refusals of guests also count for their address: a guest
//! who joined after the last refusal waits like the refused one. A guest who joined before it is
//! probably another person on the same network, such as a school's, and waits only after many
//! refusals.

use super::address::Address;
use super::expiring_map::ExpiringMap;
use chuhe_protocol::{PlayerId, limits};
use chuhe_rules::clock::Timestamp;

/// A player who challenges, with what identifies a guest who joins again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Challenger {
    pub(super) player: PlayerId,
    /// A guest's address, and when they joined.
    pub(super) guest: Option<(Address, Timestamp)>,
}

impl Challenger {
    /// Returns a challenger who is identified by their number only.
    #[cfg(test)]
    pub(super) const fn known(player: PlayerId) -> Self {
        Self { player, guest: None }
    }
}

/// The source for which refusals are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Player(PlayerId),
    Address(Address),
}

/// The recent refusals of one source by one opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Refusals {
    count: usize,
    last: Timestamp,
}

impl Refusals {
    /// Returns when the next challenge is admitted, if the first `free` refusals cost nothing.
    fn next(self, free: usize) -> Timestamp {
        let waits = limits::CHALLENGE_WAITS_MS;
        match self.count.checked_sub(free + 1) {
            None => self.last,
            Some(step) => self.last.plus_ms(waits[step.min(waits.len() - 1)]),
        }
    }

    /// Returns when the refusals stop counting.
    fn expires_at(self) -> Timestamp {
        if self.count == 0 { self.last } else { self.last.plus_ms(limits::CHALLENGE_QUIET_MS) }
    }
}

/// The recent refusals, by challenger and opponent.
#[derive(Debug, Default)]
pub(super) struct ChallengeWaits {
    refusals: ExpiringMap<(Source, PlayerId), Refusals>,
}

impl ChallengeWaits {
    /// Admits a challenge, or returns how many milliseconds it must wait.
    pub(super) fn admit(&mut self, by: Challenger, to: PlayerId, now: Timestamp) -> Result<(), u64> {
        let own = self.change(Source::Player(by.player), to, now, |refusals| refusals.next(0));
        let shared = by.guest.map_or(own, |(address, joined_at)| {
            self.change(Source::Address(address), to, now, |refusals| {
                let is_newer = joined_at >= refusals.last;
                refusals.next(if is_newer { 0 } else { limits::CHALLENGE_ADDRESS_REFUSALS })
            })
        });
        match own.max(shared).since(now) {
            0 => Ok(()),
            wait_ms => Err(wait_ms),
        }
    }

    /// Counts a challenge that was declined or taken back.
    pub(super) fn count(&mut self, by: Challenger, to: PlayerId, now: Timestamp) {
        let address = by.guest.map(|(address, _)| Source::Address(address));
        for source in [Source::Player(by.player)].into_iter().chain(address) {
            self.change(source, to, now, |refusals| {
                *refusals = Refusals { count: refusals.count + 1, last: now };
            });
        }
    }

    /// Removes the refusals of a player by an opponent who wants to play them now.
    pub(super) fn reset(&mut self, player: PlayerId, by: PlayerId, now: Timestamp) {
        self.change(Source::Player(player), by, now, |refusals| *refusals = Refusals::default());
    }

    fn change<T>(
        &mut self,
        source: Source,
        to: PlayerId,
        now: Timestamp,
        change: impl FnOnce(&mut Refusals) -> T,
    ) -> T {
        self.refusals.change((source, to), now, limits::CHALLENGE_REFUSALS, |refusals| {
            let result = change(refusals);
            (result, Some(refusals.expires_at()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AN: PlayerId = PlayerId(1);
    const SCHOOL: Address = Address(7);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn guest(player: u64, joined_at: u64) -> Challenger {
        Challenger { player: PlayerId(player), guest: Some((SCHOOL, at(joined_at))) }
    }

    #[test]
    fn each_refusal_lengthens_the_wait_until_ten_quiet_minutes_have_passed() {
        let mut waits = ChallengeWaits::default();
        let bo = Challenger::known(PlayerId(2));
        let mut now = 0;
        for wait_ms in [10_000, 30_000, 120_000, 120_000] {
            assert_eq!(waits.admit(bo, AN, at(now)), Ok(()));
            waits.count(bo, AN, at(now));
            assert_eq!(waits.admit(bo, AN, at(now)), Err(wait_ms));
            assert_eq!(waits.admit(bo, AN, at(now + wait_ms - 1)), Err(1));
            assert_eq!(waits.admit(bo, PlayerId(3), at(now)), Ok(()), "another opponent");
            now += wait_ms;
        }
        now += limits::CHALLENGE_QUIET_MS;
        waits.count(bo, AN, at(now));
        assert_eq!(waits.admit(bo, AN, at(now)), Err(10_000));
        waits.reset(bo.player, AN, at(now));
        assert_eq!(waits.admit(bo, AN, at(now)), Ok(()));
    }

    #[test]
    fn a_guest_who_joins_again_waits_and_other_guests_of_the_address_do_not() {
        let mut waits = ChallengeWaits::default();
        waits.count(guest(2, 0), AN, at(1_000));
        waits.count(guest(2, 0), AN, at(20_000));
        assert_eq!(waits.admit(guest(3, 20_000), AN, at(21_000)), Err(29_000), "the same one, renamed");
        assert_eq!(waits.admit(guest(4, 500), AN, at(21_000)), Ok(()), "someone else in the room");
        assert_eq!(waits.admit(Challenger::known(PlayerId(5)), AN, at(21_000)), Ok(()), "registered");
    }

    #[test]
    fn all_guests_of_an_address_wait_after_many_refusals() {
        let mut waits = ChallengeWaits::default();
        for n in 1..=limits::CHALLENGE_ADDRESS_REFUSALS as u64 {
            assert_eq!(waits.admit(guest(10 + n, 0), AN, at(n)), Ok(()));
            waits.count(guest(10 + n, 0), AN, at(n));
        }
        waits.count(guest(50, 0), AN, at(100));
        assert_eq!(waits.admit(guest(51, 0), AN, at(100)), Err(10_000));
    }

    #[test]
    fn the_number_of_counted_refusals_is_bounded() {
        let mut waits = ChallengeWaits::default();
        for n in 0..limits::CHALLENGE_REFUSALS + 10 {
            waits.count(Challenger::known(PlayerId(n + 2)), AN, at(n));
        }
        assert_eq!(waits.refusals.len() as u64, limits::CHALLENGE_REFUSALS);
    }
}
