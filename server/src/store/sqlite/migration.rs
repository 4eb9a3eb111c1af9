//! Migrates a database to this version, and sets damaged rows aside.
//!
//! Each of the two is one transaction.

use super::check::{self, Extent, Rows};
use super::checksum::{self, Digest};
use super::rows::{self, Key};
use super::schema;
use super::tail::Tail;
use chuhe_store::values::legacy::{StoredIn, upgrade};
use chuhe_store::values::{Format, is_set_aside, set_aside};
use chuhe_store::{KeyValue, StoreError, Table};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Rows read at once.
const PAGE: u32 = 1_000;

/// Takes the missing steps; returns the tail, which a step can change.
///
/// Values before version 3 have no tags, so all are rewritten once. The time is proportional to the
/// size of the store.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str], tail: Tail) -> Result<Tail, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken = usize::try_from(schema::version(&transaction)?).unwrap_or(usize::MAX);
    if taken >= steps.len() {
        return Ok(tail);
    }
    let is_tagged = taken >= schema::TAGGED;
    let before = if is_tagged {
        check::stored_digest(&transaction)?.commits
    } else {
        let stored = Digest::stored_before_3(&transaction)?;
        stored.ok_or_else(|| StoreError::damaged("the sum of the rows is damaged"))?.0
    };
    schema::take(&transaction, steps, taken)?;
    if !is_tagged {
        let mut set_aside = tag_journals(&transaction, &tail)?;
        for table in Table::ALL {
            set_aside += tag_table(&transaction, table)?;
        }
        if set_aside > 0 {
            tracing::warn!(set_aside, "values of the older version could not be decoded");
        }
    }
    let Rows { sums, tail, damaged: _ } = check::rows(&transaction, Extent::All)?;
    let digest = Digest { commits: before + 1, ..sums.digest };
    if is_tagged {
        if !digest.replace(before, &transaction)? {
            return Err(StoreError::damaged("a step has changed the sum of the rows"));
        }
    } else {
        digest.insert(&transaction)?;
    }
    transaction.commit()?;
    Ok(tail)
}

/// Rewrites the entries of the table `journal`, and moves those of the tail there.
///
/// Returns how many are set aside.
fn tag_journals(transaction: &Transaction<'_>, tail: &Tail) -> Result<usize, StoreError> {
    let mut select = transaction.prepare(
        "SELECT journal, n, value FROM journal WHERE (journal, n) > (?1, ?2) ORDER BY journal, n LIMIT ?3",
    )?;
    let mut put =
        transaction.prepare("REPLACE INTO journal (journal, n, value, checksum) VALUES (?1, ?2, ?3, ?4)")?;
    let mut set_aside = 0;
    let mut put = |journal: i64, n: u32, old: &[u8]| {
        let value = upgrade(StoredIn::Journal, old);
        if is_set_aside(&value) {
            tracing::warn!(journal, n, "a journal entry cannot be decoded and is set aside");
            set_aside += 1;
        }
        let checksum = checksum::of_entry(journal, n, &value);
        put.execute((journal, n, value, checksum)).map(drop)
    };
    let mut last = (i64::MIN, -1);
    loop {
        let page = select.query_map((last.0, last.1, PAGE), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, u32>(1)?, row.get::<_, Vec<u8>>(2)?))
        })?;
        let page: Vec<_> = page.collect::<Result<_, _>>()?;
        for (journal, n, old) in &page {
            put(*journal, *n, old)?;
        }
        let Some((journal, n, _)) = page.last() else { break };
        last = (*journal, i64::from(*n));
    }
    for entry in tail.journals().flat_map(|journal| tail.entries(journal, 0)) {
        put(entry.journal, entry.n, entry.value)?;
    }
    transaction.execute("DELETE FROM arrivals", ())?;
    Ok(set_aside)
}

/// Rewrites every value of a table; returns how many are set aside.
fn tag_table(transaction: &Transaction<'_>, table: Table) -> Result<usize, StoreError> {
    let mut select = transaction.prepare(schema::statements(table).up)?;
    let (mut set_aside, mut from) = (0, Vec::new());
    loop {
        let mut page = Vec::new();
        let mut found = select.query((&from, rows::LAST.as_slice(), PAGE))?;
        while let Some(row) = found.next()? {
            page.push(Key::read(row)?.to_key_value());
        }
        let Some(last) = page.last() else { return Ok(set_aside) };
        from.clone_from(&last.key);
        from.push(0); // the first key after it
        set_aside += tag_rows(transaction, table, &page)?;
    }
}

fn tag_rows(transaction: &Transaction<'_>, table: Table, rows: &[KeyValue]) -> Result<usize, StoreError> {
    let mut set_aside = 0;
    for row in rows {
        let value = upgrade(StoredIn::Key(table), &row.value);
        if is_set_aside(&value) {
            tracing::warn!(?table, key_bytes = row.key.len(), "a value cannot be decoded and is set aside");
            set_aside += 1;
        }
        rows::put_key(transaction, table, (&row.key, row.revision), &value)?;
    }
    Ok(set_aside)
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
        rows::put_key(&transaction, *table, (key, row.revision), &set_aside(Format::Tagged, &row.value))?;
    }
    let live = check::rows(&transaction, Extent::Live)?.sums.digest.live;
    Digest { commits: stored.commits + 1, live, ..stored }.replace(stored.commits, &transaction)?;
    transaction.commit()?;
    Ok(())
}
