//! The registered accounts that the halls of a server share: names, passwords, preferences.
//!
//! This module answers the [`AccountQuery`] of a hub. The accounts are in an [`AccountTable`], which
//! needs only compare-and-set: the first to set a key at the revision that they read wins, and all
//! others read again. So several halls, and several processes, can share one table.
//!
//! A hall follows the changes by other halls. Login attempts are counted here, for all halls of the
//! process.

mod lapsing;
#[cfg(unix)]
pub(crate) mod managing;
pub(crate) mod reconciling;
mod refreshing;
pub(crate) mod stored_table;
mod table;

use crate::shell::hall::clock::Clock;
use crate::shell::operate::live::LiveConfig;
use crate::shell::operate::log_limits::{self, Noise};
use chuhe_hub::{
    AccountAnswer, AccountChange, AccountQuery, AccountRefusal, AccountRow, Address, Answer, Input,
    LoginGate, LoginSubject, LoginTurn, NameKeys, Removal, SharedAccount, spelling_distance,
};
use chuhe_protocol::{PlayerId, PlayerName};
use chuhe_store::{AccountKey, StoreError, decode_account, decode_owner, encode_account, encode_owner};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

pub(crate) use table::{AccountTable, AccountWrite, Answered, Committed, Removing, Renaming};

/// The maximum number of attempts at a compare-and-set. Only changes of one account or name contend.
const ATTEMPTS: usize = 16;
/// Interval between two attempts at a change that was already confirmed to the player.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum number of such attempts: an hour's.
const RETRIES: usize = 3_600;

/// The number of a hall among those that share the accounts of a process.
pub(crate) type HallNumber = usize;

/// What a hall learns of the shared accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// The account is as it says now.
    Changed(Box<SharedAccount>),
    /// The account is gone.
    Removed(PlayerId, Removal),
}

impl From<News> for Input {
    fn from(news: News) -> Self {
        match news {
            News::Changed(account) => Self::AccountChanged(account),
            News::Removed(player, why) => Self::AccountRemoved(player, why),
        }
    }
}

/// The shared accounts.
pub(crate) struct Accounts {
    table: Box<dyn AccountTable>,
    gate: Mutex<LoginGate>,
    followers: Mutex<Vec<(HallNumber, mpsc::UnboundedSender<News>)>>,
    clock: Clock,
    live: watch::Receiver<LiveConfig>,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accounts").field("table", &self.table).finish_non_exhaustive()
    }
}

/// The accounts, as one hall reaches them.
#[derive(Clone, Debug)]
pub(crate) struct HallAccounts {
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) hall: HallNumber,
}

impl HallAccounts {
    /// Answers a query of the hall's hub.
    pub(crate) async fn answer(&self, query: AccountQuery) -> Answer {
        self.accounts.answer(self.hall, query).await
    }

    /// Returns what happens to accounts from now on, but for what this hall does.
    pub(crate) fn follow(&self) -> mpsc::UnboundedReceiver<News> {
        self.accounts.follow(self.hall)
    }
}

impl Accounts {
    pub(crate) fn new(table: Box<dyn AccountTable>, live: watch::Receiver<LiveConfig>) -> Self {
        let (gate, followers) = (Mutex::default(), Mutex::default());
        Self { table, gate, followers, clock: Clock::start(), live }
    }

    /// Returns what happens to accounts from now on, but for what this hall does.
    fn follow(&self, hall: HallNumber) -> mpsc::UnboundedReceiver<News> {
        // the number of changes that people make while a hub stands still bounds it
        let (sender, receiver) = mpsc::unbounded_channel();
        lock(&self.followers).push((hall, sender));
        receiver
    }

    /// Sends a changed account to the other halls.
    fn publish(&self, by: HallNumber, account: &SharedAccount) {
        lock(&self.followers).retain(|(hall, follower)| {
            if *hall == by {
                !follower.is_closed()
            } else {
                follower.send(News::Changed(Box::new(account.clone()))).is_ok()
            }
        });
    }

