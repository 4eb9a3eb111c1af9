//! Goes through the rows of a table, and notes those that cannot be used.

use super::{Order, Store, StoreError, Table, end_of, values};
use chuhe_hub::{SetAside, StoredValue, Unusable};

/// Keys read at once.
const PAGE: usize = 1_000;

/// The key, in any table, of a mark that some of its rows were lost with their keys. Its value is set aside.
///
/// Only a repair writes it. No other key of a table is like it.
pub const LOST_ROWS: &[u8] = b"lost rows";

/// Passes every row of a table to `take`, in the order of their keys.
pub(crate) fn for_each(
    store: &mut dyn Store,
    table: Table,
    take: impl FnMut(&[u8], u32, &[u8]),
) -> Result<(), StoreError> {
    for_each_below(store, table, &[], take)
}

/// Passes every row of a table whose key begins with `prefix` to `take`, in the order of their keys.
pub(crate) fn for_each_below(
    store: &mut dyn Store,
    table: Table,
    prefix: &[u8],
    mut take: impl FnMut(&[u8], u32, &[u8]),
) -> Result<(), StoreError> {
    let (mut from, to) = (prefix.to_vec(), end_of(prefix));
    loop {
        let page = store.scan(table, &from, to.as_deref(), Order::Up, PAGE)?;
        for row in &page {
            // the hub counts revisions in 32 bits; no row is ever written so often
            take(&row.key, u32::try_from(row.revision).unwrap_or(u32::MAX), &row.value);
        }
        let Some(last) = page.last().filter(|_| page.len() == PAGE) else { return Ok(()) };
        from.clone_from(&last.key);
        from.push(0); // the first key after it
    }
}

/// Decodes a value, or records why it cannot be.
pub(crate) fn decode_or_reject<T: TryFrom<values::Value, Error = StoreError>>(
    bytes: &[u8],
    value: StoredValue,
    rejected: &mut Vec<SetAside>,
) -> Option<T> {
    let decoded = values::decode(bytes);
    decoded.map_err(|why| rejected.push(SetAside { value, why: Unusable::Damaged(why.to_string()) })).ok()
}

/// The number that is a row's key, or `None` after recording that it is not one.
pub(crate) fn id_of(table: Table, key: &[u8], rejected: &mut Vec<SetAside>) -> Option<u64> {
    let number = key.try_into().map(u64::from_be_bytes);
    if number.is_err() && key != LOST_ROWS {
        rejected.push(bad_key(table, key));
    }
    number.ok()
}

/// Reports a row whose key cannot be decoded.
pub(crate) fn bad_key(table: Table, key: &[u8]) -> SetAside {
    let value = StoredValue::Row(format!("row of {table:?} with a key of {} bytes", key.len()));
    SetAside { value, why: Unusable::Damaged("the key cannot be decoded".to_owned()) }
}
