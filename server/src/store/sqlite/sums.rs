//! What the rows of a database must add up to, by the row of the table `state` and by the mark beside it.

use super::checksum::{Digest, Sum, Sums};
use super::log;
use super::losses::Losses;
use super::mark::{self, Age, Mark};
use super::scan::Source;
use crate::store::problem::Problem;
use chuhe_store::{StoreError, Table};
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

    /// Whether the sum of the rows can be read.
    pub(super) const fn is_of_rows(&self) -> bool {
        self.stored.is_some()
    }

    /// The number of the next commit.
    pub(super) fn next_commit(&self) -> u64 {
        let commits = |digest: Option<Digest>| digest.map_or(0, |digest| digest.commits);
        commits(self.stored).max(commits(self.mark.map(|mark| mark.sums.digest))) + 1
    }

    /// Compares the rows that were read, by the checksums that they name: adds what is missing to `losses`, and what
    /// is wrong to `problems`.
    pub(super) fn compare(&self, read: &Sums, losses: &mut Losses, problems: &mut BTreeSet<Problem>) {
        if let Some(commits) = self.lost {
            problems.insert(Problem::Commits { commits });
            losses.lose_anything();
        }
        if self.stored.is_none() {
            problems.insert(Problem::Sum);
        }
        // the mark of another commit has other sums
        let of_this_commit =
            |mark: &Mark| self.stored.is_none_or(|stored| stored.commits == mark.sums.digest.commits);
        match (self.mark.filter(of_this_commit), self.stored) {
            (Some(mark), _) => compare_tables(read, &mark.sums, losses, problems),
            (None, Some(stored)) => {
                let is_live = is_explained(read.digest.live, stored.live, LIVE, problems);
                let is_archive = is_explained(read.digest.archive, stored.archive, ARCHIVE, problems);
                if !is_live || !is_archive {
                    problems.insert(Problem::Missing);
                    losses.lose_anything();
                }
            }
            (None, None) => {}
        }
    }
}

/// The tables that opening reads.
const LIVE: &[Source] = &[
    Source::Arrivals,
    Source::Keys(Table::Players),
    Source::Keys(Table::Sessions),
    Source::Keys(Table::Games),
    Source::Keys(Table::Challenges),
    Source::Keys(Table::Meta),
];
/// The tables that grow with every finished game.
const ARCHIVE: &[Source] = &[Source::Journal, Source::Keys(Table::PlayerGames)];

/// Compares each table that opening reads by itself, and the others together.
fn compare_tables(read: &Sums, expected: &Sums, losses: &mut Losses, problems: &mut BTreeSet<Problem>) {
    let mut lose = |source: Source, problems: &mut BTreeSet<Problem>| {
        losses.lose_rows_of(source);
        problems.insert(Problem::Unreadable { table: source.name() });
    };
    for source in LIVE {
        let of = |sums: &Sums| match source {
            Source::Arrivals => sums.tables.arrivals(),
            Source::Keys(table) => sums.tables.keys(*table),
            Source::Journal => Sum::default(),
        };
        if !is_explained(of(read), of(expected), &[*source], problems) {
            lose(*source, problems);
        }
    }
    if !is_explained(read.digest.archive, expected.digest.archive, ARCHIVE, problems) {
        ARCHIVE.iter().for_each(|source| lose(*source, problems));
    }
}

/// Whether the rows of some tables are those that they must be, or problems say which are not.
fn is_explained(read: Sum, expected: Sum, of: &[Source], problems: &BTreeSet<Problem>) -> bool {
    let concerns = |source: &Source, problem: &Problem| match problem {
        // an unreadable row names no checksum
        Problem::Unreadable { table } => *table == source.name() && read.rows < expected.rows,
        // a damaged row can name a wrong checksum
        Problem::Value { table, .. } => *source == Source::Keys(*table) && read.rows == expected.rows,
        Problem::Arrivals { .. } => *source == Source::Arrivals && read.rows == expected.rows,
        Problem::Entry { .. } => *source == Source::Journal && read.rows == expected.rows,
        Problem::Sum
        | Problem::Missing
        | Problem::Commits { .. }
        | Problem::File { .. }
        | Problem::End { .. }
        | Problem::Replay { .. }
        | Problem::Empty { .. } => false,
    };
    read == expected || of.iter().any(|source| problems.iter().any(|problem| concerns(source, problem)))
}
