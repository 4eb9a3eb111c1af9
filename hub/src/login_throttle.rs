//! Login throttling, per name and address, and per name from all addresses.
//!
//! Wrong passwords from one address make that address wait, longer each time. Attempts from many
//! addresses exhaust the limit of the name; the address of the player's last connection is exempt
//! from that limit, so that an attacker cannot lock the player out. Whether the name is registered
//! makes no difference.

use super::boundary::Address;
use super::expiring_map::ExpiringMap;
use super::limits::Limits;
use super::rate::Bucket;
use chuhe_protocol::PlayerName;
use chuhe_rules::clock::Timestamp;
use sha2::{Digest, Sha256};

/// A name that a client tries to log in under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject([u8; 32]);

impl Subject {
    /// Returns the subject of a name. A registered name must be spelled as its owner spells it.
    pub(super) fn of(name: &PlayerName) -> Self {
        Self(Sha256::digest(name.as_str()).into())
    }
}

/// The wrong passwords for one name from one address.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    count: u64,
    last: Timestamp,
}

impl Failures {
    /// Returns when the next attempt is admitted.
    fn next(self, limits: &Limits) -> Timestamp {
        match self.count.checked_sub(limits.login_free_attempts) {
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
        if self.count == 0 { self.last } else { self.last.plus_ms(limits.login_memory_ms) }
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
    /// The attempt counts as a failure until [`LoginThrottle::undo`] or [`LoginThrottle::reset`].
    pub(super) fn admit(
        &mut self,
        subject: Subject,
        address: Address,
        at_home: bool,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<(), u64> {
        let names = &mut self.names;
        self.failures.change((subject, address), now, limits.login_memories, |failures| {
            let wait_ms = failures.next(limits).since(now);
            let admitted = if wait_ms > 0 {
                Err(wait_ms)
            } else if at_home {
                Ok(())
            } else {
                names.change(subject, now, limits.login_memories, |bucket| {
                    let admitted = bucket.admit(limits.name_logins, now);
                    (admitted, Some(bucket.empty_at(limits.name_logins)))
                })
            };
            if admitted.is_ok() {
                *failures = Failures { count: failures.count + 1, last: now };
            }
            (admitted, Some(failures.expires_at(limits)))
        })
    }

    /// Undoes an attempt whose password could not be verified.
    pub(super) fn undo(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
        self.failures.change((subject, address), now, limits.login_memories, |failures| {
            failures.count = failures.count.saturating_sub(1);
            ((), Some(failures.expires_at(limits)))
        });
    }

    /// Removes all failures after a right password.
    pub(super) fn reset(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
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

    fn wait(throttle: &mut LoginThrottle, address: Address, at_home: bool, now: u64) -> u64 {
        let limits = Limits::default();
        let admitted = throttle.admit(subject("bo"), address, at_home, &limits, Timestamp::from_ms(now));
        admitted.err().unwrap_or(0)
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
    fn guesses_from_many_addresses_do_not_lock_out_the_player_at_home() {
        let mut throttle = LoginThrottle::default();
        let rate = Limits::default().name_logins;
        for n in 0..rate.most {
            assert_eq!(wait(&mut throttle, Address(100 + u128::from(n)), false, 0), 0);
        }
        for n in 0..1_000 {
            let ms = wait(&mut throttle, Address(1_000 + n), false, 0);
            assert_eq!(ms, rate.within_ms / rate.most);
        }
        assert_eq!(wait(&mut throttle, HERE, true, 0), 0);
    }

    #[test]
    fn the_number_of_remembered_failures_is_bounded() {
        let limits = Limits { login_memories: 10, ..Limits::default() };
        let mut throttle = LoginThrottle::default();
        let mut admit = |name: &str, address, now| {
            throttle.admit(subject(name), address, true, &limits, Timestamp::from_ms(now))
        };
        for _ in 0..3 {
            assert_eq!(admit("bo", HERE, 5), Ok(()));
        }
        for n in 0..9 {
            assert_eq!(admit(&n.to_string(), HERE, 4), Ok(()));
        }
        assert_eq!(admit("bo", HERE, 5), Err(2_000));
        assert_eq!(throttle.failures.len(), 10);
    }
}
