//! What operators do to shared accounts.

use super::{ATTEMPTS, Accounts, Committed, News, contended};
use crate::shell::hall::accounts::table::Renaming;
use chuhe_hub::{AccountAnswer, AccountChange, NameKeys, PasswordHash, Removal, SharedAccount};
use chuhe_protocol::{PlayerId, PlayerName};
use chuhe_store::{StoreError, encode_account};

/// A number of no hall: every hall learns what an operator does.
const OPERATOR: super::HallNumber = usize::MAX;

/// Why an operator cannot do something to a shared account.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ManageError {
    /// There is no such account.
    #[error("no registered account has this name")]
    NotRegistered,
    /// Another account has the name.
    #[error("another player has this name, or one that looks like it")]
    NameInUse,
    /// The name is reserved.
    #[error("the name is reserved")]
    NameReserved,
    /// The accounts cannot be used.
    #[error("the registered accounts cannot be used now: {0}")]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Returns the account with a name, or with one that looks like it.
    pub(crate) async fn named(&self, name: &PlayerName) -> Result<SharedAccount, ManageError> {
        self.find(name).await?.map(|account| *account).ok_or(ManageError::NotRegistered)
    }

    /// Returns all accounts.
    pub(crate) async fn list(&self) -> Result<Vec<SharedAccount>, ManageError> {
        Ok(self.all().await?)
    }

    /// Gives an account another name.
    pub(crate) async fn rename(&self, old: &PlayerName, new: &PlayerName) -> Result<PlayerId, ManageError> {
        if self.live.borrow().limits.reserved_names.contains(new) {
            return Err(ManageError::NameReserved);
        }
        for _ in 0..ATTEMPTS {
            let mut account = self.named(old).await?;
            let player = account.player;
            let names: Vec<[u8; 32]> = NameKeys::of(new).hashes().collect();
            for name in &names {
                if let Some(owner) = self.owner(*name).await?.filter(|owner| *owner != player)
                    && self.has_name(owner, *name).await?
                {
                    return Err(ManageError::NameInUse);
                }
            }
            let mut freed: Vec<[u8; 32]> = NameKeys::of(&account.row.name).hashes().collect();
            freed.retain(|name| !names.contains(name));
            account.row.name = new.clone();
            let value = encode_account(&account.row)?;
            let renaming = Renaming { player, expected: account.revision, value, names, freed };
            if let Committed::Done(revisions) = self.table.rename(renaming).await? {
                account.revision = revisions.first().copied().unwrap_or_default();
                self.send_to_all(&News::Changed(Box::new(account)));
                return Ok(player);
            }
        }
        Err(contended().into())
    }

    /// Replaces the password of an account, and signs its player out everywhere.
    pub(crate) async fn reset_password(
        &self,
        name: &PlayerName,
        to: PasswordHash,
    ) -> Result<PlayerId, ManageError> {
        for _ in 0..ATTEMPTS {
            let account = self.named(name).await?;
            let change = AccountChange::Password { from: account.row.password, to: to.clone() };
            if let AccountAnswer::Stored(account) = self.change(OPERATOR, account.player, &change).await? {
                return Ok(account.player);
            }
        }
        Err(contended().into())
    }

    /// Erases an account, and its name from the blocks of others.
    ///
    /// With the account's removal, its [`AccountKey::Erased`] is set: a hall that is closed, or learns of
    /// the removal too late, erases its copy when it opens.
    pub(crate) async fn erase(&self, account: &SharedAccount) -> Result<(), ManageError> {
        for other in self.all().await? {
            if other.row.blocked.contains_key(&account.player) {
                self.change(OPERATOR, other.player, &AccountChange::Unblock(account.player)).await?;
            }
        }
        for _ in 0..ATTEMPTS {
            let Some(account) = self.get(account.player).await? else { return Ok(()) };
            if self.remove(&account, Removal::Erased).await? {
                return Ok(());
            }
        }
        Err(contended().into())
    }
}
