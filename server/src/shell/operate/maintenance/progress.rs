//! The progress of a command, on standard error.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Interval between two lines.
const INTERVAL: Duration = Duration::from_secs(2);

/// Writes the progress of long work every few seconds.
#[derive(Debug)]
pub(super) struct Progress {
    what: &'static str,
    last: Instant,
}

impl Progress {
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, last: Instant::now() }
    }

    pub(super) fn report(&mut self, done: u64, count: u64) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            // the work goes on if standard error is closed
            let _ = writeln!(io::stderr(), "{done} of {count} {}", self.what);
        }
    }
}
