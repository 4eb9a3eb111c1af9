//! Limits warnings about unusable rows to one a row: players can have a row read as often as they like.
//!
//! The limit belongs to the process, as its log does.

use super::Table;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The most rows that are named. Damage to more rows is a matter for `chuhe-server check`.
const ROWS: usize = 1_000;

/// The rows that were named.
#[derive(Debug)]
struct WarnedRows(BTreeSet<(Table, Vec<u8>)>);

static WARNED: Mutex<WarnedRows> = Mutex::new(WarnedRows(BTreeSet::new()));

impl WarnedRows {
    fn admit(&mut self, table: Table, key: &[u8]) -> bool {
        self.0.len() < ROWS && self.0.insert((table, key.to_vec()))
    }
}

/// Counts a warning about a row; returns whether to write it.
#[must_use]
pub fn admit(table: Table, key: &[u8]) -> bool {
    WARNED.lock().unwrap_or_else(PoisonError::into_inner).admit(table, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_is_named_once_and_the_number_of_rows_is_limited() {
        let mut warned = WarnedRows(BTreeSet::new());
        let mut admitted = 0;
        for _ in 0..2 {
            for key in 0..2_000_u64 {
                admitted += usize::from(warned.admit(Table::PlayerGames, &key.to_be_bytes()));
            }
        }
        assert_eq!((admitted, warned.0.len()), (ROWS, ROWS));
    }
}