    /// Answers a query of a hall's hub; [`Answer::Failed`] if the table cannot be used.
    async fn answer(&self, by: HallNumber, query: AccountQuery) -> Answer {
        let answer = match query {
            AccountQuery::Find { name } => self.find(&name).await.map(AccountAnswer::Found),
            AccountQuery::BeginLogin { name, address, is_known } => {
                self.begin_login(&name, address, is_known).await
            }
            AccountQuery::EndLogin { subject, address, is_right } => {
                let (limits, now) = (self.live.borrow().limits.clone(), self.clock.now());
                lock(&self.gate).end(subject, address, is_right, &limits, now);
                Ok(AccountAnswer::Found(None))
            }
            AccountQuery::Claim { player, row, most } => self.register(by, player, &row, most).await,
            AccountQuery::Change { player, change } => self.change_or_retry(by, player, &change).await,
        };
        match answer {
            Ok(answer) => Answer::Accounts(answer),
            Err(error) => {
                if log_limits::admits(Noise::AccountsFailed) {
                    tracing::error!(%error, "the registered accounts cannot be used");
                }
                Answer::Failed
            }
        }
    }

    /// Finds the account whose name is spelled most like `name`, among those that count as the same.
    async fn find(&self, name: &PlayerName) -> Result<Option<Box<SharedAccount>>, StoreError> {
        let mut owners = BTreeSet::new();
        for hash in NameKeys::of(name).hashes() {
            owners.extend(self.owner(hash).await?);
        }
        let mut closest: Option<(u8, SharedAccount)> = None;
        for owner in owners {
            let Some(account) = self.get(owner).await? else { continue };
            // the key may be left of a name that the owner had before
            if !NameKeys::of(&account.row.name).shares_a_key(&NameKeys::of(name)) {
                continue;
            }
            let distance = spelling_distance(account.row.name.as_str(), name.as_str());
            if closest.as_ref().is_none_or(|(least, _)| distance < *least) {
                closest = Some((distance, account));
            }
        }
        Ok(closest.map(|(_, account)| Box::new(account)))
    }

    async fn begin_login(
        &self,
        name: &PlayerName,
        address: Address,
        is_known: bool,
    ) -> Result<AccountAnswer, StoreError> {
        let account = self.find(name).await?;
        // spelled as its owner does, so that look-alikes share one budget
        let subject = LoginSubject::of(account.as_ref().map_or(name, |account| &account.row.name));
        let admitted = self.admit(subject, address, is_known);
        Ok(AccountAnswer::LoginBegun { account, admitted })
    }

    fn admit(&self, subject: LoginSubject, address: Address, is_known: bool) -> Result<LoginTurn, u64> {
        let (limits, now) = (self.live.borrow().limits.clone(), self.clock.now());
        lock(&self.gate).admit(subject, address, is_known, &limits, now)
    }

    /// Registers a name for a player, with the password that they chose last.
    async fn register(
        &self,
        by: HallNumber,
        player: PlayerId,
        row: &AccountRow,
        most: u64,
    ) -> Result<AccountAnswer, StoreError> {
        let claimed = self.claim(by, player, row, most).await?;
        let AccountAnswer::Stored(account) = &claimed else { return Ok(claimed) };
        if account.row.name != row.name {
            tracing::error!(%player, name = %row.name, "the number of this player is another account's");
            return Ok(AccountAnswer::Refused(AccountRefusal::NameRegistered));
        }
        if account.row.password == row.password {
            return Ok(claimed);
        }
        // an earlier attempt with another password succeeded, but its answer was lost
        let (from, to) = (account.row.password.clone(), row.password.clone());
        self.change(by, player, &AccountChange::Password { from, to }).await
    }

