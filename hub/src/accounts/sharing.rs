//! The copies of accounts that several hubs share.

use super::{Account, Accounts};
use crate::address::Address;
use crate::hashes::PasswordHash;
use crate::names::NameKeys;
use crate::preferences::Preferences;
use crate::record::Record;
use crate::shared_accounts::{AccountRow, SharedAccount};
use chuhe_protocol::{PlayerId, PlayerName, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeSet;

/// What a shared account has changed in the hub's copy.
#[derive(Debug, Default)]
pub(crate) struct SharedChanges {
    /// The row to save; `None` if nothing stored changes.
    pub(crate) record: Option<Record>,
    /// Whether the player has signed out everywhere since.
    pub(crate) has_signed_out: bool,
    pub(crate) has_new_password: bool,
    pub(crate) has_new_policy: bool,
    pub(crate) has_new_preferences: bool,
}

impl Account {
    /// Returns whether the account is one that several hubs share.
    pub(crate) const fn is_shared(&self) -> bool {
        self.shared.is_some()
    }
}

impl Accounts {
    /// Returns whether the player's account is one that several hubs share.
    pub(crate) fn is_shared(&self, id: PlayerId) -> bool {
        self.get(id).is_some_and(Account::is_shared)
    }

    /// Returns the password of a registered player.
    pub(crate) fn password(&self, id: PlayerId) -> Option<PasswordHash> {
        self.get(id)?.password.clone()
    }

    /// Returns whether the player with this registered name has connected from this address before.
    pub(crate) fn is_known_address(&self, name: &PlayerName, from: Address) -> bool {
        let known = self.by_registered_name(name).and_then(|player| self.get(player));
        known.is_some_and(|account| account.addresses.contains(&from))
    }

    /// Returns the account with which a guest registers.
    pub(crate) fn to_share(
        &self,
        id: PlayerId,
        password: PasswordHash,
        now: Timestamp,
    ) -> Option<AccountRow> {
        let account = self.get(id)?;
        let shared = account.preferences.blocked.iter().filter(|&&other| self.is_shared(other));
        let named = shared.filter_map(|&other| Some((other, self.get(other)?.name.clone())));
        Some(AccountRow {
            name: account.name.clone(),
            registered_at: now,
            password,
            policy: account.preferences.policy,
            blocked: named.collect(),
            sign_outs: 0,
        })
    }

    /// Returns the guests, without computer players, whose name is `name` or looks like it.
    pub(crate) fn guests_named(&self, name: &PlayerName) -> Vec<PlayerId> {
        let mut named: Vec<PlayerId> = self.names.owners(&NameKeys::of(name)).collect();
        named.sort_unstable();
        named.dedup();
        let is_guest = |account: &Account| !account.is_registered() && account.computer_level.is_none();
        named.retain(|&id| self.get(id).is_some_and(is_guest));
        named
    }

    /// Adds a copy of a shared account, unless its number is in use here.
    ///
    /// The player is absent, and has never been here.
    #[must_use = "the new player must be saved"]
    pub(crate) fn adopt(&mut self, shared: &SharedAccount, now: Timestamp) -> Option<SharedChanges> {
        if self.contains(shared.player) {
            return None;
        }
        let never = Timestamp::default();
        let account = Account { away_since: Some(now), ..Account::new(shared.row.name.clone(), never) };
        self.names.take(&account.keys, shared.player);
        self.players.insert(shared.player, account);
        self.names_elsewhere.remove(&shared.player);
        self.update_shared(shared)
    }

    /// Brings the copy of a shared account up to date.
    ///
    /// `None` if this hub has no copy, or only a newer one.
    #[must_use = "the changes must be saved"]
    pub(crate) fn update_shared(&mut self, shared: &SharedAccount) -> Option<SharedChanges> {
        let SharedAccount { player, revision, row } = shared;
        let before = self.players.get_mut(player)?;
        if before.name != row.name {
            tracing::error!(%player, name = %before.name, shared = %row.name, "the number of a shared account is another player's here");
            return None;
        }
        if *revision <= before.shared_revision {
            return None;
        }
        before.shared_revision = *revision;
        let mut changes = SharedChanges {
            has_signed_out: before.shared.is_some_and(|sign_outs| sign_outs < row.sign_outs),
            has_new_password: before.password.as_ref() != Some(&row.password),
            has_new_policy: before.preferences.policy != row.policy,
            ..SharedChanges::default()
        };
        let is_new = before.shared.replace(row.sign_outs) != Some(row.sign_outs);
        self.registered += usize::from(before.password.replace(row.password.clone()).is_none());
        changes.has_new_preferences = self.set_shared_preferences(*player, row);
        if is_new || changes.has_new_password || changes.has_new_preferences {
            changes.record = self.players.get_mut(player).map(|account| account.write(*player));
        }
        Some(changes)
    }

    /// Sets a player's preferences to those of their shared account. Blocks of guests stay.
    ///
    /// Returns whether anything changes.
    fn set_shared_preferences(&mut self, id: PlayerId, row: &AccountRow) -> bool {
        let Some(account) = self.get(id) else { return false };
        let before = account.preferences.clone();
        let mut blocked: BTreeSet<PlayerId> =
            row.blocked.keys().copied().filter(|&other| other != id).collect();
        let here = before.blocked.iter().copied();
        let of_guests = here.filter(|&other| self.contains(other) && !self.is_shared(other));
        let room = limits::BLOCKED_PLAYERS.saturating_sub(blocked.len());
        blocked.extend(of_guests.take(room).collect::<Vec<_>>());
        for (&other, name) in &row.blocked {
            if !self.contains(other) {
                self.names_elsewhere.insert(other, name.clone());
            }
        }
        for &lifted in before.blocked.difference(&blocked) {
            self.blockers.remove(id, lifted);
        }
        for &added in blocked.difference(&before.blocked) {
            self.blockers.insert(id, added);
        }
        let preferences = Preferences { policy: row.policy, blocked };
        let has_changed = preferences != before;
        if let Some(account) = self.players.get_mut(&id) {
            account.preferences = preferences;
        }
        has_changed
    }

    /// Revokes all tokens of a player.
    #[must_use = "the revocation must be saved"]
    pub(crate) fn revoke_tokens(&mut self, id: PlayerId) -> Vec<Record> {
        self.tokens.revoke_all(id)
    }
}
