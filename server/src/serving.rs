//! Whether this node certainly serves a hall now.

use chuhe_rules::clock::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The clock of a member: milliseconds since it began, which never go back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemberClock(Instant);

impl MemberClock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn now(self) -> Timestamp {
        Timestamp::from_ms(u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn instant(self, at: Timestamp) -> Instant {
        self.0 + std::time::Duration::from_millis(at.as_ms())
    }
}

/// Says whether this node certainly serves a hall now.
///
/// The answer is no as soon as the lease may have lapsed, also if the thread of the cluster does not
/// run: it depends on the clock alone. Clones give the same answer.
#[derive(Clone, Debug)]
pub struct Serving {
    clock: MemberClock,
    /// Until when it does, in milliseconds of the clock; 0 while it does not.
    until: Arc<AtomicU64>,
}

impl Serving {
    pub(crate) fn new(clock: MemberClock) -> Self {
        Self { clock, until: Arc::default() }
    }

    /// Whether this node certainly serves the hall now. Costs one reading of the clock.
    ///
    /// Nothing that rests on serving may leave while it does not: it waits as while the store stalls,
    /// and leaves after `MemberEvent::Resume`.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.clock.now().as_ms() < self.until.load(Ordering::Acquire)
    }

    pub(crate) fn set_until(&self, until: Option<Timestamp>) {
        self.until.store(until.map_or(0, Timestamp::as_ms), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_serves_until_the_lease_may_have_lapsed() {
        let clock = MemberClock::start();
        let serving = Serving::new(clock);
        assert!(!serving.is_certain());
        serving.set_until(Some(clock.now().plus_ms(60_000)));
        assert!(serving.is_certain());
        serving.set_until(Some(clock.now()));
        assert!(!serving.is_certain(), "the end does not count");
        serving.set_until(None);
        assert!(!serving.is_certain());
    }
}
