//! Repairs: puts a copy of everything that can be read in the place of a damaged database, and keeps
//! the damaged files.

use super::error::at;
use super::file::FolderLock;
use super::mend::Mended;
use super::sums::Expected;
use super::{check, file, salvage, schema};
use crate::store::problem::{Problem, Target};
use chuhe_store::StoreError;
use rusqlite::Connection;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The suffix of a copy that is being written.
const UNFINISHED: &str = ".repairing";
/// The suffix of a whole copy whose place the damaged database still has.
const FINISHED: &str = ".repaired";

/// The damage of a database, and where its damaged files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What is damaged.
    pub problems: Vec<Problem>,
    /// The folder with the files as they were.
    pub kept: PathBuf,
}

/// Copies what can be read of the database at `path` into a new database beside it.
///
/// Returns its path and what could not be read. The database at `path` does not change.
///
/// If its tables cannot be read at all, its first page may be what is damaged: then the rest is read with another
/// first page, if the sum of the rows can be read so.
///
/// # Errors
/// [`StoreError::Damaged`] if its tables cannot be read at all, and others as their variants say.
pub(super) fn copy_readable(
    path: &Path,
    to: &Path,
    steps: &[&str],
    targets: &[Target],
) -> Result<Vec<Problem>, StoreError> {
    let had_log = file::beside(path, "-wal").exists();
    let copied = check::without_trace(path, || {
        let (old, expected) = open_readable(path, path, steps)?;
        copy(&old, to, steps, targets, expected)
    });
    check::remove_empty_log(path, had_log)?;
    let Err(StoreError::Damaged(damage)) = copied else { return copied };
    let Some(mended) = Mended::create(path, steps)? else { return Err(StoreError::Damaged(damage)) };
    let again = check::without_trace(mended.path(), || {
        let (old, expected) = open_readable(mended.path(), path, steps)?;
        if expected.is_of_rows() {
            copy(&old, to, steps, targets, expected)
        } else {
            Err(StoreError::damaged("no sum of rows can be read"))
        }
    });
    match again {
        Ok(problems) => Ok(problems_or_file(problems, damage)),
        Err(StoreError::Damaged(_)) => Err(StoreError::Damaged(damage)),
        Err(error) => Err(error),
    }
}

/// Opens the database at `path`, or another one in its place, for reading.
fn open_readable(database: &Path, path: &Path, steps: &[&str]) -> Result<(Connection, Expected), StoreError> {
    let old = check::connect_unchanging(database)?;
    schema::readable_version(&old, steps)?;
    let taken = taken_steps(&old, steps)?;
    if taken.is_empty() || !schema::is_that_of(&old, taken)? {
        return Err(StoreError::damaged("the tables are not those of a version that can be repaired"));
    }
    let expected = Expected::of(path, &old)?;
    Ok((old, expected))
}

