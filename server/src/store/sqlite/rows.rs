//! Reads rows and verifies their checksums.

use super::{checksum, schema};
use chuhe_store::{KEY_BYTES, KeyValue, Revision, StoreError, Table};
use rusqlite::{Row, Transaction};

/// Sorts after every key.
pub(super) const LAST: [u8; KEY_BYTES + 1] = [u8::MAX; KEY_BYTES + 1];

/// A row of a table of keys.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    pub(super) key: &'a [u8],
    pub(super) revision: Revision,
    pub(super) value: &'a [u8],
    pub(super) checksum: u32,
}

impl<'a> Key<'a> {
    /// Reads the columns key, revision, value and checksum without comparing the checksum.
    pub(super) fn read(row: &'a Row<'_>) -> Result<Self, StoreError> {
        let (revision, checksum): (i64, u32) = (row.get(1)?, row.get(3)?);
        Ok(Self { key: blob(row, 0)?, revision: revision.cast_unsigned(), value: blob(row, 2)?, checksum })
    }

    /// Whether the checksum matches, for a row of `table`.
    pub(super) fn is_whole(self, table: Table) -> bool {
        checksum::of_key(table, self.key, self.revision, self.value) == self.checksum
    }

    pub(super) fn to_key_value(self) -> KeyValue {
        KeyValue { key: self.key.to_vec(), revision: self.revision, value: self.value.to_vec() }
    }
}

/// Reads a row of a table of keys; fails if its checksum does not match.
pub(super) fn key<'a>(row: &'a Row<'_>, table: Table) -> Result<Key<'a>, StoreError> {
    let key = Key::read(row)?;
    if !key.is_whole(table) {
        return Err(StoreError::Damaged(format!("a row of {table:?} is not what was written")));
    }
    Ok(key)
}

/// The value and the checksum of an entry that must be number `due` of `journal`, from the
/// columns journal, n, value and checksum.
pub(super) fn entry<'a>(row: &'a Row<'_>, journal: i64, due: u64) -> Result<(&'a [u8], u32), StoreError> {
    let (of, n, stored): (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(3)?);
    let value = blob(row, 2)?;
    if (of, u64::from(n)) != (journal, due) {
        return Err(StoreError::Damaged(format!("journal {journal:x} has entry {n} where {due} is due")));
    }
    if checksum::of_entry(of, n, value) != stored {
        return Err(StoreError::Damaged(format!("entry {n} of journal {journal:x} is not what was written")));
    }
    Ok((value, stored))
}

/// The number, the value and the checksum of a row of arrivals.
pub(super) fn arrivals<'a>(row: &'a Row<'_>) -> Result<(u64, &'a [u8], u32), StoreError> {
    let (id, checksum): (i64, u32) = (row.get(0)?, row.get(2)?);
    let value = blob(row, 1)?;
    if checksum::of_arrivals(id, value) != checksum {
        return Err(StoreError::damaged("a row of arrivals is not what was written"));
    }
    Ok((id.cast_unsigned(), value, checksum))
}

/// Inserts or replaces a row of a table of keys.
pub(super) fn put_key(
    transaction: &Transaction<'_>,
    table: Table,
    (key, revision): (&[u8], Revision),
    value: &[u8],
) -> Result<(), StoreError> {
    let checksum = checksum::of_key(table, key, revision, value);
    let mut put = transaction.prepare_cached(schema::statements(table).put)?;
    put.execute((key, revision.cast_signed(), value, checksum))?;
    Ok(())
}

/// Inserts an entry of a journal, unless there is one with its number; returns whether it did.
pub(super) fn put_entry(
    transaction: &Transaction<'_>,
    journal: i64,
    n: u32,
    value: &[u8],
) -> Result<bool, StoreError> {
    let sql = "INSERT OR IGNORE INTO journal (journal, n, value, checksum) VALUES (?1, ?2, ?3, ?4)";
    let checksum = checksum::of_entry(journal, n, value);
    Ok(transaction.prepare_cached(sql)?.execute((journal, n, value, checksum))? == 1)
}

fn blob<'a>(row: &'a Row<'_>, column: usize) -> Result<&'a [u8], StoreError> {
    row.get_ref(column)?.as_blob().map_err(|_| StoreError::damaged("a column is of another type"))
}
