//! The registered accounts of a cluster, in two buckets that all nodes share.
//!
//! | key | bucket | value |
//! |---|---|---|
//! | `player.<number>` | `chuhe_accounts` | the account of a player |
//! | `name.<hash>` | `chuhe_claims` | the number of the player who has or claims a name |
//! | `ids.<number>` | `chuhe_claims` | the hall that assigns the numbers with this remainder |
//!
//! Reads go to the leaders, and no node has a copy. A name has one or more keys, which are hashes: names
//! that look alike share one. `claims` explains how a name is registered.

use super::bucket::{Bucket, Set, Value};
use super::claims::{ClaimKey, ClaimKeys, NameHash, owner_in, register};
use super::error::ClusterError;
use super::names::{ACCOUNTS, hall_key};
use super::nats::{Nats, Unknown};
use super::patience::patiently;
use crate::cluster_config::HALL_NUMBERS;
use async_nats::jetstream::kv::{self, Operation};
use bytes::Bytes;
use chuhe_hub::NameKeys;
use chuhe_protocol::{HallName, PlayerId};
use chuhe_store::decode_account;
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// The longest account, in bytes; the hub's limits allow about 12 KB.
pub const ACCOUNT_BYTES: usize = 64 << 10;
/// The beginning of a name's key.
const NAME_PREFIX: &str = "name.";
/// How long after a watch ended it is started again.
const RETRY: Duration = Duration::from_millis(500);
/// Changes that are queued for this node's halls. While the queue is full, the watch waits.
const WAITING_CHANGES: usize = 1_024;

/// The registered accounts of a cluster. Clones share them.
#[derive(Clone, Debug)]
pub struct ClusterAccounts {
    nats: Nats,
    pub(super) accounts: Bucket,
    pub(super) claims: Bucket,
    /// The sequence of the last change before this node connected.
    start: u64,
    pub(super) runtime: Handle,
}

/// An account, as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredAccount {
    /// The player.
    pub player: PlayerId,
    /// Grows with every change.
    pub revision: u64,
    /// The account, encoded.
    pub bytes: Bytes,
}

/// Hides the bytes, which include the hash of a password.
impl std::fmt::Debug for StoredAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StoredAccount({}, revision {})", self.player, self.revision)
    }
}

/// A change of an account by any node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountNews {
    /// The account is as it says now.
    Stored(StoredAccount),
    /// The account is gone.
    Removed(PlayerId),
}

/// How an account was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountSet {
    /// It has this revision.
    Done(u64),
    /// Another writer was first: read again.
    Conflict,
}

impl From<Set> for AccountSet {
    fn from(set: Set) -> Self {
        match set {
            Set::Done(revision) => Self::Done(revision),
            Set::Conflict => Self::Conflict,
        }
    }
}

impl ClusterAccounts {
    /// The accounts in buckets that exist. Must run in the cluster's runtime.
    pub(super) async fn open(nats: &Nats, accounts: Bucket, claims: Bucket) -> Result<Self, ClusterError> {
        let bucket = &accounts;
        let state = || async move { bucket.state().await.map_err(failed("open a bucket")) };
        let start = patiently(state).await?.last_sequence;
        Ok(Self { nats: nats.clone(), accounts, claims, start, runtime: Handle::current() })
    }

