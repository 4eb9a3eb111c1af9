//! The answers of the accounts, and the changes by other hubs of those that several hubs share.
//!
//! The answer to the first query of a request brings the hub's row of the account up to date, which the next
//! steps use. While the owner of shared accounts does not answer, nobody can join, log in or register; players
//! who are here, or resume, play on.

use super::appealing::close_if_name_banned;
use super::passwords::LoginWith;
use super::{After, Door};
use crate::accounts::{LoginAttempt, OVERLOADED};
use crate::address::Address;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::login_throttle::{Subject, Turn};
use crate::names::NameKeys;
use crate::queries::Purpose;
use crate::record::{Answer, QueryId};
use crate::shared_accounts::{AccountAnswer, AccountRefusal, Removal, SharedAccount};
use crate::step::{FollowUp, Step};
use chuhe_protocol::{AccountMessage, Password, PlayerId, PlayerName, Refusal};

impl Door {
    /// Continues a join with the owner of the name.
    pub(super) fn name_looked_up(
        &self,
        step: &mut Step,
        connection: ConnectionId,
        name: PlayerName,
        answer: Answer,
    ) -> Result<After, Refusal> {
        let Answer::Accounts(AccountAnswer::Found(owner)) = answer else { return Err(OVERLOADED) };
        if owner.is_some() {
            return Err(Refusal::NameRegistered);
        }
        step.lifecycle.check_open()?;
        if close_if_name_banned(step, self, connection, &name) {
            return Ok(After::Nothing);
        }
        Ok(After::Joins(name))
    }

    /// Verifies the password of a login to an account.
    pub(super) fn login_begun(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        with: LoginWith,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let (account, turn) = begun(answer)?;
        let subject = Subject::of(account.as_ref().map_or(&with.name, |account| &account.row.name));
        let player = account.and_then(|account| self.adopt(step, *account));
        self.verify_login(step, connection, request, with, LoginAttempt { player, subject, turn })
    }

    /// Verifies the old password of an account.
    pub(super) fn password_change_begun(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        address: Address,
        old: Password,
        new: Password,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let (account, _) = begun(answer)?;
        let account = account.filter(|account| account.player == player).ok_or(Refusal::WrongPassword)?;
        let subject = Subject::of(&account.row.name);
        // closes the connection if the account was signed out everywhere meanwhile
        self.account_changed(step, *account);
        let query = self.accounts.verification(Some(player), old);
        let purpose = Purpose::ChangePassword { player, subject, address, new };
        self.query(step, connection, request, purpose, query)
    }

    /// Continues a registration with the stored account.
    pub(super) fn claimed(&mut self, step: &mut Step, connection: ConnectionId, account: &SharedAccount) {
        let player = account.player;
        tracing::info!(%connection, %player, "registered");
        if self.update_account(step, account, Some(connection)) {
            self.share_blocks_of(step, player);
        }
        step.follow_up(FollowUp::Relist(player));
        step.effects.send(connection, AccountMessage::Registered);
    }

    /// Continues with the account whose password is replaced.
    pub(super) fn password_set(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        account: &SharedAccount,
    ) {
        let player = account.player;
        tracing::info!(%connection, %player, "changed the password");
        let own = self.connections.player(connection).filter(|own| *own == player).map(|_| connection);
        self.update_account(step, account, own);
        if own.is_some() {
            self.replace_tokens(step, connection, player);
            step.effects.send(connection, AccountMessage::Registered);
        }
    }

    /// Continues with the account of a player who has signed out of all hubs.
    pub(super) fn signed_out(&mut self, step: &mut Step, connection: ConnectionId, account: &SharedAccount) {
        self.update_account(step, account, Some(connection));
        self.replace_tokens(step, connection, account.player);
    }

    /// Handles that a shared account has changed.
    ///
    /// While the hub is paused this waits. It also waits for the answer to a change that a connection
    /// here has requested: the owner may report that change first, and the connection must not be
    /// closed because its own player signs out everywhere.
    pub(crate) fn account_changed(&mut self, step: &mut Step, account: SharedAccount) {
        if step.lifecycle.is_stopped() {
            return;
        }
        if !step.lifecycle.is_paused() && !self.queries.changes_account(account.player) {
            self.update_account(step, &account, None);
            return;
        }
        let is_older = |late: &SharedAccount| late.revision >= account.revision;
        if !self.late_accounts.get(&account.player).is_some_and(is_older) {
            self.late_accounts.insert(account.player, account);
        }
    }

