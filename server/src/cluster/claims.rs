//! Registers names in buckets, which set only one key at a time.
//!
//! A registration takes the keys of its name first and writes the account last; that write completes
//! it. A change of a name takes the keys of the new one, writes the account, and frees the old keys. So a
//! name whose owner has no account with it is only claimed: one of these is in progress, or was lost
//! with its node. After [`CLAIM_MS`] another player may take the claim over.
//!
//! # Why a name never has two accounts
//!
//! - A registration or a change first reads the revision of the player's account key. Then it sets every
//!   name key, also those that the player has already. Last, it writes the account at the revision that it
//!   read.
//! - To take a claim over, another one reads the name key and then *fences* its owner: it writes the owner's
//!   account key, which had no account with the name, as it was: with the same account, or deleted. This
//!   makes a new revision. Then it sets the name key at the revision that it read.
//!
//! If the owner set the name key after the other one read it, the takeover fails. Otherwise the owner
//! read their account key before the fence, and fails to write the account.

use super::bucket::{Set, Value};
use super::nats::Unknown;
use bytes::Bytes;
use chuhe_protocol::PlayerId;

/// The age at which a claim may be taken over. A registration, or a change of a name, takes milliseconds.
///
/// The age is the difference between the node's clock and that of NATS, and wrong by as much as these
/// differ. That is harmless, because the fence alone prevents two accounts.
pub(super) const CLAIM_MS: i128 = 10_000;

/// The hash of a key by which names are compared.
pub(super) type NameHash = [u8; 32];

/// A key in the buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClaimKey {
    /// The account of a player.
    Account(PlayerId),
    /// The owner of a name.
    Name(NameHash),
}

/// Keys with compare-and-set.
pub(super) trait ClaimKeys {
    /// Reads a key; `None` if it was never set.
    fn get(&self, key: ClaimKey) -> impl Future<Output = Result<Option<Value>, Unknown>> + Send;

    /// Sets a key that has this revision, 0 if it was never set; deletes it without a value.
    fn set(
        &self,
        key: ClaimKey,
        value: Option<Bytes>,
        revision: u64,
    ) -> impl Future<Output = Result<Set, Unknown>> + Send;

    /// The time, in milliseconds since 1970.
    fn now_ms(&self) -> i128;

    /// Returns whether an account has a name. One that cannot be read keeps every name that it may have.
    fn has_name(&self, account: &[u8], name: NameHash) -> bool;
}

/// Encodes the owner of a name, readable for operators.
pub(super) fn owner_bytes(player: PlayerId) -> Bytes {
    player.0.to_string().into()
}

/// Decodes the owner of a name.
///
/// # Errors
/// [`Unknown`] if it is no number: the name must not be given to anyone.
pub(super) fn owner_in(bytes: &[u8]) -> Result<PlayerId, Unknown> {
    let number = std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
    number.map(PlayerId).ok_or_else(|| Unknown("the owner of a name cannot be read".to_owned()))
}

/// Registers a name: takes its keys and writes the account. `Conflict` if the player has an account, or
/// another player has one of the keys.
pub(super) async fn register(
    keys: &(impl ClaimKeys + Sync),
    player: PlayerId,
    account: Bytes,
    names: &[NameHash],
) -> Result<Set, Unknown> {
    let revision = match keys.get(ClaimKey::Account(player)).await? {
        Some(Value { bytes: Some(_), .. }) => return Ok(Set::Conflict),
        Some(Value { revision, bytes: None, .. }) => revision,
        None => 0,
    };
    for name in names {
        if !take(keys, *name, player).await? {
            return Ok(Set::Conflict);
        }
    }
    keys.set(ClaimKey::Account(player), Some(account), revision).await
}

/// Gives an account that has this revision another name: takes its keys and writes the account. `Conflict` if
/// another player has one of the keys.
pub(super) async fn rename(
    keys: &(impl ClaimKeys + Sync),
    (player, revision): (PlayerId, u64),
    account: Bytes,
    names: &[NameHash],
) -> Result<Set, Unknown> {
    for name in names {
        if !take(keys, *name, player).await? {
            return Ok(Set::Conflict);
        }
    }
    keys.set(ClaimKey::Account(player), Some(account), revision).await
}

/// Makes a player the owner of a name key, also if they are already. Returns whether they are now.
async fn take(keys: &(impl ClaimKeys + Sync), name: NameHash, player: PlayerId) -> Result<bool, Unknown> {
    let key = ClaimKey::Name(name);
    let found = keys.get(key).await?;
    let revision = found.as_ref().map_or(0, |value| value.revision);
    if let Some(Value { bytes: Some(owner), at_ms, .. }) = found {
        let owner = owner_in(&owner)?;
        if owner != player && !lapse(keys, name, owner, at_ms).await? {
            return Ok(false);
        }
    }
    Ok(keys.set(key, Some(owner_bytes(player)), revision).await? != Set::Conflict)
}

/// Fences the owner of a claim if it is old enough. Returns whether the name may be taken over.
async fn lapse(
    keys: &(impl ClaimKeys + Sync),
    name: NameHash,
    owner: PlayerId,
    claimed_at_ms: i128,
) -> Result<bool, Unknown> {
    let key = ClaimKey::Account(owner);
    let found = keys.get(key).await?;
    let (revision, account) = found.map_or((0, None), |value| (value.revision, value.bytes));
    let is_registered = account.as_ref().is_some_and(|account| keys.has_name(account, name));
    if is_registered || keys.now_ms() - claimed_at_ms < CLAIM_MS {
        return Ok(false);
    }
    Ok(keys.set(key, account, revision).await? != Set::Conflict)
}

#[cfg(test)]
mod tests;
