//! So many in such a time: what one peer, one player or one address may ask for.
//!
//! A bucket of two numbers, however much is asked: what is admitted is poured
//! in, and it leaks. (The crate governor does the same by a clock of its own;
//! the hub is told the time.)

use chuhe_rules::clock::Timestamp;

/// So many at once, and as many more in each such time, one after another. Who
/// never asks for more than that within any such time never waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub most: u64,
    /// In how many milliseconds.
    pub within_ms: u64,
}

impl Rate {
    /// `most` in `within_ms` milliseconds.
    #[must_use]
    pub const fn new(most: u64, within_ms: u64) -> Self {
        Self { most, within_ms }
    }

    /// What a bucket holds: one that is admitted pours in `within_ms`, and
    /// `most` leaks out each millisecond.
    const fn capacity(self) -> u64 {
        self.most.saturating_mul(self.within_ms)
    }
}

/// What was admitted lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    level: u64,
    at: Timestamp,
}

impl Bucket {
    /// Admits one more, or says how many milliseconds it must wait.
    pub(super) fn admit(&mut self, rate: Rate, now: Timestamp) -> Result<(), u64> {
        let level = self.level_at(rate, now).saturating_add(rate.within_ms);
        match level.saturating_sub(rate.capacity()) {
            0 => {
                *self = Self { level, at: now };
                Ok(())
            }
            excess => Err(excess.div_ceil(rate.most.max(1))),
        }
    }

    /// Whether half of what is admitted at once is spent.
    pub(super) const fn is_half_full(self, rate: Rate, now: Timestamp) -> bool {
        self.level_at(rate, now) >= rate.capacity() / 2
    }

    /// From when on it is as if nothing had ever been admitted.
    pub(super) const fn empty_at(self, rate: Rate) -> Timestamp {
        let leaks = if rate.most == 0 { 1 } else { rate.most };
        self.at.plus_ms(self.level.div_ceil(leaks))
    }

    const fn level_at(self, rate: Rate, now: Timestamp) -> u64 {
        self.level.saturating_sub(now.since(self.at).saturating_mul(rate.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    const fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn so_many_at_once_and_then_one_after_another() {
        let rate = Rate::new(2, 100);
        let mut bucket = Bucket::default();
        assert_eq!(bucket.admit(rate, at(10)), Ok(()));
        assert_eq!(bucket.admit(rate, at(10)), Ok(()));
        assert_eq!(bucket.admit(rate, at(20)), Err(40));
        assert_eq!(bucket.admit(rate, at(59)), Err(1));
        assert_eq!(bucket.admit(rate, at(60)), Ok(()));
        assert_eq!(bucket.admit(rate, at(61)), Err(49));
        assert_eq!(bucket.empty_at(rate), at(160));
        assert!(bucket.is_half_full(rate, at(110)) && !bucket.is_half_full(rate, at(111)));
    }

    #[test]
    fn extreme_rates_do_not_overflow() {
        for rate in [Rate::new(0, 100), Rate::new(0, u64::MAX)] {
            assert!(Bucket::default().admit(rate, at(5)).is_err());
        }
        for rate in [Rate::new(u64::MAX, u64::MAX), Rate::new(1, 0)] {
            let mut bucket = Bucket::default();
            for now in [0, 1, u64::MAX] {
                assert_eq!(bucket.admit(rate, at(now)), Ok(()));
            }
        }
    }

    proptest! {
        /// Whoever keeps within the rate in every window is never refused, and
        /// nobody gets more than twice of it.
        #[test]
        fn it_is_as_generous_as_a_sliding_window_and_at_most_twice(
            gaps in proptest::collection::vec(0_u64..300, 1..200), most in 1_u64..8, within_ms in 1_u64..500
        ) {
            let rate = Rate::new(most, within_ms);
            let (mut bucket, mut window, mut admitted) = (Bucket::default(), VecDeque::new(), VecDeque::new());
            let (mut patient, mut now) = (Bucket::default(), 0);
            let past = |moments: &mut VecDeque<u64>, now: u64| moments.retain(|&moment| now - moment < within_ms);
            for gap in gaps {
                now += gap;
                past(&mut window, now);
                if (window.len() as u64) < most {
                    window.push_back(now);
                    prop_assert_eq!(patient.admit(rate, at(now)), Ok(()));
                }
                past(&mut admitted, now);
                if bucket.admit(rate, at(now)).is_ok() {
                    admitted.push_back(now);
                }
                prop_assert!(admitted.len() as u64 <= 2 * most);
            }
        }
    }
}
