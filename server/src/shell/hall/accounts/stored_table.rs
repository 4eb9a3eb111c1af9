//! The shared accounts in a store of their own, beside those of the halls.

use super::table::{AccountTable, AccountWrite, Answered, Committed, Removing, Renaming};
use crate::shell::hall::clock::Clock;
use crate::shell::hall::damage_report::DamageReport;
use crate::shell::hall::persistence::Data;
use crate::shell::hall::store_writer::{StoreReader, StoreWriter, WriterConfig, WriterStopped};
use crate::store::{Opened, Sqlite};
use chuhe_hub::Removal;
use chuhe_protocol::PlayerId;
use chuhe_store::{
    AccountKey, Durability, LOST_ROWS, Revision, Store, StoreError, Table, Write, account_players,
    account_removal, account_write, count_accounts, decode_owner, encode_owner, get_account_key,
};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of accounts beyond every limit, which a hall that opens with registered players has not.
const FULL: u64 = u64::MAX - 1;

/// Folder of the accounts in the data directory.
const FOLDER: &str = "accounts";

/// Returns the directory of the accounts.
pub(crate) fn accounts_directory(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

/// The accounts of one process. Its store has a thread of its own.
#[derive(Debug)]
pub(crate) struct StoredTable {
    writer: Mutex<Option<StoreWriter>>,
    store: StoreReader,
    count: AtomicU64,
    /// Whether accounts were lost of which nothing is left.
    has_lost_names: bool,
}

impl StoredTable {
    /// Opens the accounts in a data directory, or in memory. Blocks on the disk.
    ///
    /// # Errors
    /// If they cannot be used, for example because another server uses them.
    pub(crate) fn open(data: &Data) -> Result<(Self, DamageReport), StoreError> {
        let (mut store, damage) = match data {
            Data::Memory => (Sqlite::in_memory()?, DamageReport::default()),
            Data::Directory(directory) => {
                let Opened { store, problems, kept } =
                    Sqlite::open_or_repair(&accounts_directory(directory))?;
                (store, DamageReport::new(&problems, kept))
            }
        };
        damage.log();
        // names may be registered of which nothing is left, so no other one can be
        let has_lost =
            |store: &mut Sqlite, table| Ok::<_, StoreError>(store.get(table, LOST_ROWS)?.is_some());
        let has_lost_names = has_lost(&mut store, Table::Players)? || has_lost(&mut store, Table::Meta)?;
        let count = AtomicU64::new(count_accounts(&mut store)?);
        let clock = Clock::start();
        let config = WriterConfig { durability: Durability::Power, now: Box::new(move || clock.now()) };
        // it is given no jobs, so it has no events
        let (writer, _) = StoreWriter::start(Box::new(store), config)
            .map_err(|error| StoreError::Unavailable(format!("cannot start its thread: {error}")))?;
        let store = writer.reader();
        Ok((Self { writer: Mutex::new(Some(writer)), store, count, has_lost_names }, damage))
    }

    /// Returns the store, for backups.
    #[cfg(unix)]
    pub(crate) fn store(&self) -> StoreReader {
        self.store.clone()
    }

    /// Runs a step in the store's thread.
    async fn on_store<T: Send + 'static>(
        &self,
        step: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.store.read(step).await.map_err(|error: WriterStopped| StoreError::Failed(error.to_string()))?
    }
}

/// Commits; a conflict is an answer here, and to the writer a failure.
fn commit(
    store: &mut dyn Store,
    writes: Vec<Write>,
    revisions: Vec<Revision>,
) -> Result<Committed, StoreError> {
    match store.commit(&writes, Durability::Power) {
        Ok(()) => Ok(Committed::Done(revisions)),
        Err(StoreError::Conflict { .. }) => Ok(Committed::Conflict),
        Err(error) => Err(error),
    }
}

/// The writes that remove an account and its names.
fn removal(store: &mut dyn Store, removing: &Removing) -> Result<Vec<Write>, StoreError> {
    let &Removing { player, expected, ref names, why } = removing;
    let mut writes = vec![account_removal(&AccountKey::Player(player), expected)];
    writes.extend(freed_names(store, player, names)?);
    if why == Removal::Erased {
        writes.push(account_write(&AccountKey::Erased(player), 0, encode_owner(player)?));
    }
    Ok(writes)
}

