//! Login throttling across the hubs of one process.
//!
//! Hubs that share accounts count attempts to log in here, so that a guesser who spreads them over
//! several hubs gets no more than in one.

use super::address::Address;
use super::expiring_map::ExpiringMap;
use super::limits::Limits;
use super::login_throttle::{LoginThrottle, Subject, Turn};
use super::rate::Bucket;
use chuhe_rules::clock::Timestamp;

/// The recent attempts to log in, by name and address.
#[derive(Debug, Default)]
pub struct LoginGate {
    throttle: LoginThrottle,
    addresses: ExpiringMap<Address, Bucket>,
}

impl LoginGate {
    /// Admits an attempt, which counts as a wrong password until [`LoginGate::end`].
    ///
    /// `is_known` says that the player has connected from this address before.
    ///
    /// # Errors
    /// If the attempt must wait, with the milliseconds.
    pub fn admit(
        &mut self,
        subject: Subject,
        address: Address,
        is_known: bool,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<Turn, u64> {
        let rate = limits.address_logins;
        self.addresses.change(address, now, limits.idle_addresses, |bucket| {
            let admitted = bucket.admit(rate, now);
            (admitted, Some(bucket.empty_at(rate)))
        })?;
        self.throttle.admit(subject, address, is_known, limits, now)
    }

    /// Ends an attempt: removes the failures of the pair if the password was right, and only this one
    /// if the password could not be verified.
    pub fn end(
        &mut self,
        subject: Subject,
        address: Address,
        is_right: bool,
        limits: &Limits,
        now: Timestamp,
    ) {
        self.throttle.end(subject, address, is_right, limits, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::Rate;
    use chuhe_protocol::PlayerName;

    fn subject(name: &str) -> Subject {
        Subject::of(&PlayerName::parse(name).expect("a name"))
    }

    #[test]
    fn attempts_under_many_names_count_for_their_address() {
        let limits = Limits { address_logins: Rate::new(2, 1_000), ..Limits::default() };
        let (mut gate, now) = (LoginGate::default(), Timestamp::from_ms(5));
        let mut admit = |name: &str, address| gate.admit(subject(name), address, false, &limits, now);
        assert_eq!([admit("a", Address(1)), admit("b", Address(1))], [Ok(Turn::Now), Ok(Turn::Now)]);
        assert_eq!(admit("c", Address(1)), Err(500));
        assert_eq!(admit("c", Address(2)), Ok(Turn::Now));
    }

    #[test]
    fn an_attempt_counts_as_wrong_until_it_ends() {
        let (limits, now) = (Limits::default(), Timestamp::from_ms(5));
        let mut gate = LoginGate::default();
        let here = Address(1);
        let fails = |gate: &mut LoginGate| {
            let free = limits.login_free_attempts;
            for _ in 0..free {
                assert_eq!(gate.admit(subject("a"), here, true, &limits, now), Ok(Turn::Now));
            }
            gate.admit(subject("a"), here, true, &limits, now)
        };
        assert_eq!(fails(&mut gate), Err(limits.login_first_wait_ms));
        gate.end(subject("a"), here, true, &limits, now);
        assert_eq!(fails(&mut gate), Err(limits.login_first_wait_ms));
        gate.end(subject("a"), here, false, &limits, now);
        assert_eq!(gate.admit(subject("a"), here, true, &limits, now), Ok(Turn::Now));
    }
}
