//! Login throttling, per name and address, and per name from all addresses.
//!
//! Wrong passwords from one address make that address wait, longer each time. Attempts from many
//! addresses exhaust the limit of the name, and the addresses from which its player has connected
//! before are exempt from that. From any other address, an attempt then waits in the queue of the
//! name (see `login_queue`), unless too many wrong passwords came from there. Whether the name is
//! registered makes no difference.
//!
//! A guesser who has `n` addresses thus gets at most 20 guesses at once, 120 in an hour, 3`n` more
//! from the queue in a day, and never more than 7,200 in an hour from the queue. The owner is
//! verified within 16 seconds at an address without a wrong password, unless two further addresses
//! without one turn up each second.

use super::address::Address;
use super::expiring_map::ExpiringMap;
use super::limits::Limits;
use super::rate::Bucket;
use chuhe_protocol::PlayerName;
use chuhe_rules::clock::Timestamp;
use sha2::{Digest, Sha256};

/// A name that a client tries to log in under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject([u8; 32]);

impl Subject {
    /// Returns the subject of a name. A registered name must be spelled as its owner spells it.
    #[must_use]
    pub fn of(name: &PlayerName) -> Self {
        Self(Sha256::digest(name.as_str()).into())
    }
}

/// When the password of an admitted attempt is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At once.
    Now,
    /// In the queue of the name, behind those with fewer wrong passwords from their address.
    Queued {
        /// The number of wrong passwords from this address.
        failures: u64,
    },
}

/// The wrong passwords for one name from one address.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    /// Those that count towards the wait for the next attempt.
    recent: u64,
    /// All that are remembered; they decide the place in the queue of the name.
    count: u64,
    last: Timestamp,
}

impl Failures {
    /// Returns the failures that still count at `now`.
    fn at(self, limits: &Limits, now: Timestamp) -> Self {
        let since = now.since(self.last);
        Self {
            recent: if since < limits.login_memory_ms { self.recent } else { 0 },
            count: if since < limits.login_address_memory_ms { self.count } else { 0 },
            last: self.last,
        }
    }

    /// Returns when the next attempt is admitted.
    fn next(self, limits: &Limits) -> Timestamp {
        match self.recent.checked_sub(limits.login_free_attempts) {
            None => self.last,
            Some(doubled) => {
                let factor = 1_u64.checked_shl(u32::try_from(doubled).unwrap_or(u32::MAX));
                let wait_ms = factor.and_then(|factor| limits.login_first_wait_ms.checked_mul(factor));
                self.last.plus_ms(wait_ms.unwrap_or(u64::MAX).min(limits.login_longest_wait_ms))
            }
        }
    }

    /// Returns when the failures stop counting.
    fn expires_at(self, limits: &Limits) -> Timestamp {
        let memory_ms = match (self.recent, self.count) {
            (0, 0) => 0,
            (_, 0) => limits.login_memory_ms,
            (_, 1..) => limits.login_memory_ms.max(limits.login_address_memory_ms),
        };
        self.last.plus_ms(memory_ms)
    }
}

/// The recent failures and attempts.
#[derive(Debug, Default)]
pub(super) struct LoginThrottle {
    failures: ExpiringMap<(Subject, Address), Failures>,
    names: ExpiringMap<Subject, Bucket>,
}

