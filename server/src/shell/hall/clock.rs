//! The server's clock: calendar time at the start, monotonic from then on.

use chuhe_rules::clock::Timestamp;
use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// A clock that returns the time in milliseconds since 1970 (UTC).
///
/// It reads the system's calendar once, at the start, and adds the elapsed monotonic
/// time. Timestamps of two runs are therefore comparable, and no game clock jumps when
/// the system time is adjusted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    start_at: Timestamp,
}

impl Clock {
    /// A clock that starts at the system's current time.
    pub(crate) fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::start_at(Timestamp::from_ms(millis(since_1970)))
    }

    /// A clock that starts at `now`.
    pub(crate) fn start_at(now: Timestamp) -> Self {
        Self { start: Instant::now(), start_at: now }
    }

    /// Returns the clock, started no earlier than `moment`.
    ///
    /// If the system time was set back between two runs, the second run continues from
    /// the last timestamp of the first, so stored times never decrease.
    pub(crate) fn not_before(self, moment: Timestamp) -> Self {
        Self { start_at: self.start_at.max(moment), ..self }
    }

    /// Returns the current time.
    pub(crate) fn now(self) -> Timestamp {
        self.start_at.plus_ms(millis(self.start.elapsed()))
    }

    /// Converts the runtime's monotonic time to a timestamp.
    pub(crate) fn timestamp(self, at: Instant) -> Timestamp {
        self.start_at.plus_ms(millis(at.saturating_duration_since(self.start)))
    }

    /// Converts a timestamp to the runtime's monotonic time.
    pub(crate) fn instant(self, at: Timestamp) -> Instant {
        self.start + Duration::from_millis(at.since(self.start_at))
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
