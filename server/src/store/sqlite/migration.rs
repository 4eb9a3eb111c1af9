//! Migrates a database to this version, and sets damaged rows aside.
//!
//! Each of the two is one transaction.

use super::check::{self, Extent, Rows};
use super::checksum::Digest;
use super::rows::{self, Key};
use super::schema;
use super::tail::Tail;
use chuhe_store::values::set_aside;
use chuhe_store::{StoreError, Table};
use rusqlite::{Connection, TransactionBehavior};

/// Takes the missing steps; returns the tail, which a step can change.
///
/// The time is proportional to the size of the store.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str], tail: Tail) -> Result<Tail, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = schema::version(&transaction)?;
    if version >= schema::version_of(steps) {
        return Ok(tail);
    }
    let before = check::stored_digest(&transaction)?.commits;
    schema::take(&transaction, steps, schema::taken(version, steps))?;
    let Rows { sums, tail, damaged: _ } = check::rows(&transaction, Extent::All)?;
    if !(Digest { commits: before + 1, ..sums.digest }).replace(before, &transaction)? {
        return Err(StoreError::damaged("a step has changed the sum of the rows"));
    }
    transaction.commit()?;
    Ok(tail)
}

/// Marks the rows of damaged keys as set aside, and corrects their checksums.
///
/// The original bytes follow the mark. The rows can then be overwritten, and decoding one reports
/// the damage.
pub(super) fn set_damaged_aside(
    connection: &mut Connection,
    damaged: &[(Table, Vec<u8>)],
) -> Result<(), StoreError> {
    if damaged.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let stored = check::stored_digest(&transaction)?;
    for (table, key) in damaged {
        let row = {
            let mut one = transaction.prepare(schema::statements(*table).one)?;
            let mut found = one.query([key])?;
            found.next()?.map(|row| Key::read(row).map(Key::to_key_value)).transpose()?
        };
        let row = row.ok_or_else(|| StoreError::damaged("a damaged row cannot be found by its key"))?;
        // not the key itself: it may be the hash of a token
        tracing::warn!(?table, key_bytes = row.key.len(), "a damaged row is set aside");
        rows::put_key(&transaction, *table, (key, row.revision), &set_aside(&row.value))?;
    }
    let live = check::rows(&transaction, Extent::Live)?.sums.digest.live;
    Digest { commits: stored.commits + 1, live, ..stored }.replace(stored.commits, &transaction)?;
    transaction.commit()?;
    Ok(())
}
