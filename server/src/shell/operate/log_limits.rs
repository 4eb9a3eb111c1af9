//! Limits the log lines that strangers can cause.
//!
//! A flood of connections must not become a flood of lines. Of each kind, the first lines of a
//! period are written and the others counted; the count is written at the end of the period.
//! The limits belong to the process, as its log does.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use strum::{EnumCount as _, IntoEnumIterator as _};
use tokio::time::{MissedTickBehavior, interval};

/// Length of a period.
const PERIOD: Duration = Duration::from_secs(10);
/// Lines written in a period for each kind of security event. A ban tool needs several from each
/// address; with 200 bytes a line, a day of attacks of all kinds takes less than 900 MB.
const SECURITY_LINES: u64 = 100;

/// A kind of line that strangers can cause as often as they like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumCount, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Noise {
    /// A connection was turned away with a reason.
    ConnectionRejected,
    /// A connection from a proxy does not begin with a valid header.
    ProxyHeaderInvalid,
    /// A web page of another origin wanted a WebSocket.
    OriginRefused,
    /// An address is barred.
    AddressBarred,
    /// The system cannot accept a connection.
    AcceptFailed,
    /// The system cannot accept an operator's connection.
    OperatorAcceptFailed,
    /// Too many passwords wait to be checked.
    PasswordsOverloaded,
    /// A query failed because the store cannot be read.
    StoreReadFailed,
    /// A query failed because the registered accounts cannot be used.
    AccountsFailed,
    /// A wrong password.
    FailedLogin,
    /// An unknown token.
    UnknownToken,
    /// A connection with too many requests.
    Flood,
    /// A malformed frame.
    BrokenFrame,
    /// A greeting failed through the peer's fault.
    FailedGreeting,
}

impl Noise {
    /// Returns how many lines of this kind are written in a period.
    const fn most(self) -> u64 {
        // one attack does not hide another from a ban tool
        let is_attack = matches!(
            self,
            Self::FailedLogin | Self::UnknownToken | Self::Flood | Self::BrokenFrame | Self::FailedGreeting
        );
        if is_attack { SECURITY_LINES } else { 1 }
    }
}

/// Counts the lines of each kind in the current period.
#[derive(Debug)]
struct LogLimits([AtomicU64; Noise::COUNT]);

static LIMITS: LogLimits = LogLimits::new();

impl LogLimits {
    const fn new() -> Self {
        Self([const { AtomicU64::new(0) }; Noise::COUNT])
    }

    fn admits(&self, line: Noise) -> bool {
        self.0[line as usize].fetch_add(1, Ordering::Relaxed) < line.most()
    }

    /// Starts a new period; returns how many lines of each kind were not written in the last one.
    fn end_period(&self) -> impl Iterator<Item = (Noise, u64)> {
        Noise::iter().filter_map(|line| {
            let count = self.0[line as usize].swap(0, Ordering::Relaxed);
            count.checked_sub(line.most()).filter(|&more| more > 0).map(|more| (line, more))
        })
    }
}

/// Counts a line; returns whether to write it.
pub(crate) fn admits(line: Noise) -> bool {
    LIMITS.admits(line)
}

/// Writes the counts of the lines that were not written, each period, forever.
pub(crate) async fn report() {
    let mut periods = interval(PERIOD);
    periods.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        periods.tick().await;
        for (line, count) in LIMITS.end_period() {
            tracing::warn!(kind = <&str>::from(line), count, "more lines of this kind were not written");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_is_written_once_a_period_and_counted() {
        let limits = LogLimits::new();
        let flood = |line: Noise| (0..3_000).filter(|_| limits.admits(line)).count();
        assert_eq!(flood(Noise::ConnectionRejected), 1);
        assert_eq!(flood(Noise::BrokenFrame), 100);
        assert_eq!(flood(Noise::FailedLogin), 100, "one kind of attack does not hide another");
        assert!(limits.admits(Noise::AcceptFailed), "each kind is counted by itself");
        let suppressed: Vec<_> = limits.end_period().collect();
        let expected =
            [(Noise::ConnectionRejected, 2_999), (Noise::FailedLogin, 2_900), (Noise::BrokenFrame, 2_900)];
        assert_eq!(suppressed, expected);
        assert_eq!(limits.end_period().count(), 0);
        assert_eq!(flood(Noise::ConnectionRejected), 1, "a new period begins");
    }
}
