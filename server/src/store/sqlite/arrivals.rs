//! The table `arrivals`, and the moves of entries from it into the table `journal`.
//!
//! The tail decides which entries move, and when.

use super::checksum::{self, Sums};
use super::reading::Reading;
use super::rows;
use super::tail::{Due, Tail};
use chuhe_store::StoreError;
use rusqlite::{Connection, OptionalExtension, Transaction};

/// Inserts the tail's rows from number `from` on.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    tail: &Tail,
    from: u64,
    sums: &mut Sums,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO arrivals (id, value, checksum) VALUES (?1, ?2, ?3)";
    for (id, value) in tail.rows_from(from) {
        let checksum = checksum::of_arrivals(id.cast_signed(), value);
        transaction.prepare_cached(sql)?.execute((id.cast_signed(), value, checksum))?;
        sums.add_arrivals(checksum);
    }
    Ok(())
}

/// Moves the due entries into the table `journal`, and deletes the due rows.
pub(super) fn move_out(
    transaction: &Transaction<'_>,
    tail: &Tail,
    due: &Due,
    sums: &mut Sums,
) -> Result<(), StoreError> {
    if !due.moves.is_empty() {
        let sql = "INSERT INTO journal (journal, n, value, checksum) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = transaction.prepare_cached(sql)?;
        for (journal, count) in &due.moves {
            for entry in tail.entries(*journal, 0).take(*count) {
                let checksum = checksum::of_entry(entry.journal, entry.n, entry.value);
                insert.execute((entry.journal, entry.n, entry.value, checksum))?;
                sums.add_entry(checksum);
            }
        }
    }
    for (id, value) in tail.rows_from(0).take(due.rows) {
        let sql = "DELETE FROM arrivals WHERE id = ?1";
        if transaction.prepare_cached(sql)?.execute([id.cast_signed()])? != 1 {
            return Err(StoreError::damaged("a row of arrivals is missing"));
        }
        sums.remove_arrivals(checksum::of_arrivals(id.cast_signed(), value));
    }
    Ok(())
}

/// Returns how many entries of a journal the table `journal` holds.
pub(super) fn moved(connection: &Connection, journal: i64) -> Result<u64, StoreError> {
    let sql = "SELECT n FROM journal WHERE journal = ?1 ORDER BY n DESC LIMIT 1";
    let last: Option<u32> =
        connection.prepare_cached(sql)?.query_row([journal], |row| row.get(0)).optional()?;
    Ok(last.map_or(0, |n| u64::from(n) + 1))
}

/// Reads the whole table; fails if a row is damaged or missing.
pub(super) fn read(connection: &Connection, sums: &mut Sums) -> Result<Tail, StoreError> {
    let mut statement = connection.prepare("SELECT id, value, checksum FROM arrivals ORDER BY id")?;
    let mut all = statement.query(())?;
    let mut reading = Reading::default();
    while let Some(row) = all.next()? {
        let (id, value, checksum) = rows::arrivals(row)?;
        sums.add_arrivals(checksum);
        reading.row(id, value.to_vec(), |journal| moved(connection, journal))?;
    }
    reading.end()
}
