//! What the rows of a database must add up to, by the row of the table `state` and by the mark beside it.

use super::checksum::Digest;
use super::log;
use super::mark::{self, Age, Mark};
use crate::store::problem::Problem;
use chuhe_store::StoreError;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::path::Path;

/// The sums that the rows of a damaged database must have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// The sums in the database; `None` if they are damaged.
    stored: Option<Digest>,
    mark: Option<Mark>,
    /// Whether commits are missing that the database had, and how many if that is known.
    lost: Option<Option<u64>>,
}

impl Expected {
    /// The sums of the database at `path`.
    ///
    /// # Errors
    /// [`StoreError::Replaced`] if it is not the one that was written here last.
    pub(super) fn of(path: &Path, database: &Connection) -> Result<Self, StoreError> {
        // a damaged page reads as no sum
        let stored = Digest::stored(database).ok().flatten();
        let mark = Mark::read(path)?;
        let lost = match (&mark, &stored) {
            (Some(mark), Some(stored)) => match mark.age_of(path, stored) {
                Age::Current | Age::PowerLoss { .. } => None,
                Age::Older { commits } => Some(Some(commits)),
                Age::Replaced => return Err(mark::replaced()),
            },
            (None, _) => log::has_lost_commit(path)?.then_some(None),
            (Some(_), None) => None,
        };
        Ok(Self { stored, mark, lost })
    }

    /// The number of the next commit.
    pub(super) fn next_commit(&self) -> u64 {
        let commits = |digest: Option<Digest>| digest.map_or(0, |digest| digest.commits);
        commits(self.stored).max(commits(self.mark.map(|mark| mark.digest))) + 1
    }

    /// Compares the rows that were read, by the checksums that they name, and adds what is wrong to `problems`.
    ///
    /// Returns whether rows may be missing of which no problem names the table.
    pub(super) fn compare(&self, read: Digest, problems: &mut BTreeSet<Problem>) -> bool {
        if let Some(commits) = self.lost {
            problems.insert(Problem::Commits { commits });
        }
        let Some(expected) = self.stored.or_else(|| self.mark.map(|mark| mark.digest)) else {
            problems.insert(Problem::Sum);
            return self.lost.is_some();
        };
        if self.stored.is_none() {
            problems.insert(Problem::Sum);
        }
        let read = Digest { commits: expected.commits, ..read };
        let has_all = read.live.rows == expected.live.rows && read.archive.rows == expected.archive.rows;
        // a damaged row can name a wrong checksum, and an unreadable one names none
        let is_explained = problems.iter().any(|problem| match problem {
            Problem::Unreadable { .. } => true,
            Problem::Value { .. } | Problem::Entry { .. } | Problem::Arrivals { .. } => has_all,
            Problem::Sum
            | Problem::Missing
            | Problem::Commits { .. }
            | Problem::File { .. }
            | Problem::End { .. }
            | Problem::Replay { .. }
            | Problem::Empty { .. } => false,
        });
        if read != expected && !is_explained {
            problems.insert(Problem::Missing);
            return true;
        }
        self.lost.is_some()
    }
}
