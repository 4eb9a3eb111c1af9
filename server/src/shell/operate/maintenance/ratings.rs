//! `chuhe-server ratings recompute`: computes the standings anew from the rated games.

use super::Outcome;
use crate::halls;
use crate::store::{Recomputed, Sqlite, recompute};
use anyhow::{Context, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Computes the standings in `directory` anew, in that of each hall below it, and writes a report.
///
/// With `is_check`, only reports what differs. The outcome is [`Outcome::Damaged`] if something does and stays so.
///
/// # Errors
/// If a server uses the data, or it cannot be read or written. The halls reported before are done then.
pub fn recompute_ratings(
    directory: &Path,
    is_check: bool,
    report: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let mut folders: Vec<PathBuf> = halls::directories_in(directory)?;
    folders.sort();
    folders.insert(0, directory.to_owned());
    folders.retain(|folder| Sqlite::database_in(folder).exists());
    ensure!(!folders.is_empty(), "{} has no data", directory.display());
    let mut differs = false;
    for folder in &folders {
        let hall = folder.strip_prefix(directory).ok().and_then(|path| path.file_name());
        let hall = hall.map(|name| format!("{}: ", name.display())).unwrap_or_default();
        let recomputed = recompute(folder, is_check).with_context(|| folder.display().to_string())?;
        let Recomputed { games, annulled, players, standings, changed, logged } = recomputed;
        write!(
            report,
            "{hall}{games} rated games, {annulled} annulled; {players} players with {standings} standings"
        )?;
        let what = if is_check { "differ" } else { "changed" };
        writeln!(report, "; {changed} standings and {logged} games of the log {what}")?;
        differs |= is_check && (changed, logged) != (0, 0);
    }
    Ok(if differs { Outcome::Damaged } else { Outcome::Whole })
}
