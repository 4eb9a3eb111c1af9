//! Detects that the process did not run for a while: it was stopped or swapped, or its machine was
//! suspended.

use chuhe_rules::clock::Timestamp;

/// How often the watched task runs at least.
const HEARTBEAT_MS: u64 = 500;

/// A task that runs this much later than its heartbeat did not run: its process or machine was stopped.
const LATE_MS: u64 = 1_000;

/// Compares the times of a task's runs.
///
/// The task runs at each of its timeouts and at [`StandstillDetector::wake_by`], so nothing was due
/// between its last run and the standstill.
#[derive(Debug, Default)]
pub(crate) struct StandstillDetector {
    /// When the task ran last; `None` if it had nothing to wake for since.
    last_run: Option<Timestamp>,
}

impl StandstillDetector {
    /// Records that the task runs at `now`; returns the time of its last run if it stood still since.
    ///
    /// Unless `is_watched`, the task may now sleep for as long as it likes.
    pub(crate) fn record_run(&mut self, now: Timestamp, is_watched: bool) -> Option<Timestamp> {
        let last_run = std::mem::replace(&mut self.last_run, is_watched.then_some(now));
        last_run.filter(|&last_run| now.since(last_run) > HEARTBEAT_MS + LATE_MS)
    }

    /// Returns when the task must run again, if it is watched.
    pub(crate) fn wake_by(&self) -> Option<Timestamp> {
        self.last_run.map(|last_run| last_run.plus_ms(HEARTBEAT_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn standstill_begins_at_the_last_run() {
        let mut detector = StandstillDetector::default();
        assert_eq!(detector.record_run(at(10_000), true), None, "the first run");
        assert_eq!(detector.wake_by(), Some(at(10_500)));
        assert_eq!(detector.record_run(at(11_500), true), None, "a task may be late");
        assert_eq!(detector.record_run(at(13_001), true), Some(at(11_500)));
        assert_eq!(detector.record_run(at(13_001), true), None, "each standstill is reported once");
    }

    #[test]
    fn task_that_is_not_watched_may_sleep() {
        let mut detector = StandstillDetector::default();
        assert_eq!(detector.record_run(at(0), false), None);
        assert_eq!(detector.wake_by(), None);
        assert_eq!(detector.record_run(at(60_000), true), None);
        assert_eq!(detector.record_run(at(120_000), false), Some(at(60_000)));
    }
}
