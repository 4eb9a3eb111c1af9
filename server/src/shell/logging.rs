//! The log, on standard error.
//!
//! A thread of its own writes the lines. If standard error is not read, for example because a pipe
//! or the disk behind it is full, lines are dropped and counted; the server never waits for it.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, OnceLock};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::{EnvFilter, reload};

/// Lines that may wait to be written; about half a megabyte.
const MAX_QUEUED_LINES: usize = 4 * 1024;

/// Target of the lines about operators' requests, which are written at level `info`.
pub(super) const AUDIT_TARGET: &str = "chuhe_server::audit";

/// Counts the dropped lines of this process.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// The running log. Writes the queued lines when it is dropped, unless that takes long.
#[derive(Debug)]
#[must_use = "the log ends when this is dropped"]
pub struct Log {
    filter: LogFilter,
    _worker: WorkerGuard,
}

/// The filter of the running log, which can be changed.
#[derive(Clone)]
pub struct LogFilter(Arc<dyn Fn(EnvFilter) -> Result<(), reload::Error> + Send + Sync>);

impl fmt::Debug for LogFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LogFilter")
    }
}

/// Why a filter cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum LogFilterError {
    /// It is not a level or filter.
    #[error("not a valid filter: {0}")]
    Invalid(#[from] ParseError),
    /// The log has ended.
    #[error(transparent)]
    Ended(#[from] reload::Error),
}

impl LogFilter {
    /// Sets the level or filter.
    ///
    /// # Errors
    /// If it is not valid; the log keeps its filter.
    pub fn set(&self, filter: &str) -> Result<(), LogFilterError> {
        Ok((self.0)(parse(filter)?)?)
    }
}

impl Log {
    /// Starts the log with a level or filter, as text or as one JSON object per line.
    ///
    /// Call it once in a process.
    ///
    /// # Errors
    /// If the filter is not valid.
    pub fn start(filter: &str, as_json: bool) -> Result<Self, ParseError> {
        let filter = parse(filter)?;
        let (writer, worker) = NonBlockingBuilder::default()
            .lossy(true)
            .buffered_lines_limit(MAX_QUEUED_LINES)
            .thread_name("log")
            .finish(io::stderr());
        // a second log in one process has no counter of its own
        let _ = DROPPED.set(writer.error_counter());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
        let log = log.with_ansi(io::stderr().is_terminal());
        let filter = if as_json {
            let log = log.json().with_filter_reloading();
            let handle = log.reload_handle();
            log.init();
            LogFilter(Arc::new(move |filter| handle.reload(filter)))
        } else {
            let log = log.with_filter_reloading();
            let handle = log.reload_handle();
            log.init();
            LogFilter(Arc::new(move |filter| handle.reload(filter)))
        };
        // the library of WebSockets traces messages, and messages hold passwords
        log::set_max_level(log::max_level().min(log::LevelFilter::Debug));
        Ok(Self { filter, _worker: worker })
    }

    /// Returns the log's filter.
    #[must_use]
    pub fn filter(&self) -> LogFilter {
        self.filter.clone()
    }
}

/// Parses a level or filter. Unless it names [`AUDIT_TARGET`], the lines of that target are written
/// whatever the level: they say who was banned, and strangers cannot cause them.
fn parse(filter: &str) -> Result<EnvFilter, ParseError> {
    let parsed = EnvFilter::builder().parse(filter)?;
    if filter.contains(AUDIT_TARGET) {
        return Ok(parsed);
    }
    Ok(parsed.add_directive(format!("{AUDIT_TARGET}=info").parse()?))
}

/// Returns the number of lines that were dropped since the start.
pub(super) fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |counter| u64::try_from(counter.dropped_lines()).unwrap_or(u64::MAX))
}
