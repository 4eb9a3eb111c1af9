//! Admission of new connections: how many an address may have open, and how often its greetings
//! may fail.

use super::Address;
use super::timers::Timers;
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdmitted {
    /// The address has too many connections open.
    #[error("too many connections from this address")]
    AddressFull,
    /// Too many recent greetings from the address have failed.
    #[error("too many failed greetings from this address")]
    Barred,
}

/// Counts the connections and failed greetings of each address.
///
/// Its memory is bounded by the open connections and by [`limits::FAILED_ADDRESSES`].
#[derive(Debug)]
pub struct Admission {
    address_connections: usize,
    failed_greetings: usize,
    open: BTreeMap<Address, usize>,
    failed: BTreeMap<Address, usize>,
    /// Until when the failed greetings of an address count.
    until: Timers<Address>,
}

impl Admission {
    /// Creates an admission with limits per address.
    ///
    /// An address may have `address_connections` open. It is barred after `failed_greetings` failed
    /// greetings in [`limits::FAILED_GREETINGS_MS`].
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

    /// Admits a connection. Call [`Admission::ended`] when it ends.
    ///
    /// # Errors
    /// If the address has too many connections open, or is barred.
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

    /// Records that an admitted connection has ended.
    pub fn ended(&mut self, address: Address) {
        if let Some(open) = self.open.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                self.open.remove(&address);
            }
        }
    }

    /// Records that the greeting of an admitted connection has failed.
    ///
    /// Returns whether this bars its address, for [`limits::FAILED_GREETINGS_MS`] from now.
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
    fn a_full_address_is_refused_and_others_are_admitted() {
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
        assert!(admission.open.is_empty(), "addresses without connections take no memory");
    }

    #[test]
    fn failed_greetings_bar_an_address_for_a_while() {
        let mut admission = Admission::new(10, 2);
        let (bad, other) = (Address(1), Address(2));
        let while_ms = limits::FAILED_GREETINGS_MS;
        assert!(!admission.failed(bad, at(0)));
        assert_eq!(admission.admit(bad, at(1_000)), Ok(()));
        assert!(admission.failed(bad, at(1_000)));
        assert!(!admission.failed(bad, at(2_000)), "the address is barred already, and not for longer");
        assert_eq!(admission.admit(bad, at(1_000 + while_ms - 1)), Err(NotAdmitted::Barred));
        assert_eq!(admission.admit(other, at(1_000)), Ok(()));
        assert_eq!(admission.admit(bad, at(1_000 + while_ms)), Ok(()));
        assert!(!admission.failed(bad, at(2_000 + while_ms)), "expired failures do not count");
    }

    #[test]
    fn failures_far_apart_do_not_bar_an_address() {
        let mut admission = Admission::new(10, 2);
        for n in 0..10 {
            let now = at(n * limits::FAILED_GREETINGS_MS);
            assert_eq!(admission.admit(Address(1), now), Ok(()));
            assert!(!admission.failed(Address(1), now));
        }
    }

    #[test]
    fn the_number_of_remembered_failures_is_bounded() {
        let mut admission = Admission::new(10, 1);
        for n in 0..=limits::FAILED_ADDRESSES {
            assert!(admission.failed(Address(n as u128), at(n as u64)));
        }
        assert_eq!(admission.failed.len(), limits::FAILED_ADDRESSES);
        assert_eq!(admission.until.len(), limits::FAILED_ADDRESSES);
        let now = at(limits::FAILED_ADDRESSES as u64);
        assert_eq!(admission.admit(Address(0), now), Ok(()), "the oldest failure was removed");
        assert_eq!(admission.admit(Address(1), now), Err(NotAdmitted::Barred));
    }
}
