//! Shared accounts with which no game was finished lapse some time after the last visit to any hall.

use super::{Accounts, News};
use crate::shell::log_limits::{self, Line};
use chuhe_hub::{NameKeys, SharedAccount};
use chuhe_protocol::PlayerId;
use chuhe_store::StoreError;
use futures_util::{StreamExt as _, stream};
use std::time::Duration;

/// The time between two looks at all accounts. The first one is at the start.
const INTERVAL: Duration = Duration::from_secs(6 * 60 * 60);
/// Accounts read at once.
const READ_AT_ONCE: usize = 64;
/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60_000;

impl Accounts {
    /// Removes the accounts that have lapsed, now and from time to time, forever.
    pub(crate) async fn lapse_forever(&self) {
        loop {
            if let Err(error) = self.lapse_all().await
                && log_limits::admits(Line::AccountsFailed)
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
                Ok(Some(account)) if self.has_lapsed(&account) => {
                    let (player, name) = (account.player, account.row.name.clone());
                    if self.remove(&account).await? {
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

    fn has_lapsed(&self, account: &SharedAccount) -> bool {
        let days = self.live.borrow().limits.unplayed_name_days;
        let lapses_at = account.row.seen_at.plus_ms(days.saturating_mul(DAY_MS));
        !account.row.has_played && lapses_at <= self.clock.now()
    }

    /// Removes an account with its names, and returns whether it was still as it is here.
    pub(super) async fn remove(&self, account: &SharedAccount) -> Result<bool, StoreError> {
        let names = NameKeys::of(&account.row.name).hashes().collect();
        let removed = self.table.remove(account.player, account.revision, names).await?;
        let is_removed = removed != super::Committed::Conflict;
        if is_removed {
            self.send_to_all(&News::Removed(account.player));
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
