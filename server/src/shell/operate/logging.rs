//! The log, on standard error.
//!
//! A thread of its own writes the lines. If standard error is not read, for example because a pipe
//! or the disk behind it is full, lines are dropped and counted; the server never waits for it.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, Registry, reload};

/// Lines that may wait to be written; about half a megabyte.
const MAX_QUEUED_LINES: usize = 4 * 1024;

/// Target of the lines about operators' requests, which are written at level `info`.
pub(crate) const AUDIT_TARGET: &str = "chuhe_server::audit";

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
pub struct LogFilter(reload::Handle<Targets, Registry>);

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
        Ok(self.0.reload(parse(filter)?)?)
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
        let lines =
            tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(io::stderr().is_terminal());
        let lines = if as_json { lines.json().boxed() } else { lines.boxed() };
        let (filter, handle) = reload::Layer::new(filter);
        tracing_subscriber::registry().with(filter).with(lines).init();
        let filter = LogFilter(handle);
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
///
/// Without a level, errors are written.
pub(crate) fn parse(filter: &str) -> Result<Targets, ParseError> {
    let directives: Vec<&str> =
        filter.split(',').map(str::trim).filter(|directive| !directive.is_empty()).collect();
    if directives.is_empty() {
        return parse("error");
    }
    let parsed: Targets = directives.join(",").parse()?;
    if filter.contains(AUDIT_TARGET) {
        return Ok(parsed);
    }
    Ok(parsed.with_target(AUDIT_TARGET, LevelFilter::INFO))
}

/// Returns the number of lines that were dropped since the start.
pub(crate) fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |counter| u64::try_from(counter.dropped_lines()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::Level;

    fn admits(filter: &str, target: &str, level: Level) -> bool {
        parse(filter).expect("a filter").would_enable(target, &level)
    }

    #[test]
    fn filters_are_a_level_and_levels_of_targets() {
        assert!(admits("info", "chuhe_server::shell", Level::INFO));
        assert!(!admits("info", "chuhe_server::shell", Level::DEBUG));
        for filter in ["warn,chuhe_server=debug", " warn, chuhe_server=debug,"] {
            assert!(admits(filter, "chuhe_server::shell", Level::DEBUG), "{filter}");
            assert!(!admits(filter, "rustls", Level::INFO), "{filter}");
        }
        assert!(admits("", "rustls", Level::ERROR) && !admits("", "rustls", Level::WARN));
        assert!(parse("a=b=c").is_err());
    }

    #[test]
    fn operators_requests_are_logged_whatever_the_level_unless_their_target_is_named() {
        assert!(admits("error", AUDIT_TARGET, Level::INFO));
        assert!(!admits("error,chuhe_server::audit=off", AUDIT_TARGET, Level::INFO));
    }

    #[test]
    fn libraries_never_log_the_passwords_in_messages() {
        assert!(log::STATIC_MAX_LEVEL < log::LevelFilter::Trace);
    }
}
