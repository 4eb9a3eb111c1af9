//! Measures the network delay of a connection.
//!
//! The hub measures the time from a pong to the client's echo. A client gains only by making it look
//! longer, and the credit for a delay is limited.

use chuhe_protocol::limits::LAG_SAMPLES;
use chuhe_rules::clock::Timestamp;

/// The latest measurements of one connection.
#[derive(Clone, Debug, Default)]
pub(super) struct LagMeter {
    /// The nonce of the last pong and the time it was sent, until it is answered.
    pong: Option<(u32, Timestamp)>,
    /// A ring of the latest samples, in milliseconds.
    samples: [u16; LAG_SAMPLES],
    /// How many samples were ever taken.
    taken: usize,
}

impl LagMeter {
    /// Records that a pong is sent. An older pong without an answer no longer counts.
    pub(super) const fn pong_sent(&mut self, nonce: u32, now: Timestamp) {
        self.pong = Some((nonce, now));
    }

    /// Records the answer to a pong, and returns the delay in milliseconds.
    ///
    /// Returns `None` if it does not answer the last pong.
    pub(super) fn pong_answered(&mut self, nonce: u32, now: Timestamp) -> Option<u16> {
        let (_, sent_at) = self.pong.take_if(|(sent, _)| *sent == nonce)?;
        self.samples[self.taken % LAG_SAMPLES] = u16::try_from(now.since(sent_at)).unwrap_or(u16::MAX);
        self.taken += 1;
        Some(self.lower_quartile())
    }

    /// Drops the measurement that has begun, because the server did not run meanwhile.
    pub(super) const fn abandon(&mut self) {
        self.pong = None;
    }

    /// The lower quartile of the latest samples, of which there is at least one.
    fn lower_quartile(&self) -> u16 {
        let mut sorted = self.samples;
        let sorted = &mut sorted[..self.taken.min(LAG_SAMPLES)];
        sorted.sort_unstable();
        sorted[sorted.len() / 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The measured delay after each of these samples.
    fn measured(samples: &[u64]) -> Vec<u16> {
        let mut meter = LagMeter::default();
        let mut now = Timestamp::default();
        let measure = |(nonce, &ms): (u32, &u64)| {
            meter.pong_sent(nonce, now);
            now = now.plus_ms(ms);
            meter.pong_answered(nonce, now).expect("the last pong is answered")
        };
        (0..).zip(samples).map(measure).collect()
    }

    #[test]
    fn a_few_late_answers_do_not_raise_the_delay() {
        assert_eq!(measured(&[40, 900, 50, 900, 60, 900]), [40, 40, 40, 50, 50, 50]);
    }

    #[test]
    fn only_the_latest_samples_count() {
        let mut samples = vec![40; 8];
        samples.extend([200; 6]);
        let delays = measured(&samples);
        assert_eq!((delays[12], delays[13]), (40, 200));
        assert_eq!(measured(&[u64::MAX]), [u16::MAX]);
    }

    #[test]
    fn only_the_last_pong_can_be_answered_and_once() {
        let mut meter = LagMeter::default();
        let at = Timestamp::from_ms;
        assert_eq!(meter.pong_answered(0, at(0)), None);
        meter.pong_sent(1, at(0));
        meter.pong_sent(2, at(10));
        assert_eq!(meter.pong_answered(1, at(30)), None);
        assert_eq!(meter.pong_answered(2, at(30)), Some(20));
        assert_eq!(meter.pong_answered(2, at(90)), None);
        meter.pong_sent(3, at(100));
        meter.abandon();
        assert_eq!(meter.pong_answered(3, at(5_000)), None);
    }
}
