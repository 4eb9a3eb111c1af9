//! The interface of a table of shared accounts.

use chuhe_hub::Removal;
use chuhe_protocol::PlayerId;
use chuhe_store::{AccountKey, Revision, StoreError};
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// The future that a table returns.
pub(crate) type Answered<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One key to set.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct AccountWrite {
    /// The key.
    pub(crate) key: AccountKey,
    /// The revision that it must have; 0 if it must be missing.
    pub(crate) expected: Revision,
    /// Its new value.
    pub(crate) value: Vec<u8>,
}

/// Hides the value, which may be a secret.
impl fmt::Debug for AccountWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccountWrite(expected {}, {} bytes)", self.expected, self.value.len())
    }
}

/// An account that goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Removing {
    /// The player.
    pub(crate) player: PlayerId,
    /// The revision that the account must have.
    pub(crate) expected: Revision,
    /// The hashes of its name.
    pub(crate) names: Vec<[u8; 32]>,
    /// Why it goes. The table keeps an [`AccountKey::Erased`] of one that is erased.
    pub(crate) why: Removal,
}

/// An account that gets other names.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Renaming {
    /// The player.
    pub(crate) player: PlayerId,
    /// The revision that the account must have.
    pub(crate) expected: Revision,
    /// The account with its new name.
    pub(crate) value: Vec<u8>,
    /// The hashes of the new name. Those that the player does not have must be free.
    pub(crate) names: Vec<[u8; 32]>,
    /// The hashes of the old name that are not those of the new one.
    pub(crate) freed: Vec<[u8; 32]>,
}

/// Hides the value, which is a secret.
impl fmt::Debug for Renaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Renaming({}, expected {})", self.player, self.expected)
    }
}

/// The result of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    /// All keys are set, and have these revisions.
    Done(Vec<Revision>),
    /// A key was not at the revision that its write expects. No account is set. Names may be set, but
    /// without an account others can claim them.
    Conflict,
}

/// Keys with values and revisions.
///
/// The revision of a key grows with every write. After an error, a write may or may not have been made.
pub(crate) trait AccountTable: fmt::Debug + Send + Sync {
    /// Reads the revision and the value of a key.
    fn get(&self, key: AccountKey) -> Answered<'_, Option<(Revision, Vec<u8>)>>;

    /// Sets one account, with the names that it registers, or no account at all. The writes survive a loss
    /// of power once this returns.
    ///
    /// A name whose owner has no account may be given to another player.
    fn commit(&self, writes: Vec<AccountWrite>) -> Answered<'_, Committed>;

    /// Returns the players who have accounts.
    fn players(&self) -> Answered<'_, Vec<PlayerId>>;

    /// Removes an account with its names, or nothing.
    fn remove(&self, removing: Removing) -> Answered<'_, Committed>;

    /// Replaces an account at this revision by one with other names.
    fn rename(&self, renaming: Renaming) -> Answered<'_, Committed>;

    /// Returns the number of accounts, approximately if others write at the same time.
    fn count(&self) -> Answered<'_, u64>;

    /// Closes the table; nothing else succeeds then.
    fn close(&self) -> Answered<'_, ()>;
}
