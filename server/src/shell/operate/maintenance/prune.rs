//! `chuhe-server prune`: removes old finished games.

use crate::shell::hall::clock::Clock;
use crate::store::{Pruned, Sqlite, prune as prune_store};
use anyhow::{Context, ensure};
use chuhe_rules::clock::Timestamp;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Removes the finished games in `directory` that ended more than `older_than_ms` ago, and writes a report.
///
/// With `dry_run`, only reports what it would remove.
///
/// # Errors
/// If a server uses the data, or it cannot be read or written; nothing is changed then.
pub fn prune(
    directory: &Path,
    older_than_ms: u64,
    dry_run: bool,
    report: &mut dyn Write,
) -> anyhow::Result<()> {
    let database = Sqlite::database_in(directory);
    ensure!(
        database.exists(),
        "{} has no data; for a server with halls, name one with --hall",
        directory.display()
    );
    let length = || fs::metadata(&database).map(|file| file.len()).context("cannot read the database");
    let before = length()?;
    let Pruned { games, events, listed, kept, first_ended_at, last_ended_at } =
        prune_store(directory, earlier(Clock::start().now(), older_than_ms), dry_run)?;
    let what = if dry_run { "would be removed" } else { "removed" };
    write!(report, "{what}: {games} games with {events} events, in {listed} entries of players' lists")?;
    if let (Some(first), Some(last)) = (first_ended_at, last_ended_at) {
        write!(report, "; they ended from {} to {}", day(first), day(last))?;
    }
    writeln!(report, "\n{kept} games stay, running ones included")?;
    if dry_run {
        writeln!(report, "nothing is changed: this is a dry run")?;
    } else {
        writeln!(report, "the database had {before} bytes and has {}", length()?)?;
    }
    Ok(())
}

fn earlier(now: Timestamp, by_ms: u64) -> Timestamp {
    Timestamp::from_ms(now.as_ms().saturating_sub(by_ms))
}

/// The day of a time in UTC.
fn day(at: Timestamp) -> String {
    let at = i64::try_from(at.as_ms()).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    at.map_or_else(|| "-".to_owned(), |at| at.strftime("%Y-%m-%d").to_string())
}