    /// Handles that a shared account is gone. While the hub is paused this waits.
    pub(crate) fn account_removed(&mut self, step: &mut Step, player: PlayerId, why: Removal) {
        if step.lifecycle.is_stopped() {
            return;
        }
        if step.lifecycle.is_paused() {
            self.late_removals.insert(player, why);
            return;
        }
        self.late_accounts.remove(&player);
        if !self.accounts.is_shared(player) {
            return;
        }
        match why {
            Removal::Lapsed => {
                tracing::info!(%player, "the account of this player is gone");
                self.sign_out(step, player);
                step.follow_up(FollowUp::Unregister(player));
            }
            Removal::Erased => self.erase_account(step, player),
        }
    }

    /// Handles the accounts that changed during a pause, or before the answer to an own change.
    pub(crate) fn update_late_accounts(&mut self, step: &mut Step) {
        if step.lifecycle.is_paused() {
            return;
        }
        for (player, why) in std::mem::take(&mut self.late_removals) {
            self.account_removed(step, player, why);
        }
        for (_, account) in std::mem::take(&mut self.late_accounts) {
            self.account_changed(step, account);
        }
    }

    /// Returns the player of a shared account, with a copy that is up to date.
    ///
    /// `None` if the number is another player's here.
    fn adopt(&mut self, step: &mut Step, account: SharedAccount) -> Option<PlayerId> {
        if let Some(changes) = self.accounts.adopt(&account, step.now) {
            tracing::info!(player = %account.player, "the account is new in this hall");
            step.effects.save(changes.record);
        }
        self.update_account(step, &account, None);
        let is_it = self.accounts.get(account.player).is_some_and(|own| own.name == account.row.name);
        is_it.then_some(account.player)
    }

    /// Brings the hub's copy of an account up to date, and returns whether anything changed.
    ///
    /// If the player has signed out everywhere, their connection is closed, unless it is `own`, which
    /// has requested it.
    fn update_account(
        &mut self,
        step: &mut Step,
        account: &SharedAccount,
        own: Option<ConnectionId>,
    ) -> bool {
        let player = account.player;
        let changes = self.accounts.update_shared(account);
        // guests under its name leave at the end of the step
        self.dismiss_namesakes(step, account);
        let Some(changes) = changes else { return false };
        step.effects.save(changes.record);
        self.schedule_lapses(step);
        if changes.has_new_password {
            self.queries.outdate_logins(player);
        }
        if changes.has_signed_out && own.is_none() {
            self.sign_out(step, player);
        } else if let Some(connection) = self.connections.of(player)
            && changes.has_new_preferences
        {
            self.send_preferences(step, connection, player);
        }
        if let Some(old_name) = changes.old_name {
            step.follow_up(FollowUp::Renamed(player, old_name));
        }
        if changes.has_new_policy {
            step.follow_up(FollowUp::Relist(player));
        }
        true
    }

    /// Refuses joins under the name of an account, and sends away the guests who have it.
    fn dismiss_namesakes(&mut self, step: &mut Step, account: &SharedAccount) {
        let name = &account.row.name;
        let keys = NameKeys::of(name);
        let joins = self.queries.joins().filter(|(_, wanted)| keys.shares_a_key(&NameKeys::of(wanted)));
        let joins: Vec<QueryId> = joins.map(|(id, _)| id).collect();
        for id in joins {
            let Some(query) = self.queries.remove(id) else { continue };
            self.connections.set_query(query.connection, None);
            self.refuse(step, query.connection, query.request, Err(Refusal::NameRegistered));
        }
        for guest in self.accounts.guests_named(name) {
            if guest != account.player {
                step.follow_up(FollowUp::Dismiss(guest));
            }
        }
    }
}

/// Returns the account and the turn in the answer to the beginning of a login.
fn begun(answer: Answer) -> Result<(Option<Box<SharedAccount>>, Turn), Refusal> {
    let Answer::Accounts(AccountAnswer::LoginBegun { account, admitted }) = answer else {
        return Err(OVERLOADED);
    };
    Ok((account, admitted.map_err(|wait_ms| Refusal::TooManyAttempts { wait_ms })?))
}

/// Returns the stored account of a player in an answer.
pub(super) fn stored(answer: Answer, player: PlayerId) -> Result<Box<SharedAccount>, Refusal> {
    let Answer::Accounts(answer) = answer else { return Err(OVERLOADED) };
    match answer {
        AccountAnswer::Stored(account) if account.player == player => Ok(account),
        AccountAnswer::Refused(why) => Err(match why {
            AccountRefusal::NameRegistered => Refusal::NameRegistered,
            AccountRefusal::Full => Refusal::RegistryFull,
            AccountRefusal::OtherPassword | AccountRefusal::Missing => Refusal::WrongPassword,
        }),
        AccountAnswer::Stored(_) | AccountAnswer::Found(_) | AccountAnswer::LoginBegun { .. } => {
            Err(OVERLOADED)
        }
    }
}
