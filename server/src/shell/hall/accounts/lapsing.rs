//! Shared accounts with which no game was finished lapse some time after the last visit to any hall.

use super::table::Removing;
use super::{Accounts, News};
use crate::shell::operate::log_limits::{self, Noise};
use chuhe_hub::{NameKeys, Removal, SharedAccount};
use chuhe_protocol::PlayerId;
use chuhe_rules::clock::Timestamp;
use chuhe_store::StoreError;
use futures_util::{StreamExt as _, stream};
use std::time::Duration;

/// The time between two looks at all accounts. The first one is at the start.
const INTERVAL: Duration = Duration::from_secs(6 * 60 * 60);
/// Accounts read at once.
const READ_AT_ONCE: usize = 64;

impl Accounts {
    /// Removes the accounts that have lapsed, now and from time to time, forever.
    pub(crate) async fn lapse_forever(&self) {
        loop {
            if let Err(error) = self.lapse_all().await
                && log_limits::admits(Noise::AccountsFailed)
            {
                tracing::error!(%error, "the registered accounts cannot be looked through");
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Removes the accounts that have lapsed.
    pub(super) async fn lapse_all(&self) -> Result<(), StoreError> {
        let players = self.table.players().await?;
        let mut accounts =
            stream::iter(players.into_iter().map(|player| self.get(player))).buffer_unordered(READ_AT_ONCE);
        while let Some(account) = accounts.next().await {
            match account {
                Ok(Some(account)) if self.has_lapsed(account.row.seen_at, account.row.has_played) => {
                    let (player, name) = (account.player, account.row.name.clone());
                    if self.remove(&account, Removal::Lapsed).await? {
                        tracing::info!(%player, %name, "this registered name was never played with and is free again");
                    }
                }
                Ok(_) => {}
                // a damaged account keeps its name
                Err(StoreError::Damaged(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns whether a name has lapsed whose player was last seen at `seen_at`.
    pub(super) fn has_lapsed(&self, seen_at: Timestamp, has_played: bool) -> bool {
        let lapses_at = self.live.borrow().limits.name_lapses_at(seen_at, has_played);
        lapses_at.is_some_and(|at| at <= self.clock.now())
    }

    /// Removes an account with its names, and returns whether it was still as it is here.
    pub(super) async fn remove(&self, account: &SharedAccount, why: Removal) -> Result<bool, StoreError> {
        let names = NameKeys::of(&account.row.name).hashes().collect();
        let removing = Removing { player: account.player, expected: account.revision, names, why };
        let removed = self.table.remove(removing).await?;
        let is_removed = removed != super::Committed::Conflict;
        if is_removed {
            self.send_to_all(&News::Removed(account.player, why));
        }
        Ok(is_removed)
    }

    /// Reads every account, in the order of their numbers.
    pub(super) async fn all(&self) -> Result<Vec<SharedAccount>, StoreError> {
        let mut players: Vec<PlayerId> = self.table.players().await?;
        players.sort_unstable();
        let reads = players.into_iter().map(|player| self.get(player));
        let read: Vec<_> = stream::iter(reads).buffered(READ_AT_ONCE).collect().await;
        read.into_iter().filter_map(Result::transpose).collect()
    }
}