/// The steps that a database has taken.
fn taken_steps<'a>(old: &Connection, steps: &'a [&'a str]) -> Result<&'a [&'a str], StoreError> {
    Ok(schema::taken(schema::version(old)?, steps))
}

/// Copies what can be read of a database into a new one.
fn copy(
    old: &Connection,
    to: &Path,
    steps: &[&str],
    targets: &[Target],
    expected: Expected,
) -> Result<Vec<Problem>, StoreError> {
    file::remove_with_log(to)?;
    file::create(to, taken_steps(old, steps)?)?;
    let mut new = file::connect(to)?;
    let problems = salvage::salvage(old, &mut new, targets, expected)?;
    file::close_whole(new, to)?;
    Ok(problems)
}

/// Repairs the database at `path`, if its damage is `accepted`; also sets `targets` aside.
///
/// # Errors
/// Those of [`copy_readable`]; [`StoreError::Damaged`] with nothing changed if it is not accepted.
pub(super) fn repair(
    path: &Path,
    steps: &[&str],
    targets: &[Target],
    accepted: fn(&[Problem]) -> bool,
) -> Result<Repair, StoreError> {
    let copy = file::beside(path, UNFINISHED);
    let copied = copy_readable(path, &copy, steps, targets).and_then(|problems| {
        if accepted(&problems) {
            check::all(&copy, steps)?;
            Ok(problems)
        } else {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Err(StoreError::Damaged(lines.join("; ")))
        }
    });
    let problems = file::remove_if_failed(&copy, copied)?;
    let kept = file::remove_if_failed(&copy, keep(path))?;
    let finished = file::beside(path, FINISHED);
    let renamed = fs::rename(&copy, &finished).map_err(at(&finished));
    file::remove_if_failed(&copy, renamed)?;
    // before the damaged database loses its log
    file::sync_folder_of(path)?;
    finish(path)?;
    Ok(Repair { problems, kept })
}

/// Returns the problems of a repair; if every row could be read, only the file itself was damaged, in this way.
pub(super) fn problems_or_file(problems: Vec<Problem>, damage: String) -> Vec<Problem> {
    if problems.is_empty() { vec![Problem::File { why: damage }] } else { problems }
}

/// Returns the error of a repair together with the damage that made it necessary.
pub(super) fn name_damage(damage: &str, error: StoreError) -> StoreError {
    let StoreError::Damaged(why) = error else { return error };
    if why.is_empty() || why == damage {
        StoreError::damaged(damage)
    } else {
        StoreError::Damaged(format!("{damage}; {why}"))
    }
}

/// Locks `folder`, and finishes a repair in it that was interrupted.
///
/// Returns the lock and the path of the database. Without the last step, the database would be the
/// damaged one, and perhaps without its log.
pub(super) fn lock(folder: &Path) -> Result<(FolderLock, PathBuf), StoreError> {
    let lock = file::lock(folder)?;
    let path = folder.join(file::DATABASE);
    finish(&path)?;
    Ok((lock, path))
}

/// Whether there is a database at `path`, or there will be one when a repair is finished.
pub(super) fn has_database(path: &Path) -> bool {
    path.exists() || file::beside(path, FINISHED).exists()
}

/// Puts a finished copy in its place, also after a crash.
fn finish(path: &Path) -> Result<(), StoreError> {
    let finished = file::beside(path, FINISHED);
    if !finished.exists() {
        return Ok(());
    }
    // the log belongs to the damaged database, and would be applied to the copy
    file::remove_if_present(&file::beside(path, "-wal"))?;
    fs::rename(&finished, path).map_err(at(path))?;
    file::sync_folder_of(path)
}

/// Keeps the files of the database in a new folder beside it, under a second name.
fn keep(path: &Path) -> Result<PathBuf, StoreError> {
    let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    let parent = path.parent().unwrap_or(Path::new("."));
    let folder = (0..1_000)
        .map(|n| parent.join(format!("damaged-{}", now + n)))
        .find(|folder| !folder.exists())
        .ok_or_else(|| StoreError::Unavailable("there are too many damaged databases".to_owned()))?;
    crate::files::private_folders().create(&folder).map_err(at(&folder))?;
    let kept = keep_in(&folder, path);
    if kept.is_err()
        && let Err(error) = fs::remove_dir_all(&folder)
    {
        tracing::warn!(%error, "an unfinished copy of the damaged database is left");
    }
    kept.map(|()| folder)
}

fn keep_in(folder: &Path, path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    crate::files::give_folder_to_owner(folder).map_err(at(folder))?;
    for suffix in ["", "-wal", file::MARK] {
        let file = file::beside(path, suffix);
        let kept = folder.join(file.file_name().unwrap_or_default());
        if file.exists() {
            // a file system without second names takes a copy
            fs::hard_link(&file, &kept).or_else(|_| fs::copy(&file, &kept).map(drop)).map_err(at(&kept))?;
            File::open(&kept).and_then(|kept| kept.sync_all()).map_err(at(&kept))?;
        }
    }
    file::sync_folder_of(&folder.join(file::DATABASE))?;
    file::sync_folder_of(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_repair_names_the_damage_also_if_it_found_nothing() {
        let named = |why: &str| name_damage("a page", StoreError::damaged(why));
        assert_eq!(named(""), StoreError::damaged("a page"));
        assert_eq!(named("a page"), StoreError::damaged("a page"));
        assert_eq!(named("a row"), StoreError::damaged("a page; a row"));
        assert_eq!(name_damage("a page", StoreError::Full), StoreError::Full);
    }
}