    /// Reads the account of a player.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn account(&self, player: PlayerId) -> Result<Option<StoredAccount>, ClusterError> {
        let value = self.accounts.get(&account_key(player)).await.map_err(failed("read an account"))?;
        Ok(value.and_then(|Value { revision, bytes, .. }| {
            Some(StoredAccount { player, revision, bytes: bytes? })
        }))
    }

    /// Reads the player who has or claims a name, by one of its hashes.
    ///
    /// A claim without an account is a registration in progress, or one that was lost with its node.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn owner(&self, name: NameHash) -> Result<Option<PlayerId>, ClusterError> {
        let failed = failed("read the owner of a name");
        let value = self.claims.get(&name_key(name)).await.map_err(&failed)?;
        let bytes = value.and_then(|value| value.bytes);
        bytes.map(|bytes| owner_in(&bytes).map_err(&failed)).transpose()
    }

    /// Registers a name with these hashes.
    ///
    /// `Conflict` if the player has an account, or another player has or claims the name.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer, or the account is longer than
    /// [`ACCOUNT_BYTES`]. What was sent may take effect later.
    pub async fn register(
        &self,
        player: PlayerId,
        account: Vec<u8>,
        names: &[NameHash],
    ) -> Result<AccountSet, ClusterError> {
        check_length(&account)?;
        let registered = register(self, player, account.into(), names).await;
        registered.map(AccountSet::from).map_err(failed("register a name"))
    }

    /// Replaces an account that has this revision.
    ///
    /// # Errors
    /// As [`ClusterAccounts::register`].
    pub async fn update(
        &self,
        player: PlayerId,
        account: Vec<u8>,
        revision: u64,
    ) -> Result<AccountSet, ClusterError> {
        check_length(&account)?;
        let set = self.accounts.update(&account_key(player), account.into(), revision).await;
        set.map(AccountSet::from).map_err(failed("change an account"))
    }

    /// Returns the number of accounts, plus that of lost claims that were taken over.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn count(&self) -> Result<u64, ClusterError> {
        self.accounts.state().await.map(|state| state.messages).map_err(failed("count the accounts"))
    }

    /// Returns every change since this node connected, by any node, in order.
    ///
    /// Of several changes of an account while the connection was broken, only the last one arrives.
    #[must_use]
    pub fn changes(&self) -> mpsc::Receiver<AccountNews> {
        let (sender, receiver) = mpsc::channel(WAITING_CHANGES);
        self.runtime.spawn(follow(self.nats.clone(), self.start + 1, sender));
        receiver
    }

    /// Returns the number of a hall, below [`HALL_NUMBERS`]. No other hall of the cluster ever has it.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer, and [`ClusterError::Config`] if there are too
    /// many halls.
    pub(super) async fn hall_number(&self, hall: &HallName) -> Result<u16, ClusterError> {
        let wanted = hall_key(hall);
        let [high, low, ..]: [u8; 32] = Sha256::digest(&wanted).into();
        let first = u16::from_be_bytes([high, low]);
        for number in (0..HALL_NUMBERS).map(|n| first.wrapping_add(n) % HALL_NUMBERS) {
            let (key, hall) = (&format!("ids.{number}"), wanted.as_str());
            let claim = || async move { self.claim_number(key, hall).await.map_err(failed("number a hall")) };
            if patiently(claim).await? {
                return Ok(number);
            }
        }
        let why = format!("a cluster has at most {HALL_NUMBERS} halls, those that were closed too");
        Err(ClusterError::Config(why))
    }

    /// Takes a number for a hall. Returns whether it has it now.
    async fn claim_number(&self, key: &str, hall: &str) -> Result<bool, Unknown> {
        let revision = match self.claims.get(key).await? {
            Some(Value { bytes: Some(holder), .. }) => return Ok(holder == hall),
            Some(Value { revision, bytes: None, .. }) => revision,
            None => 0,
        };
        match self.claims.update(key, hall.to_owned().into(), revision).await? {
            Set::Done(_) => Ok(true),
            Set::Conflict => Err(Unknown("another node takes the number".to_owned())),
        }
    }
}

impl ClaimKeys for ClusterAccounts {
    async fn get(&self, key: ClaimKey) -> Result<Option<Value>, Unknown> {
        match key {
            ClaimKey::Account(player) => self.accounts.get(&account_key(player)).await,
            ClaimKey::Name(name) => self.claims.get(&name_key(name)).await,
        }
    }

    async fn set(&self, key: ClaimKey, value: Option<Bytes>, revision: u64) -> Result<Set, Unknown> {
        let (bucket, key) = match key {
            ClaimKey::Account(player) => (&self.accounts, account_key(player)),
            ClaimKey::Name(name) => (&self.claims, name_key(name)),
        };
        match value {
            Some(bytes) => bucket.update(&key, bytes, revision).await,
            None => bucket.delete(&key, revision).await,
        }
    }

    fn now_ms(&self) -> i128 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i128::try_from(now.as_millis()).unwrap_or(i128::MAX)
    }

    fn has_name(&self, account: &[u8], name: NameHash) -> bool {
        let Ok(row) = decode_account(account) else { return true };
        NameKeys::of(&row.name).hashes().any(|own| own == name)
    }
}

