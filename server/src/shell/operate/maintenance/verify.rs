//! `chuhe-server check` and `repair`: verify stored data, and set aside what cannot be used.

use super::progress::Progress;
use crate::store::{self, Verdict};
use chuhe_store::{StoreError, Table};
use std::io::{self, Write};
use std::path::Path;

/// How a check or a repair ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The data is whole, or is now.
    Whole,
    /// There are problems.
    Damaged,
}

/// Verifies the data in `directory` and writes a report; changes nothing.
///
/// # Errors
/// If the data cannot be verified, for example because a server uses it.
pub fn check(directory: &Path, report: &mut dyn Write) -> anyhow::Result<Outcome> {
    match verify(directory) {
        Ok(verdict) => {
            write_verdict(&verdict, report)?;
            Ok(if verdict.problems.is_empty() { Outcome::Whole } else { Outcome::Damaged })
        }
        Err(StoreError::Damaged(why)) => {
            writeln!(report, "problem: nothing can be read: {why}")?;
            writeln!(
                report,
                "what to do: restore a backup; without one, move the files whose names begin with chuhe.db elsewhere, \
                 and the server begins without data"
            )?;
            Ok(Outcome::Damaged)
        }
        Err(StoreError::Replaced(why)) => {
            let error = StoreError::Replaced(why);
            writeln!(report, "problem: {error}")?;
            writeln!(report, "what to do: {}", store::remedy(&error))?;
            Ok(Outcome::Damaged)
        }
        Err(error) => Err(error.into()),
    }
}

/// Sets aside what cannot be used of the data in `directory`, and writes a report.
///
/// With `dry_run`, only reports what it would do.
///
/// # Errors
/// If the data cannot be read or written; nothing is changed then.
pub fn repair(directory: &Path, dry_run: bool, report: &mut dyn Write) -> anyhow::Result<Outcome> {
    let verdict = verify(directory)?;
    write_verdict(&verdict, report)?;
    if verdict.problems.is_empty() {
        writeln!(report, "nothing to repair")?;
        return Ok(Outcome::Whole);
    }
    if dry_run {
        writeln!(report, "nothing is changed: this is a dry run")?;
        return Ok(Outcome::Damaged);
    }
    let repair = store::repair(directory, &verdict)?;
    writeln!(report, "repaired: everything above is set aside, and everything else is as it was")?;
    writeln!(report, "the files as they were are in {}", repair.kept.display())?;
    writeln!(
        report,
        "to undo the repair, remove all files whose names begin with chuhe.db from {}, and move them back there",
        directory.display()
    )?;
    Ok(Outcome::Whole)
}

/// Gives up what earlier damage has set aside of the data in `directory`, and writes a report; without `is_sure`,
/// only reports what it would do.
///
/// # Errors
/// If the data cannot be read or written; nothing is changed then.
pub fn accept_loss(directory: &Path, is_sure: bool, report: &mut dyn Write) -> anyhow::Result<()> {
    let lost = store::accept_loss(directory, !is_sure)?;
    let what = if is_sure { "given up" } else { "would be given up" };
    for problem in &lost {
        writeln!(report, "{what}: {problem}")?;
    }
    if lost.is_empty() {
        writeln!(report, "nothing is set aside")?;
    } else if is_sure {
        writeln!(report, "{} given up; if names were among them, anyone can register them now", lost.len())?;
    } else {
        writeln!(
            report,
            "nothing is changed; --yes gives it up, and anyone can register the names of lost players"
        )?;
    }
    Ok(())
}

fn verify(directory: &Path) -> Result<Verdict, StoreError> {
    let mut progress = Progress::new("games checked");
    store::verify(directory, &mut |done, count| progress.report(done, count))
}

fn write_verdict(verdict: &Verdict, report: &mut dyn Write) -> io::Result<()> {
    let count = |table| verdict.keys.get(&table).copied().unwrap_or_default();
    let (players, sessions) = (count(Table::Players), count(Table::Sessions));
    let (challenges, running) = (count(Table::Challenges), count(Table::Games));
    let listed = count(Table::PlayerGames);
    writeln!(report, "{players} players, {sessions} sessions, {challenges} challenges")?;
    writeln!(report, "{running} running games, {listed} entries in lists of finished games")?;
    writeln!(report, "{} games replayed, with {} events", verdict.games, verdict.events)?;
    for problem in &verdict.set_aside {
        writeln!(report, "set aside before: {problem}")?;
    }
    for problem in &verdict.problems {
        writeln!(report, "problem: {problem}")?;
    }
    match verdict.problems.len() {
        0 => writeln!(report, "no problem found"),
        problems => {
            writeln!(report, "{problems} problems found")?;
            writeln!(
                report,
                "what to do: check the disk; restore a backup, or run `chuhe-server repair`, which sets \
                 aside what is named above"
            )
        }
    }
}
