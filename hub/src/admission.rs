//! From where one may connect: how many connections an address may have open,
//! and how often its greetings may fail. It closes nothing itself.

use super::Address;
use super::timers::Timers;
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Why a connection is not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdmitted {
    /// The address has as many connections open as it may.
    #[error("too many connections from this address")]
    AddressFull,
    /// Too many greetings from the address have failed of late.
    #[error("too many failed greetings from this address")]
    Barred,
}

/// The connections and failures of each address. What it keeps is bounded by the
/// connections that stand and by [`limits::FAILED_ADDRESSES`].
#[derive(Debug)]
pub struct Admission {
    address_connections: usize,
    failed_greetings: usize,
    open: BTreeMap<Address, usize>,
    failed: BTreeMap<Address, usize>,
    /// Until when the failures of an address count.
    until: Timers<Address>,
}

impl Admission {
    /// Admits `address_connections` from one address at a time, and of those whose
    /// greetings fail `failed_greetings` in [`limits::FAILED_GREETINGS_MS`].
    #[must_use]
    pub fn new(address_connections: usize, failed_greetings: usize) -> Self {
        Self {
            address_connections,
            failed_greetings,
            open: BTreeMap::new(),
            failed: BTreeMap::new(),
            until: Timers::default(),
        }
    }

    /// Admits a connection; [`Admission::ended`] is to be told of its end.
    ///
    /// # Errors
    /// [`NotAdmitted`] says why it is not to be served.
    pub fn admit(&mut self, address: Address, now: Timestamp) -> Result<(), NotAdmitted> {
        while let Some((_, past)) = self.until.pop_due(now) {
            self.failed.remove(&past);
        }
        if self.failed.get(&address).is_some_and(|&failed| failed >= self.failed_greetings) {
            return Err(NotAdmitted::Barred);
        }
        let open = self.open.get(&address).copied().unwrap_or(0);
        if open >= self.address_connections {
            return Err(NotAdmitted::AddressFull);
        }
        self.open.insert(address, open + 1);
        Ok(())
    }

    /// An admitted connection has ended.
    pub fn ended(&mut self, address: Address) {
        if let Some(open) = self.open.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                self.open.remove(&address);
            }
        }
    }

    /// The greeting of an admitted connection has failed; says whether its
    /// address is barred by this, for [`limits::FAILED_GREETINGS_MS`] from now.
    pub fn failed(&mut self, address: Address, now: Timestamp) -> bool {
        let failed = self.failed.entry(address).or_default();
        *failed += 1;
        let (first, barred) = (*failed == 1, *failed == self.failed_greetings);
        if first || barred {
            self.until.set(address, Some(now.plus_ms(limits::FAILED_GREETINGS_MS)));
        }
        if self.until.len() > limits::FAILED_ADDRESSES
            && let Some(oldest) = self.until.first()
        {
            self.until.set(oldest, None);
            self.failed.remove(&oldest);
        }
        barred
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn an_address_has_so_many_open_and_others_are_not_concerned() {
        let mut admission = Admission::new(2, 1);
        let (full, other) = (Address(1), Address(2));
        assert_eq!(admission.admit(full, at(0)), Ok(()));
        assert_eq!(admission.admit(full, at(0)), Ok(()));
        assert_eq!(admission.admit(full, at(0)), Err(NotAdmitted::AddressFull));
        assert_eq!(admission.admit(other, at(0)), Ok(()));
        admission.ended(full);
        assert_eq!(admission.admit(full, at(0)), Ok(()));
        for address in [full, full, other] {
            admission.ended(address);
        }
        assert!(admission.open.is_empty(), "nothing is kept of who is gone");
    }

    #[test]
    fn an_address_whose_greetings_fail_is_barred_for_a_while() {
        let mut admission = Admission::new(10, 2);
        let (bad, other) = (Address(1), Address(2));
        let while_ms = limits::FAILED_GREETINGS_MS;
        assert!(!admission.failed(bad, at(0)));
        assert_eq!(admission.admit(bad, at(1_000)), Ok(()));
        assert!(admission.failed(bad, at(1_000)));
        assert!(!admission.failed(bad, at(2_000)), "it is barred already, and no longer for it");
        assert_eq!(admission.admit(bad, at(1_000 + while_ms - 1)), Err(NotAdmitted::Barred));
        assert_eq!(admission.admit(other, at(1_000)), Ok(()));
        assert_eq!(admission.admit(bad, at(1_000 + while_ms)), Ok(()));
        assert!(!admission.failed(bad, at(2_000 + while_ms)), "what is past counts no more");
    }

    #[test]
    fn failures_far_apart_do_not_bar() {
        let mut admission = Admission::new(10, 2);
        for n in 0..10 {
            let now = at(n * limits::FAILED_GREETINGS_MS);
            assert_eq!(admission.admit(Address(1), now), Ok(()));
            assert!(!admission.failed(Address(1), now));
        }
    }

    #[test]
    fn what_is_kept_of_failures_is_bounded() {
        let mut admission = Admission::new(10, 1);
        for n in 0..=limits::FAILED_ADDRESSES {
            assert!(admission.failed(Address(n as u128), at(n as u64)));
        }
        assert_eq!(admission.failed.len(), limits::FAILED_ADDRESSES);
        assert_eq!(admission.until.len(), limits::FAILED_ADDRESSES);
        let now = at(limits::FAILED_ADDRESSES as u64);
        assert_eq!(admission.admit(Address(0), now), Ok(()), "the oldest is forgotten");
        assert_eq!(admission.admit(Address(1), now), Err(NotAdmitted::Barred));
    }
}
