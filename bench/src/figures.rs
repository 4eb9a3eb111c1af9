//! What was counted, and what is made of it: percentiles, medians, ratios. Pure.

use hdrhistogram::Histogram;
use std::time::Duration;

/// The longest time that is told apart.
const LONGEST: Duration = Duration::from_secs(60);
/// Times are exact to so many digits.
const DIGITS: u8 = 3;

/// How long each of many moves took.
#[derive(Clone, Debug)]
pub struct Tally(Histogram<u64>);

impl Default for Tally {
    fn default() -> Self {
        let longest = u64::try_from(LONGEST.as_nanos()).expect("a minute is not that long");
        Self(Histogram::new_with_bounds(1, longest, DIGITS).expect("the bounds are sound"))
    }
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, took: Duration) {
        self.0.saturating_record(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Counts those of another too.
    pub fn merge(&mut self, other: &Self) {
        self.0.add(&other.0).expect("all have the same bounds");
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// So much of all took no longer, in microseconds.
    #[must_use]
    pub fn micros_at(&self, part: f64) -> f64 {
        self.0.value_at_quantile(part) as f64 / 1000.0
    }
}

/// The middle one; of an even number, the mean of the middle two. 0 of none.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n.is_multiple_of(2) => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
        n => sorted[n / 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_all_that_were_counted() {
        let (mut one, mut other) = (Tally::default(), Tally::default());
        (1..=500).for_each(|n| one.add(Duration::from_micros(n)));
        (501..=1000).for_each(|n| other.add(Duration::from_micros(n)));
        one.merge(&other);
        assert_eq!(one.count(), 1000);
        for (part, micros) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0)] {
            let measured = one.micros_at(part);
            assert!((measured / micros - 1.0).abs() < 0.002, "{part}: {measured}");
        }
        one.add(Duration::from_secs(1_000_000));
        assert!(one.micros_at(1.0) >= 60e6);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[]), 0.0);
    }
}
