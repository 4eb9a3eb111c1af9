//! How often a password may be guessed: for each name from each address, and for
//! each name from all of them.
//!
//! Who guesses from one address makes only that address wait, longer and longer.
//! Who guesses from many spends what the name may take from all; but the address
//! from which its player was last here is not asked for that, so that nobody
//! locks him out. Whether the name is anyone's makes no difference.

use super::boundary::Address;
use super::expiring_map::ExpiringMap;
use super::limits::Limits;
use super::rate::Bucket;
use chuhe_protocol::PlayerName;
use chuhe_rules::clock::Timestamp;
use sha2::{Digest, Sha256};

/// A name that someone would log in under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject([u8; 32]);

impl Subject {
    /// The one of a name, spelled as its player does if it is one's.
    pub(super) fn of(name: &PlayerName) -> Self {
        Self(Sha256::digest(name.as_str()).into())
    }
}

/// The false passwords for one name from one address.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    count: u64,
    last: Timestamp,
}

impl Failures {
    /// When another may be tried.
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

    fn forgotten_at(self, limits: &Limits) -> Timestamp {
        if self.count == 0 { self.last } else { self.last.plus_ms(limits.login_memory_ms) }
    }
}

/// The attempts of late.
#[derive(Debug, Default)]
pub(super) struct LoginThrottle {
    misses: ExpiringMap<(Subject, Address), Failures>,
    names: ExpiringMap<Subject, Bucket>,
}

impl LoginThrottle {
    /// Admits an attempt, which counts as a miss until it is told otherwise, or
    /// says how many milliseconds it must wait.
    pub(super) fn admit(
        &mut self,
        subject: Subject,
        address: Address,
        at_home: bool,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<(), u64> {
        let names = &mut self.names;
        self.misses.change((subject, address), now, limits.login_memories, |misses| {
            let wait_ms = misses.next(limits).since(now);
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
                *misses = Failures { count: misses.count + 1, last: now };
            }
            (admitted, Some(misses.forgotten_at(limits)))
        })
    }

    /// The attempt was none: the password could not be looked at.
    pub(super) fn undo(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
        self.misses.change((subject, address), now, limits.login_memories, |misses| {
            misses.count = misses.count.saturating_sub(1);
            ((), Some(misses.forgotten_at(limits)))
        });
    }

    /// The password was right.
    pub(super) fn reset(&mut self, subject: Subject, address: Address, limits: &Limits, now: Timestamp) {
        self.misses.change((subject, address), now, limits.login_memories, |misses| {
            *misses = Failures::default();
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

    fn wait(attempts: &mut LoginThrottle, address: Address, at_home: bool, now: u64) -> u64 {
        let limits = Limits::default();
        let admitted = attempts.admit(subject("bo"), address, at_home, &limits, Timestamp::from_ms(now));
        admitted.err().unwrap_or(0)
    }

    #[test]
    fn the_wait_grows_and_has_an_end() {
        let mut attempts = LoginThrottle::default();
        let mut now = 1_000;
        let mut waits = Vec::new();
        for _ in 0..10 {
            let ms = wait(&mut attempts, HERE, true, now);
            if ms > 0 {
                waits.push(ms);
                assert_eq!(wait(&mut attempts, HERE, true, now + ms - 1), 1);
                now += ms;
                assert_eq!(wait(&mut attempts, HERE, true, now), 0);
            }
        }
        assert_eq!(waits, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
        assert_eq!(wait(&mut attempts, Address(2), true, now), 0, "another address does not wait");
        now += Limits::default().login_memory_ms;
        for _ in 0..3 {
            assert_eq!(wait(&mut attempts, HERE, true, now), 0, "it is forgotten");
        }
        assert_eq!(wait(&mut attempts, HERE, true, now), 2_000);
    }

    #[test]
    fn who_guesses_from_everywhere_does_not_lock_out_the_player_at_home() {
        let mut attempts = LoginThrottle::default();
        let rate = Limits::default().name_logins;
        for n in 0..rate.most {
            assert_eq!(wait(&mut attempts, Address(100 + u128::from(n)), false, 0), 0);
        }
        for n in 0..1_000 {
            let ms = wait(&mut attempts, Address(1_000 + n), false, 0);
            assert_eq!(ms, rate.within_ms / rate.most);
        }
        assert_eq!(wait(&mut attempts, HERE, true, 0), 0);
    }

    #[test]
    fn what_is_remembered_is_bounded_and_the_latest_is_forgotten_last() {
        let limits = Limits { login_memories: 10, ..Limits::default() };
        let mut attempts = LoginThrottle::default();
        let mut admit = |name: &str, address, now| {
            attempts.admit(subject(name), address, true, &limits, Timestamp::from_ms(now))
        };
        for _ in 0..3 {
            assert_eq!(admit("bo", HERE, 5), Ok(()));
        }
        for n in 0..9 {
            assert_eq!(admit(&n.to_string(), HERE, 4), Ok(()));
        }
        assert_eq!(admit("bo", HERE, 5), Err(2_000));
        assert_eq!(attempts.misses.len(), 10);
    }
}
