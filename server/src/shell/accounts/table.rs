//! What a place for shared accounts must be able to do.

use crate::store::{AccountKey, Revision, StoreError};
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// What a table returns.
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

/// Shows no value: it may be a secret.
impl fmt::Debug for AccountWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccountWrite(expected {}, {} bytes)", self.expected, self.value.len())
    }
}

/// What became of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    /// All keys are set, and have these revisions.
    Done(Vec<Revision>),
    /// A key was not at the revision that its write expects. No account is set, and if names are, they
    /// can be claimed anew.
    Conflict,
}

/// Keys with values and revisions.
///
/// The revision of a key grows with every write. An error says nothing about whether a write was made.
pub(crate) trait AccountTable: fmt::Debug + Send + Sync {
    /// Reads the revision and the value of a key.
    fn get(&self, key: AccountKey) -> Answered<'_, Option<(Revision, Vec<u8>)>>;

    /// Sets one account, and the names with which it is registered; or no account. They are safe from a
    /// loss of power before this returns.
    ///
    /// A name whose owner has no account may be given to another player.
    fn commit(&self, writes: Vec<AccountWrite>) -> Answered<'_, Committed>;

    /// Returns how many accounts there are, approximately if others write at the same time.
    fn count(&self) -> Answered<'_, u64>;

    /// Closes the table; nothing else succeeds then.
    fn close(&self) -> Answered<'_, ()>;
}
