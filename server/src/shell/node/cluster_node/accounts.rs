//! The accounts of a cluster: gives the halls of this node their part, and passes on what other nodes
//! change.

use crate::cluster::{AccountNews, StoredAccount};
use crate::shell::hall::accounts::{Accounts, HallAccounts, News};
use crate::shell::hall::instance::Hall;
use chuhe_hub::{Removal, SharedAccount};
use chuhe_store::decode_account;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long an opening hall of a cluster waits for the accounts of its players.
///
/// Until they arrive, a token that its player revoked at another node still resumes them.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(1);

/// Gives an opening hall access to the accounts, and updates its copies of them.
///
/// If that takes longer than [`REFRESH_TIMEOUT`], the hall opens, and the accounts follow.
pub(crate) async fn share(accounts: Arc<Accounts>, hall: &mut Hall) {
    let players = hall.take_players();
    let accounts = HallAccounts { accounts, hall: players.number };
    // followed before they are read, so that no change is missed
    let mut changes = accounts.follow();
    let refreshing = tokio::spawn(accounts.clone().refresh(players));
    if tokio::time::timeout(REFRESH_TIMEOUT, refreshing).await.is_err() {
        tracing::warn!("the accounts of the hall's players arrive late");
    }
    let known: Vec<News> = std::iter::from_fn(|| changes.try_recv().ok()).collect();
    hall.share_accounts(known, accounts, changes);
}

/// Passes changes of accounts to all halls of the process, until the channel closes.
pub(crate) async fn pass_on(accounts: &Accounts, mut changes: mpsc::Receiver<AccountNews>) {
    while let Some(news) = changes.recv().await {
        let StoredAccount { player, revision, bytes } = match news {
            AccountNews::Stored(account) => account,
            // a running cluster erases nobody
            AccountNews::Removed(player) => {
                accounts.send_to_all(&News::Removed(player, Removal::Lapsed));
                continue;
            }
        };
        match decode_account(&bytes) {
            Ok(row) => {
                let account = SharedAccount { player, revision, row };
                accounts.send_to_all(&News::Changed(Box::new(account)));
            }
            Err(error) => tracing::error!(%player, %error, "a changed account cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::hall::accounts::stored_table::StoredTable;
    use crate::shell::hall::persistence::Data;
    use crate::shell::operate::config::Config;
    use crate::shell::operate::live::Reconfigure;
    use chuhe_hub::{AccountRow, PasswordHash};
    use chuhe_protocol::{ChallengePolicy, PlayerId, PlayerName};
    use chuhe_rules::clock::Timestamp;
    use chuhe_store::encode_account;
    use std::collections::BTreeMap;

    #[tokio::test]
    async fn changes_by_other_nodes_reach_every_hall() {
        let live = Reconfigure::new(Config::on(([127, 0, 0, 1], 0).into()).live()).subscribe();
        let (table, _damage) = StoredTable::open(&Data::Memory).expect("a table");
        let accounts = Arc::new(Accounts::new(Box::new(table), live));
        let follow = |hall| HallAccounts { accounts: Arc::clone(&accounts), hall }.follow();
        let mut halls = [follow(0), follow(1)];
        let row = AccountRow {
            name: PlayerName::parse("Bo").expect("a name"),
            registered_at: Timestamp::from_ms(5),
            password: PasswordHash("hash".to_owned()),
            policy: ChallengePolicy::Everyone,
            blocked: BTreeMap::new(),
            sign_outs: 0,
            seen_at: Timestamp::from_ms(1_800_000_000_000),
            has_played: false,
        };
        let (changes, received) = mpsc::channel(8);
        let bytes = encode_account(&row).expect("it is short");
        for (revision, bytes) in [(4, vec![0xff]), (5, bytes)] {
            let change = StoredAccount { player: PlayerId(7), revision, bytes: bytes.into() };
            changes.send(AccountNews::Stored(change)).await.expect("it is received");
        }
        changes.send(AccountNews::Removed(PlayerId(8))).await.expect("it is received");
        drop(changes);
        pass_on(&accounts, received).await;
        let expected = SharedAccount { player: PlayerId(7), revision: 5, row };
        for hall in &mut halls {
            let expected = News::Changed(Box::new(expected.clone()));
            assert_eq!(hall.try_recv(), Ok(expected), "one that cannot be read is left out");
            assert_eq!(hall.try_recv(), Ok(News::Removed(PlayerId(8), Removal::Lapsed)));
            assert!(hall.try_recv().is_err());
        }
    }
}
