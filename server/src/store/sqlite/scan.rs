//! Reads the rows of a table around pages that cannot be read.
//!
//! SQLite ends a scan at the first damaged page. The rows behind it are found from the other end,
//! and those between two damaged pages by probing keys in between.

use super::rows;
use chuhe_store::{KEY_BYTES, StoreError, Table};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use std::collections::VecDeque;

/// How often the keys between damaged pages are probed, for one table.
const PROBES: usize = 512;
/// The sign of a number, which sorts below all others.
const SIGN: u64 = 1 << 63;

/// A table, by how its rows are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Journal,
    Arrivals,
    Keys(Table),
}

/// The place of a row in the order of its table.
type Position = u128;

impl Source {
    /// The name of the table.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Journal => "journal",
            Self::Arrivals => "arrivals",
            Self::Keys(table) => super::schema::statements(table).name,
        }
    }

    /// Selects the rows from one position on and before another.
    fn sql(self, down: bool) -> String {
        let order = if down { "DESC" } else { "ASC" };
        match self {
            Self::Journal => format!(
                "SELECT journal, n, value, checksum FROM journal
                WHERE (journal, n) >= (?1, ?2) AND (journal, n) < (?3, ?4)
                ORDER BY journal {order}, n {order}"
            ),
            Self::Arrivals => format!(
                "SELECT id, value, checksum FROM arrivals WHERE id >= ?1 AND id < ?2 ORDER BY id {order}"
            ),
            Self::Keys(_) => format!(
                "SELECT key, revision, value, checksum FROM {}
                WHERE key >= ?1 AND key < ?2 ORDER BY key {order}",
                self.name()
            ),
        }
    }

    /// The parameters for a position.
    fn parameters(self, at: Position) -> Vec<Value> {
        let (high, low) = ((at >> 64) as u64, at as u64);
        match self {
            Self::Journal => {
                let n = i64::try_from(low).unwrap_or(i64::MAX);
                vec![Value::Integer((high ^ SIGN).cast_signed()), Value::Integer(n)]
            }
            Self::Arrivals => {
                let id = u64::try_from(at).unwrap_or(u64::MAX);
                vec![Value::Integer((id ^ SIGN).cast_signed())]
            }
            Self::Keys(_) if at == Position::MAX => vec![Value::Blob(rows::LAST.to_vec())],
            Self::Keys(_) if at == 0 => vec![Value::Blob(Vec::new())],
            Self::Keys(_) => vec![Value::Blob(at.to_be_bytes().to_vec())],
        }
    }

    /// Whether a row may come after another one.
    const fn is_ordered(self, before: Position, after: Position, down: bool) -> bool {
        match self {
            // longer keys share a position
            Self::Keys(_) => before == after || (before < after) != down,
            Self::Journal | Self::Arrivals => before != after && (before < after) != down,
        }
    }

    /// The position of a row, if its columns have the right types.
    fn position(self, row: &Row<'_>) -> Option<Position> {
        match self {
            Self::Journal => {
                let (journal, n): (i64, u32) = (row.get(0).ok()?, row.get(1).ok()?);
                Some((Position::from(journal.cast_unsigned() ^ SIGN) << 64) | Position::from(n))
            }
            Self::Arrivals => {
                let id: i64 = row.get(0).ok()?;
                Some(Position::from(id.cast_unsigned() ^ SIGN))
            }
            Self::Keys(_) => {
                let key = row.get_ref(0).ok()?.as_blob().ok().filter(|key| key.len() <= KEY_BYTES)?;
                let mut bytes = [0; 16];
                bytes.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
                Some(Position::from_be_bytes(bytes))
            }
        }
    }
}

/// How much of a table could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Whether every row was read.
    pub(super) is_whole: bool,
    /// Whether the first row of the table was read, so that none is missing before the rows that were read.
    pub(super) has_first: bool,
    /// Whether the last row of the table was read, so that none is missing behind the rows that were read.
    pub(super) has_last: bool,
}

