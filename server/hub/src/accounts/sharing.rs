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
    /// The name that the player had before, if they have another one now.
    pub(crate) old_name: Option<PlayerName>,
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

    /// Returns whether the table of accounts has this player: the hub's own, or that which several hubs share.
    ///
    /// A registered player is missing in that one if an older registration elsewhere has their name.
    pub(crate) fn has_account(&self, id: PlayerId) -> bool {
        let is_in_table = |account: &Account| account.is_shared() || self.own_logins.is_some();
        self.get(id).is_some_and(|account| account.is_registered() && is_in_table(account))
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
            seen_at: now,
            has_played: account.has_played,
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
        let are_shared = self.own_logins.is_none();
        let before = self.players.get_mut(player)?;
        // the number of a shared account is nobody else's, so that its name may change
        if before.name != row.name && before.shared.is_none() {
            tracing::error!(%player, name = %before.name, shared = %row.name, "the number of a shared account is another player's here");
            return None;
        }
        if *revision <= before.shared_revision {
            return None;
        }
        before.shared_revision = *revision;
        let is_renamed = before.name != row.name;
        let has_new_game = row.has_played && !before.has_played;
        before.has_played |= row.has_played;
        before.seen_at = before.seen_at.max(row.seen_at);
        before.recorded_visit = before.recorded_visit.max(row.seen_at);
        let mut changes = SharedChanges {
            has_signed_out: before.is_registered() && before.shared.unwrap_or_default() < row.sign_outs,
            has_new_password: before.password.as_ref() != Some(&row.password),
            has_new_policy: before.preferences.policy != row.policy,
            old_name: is_renamed.then(|| before.name.clone()),
            ..SharedChanges::default()
        };
        let is_new = are_shared && before.shared.replace(row.sign_outs) != Some(row.sign_outs);
        self.registered += usize::from(before.password.replace(row.password.clone()).is_none());
        changes.has_new_preferences = self.set_shared_preferences(*player, row);
        self.schedule_lapse(*player);
        if is_renamed {
            self.set_name(*player, row.name.clone());
        }
        if is_new || is_renamed || has_new_game || changes.has_new_password || changes.has_new_preferences {
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
        // what the profile shows is the hall's own, as the ratings in it are
        let preferences = Preferences { policy: row.policy, blocked, profile: before.profile };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::record::PlayerRow;
    use chuhe_protocol::{ChallengePolicy, SessionToken};
    use std::collections::BTreeMap;

    const BO: PlayerId = PlayerId(1);
    const AN: PlayerId = PlayerId(2);
    /// A guest of this hub.
    const GU: PlayerId = PlayerId(3);
    /// A player whom this hub does not know.
    const CY: PlayerId = PlayerId(9);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn name(text: &str) -> PlayerName {
        PlayerName::parse(text).expect("a name")
    }

    fn account(player: PlayerId, text: &str) -> SharedAccount {
        let row = AccountRow {
            name: name(text),
            registered_at: at(1),
            password: PasswordHash("hash".into()),
            policy: ChallengePolicy::Everyone,
            blocked: BTreeMap::new(),
            sign_outs: 4,
            seen_at: at(1),
            has_played: false,
        };
        SharedAccount { player, revision: 1, row }
    }

    /// The next revision of an account, with a change.
    fn changed(before: &SharedAccount, change: impl FnOnce(&mut AccountRow)) -> SharedAccount {
        let mut after = SharedAccount { revision: before.revision + 1, ..before.clone() };
        change(&mut after.row);
        after
    }

    /// The accounts of Bo and An, and a guest.
    fn accounts() -> Accounts {
        let mut accounts = Accounts::new(Limits::default(), true);
        for (player, text) in [(BO, "Bo"), (AN, "An")] {
            assert!(accounts.adopt(&account(player, text), at(10)).is_some());
        }
        assert!(!accounts.add(GU, name("Gu"), SessionToken([1; 16]), None, at(20)).is_empty());
        accounts
    }

    fn row(changes: &SharedChanges) -> Option<&PlayerRow> {
        let Record::Player { row, .. } = changes.record.as_ref()? else { panic!("a player's row") };
        row.as_ref()
    }

    fn flags(changes: &SharedChanges) -> [bool; 4] {
        let &SharedChanges { has_signed_out, has_new_password, has_new_policy, has_new_preferences, .. } =
            changes;
        [has_signed_out, has_new_password, has_new_policy, has_new_preferences]
    }

    #[test]
    fn an_adopted_player_is_registered_absent_and_was_never_here() {
        let mut accounts = Accounts::new(Limits { registered_names: 1, ..Limits::default() }, true);
        let changes = accounts.adopt(&account(BO, "Bo"), at(10)).expect("the number is free");
        let row = row(&changes).expect("the row is new");
        assert_eq!((row.name.as_str(), row.shared, row.joined_at), ("Bo", Some(4), Timestamp::default()));
        assert_eq!(row.password, Some(PasswordHash("hash".into())));
        assert_eq!(flags(&changes), [false, true, false, false]);
        assert_eq!(accounts.get(BO).and_then(|account| account.away_ms(at(15))), Some(5));
        assert!(accounts.is_registered(BO) && accounts.is_shared(BO) && !accounts.is_shared(AN));
        assert_eq!(accounts.password(BO), Some(PasswordHash("hash".into())));
        assert_eq!(accounts.visits().count(), 0);
        assert!(accounts.adopt(&account(BO, "Bo"), at(10)).is_none(), "the number is in use");
        // the copy counts among the registered names
        assert!(accounts.check_unregistered(AN).is_err());
    }

    #[test]
    fn each_change_of_an_account_is_named_and_stored_and_an_older_row_is_ignored() {
        let mut accounts = accounts();
        let mut last = account(BO, "Bo");
        let mut update = |change: fn(&mut AccountRow)| {
            last = changed(&last, change);
            let changes = accounts.update_shared(&last).expect("it is newer");
            assert!(accounts.update_shared(&last).is_none(), "it is known");
            (flags(&changes), changes.record.is_some())
        };
        assert_eq!(update(|_| ()), ([false; 4], false));
        assert_eq!(update(|row| row.sign_outs += 1), ([true, false, false, false], true));
        let password = update(|row| row.password = PasswordHash("other".into()));
        assert_eq!(password, ([false, true, false, false], true));
        let policy = update(|row| row.policy = ChallengePolicy::Nobody);
        assert_eq!(policy, ([false, false, true, true], true));
        let block = update(|row| drop(row.blocked.insert(CY, name("Cy"))));
        assert_eq!(block, ([false, false, false, true], true));
        assert_eq!(update(|row| row.has_played = true), ([false; 4], true));
        assert_eq!(update(|row| row.name = name("Di")), ([false; 4], true));
        let older = changed(&account(BO, "Bo"), |row| row.sign_outs = 9);
        assert!(accounts.update_shared(&older).is_none());
        assert!(accounts.update_shared(&account(CY, "Cy")).is_none(), "there is no copy");
        let other = changed(&account(GU, "Another"), |row| row.sign_outs = 9);
        assert!(accounts.update_shared(&other).is_none(), "the number is another player's");
        accounts.check_preferences();
    }

    #[test]
    fn blocks_of_guests_stay_with_those_of_the_account() {
        let mut accounts = accounts();
        for other in [AN, GU] {
            assert!(accounts.block(BO, other).is_ok_and(|record| record.is_some()));
        }
        let blocked = |row: &mut AccountRow, others: &[(PlayerId, &str)]| {
            row.blocked = others.iter().map(|&(player, text)| (player, name(text))).collect();
        };
        let lists = |accounts: &Accounts| {
            let ids = [BO, AN, GU, CY];
            ids.map(|other| (accounts.blocks(BO, other), accounts.blockers(other).eq([BO])))
        };
        // an account that blocks itself does not
        let with_cy = changed(&account(BO, "Bo"), |row| blocked(row, &[(BO, "Bo"), (CY, "Cy")]));
        assert!(accounts.update_shared(&with_cy).is_some());
        assert_eq!(lists(&accounts), [(false, false), (false, false), (true, true), (true, true)]);
        accounts.check_preferences();
        let full = changed(&with_cy, |row| {
            let others = 100..100 + limits::BLOCKED_PLAYERS as u64;
            row.blocked = others.map(|n| (PlayerId(n), name(&format!("p{n}")))).collect();
        });
        assert!(accounts.update_shared(&full).is_some());
        assert_eq!(lists(&accounts), [(false, false); 4], "the list of the account is full");
        accounts.check_preferences();
    }

    #[test]
    fn a_guest_registers_with_the_blocks_of_shared_accounts() {
        let mut accounts = accounts();
        assert!(!accounts.add(CY, name("Cy"), SessionToken([2; 16]), None, at(30)).is_empty());
        for other in [AN, CY] {
            assert!(accounts.block(GU, other).is_ok_and(|record| record.is_some()));
        }
        assert!(accounts.set_policy(GU, ChallengePolicy::Registered).is_some());
        let expected = AccountRow {
            name: name("Gu"),
            registered_at: at(50),
            password: PasswordHash("new".into()),
            policy: ChallengePolicy::Registered,
            blocked: [(AN, name("An"))].into(),
            sign_outs: 0,
            seen_at: at(50),
            has_played: false,
        };
        assert_eq!(accounts.to_share(GU, PasswordHash("new".into()), at(50)), Some(expected));
        assert_eq!(accounts.to_share(PlayerId(77), PasswordHash("new".into()), at(50)), None);
    }

    #[test]
    fn guests_of_a_name_are_neither_registered_nor_computers() {
        let mut accounts = accounts();
        let computer = accounts.add(PlayerId(5), name("Robot"), SessionToken([5; 16]), Some(3), at(0));
        assert!(!computer.is_empty());
        let named = |text: &str| accounts.guests_named(&name(text));
        assert_eq!((named("gu"), named("Bo"), named("robot")), (vec![GU], vec![], vec![]));
    }
}
