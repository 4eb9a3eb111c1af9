//! Gives up what earlier damage has set aside, when the operator accepts its loss.

use super::Sqlite;
use super::problem::Problem;
use super::verify::for_each_key;
use chuhe_store::values::is_set_aside;
use chuhe_store::{Durability, Store, StoreError, Table, Write};
use std::path::Path;

/// Gives up the rows that were set aside in the store in `folder`, which no server uses, and the marks of rows that
/// were lost with their keys; returns what is given up. A dry run changes nothing.
///
/// The names of lost players can then be registered by anyone. Games that are set aside stay so.
///
/// # Errors
/// Those of [`Sqlite::open`]; [`StoreError::Unavailable`] if there is no database.
pub fn accept_loss(folder: &Path, is_dry_run: bool) -> Result<Vec<Problem>, StoreError> {
    let database = Sqlite::database_in(folder);
    if !database.exists() {
        return Err(StoreError::Unavailable(format!("{} does not exist", database.display())));
    }
    let mut store = Sqlite::open(folder)?;
    let mut lost = Vec::new();
    // the row of a game says only that it is open, and a row that is set aside does so too
    for table in Table::ALL.into_iter().filter(|table| *table != Table::Games) {
        for_each_key(&mut store, table, |key, value| {
            if is_set_aside(value) {
                lost.push((table, key.to_vec()));
            }
            Ok(())
        })?;
    }
    if !is_dry_run {
        let mut writes = Vec::new();
        for (table, key) in &lost {
            let expected = store.get(*table, key)?.map_or(0, |(revision, _)| revision);
            writes.push(Write::Set { table: *table, key: key.clone(), expected, value: None });
        }
        store.commit(&writes, Durability::Power)?;
    }
    Ok(lost.into_iter().map(|(table, key)| Problem::Value { table, key }).collect())
}