/// Passes every row that can be read to `take`, in no certain order if pages are damaged.
///
/// Rows whose columns have wrong types count as unreadable, and so do rows that are not in their order: their
/// page is another one's.
///
/// # Errors
/// Those of `take`, and those that are no damage.
pub(super) fn all(
    connection: &Connection,
    source: Source,
    take: &mut dyn FnMut(&Row<'_>) -> Result<(), StoreError>,
) -> Result<Reach, StoreError> {
    let mut scan = Scan { connection, source, take, is_whole: true, is_disordered: false };
    let mut regions = VecDeque::from([(0, Position::MAX)]);
    let (mut has_first, mut has_last) = (true, true);
    for _ in 0..PROBES {
        let Some((from, to)) = regions.pop_front() else { break };
        let Some(last) = scan.run(false, from, to)? else { continue };
        has_first &= from > 0 || last.is_some();
        let low = last.map_or(from, |last| last.saturating_add(1));
        let Some(last) = scan.run(true, low, to)? else { continue };
        has_last &= to < Position::MAX || last.is_some();
        let high = last.unwrap_or(to);
        let middle = low + high.saturating_sub(low) / 2;
        if middle > low {
            regions.extend([(low, middle), (middle, high)]);
        }
    }
    let (is_whole, is_ordered) = (scan.is_whole, !scan.is_disordered);
    Ok(Reach { is_whole, has_first: has_first && is_ordered, has_last: has_last && is_ordered })
}

struct Scan<'a> {
    connection: &'a Connection,
    source: Source,
    take: &'a mut dyn FnMut(&Row<'_>) -> Result<(), StoreError>,
    is_whole: bool,
    /// Whether a row is not where it belongs.
    is_disordered: bool,
}

impl Scan<'_> {
    /// Reads a region up to its end or the first damaged page.
    ///
    /// Returns `None` at its end, otherwise the position of the last row, if there is one.
    fn run(
        &mut self,
        down: bool,
        from: Position,
        to: Position,
    ) -> Result<Option<Option<Position>>, StoreError> {
        let bounds = [self.source.parameters(from), self.source.parameters(to)].concat();
        let mut last = None;
        let ended = (|| -> Result<(), Stop> {
            let mut statement = self.connection.prepare(&self.source.sql(down)).map_err(Stop::of)?;
            let mut rows = statement.query(params_from_iter(bounds)).map_err(Stop::of)?;
            while let Some(row) = rows.next().map_err(Stop::of)? {
                match self.source.position(row) {
                    Some(at) => {
                        let is_next = last.is_none_or(|last| self.source.is_ordered(last, at, down));
                        self.is_disordered |= !is_next;
                        last = Some(at);
                        (self.take)(row).map_err(Stop::Failed)?;
                    }
                    None => self.is_disordered = true,
                }
            }
            Ok(())
        })();
        match ended {
            Ok(()) => {
                self.is_whole &= !self.is_disordered;
                Ok(None)
            }
            Err(Stop::Damaged) => {
                self.is_whole = false;
                Ok(Some(last))
            }
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

/// Why a scan ends early.
enum Stop {
    Damaged,
    Failed(StoreError),
}

impl Stop {
    fn of(error: rusqlite::Error) -> Self {
        let error = StoreError::from(error);
        if matches!(error, StoreError::Damaged(_) | StoreError::Unreadable(_)) {
            Self::Damaged
        } else {
            Self::Failed(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::{Error, ffi};

    #[test]
    fn scan_continues_behind_a_page_that_cannot_be_read() {
        let stop = |code| Stop::of(Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_SHORT_READ, ffi::SQLITE_CORRUPT] {
            assert!(matches!(stop(code), Stop::Damaged), "{code}");
        }
        assert!(matches!(stop(ffi::SQLITE_IOERR_LOCK), Stop::Failed(StoreError::Unavailable(_))));
    }
}