/// The writes that remove the names which the player has.
fn freed_names(
    store: &mut dyn Store,
    player: PlayerId,
    names: &[[u8; 32]],
) -> Result<Vec<Write>, StoreError> {
    let mut writes = Vec::new();
    for name in names {
        let key = AccountKey::Name(*name);
        if let Some((revision, owner)) = get_account_key(store, &key)?
            && decode_owner(&owner)? == player
        {
            writes.push(account_removal(&key, revision));
        }
    }
    Ok(writes)
}

impl AccountTable for StoredTable {
    fn get(&self, key: AccountKey) -> Answered<'_, Option<(Revision, Vec<u8>)>> {
        Box::pin(self.on_store(move |store| get_account_key(store, &key)))
    }

    fn commit(&self, writes: Vec<AccountWrite>) -> Answered<'_, Committed> {
        let of_new =
            |write: &&AccountWrite| write.expected == 0 && matches!(write.key, AccountKey::Player(_));
        let new = writes.iter().filter(of_new).count() as u64;
        let revisions: Vec<Revision> = writes.iter().map(|write| write.expected + 1).collect();
        let write = |write: AccountWrite| account_write(&write.key, write.expected, write.value);
        let writes: Vec<Write> = writes.into_iter().map(write).collect();
        Box::pin(async move {
            let committed = self.on_store(move |store| commit(store, writes, revisions)).await?;
            if committed != Committed::Conflict {
                self.count.fetch_add(new, Ordering::Relaxed);
            }
            Ok(committed)
        })
    }

    fn players(&self) -> Answered<'_, Vec<PlayerId>> {
        Box::pin(self.on_store(account_players))
    }

    fn remove(&self, removing: Removing) -> Answered<'_, Committed> {
        Box::pin(async move {
            let remove = move |store: &mut dyn Store| {
                let writes = removal(store, &removing)?;
                commit(store, writes, vec![removing.expected + 1])
            };
            let removed = self.on_store(remove).await?;
            if removed != Committed::Conflict {
                self.count.fetch_sub(1, Ordering::Relaxed);
            }
            Ok(removed)
        })
    }

    fn rename(&self, renaming: Renaming) -> Answered<'_, Committed> {
        Box::pin(self.on_store(move |store| {
            let Renaming { player, expected, value, names, freed } = renaming;
            let mut writes = vec![account_write(&AccountKey::Player(player), expected, value)];
            for name in names {
                let key = AccountKey::Name(name);
                match get_account_key(store, &key)? {
                    Some((_, owner)) if decode_owner(&owner)? == player => {}
                    Some(_) => return Ok(Committed::Conflict),
                    None => writes.push(account_write(&key, 0, encode_owner(player)?)),
                }
            }
            writes.extend(freed_names(store, player, &freed)?);
            commit(store, writes, vec![expected + 1])
        }))
    }

    fn count(&self) -> Answered<'_, u64> {
        let count = if self.has_lost_names { FULL } else { self.count.load(Ordering::Relaxed) };
        Box::pin(async move { Ok(count) })
    }

    fn close(&self) -> Answered<'_, ()> {
        Box::pin(async {
            let writer = super::lock(&self.writer).take();
            match writer {
                Some(writer) => writer.close().await,
                None => Ok(()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_account_can_be_added_while_some_are_lost_with_their_names() {
        for table in [Table::Players, Table::Meta, Table::Sessions] {
            let folder = tempfile::tempdir().unwrap();
            let mut store = Sqlite::open(&accounts_directory(folder.path())).unwrap();
            let lost = Write::Set { table, key: LOST_ROWS.to_vec(), expected: 0, value: Some(vec![0, 1]) };
            store.commit(&[lost], Durability::Process).unwrap();
            drop(store);
            let (accounts, _) = StoredTable::open(&Data::Directory(folder.path().to_owned())).unwrap();
            let is_full = accounts.count().await.unwrap() == FULL;
            assert_eq!(is_full, table != Table::Sessions, "{table:?}");
        }
    }
}