impl LoginThrottle {
    /// Admits an attempt, or returns how many milliseconds it must wait.
    ///
    /// The attempt counts as a failure until [`LoginThrottle::end`].
    /// `is_known` says that the player has connected from this address before.
    pub(super) fn admit(
        &mut self,
        subject: Subject,
        address: Address,
        is_known: bool,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<Turn, u64> {
        let names = &mut self.names;
        self.failures.change((subject, address), now, limits.login_memories, |failures| {
            let before = failures.at(limits, now);
            let wait_ms = before.next(limits).since(now);
            let turn = if wait_ms > 0 {
                Err(wait_ms)
            } else if is_known {
                Ok(Turn::Now)
            } else {
                let admitted = names.change(subject, now, limits.login_memories, |bucket| {
                    let admitted = bucket.admit(limits.name_logins, now);
                    (admitted, Some(bucket.empty_at(limits.name_logins)))
                });
                match admitted {
                    Ok(()) => Ok(Turn::Now),
                    Err(_) if before.count < limits.login_free_attempts => {
                        Ok(Turn::Queued { failures: before.count })
                    }
                    Err(wait_ms) => Err(wait_ms),
                }
            };
            if turn.is_ok() {
                *failures = Failures { recent: before.recent + 1, count: before.count + 1, last: now };
            }
            (turn, Some(failures.expires_at(limits)))
        })
    }

    /// Ends an attempt: removes the failures of the pair if the password was right, and only this one if the
    /// password could not be verified.
    pub(super) fn end(
        &mut self,
        subject: Subject,
        address: Address,
        is_right: bool,
        limits: &Limits,
        now: Timestamp,
    ) {
        if is_right {
            self.reset(subject, address, limits, now);
        } else {
            self.undo(subject, address, limits, now);
        }
    }

    /// Undoes an attempt whose password could not be verified.
    fn undo(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
        self.failures.change((subject, address), now, limits.login_memories, |failures| {
            failures.recent = failures.recent.saturating_sub(1);
            failures.count = failures.count.saturating_sub(1);
            ((), Some(failures.expires_at(limits)))
        });
    }

    /// Removes all failures after a right password.
    fn reset(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
        self.failures.change((subject, address), now, limits.login_memories, |failures| {
            *failures = Failures::default();
            ((), Some(now))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Address = Address(1);

    fn subject(name: &str) -> Subject {
        Subject::of(&PlayerName::parse(name).expect("a name"))
    }

    fn admit(throttle: &mut LoginThrottle, address: Address, is_known: bool, now: u64) -> Result<Turn, u64> {
        throttle.admit(subject("bo"), address, is_known, &Limits::default(), Timestamp::from_ms(now))
    }

    fn wait(throttle: &mut LoginThrottle, address: Address, is_known: bool, now: u64) -> u64 {
        admit(throttle, address, is_known, now).err().unwrap_or(0)
    }

    #[test]
    fn the_wait_doubles_up_to_the_longest() {
        let mut throttle = LoginThrottle::default();
        let mut now = 1_000;
        let mut waits = Vec::new();
        for _ in 0..10 {
            let ms = wait(&mut throttle, HERE, true, now);
            if ms > 0 {
                waits.push(ms);
                assert_eq!(wait(&mut throttle, HERE, true, now + ms - 1), 1);
                now += ms;
                assert_eq!(wait(&mut throttle, HERE, true, now), 0);
            }
        }
        assert_eq!(waits, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
        assert_eq!(wait(&mut throttle, Address(2), true, now), 0, "another address does not wait");
        now += Limits::default().login_memory_ms;
        for _ in 0..3 {
            assert_eq!(wait(&mut throttle, HERE, true, now), 0, "the failures have expired");
        }
        assert_eq!(wait(&mut throttle, HERE, true, now), 2_000);
    }

    #[test]
    fn guesses_from_many_addresses_queue_until_too_many_came_from_theirs() {
        let mut throttle = LoginThrottle::default();
        let limits = Limits::default();
        let rate = limits.name_logins;
        for n in 0..rate.limit {
            assert_eq!(admit(&mut throttle, Address(100 + u128::from(n)), false, 0), Ok(Turn::Now));
        }
        for failures in 0..limits.login_free_attempts {
            let turn = admit(&mut throttle, Address(1_000), false, 0);
            assert_eq!(turn, Ok(Turn::Queued { failures }));
        }
        assert_eq!(wait(&mut throttle, Address(1_000), false, 0), limits.login_first_wait_ms);
        let later = limits.login_memory_ms - 1;
        for n in 0..rate.limit {
            assert_eq!(admit(&mut throttle, Address(2_000 + u128::from(n)), false, later), Ok(Turn::Now));
        }
        let refused = wait(&mut throttle, Address(1_000), false, later + 1);
        assert_eq!(refused, rate.within_ms / rate.limit - 1, "no recent wrong passwords, but old ones");
        let turn = admit(&mut throttle, Address(100), false, later + 1);
        assert_eq!(turn, Ok(Turn::Queued { failures: 1 }));
        assert_eq!(admit(&mut throttle, HERE, true, later + 1), Ok(Turn::Now), "the player has been here");
    }

    #[test]
    fn the_number_of_remembered_failures_is_bounded() {
        let limits = Limits { login_memories: 10, ..Limits::default() };
        let mut throttle = LoginThrottle::default();
        let mut admit = |name: &str, address, now| {
            throttle.admit(subject(name), address, true, &limits, Timestamp::from_ms(now))
        };
        for _ in 0..3 {
            assert_eq!(admit("bo", HERE, 5), Ok(Turn::Now));
        }
        for n in 0..9 {
            assert_eq!(admit(&n.to_string(), HERE, 4), Ok(Turn::Now));
        }
        assert_eq!(admit("bo", HERE, 5), Err(2_000));
        assert_eq!(throttle.failures.len(), 10);
    }
}
