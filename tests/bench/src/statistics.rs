//! Latency histograms and medians.

use hdrhistogram::Histogram;
use std::time::Duration;

/// The longest latency; longer ones are recorded as this.
const LONGEST: Duration = Duration::from_secs(60);
/// The significant decimal digits of a recorded latency.
const DIGITS: u8 = 3;

/// A histogram of the latencies of moves.
#[derive(Clone, Debug)]
pub struct LatencyHistogram(Histogram<u64>);

impl Default for LatencyHistogram {
    fn default() -> Self {
        let longest = u64::try_from(LONGEST.as_nanos()).expect("a minute in nanoseconds fits into 64 bits");
        Self(Histogram::new_with_bounds(1, longest, DIGITS).expect("the bounds are valid"))
    }
}

impl LatencyHistogram {
    /// Records one latency.
    pub fn record(&mut self, took: Duration) {
        self.0.saturating_record(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Adds the latencies of another histogram.
    pub fn merge(&mut self, other: &Self) {
        self.0.add(&other.0).expect("all histograms have the same bounds");
    }

    /// The number of recorded latencies.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The latency at a quantile from 0 to 1, in microseconds.
    #[must_use]
    pub fn quantile_us(&self, quantile: f64) -> f64 {
        self.0.value_at_quantile(quantile) as f64 / 1000.0
    }
}

/// The median, or 0 of no values.
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
    fn quantiles_cover_merged_histograms() {
        let (mut one, mut other) = (LatencyHistogram::default(), LatencyHistogram::default());
        (1..=500).for_each(|n| one.record(Duration::from_micros(n)));
        (501..=1000).for_each(|n| other.record(Duration::from_micros(n)));
        one.merge(&other);
        assert_eq!(one.count(), 1000);
        for (part, micros) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0)] {
            let measured = one.quantile_us(part);
            assert!((measured / micros - 1.0).abs() < 0.002, "{part}: {measured}");
        }
        one.record(Duration::from_secs(1_000_000));
        assert!(one.quantile_us(1.0) >= 60e6);
    }

    #[test]
    fn median_is_the_middle_or_the_mean_of_two() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[]), 0.0);
    }
}
