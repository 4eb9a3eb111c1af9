//! Sends the halls of a node the accounts that change at other nodes.

use super::reconciling::HallPlayers;
use super::{Accounts, HallAccounts, HallNumber, News, RETRY_INTERVAL, lock};
use chuhe_protocol::PlayerId;
use chuhe_store::StoreError;
use futures_util::{StreamExt as _, stream};
use tokio::sync::mpsc;

/// The maximum number of concurrent reads of accounts.
const READ_AT_ONCE: usize = 64;

impl Accounts {
    /// Sends news to all halls of the process.
    pub(crate) fn send_to_all(&self, news: &News) {
        lock(&self.followers).retain(|(_, follower)| follower.send(news.clone()).is_ok());
    }

    /// Returns what a hall learns of an account, and retries while the table is unavailable and the hall is
    /// open.
    ///
    /// Returns `None` if there is no news, the account cannot be read, or the hall has closed.
    async fn news_patiently(
        &self,
        hall: &HallPlayers,
        player: PlayerId,
        to_hall: &mpsc::UnboundedSender<News>,
    ) -> Option<News> {
        let row = hall.players.get(&player)?;
        loop {
            match self.news_of(hall, player, row).await {
                Ok(news) => return news,
                Err(StoreError::Unavailable(_)) if !to_hall.is_closed() => {
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
    /// Sends the hall, which must follow the accounts, what has become of those of its players. Waits while
    /// the table is unavailable.
    pub(crate) async fn refresh(self, hall: HallPlayers) {
        let Some(to_hall) = self.accounts.follower(self.hall) else { return };
        let players = self.accounts.to_refresh(&hall);
        let reads = players.into_iter().map(|player| self.accounts.news_patiently(&hall, player, &to_hall));
        let mut read = stream::iter(reads).buffer_unordered(READ_AT_ONCE);
        while let Some(news) = read.next().await {
            if let Some(news) = news
                && to_hall.send(news).is_err()
            {
                return;
            }
        }
    }
}