    /// Registers a name for a player, unless another account has it.
    ///
    /// If the player has an account already, returns it unchanged.
    async fn claim(
        &self,
        by: HallNumber,
        player: PlayerId,
        row: &AccountRow,
        most: u64,
    ) -> Result<AccountAnswer, StoreError> {
        let mut is_claimed = false;
        for _ in 0..ATTEMPTS {
            if let Some(account) = self.get(player).await? {
                // an earlier claim whose answer was lost
                return Ok(AccountAnswer::Stored(Box::new(account)));
            }
            if self.is_erased(player).await? {
                return Ok(AccountAnswer::Refused(AccountRefusal::Missing));
            }
            let mut writes = vec![AccountWrite {
                key: AccountKey::Player(player),
                expected: 0,
                value: encode_account(row)?,
            }];
            for hash in NameKeys::of(&row.name).hashes() {
                if let Some(owner) = self.owner(hash).await?.filter(|owner| *owner != player) {
                    if self.has_name(owner, hash).await? {
                        return Ok(AccountAnswer::Refused(AccountRefusal::NameRegistered));
                    }
                    is_claimed = true;
                }
                let (key, value) = (AccountKey::Name(hash), encode_owner(player)?);
                writes.push(AccountWrite { key, expected: 0, value });
            }
            if self.table.count().await? >= most {
                return Ok(AccountAnswer::Refused(AccountRefusal::Full));
            }
            if let Committed::Done(revisions) = self.table.commit(writes).await? {
                let revision = revisions.first().copied().unwrap_or_default();
                let account = SharedAccount { player, revision, row: row.clone() };
                self.publish(by, &account);
                return Ok(AccountAnswer::Stored(Box::new(account)));
            }
        }
        // a registration in progress, or one whose account is damaged
        let taken = Ok(AccountAnswer::Refused(AccountRefusal::NameRegistered));
        if is_claimed { taken } else { Err(contended()) }
    }

    /// Makes a change. Retries one that was already confirmed to the player until the table can be used.
    async fn change_or_retry(
        &self,
        by: HallNumber,
        player: PlayerId,
        change: &AccountChange,
    ) -> Result<AccountAnswer, StoreError> {
        let mut changed = self.change(by, player, change).await;
        for _ in 0..RETRIES {
            if changed.is_ok() || !change.is_promised() {
                break;
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
            changed = self.change(by, player, change).await;
        }
        changed
    }

    async fn change(
        &self,
        by: HallNumber,
        player: PlayerId,
        change: &AccountChange,
    ) -> Result<AccountAnswer, StoreError> {
        for _ in 0..ATTEMPTS {
            let Some(mut account) = self.get(player).await? else {
                return Ok(AccountAnswer::Refused(AccountRefusal::Missing));
            };
            match account.row.apply(change) {
                Err(refusal) => return Ok(AccountAnswer::Refused(refusal)),
                Ok(false) => return Ok(AccountAnswer::Stored(Box::new(account))),
                Ok(true) => {}
            }
            let value = encode_account(&account.row)?;
            let write = AccountWrite { key: AccountKey::Player(player), expected: account.revision, value };
            if let Committed::Done(revisions) = self.table.commit(vec![write]).await? {
                account.revision = revisions.first().copied().unwrap_or_default();
                self.publish(by, &account);
                return Ok(AccountAnswer::Stored(Box::new(account)));
            }
        }
        Err(contended())
    }

    /// Reads the account of a player.
    async fn get(&self, player: PlayerId) -> Result<Option<SharedAccount>, StoreError> {
        let Some((revision, value)) = self.table.get(AccountKey::Player(player)).await? else {
            return Ok(None);
        };
        Ok(Some(SharedAccount { player, revision, row: decode_account(&value)? }))
    }

    /// Returns whether an operator has erased the account of a player.
    async fn is_erased(&self, player: PlayerId) -> Result<bool, StoreError> {
        Ok(self.table.get(AccountKey::Erased(player)).await?.is_some())
    }

    /// Returns whether a player has an account with a name, by the hash of one of its keys.
    ///
    /// A key whose owner has no such account is left of an interrupted registration or change of a name.
    async fn has_name(&self, player: PlayerId, hash: [u8; 32]) -> Result<bool, StoreError> {
        let account = self.get(player).await?;
        Ok(account.is_some_and(|account| NameKeys::of(&account.row.name).hashes().any(|own| own == hash)))
    }

    /// Reads the owner of a name, by the hash of one of its keys.
    async fn owner(&self, hash: [u8; 32]) -> Result<Option<PlayerId>, StoreError> {
        let Some((_, value)) = self.table.get(AccountKey::Name(hash)).await? else { return Ok(None) };
        decode_owner(&value).map(Some)
    }

    /// Closes the table.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        self.table.close().await
    }
}

fn contended() -> StoreError {
    StoreError::Unavailable("an account changes all the time".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // every change is a single step, so what a panic leaves is consistent
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
