//! Rate limits as leaky buckets.
//!
//! A bucket takes two numbers, however many requests it counts. (The crate `governor` implements
//! the same, but reads the machine's clock.)

use chuhe_rules::clock::Timestamp;

/// A number of requests per period.
///
/// A burst of `limit` requests is admitted at once and refills evenly over the period. A client
/// that stays within the rate in every period is never refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many requests are admitted.
    pub limit: u64,
    /// The period, in milliseconds.
    pub within_ms: u64,
}

impl Rate {
    /// Returns the rate of `limit` requests in `within_ms` milliseconds.
    #[must_use]
    pub const fn new(limit: u64, within_ms: u64) -> Self {
        Self { limit, within_ms }
    }

    /// The capacity of a bucket: each request adds `within_ms`, and `limit` leak each millisecond.
    const fn capacity(self) -> u64 {
        self.limit.saturating_mul(self.within_ms)
    }
}

/// How much was admitted recently.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    level: u64,
    at: Timestamp,
}

impl Bucket {
    /// Admits a request, or returns how many milliseconds it must wait.
    pub(super) fn admit(&mut self, rate: Rate, now: Timestamp) -> Result<(), u64> {
        let level = self.level_at(rate, now).saturating_add(rate.within_ms);
        match level.saturating_sub(rate.capacity()) {
            0 => {
                *self = Self { level, at: now };
                Ok(())
            }
            excess => Err(excess.div_ceil(rate.limit.max(1))),
        }
    }

    /// Returns whether half of the burst is used.
    pub(super) const fn is_half_full(self, rate: Rate, now: Timestamp) -> bool {
        self.level_at(rate, now) >= rate.capacity() / 2
    }

    /// Returns when the bucket will be empty.
    pub(super) const fn empty_at(self, rate: Rate) -> Timestamp {
        let leaks = if rate.limit == 0 { 1 } else { rate.limit };
        self.at.plus_ms(self.level.div_ceil(leaks))
    }

    const fn level_at(self, rate: Rate, now: Timestamp) -> u64 {
        self.level.saturating_sub(now.since(self.at).saturating_mul(rate.limit))
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
    fn a_burst_is_admitted_and_then_one_request_after_another() {
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
        /// Requests within the rate in every window are never refused, and nobody gets more than
        /// twice the rate.
        #[test]
        fn a_bucket_admits_at_least_a_sliding_window_and_at_most_twice_that(
            gaps in proptest::collection::vec(0_u64..300, 1..200), limit in 1_u64..8, within_ms in 1_u64..500
        ) {
            let rate = Rate::new(limit, within_ms);
            let (mut bucket, mut window, mut admitted) = (Bucket::default(), VecDeque::new(), VecDeque::new());
            let (mut patient, mut now) = (Bucket::default(), 0);
            let past = |moments: &mut VecDeque<u64>, now: u64| moments.retain(|&moment| now - moment < within_ms);
            for gap in gaps {
                now += gap;
                past(&mut window, now);
                if (window.len() as u64) < limit {
                    window.push_back(now);
                    prop_assert_eq!(patient.admit(rate, at(now)), Ok(()));
                }
                past(&mut admitted, now);
                if bucket.admit(rate, at(now)).is_ok() {
                    admitted.push_back(now);
                }
                prop_assert!(admitted.len() as u64 <= 2 * limit);
            }
        }
    }
}