/// The key of a player's account.
pub(super) fn account_key(player: PlayerId) -> String {
    format!("player.{}", player.0)
}

/// The player whose account has a key.
pub(super) fn player_in(key: &str) -> Option<PlayerId> {
    key.strip_prefix("player.")?.parse().ok().map(PlayerId)
}

/// The key of a name: 69 characters, whatever the name.
pub(super) fn name_key(name: NameHash) -> String {
    let mut key = NAME_PREFIX.to_owned();
    for byte in name {
        // writing to a string does not fail
        let _ = write!(key, "{byte:02x}");
    }
    key
}

/// Returns whether a key is that of a name.
pub(super) fn is_name_key(key: &str) -> bool {
    key.starts_with(NAME_PREFIX)
}

pub(super) fn check_length(account: &[u8]) -> Result<(), ClusterError> {
    if account.len() <= ACCOUNT_BYTES {
        return Ok(());
    }
    let why = format!("it has {} bytes, and {ACCOUNT_BYTES} are allowed", account.len());
    Err(ClusterError::Failed { what: "store an account", why })
}

pub(super) fn failed(what: &'static str) -> impl Fn(Unknown) -> ClusterError {
    move |Unknown(why)| ClusterError::Failed { what, why }
}

/// Sends every change of an account from a sequence on, until nobody receives them.
async fn follow(nats: Nats, mut next: u64, changes: mpsc::Sender<AccountNews>) {
    while !changes.is_closed() {
        match watch(&nats, next).await {
            Ok(mut entries) => {
                while let Some(Ok(entry)) = entries.next().await {
                    next = entry.revision + 1;
                    let Some(player) = player_in(&entry.key) else { continue };
                    let news = match entry.operation {
                        Operation::Put => AccountNews::Stored(StoredAccount {
                            player,
                            revision: entry.revision,
                            bytes: entry.value,
                        }),
                        // or the fence of a lost registration, whose player has no account in any hall
                        Operation::Delete | Operation::Purge => AccountNews::Removed(player),
                    };
                    if changes.send(news).await.is_err() {
                        return;
                    }
                }
            }
            Err(Unknown(why)) => tracing::debug!(why, "the accounts cannot be watched now"),
        }
        sleep(RETRY).await;
    }
}

async fn watch(nats: &Nats, next: u64) -> Result<kv::Watch, Unknown> {
    let failed = |why: String| Unknown(why);
    let bucket = nats.context.get_key_value(ACCOUNTS).await.map_err(|error| failed(error.to_string()))?;
    bucket.watch_all_from_revision(next).await.map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::PlayerName;

    #[test]
    fn keys_are_short_words_that_nats_accepts_and_alike_names_share_one() {
        let keys = |name: &str| -> Vec<String> {
            let name = PlayerName::parse(name).expect("a name");
            NameKeys::of(&name).hashes().map(name_key).collect()
        };
        for name in ["Bo", "云中鹤", "Nguyễn-An", "𠀀"] {
            for key in keys(name) {
                assert_eq!(key.len(), 69);
                assert!(
                    key.chars().all(|letter| letter.is_ascii_lowercase()
                        || letter.is_ascii_digit()
                        || letter == '.')
                );
            }
        }
        assert!(keys("Bo").iter().any(|key| keys("В\u{43e}").contains(key)));
        assert!(!keys("Bo").iter().any(|key| keys("An").contains(key)));
        assert_eq!(name_key([0xab; 32]), format!("name.{}", "ab".repeat(32)));
        for player in [0, 300, (1 << 53) - 1, u64::MAX].map(PlayerId) {
            assert_eq!(player_in(&account_key(player)), Some(player));
        }
        for strange in ["player.", "player.x", "player.-1", "300", "name.300"] {
            assert_eq!(player_in(strange), None, "{strange}");
        }
    }

    #[test]
    fn account_longer_than_the_limit_is_not_sent() {
        assert_eq!(check_length(&[0; ACCOUNT_BYTES]), Ok(()));
        assert!(matches!(check_length(&[0; ACCOUNT_BYTES + 1]), Err(ClusterError::Failed { .. })));
    }
}
