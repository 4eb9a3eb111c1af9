//! Accounts of a cluster that get another name, or go.
//!
//! A key that goes is deleted at its revision, so that whoever was first wins, and then purged, so that the
//! bucket has nothing of it. The mark of a deleted account stays for a while: by it other nodes learn
//! that the account is gone.

use super::accounts::{AccountSet, ClusterAccounts, account_key, check_length, failed, name_key, player_in};
use super::bucket::{Bucket, Set, Value};
use super::claims::{NameHash, owner_in, rename};
use super::error::ClusterError;
use super::nats::Unknown;
use chuhe_protocol::PlayerId;
use std::time::Duration;
use tokio::time::sleep;

/// How long the mark of a deleted account stays.
const MARK_STAYS: Duration = Duration::from_secs(30);

impl ClusterAccounts {
    /// Returns the players who have accounts.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn players(&self) -> Result<Vec<PlayerId>, ClusterError> {
        let keys = self.accounts.keys().await.map_err(failed("list the accounts"))?;
        Ok(keys.iter().filter_map(|key| player_in(key)).collect())
    }

    /// Removes an account that has this revision, and its names.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer. What was sent may take effect later.
    pub async fn remove(
        &self,
        player: PlayerId,
        revision: u64,
        names: &[NameHash],
    ) -> Result<AccountSet, ClusterError> {
        let failed = failed("remove an account");
        let key = account_key(player);
        let Set::Done(mark) = self.accounts.delete(&key, revision).await.map_err(&failed)? else {
            return Ok(AccountSet::Conflict);
        };
        self.free(player, names).await.map_err(&failed)?;
        let accounts = self.accounts.clone();
        self.runtime.spawn(async move {
            sleep(MARK_STAYS).await;
            if let Err(Unknown(why)) = accounts.purge(&key, mark).await {
                tracing::warn!(why, "the mark of a removed account stays, and counts as one");
            }
        });
        Ok(AccountSet::Done(mark))
    }

    /// Replaces an account that has this revision by one with other names.
    ///
    /// `Conflict` if another player has or claims one of them.
    ///
    /// # Errors
    /// As [`ClusterAccounts::register`].
    pub async fn rename(
        &self,
        (player, revision): (PlayerId, u64),
        account: Vec<u8>,
        names: &[NameHash],
        freed: &[NameHash],
    ) -> Result<AccountSet, ClusterError> {
        check_length(&account)?;
        let failed = failed("rename an account");
        let set = rename(self, (player, revision), account.into(), names).await.map_err(&failed)?;
        if set != Set::Conflict {
            self.free(player, freed).await.map_err(&failed)?;
        }
        Ok(set.into())
    }

    /// Removes the names that belong to a player.
    async fn free(&self, player: PlayerId, names: &[NameHash]) -> Result<(), Unknown> {
        for name in names {
            let key = name_key(*name);
            if let Some(Value { revision, bytes: Some(owner), .. }) = self.claims.get(&key).await?
                && owner_in(&owner)? == player
            {
                remove_key(&self.claims, &key, revision).await?;
            }
        }
        Ok(())
    }
}

/// Removes a key that has this revision, so that the bucket has nothing of it.
pub(super) async fn remove_key(bucket: &Bucket, key: &str, revision: u64) -> Result<Set, Unknown> {
    let deleted = bucket.delete(key, revision).await?;
    if let Set::Done(mark) = deleted {
        bucket.purge(key, mark).await?;
    }
    Ok(deleted)
}
