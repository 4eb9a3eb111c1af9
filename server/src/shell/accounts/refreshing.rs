//! Sends the halls of a node the accounts that change at other nodes.

use super::{Accounts, HallAccounts, HallNumber, News, RETRY_INTERVAL, lock};
use crate::cluster::{AccountNews, StoredAccount};
use chuhe_hub::SharedAccount;
use chuhe_protocol::PlayerId;
use chuhe_store::{StoreError, decode_account};
use futures_util::{StreamExt as _, stream};
use std::sync::Arc;
use tokio::sync::mpsc;

/// The maximum number of concurrent reads of accounts.
const READ_AT_ONCE: usize = 64;

impl Accounts {
    /// Passes changes of accounts to all halls of the process, until the channel closes.
    pub(crate) async fn pass_on(&self, mut changes: mpsc::Receiver<AccountNews>) {
        while let Some(news) = changes.recv().await {
            let StoredAccount { player, revision, bytes } = match news {
                AccountNews::Stored(account) => account,
                AccountNews::Removed(player) => {
                    self.send_to_all(&News::Removed(player));
                    continue;
                }
            };
            match decode_account(&bytes) {
                Ok(row) => {
                    let account = SharedAccount { player, revision, row };
                    self.send_to_all(&News::Changed(Box::new(account)));
                }
                Err(error) => tracing::error!(%player, %error, "a changed account cannot be read"),
            }
        }
    }

    /// Sends news to all halls of the process.
    pub(super) fn send_to_all(&self, news: &News) {
        lock(&self.followers).retain(|(_, follower)| follower.send(news.clone()).is_ok());
    }

    /// Reads an account, and retries while the table is unavailable and the hall is open.
    ///
    /// Returns `None` if the account is missing, cannot be read, or the hall has closed.
    async fn get_patiently(
        &self,
        player: PlayerId,
        hall: &mpsc::UnboundedSender<News>,
    ) -> Option<SharedAccount> {
        loop {
            match self.get(player).await {
                Ok(account) => return account,
                Err(StoreError::Unavailable(_)) if !hall.is_closed() => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                Err(error) => {
                    tracing::error!(%player, %error, "an account cannot be read");
                    return None;
                }
            }
        }
    }

    /// Returns the channel to a hall that follows the accounts.
    fn follower(&self, hall: HallNumber) -> Option<mpsc::UnboundedSender<News>> {
        let followers = lock(&self.followers);
        let mut of_hall =
            followers.iter().filter(|(number, follower)| *number == hall && !follower.is_closed());
        of_hall.next_back().map(|(_, follower)| follower.clone())
    }
}

impl HallAccounts {
    /// Sends the accounts of these players to the hall, which must follow the accounts. Waits while the
    /// table is unavailable.
    pub(crate) async fn refresh(self, players: Vec<PlayerId>) {
        let Some(follower) = self.accounts.follower(self.hall) else { return };
        let (accounts, to_hall) = (Arc::clone(&self.accounts), &follower);
        let reads = players.into_iter().map(|player| accounts.get_patiently(player, to_hall));
        let mut read = stream::iter(reads).buffer_unordered(READ_AT_ONCE);
        while let Some(account) = read.next().await {
            if let Some(account) = account
                && to_hall.send(News::Changed(Box::new(account))).is_err()
            {
                return;
            }
        }
    }
}
