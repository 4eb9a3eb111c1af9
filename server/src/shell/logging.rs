//! The log, on standard error.
//!
//! A thread of its own writes the lines. If standard error is not read, for example because a pipe
//! or the disk behind it is full, lines are dropped and counted; the server never waits for it.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// Lines that may wait to be written; about half a megabyte.
const MAX_QUEUED_LINES: usize = 4 * 1024;

/// Counts the dropped lines of this process.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// The running log. Writes the queued lines when it is dropped, unless that takes long.
#[derive(Debug)]
#[must_use = "the log ends when this is dropped"]
pub struct Log {
    _worker: WorkerGuard,
}

impl Log {
    /// Starts the log with a level or filter, as text or as one JSON object per line.
    ///
    /// Call it once in a process.
    ///
    /// # Errors
    /// If the filter is not valid.
    pub fn start(filter: &str, as_json: bool) -> Result<Self, ParseError> {
        let filter = EnvFilter::builder().parse(filter)?;
        let (writer, worker) = NonBlockingBuilder::default()
            .lossy(true)
            .buffered_lines_limit(MAX_QUEUED_LINES)
            .thread_name("log")
            .finish(io::stderr());
        // a second log in one process has no counter of its own
        let _ = DROPPED.set(writer.error_counter());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
        let log = log.with_ansi(io::stderr().is_terminal());
        if as_json {
            log.json().init();
        } else {
            log.init();
        }
        Ok(Self { _worker: worker })
    }
}

/// Returns the number of lines that were dropped since the start.
pub(super) fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |counter| u64::try_from(counter.dropped_lines()).unwrap_or(u64::MAX))
}
