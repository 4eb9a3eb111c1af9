//! The shared accounts in the buckets of a cluster.

use crate::cluster::{AccountSet, ClusterAccounts, ClusterError, StoredAccount};
use crate::shell::hall::accounts::{AccountTable, AccountWrite, Answered, Committed, Removing, Renaming};
use chuhe_hub::Removal;
use chuhe_protocol::PlayerId;
use chuhe_store::{AccountKey, Revision, StoreError, encode_owner};

/// Erasing concerns the logs too, and runs while all nodes are stopped.
const ERASES_NOBODY: &str = "a running cluster erases nobody";

/// The accounts of a cluster. A read or a write fails while NATS cannot be reached.
///
/// If the owner of a name has no account, their registration is in progress or was lost. A later commit
/// of the name takes it over, whatever revision of the name it expects.
#[derive(Clone, Debug)]
pub(crate) struct ClusterTable(ClusterAccounts);

impl ClusterTable {
    pub(crate) const fn new(accounts: ClusterAccounts) -> Self {
        Self(accounts)
    }

    async fn get_key(&self, key: AccountKey) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        match key {
            AccountKey::Player(player) => {
                let account = self.0.account(player).await.map_err(unavailable)?;
                Ok(account.map(|StoredAccount { revision, bytes, .. }| (revision, bytes.into())))
            }
            AccountKey::Name(name) => {
                let owner = self.0.owner(name).await.map_err(unavailable)?;
                owner.map(|owner| Ok((1, encode_owner(owner)?))).transpose()
            }
            // an erasure rewrites the copies of all halls
            AccountKey::Erased(_) => Ok(None),
        }
    }

    async fn commit_all(&self, writes: Vec<AccountWrite>) -> Result<Committed, StoreError> {
        let (mut account, mut names) = (None, Vec::new());
        let count = writes.len();
        for AccountWrite { key, expected, value } in writes {
            match key {
                AccountKey::Player(player) => account = Some((player, expected, value)),
                AccountKey::Name(name) => names.push(name),
                AccountKey::Erased(_) => return Err(StoreError::Failed(ERASES_NOBODY.to_owned())),
            }
        }
        let Some((player, expected, value)) = account else {
            return Err(StoreError::Failed("a name is registered with its account only".to_owned()));
        };
        let set = if expected == 0 {
            self.0.register(player, value, &names).await
        } else {
            self.0.update(player, value, expected).await
        };
        set.map(|set| committed(set, count)).map_err(unavailable)
    }
}

impl AccountTable for ClusterTable {
    fn get(&self, key: AccountKey) -> Answered<'_, Option<(Revision, Vec<u8>)>> {
        Box::pin(self.get_key(key))
    }

    fn commit(&self, writes: Vec<AccountWrite>) -> Answered<'_, Committed> {
        Box::pin(self.commit_all(writes))
    }

    fn players(&self) -> Answered<'_, Vec<PlayerId>> {
        Box::pin(async { self.0.players().await.map_err(unavailable) })
    }

    fn remove(&self, removing: Removing) -> Answered<'_, Committed> {
        Box::pin(async move {
            let Removing { player, expected, names, why } = removing;
            if why == Removal::Erased {
                return Err(StoreError::Failed(ERASES_NOBODY.to_owned()));
            }
            let removed = self.0.remove(player, expected, &names).await.map_err(unavailable)?;
            Ok(committed(removed, 1))
        })
    }

    fn rename(&self, renaming: Renaming) -> Answered<'_, Committed> {
        Box::pin(async move {
            let Renaming { player, expected, value, names, freed } = renaming;
            let renamed = self.0.rename((player, expected), value, &names, &freed).await;
            Ok(committed(renamed.map_err(unavailable)?, 1))
        })
    }

    fn count(&self) -> Answered<'_, u64> {
        Box::pin(async { self.0.count().await.map_err(unavailable) })
    }

    fn close(&self) -> Answered<'_, ()> {
        // the connection belongs to the cluster
        Box::pin(async { Ok(()) })
    }
}

fn committed(set: AccountSet, count: usize) -> Committed {
    match set {
        AccountSet::Done(revision) => Committed::Done(vec![revision; count]),
        AccountSet::Conflict => Committed::Conflict,
    }
}

fn unavailable(error: ClusterError) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
