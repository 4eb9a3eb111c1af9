//! Accounts that several hubs share: the steps of [`registration`](super::registration) that need
//! them, and their changes by other hubs.
//!
//! The first request that concerns an account queries it, and the answer continues with the steps of
//! a hub on its own, on a copy that is up to date. While the accounts do not answer, nobody can join,
//! log in or register; players who are here, or resume, play on.

use super::Hub;
use crate::accounts::{LoginAttempt, OVERLOADED};
use crate::address::Address;
use crate::boundary::ConnectionId;
use crate::login_throttle::{Subject, Turn};
use crate::names::NameKeys;
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, QueryId};
use crate::shared_accounts::{AccountAnswer, AccountRefusal, Removal, SharedAccount};
use chuhe_protocol::{AccountMessage, CloseReason, Password, PlayerId, PlayerName, Refusal};

impl Hub {
    /// Continues a join with the owner of the name.
    pub(super) fn name_looked_up(
        &mut self,
        connection: ConnectionId,
        name: PlayerName,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Accounts(AccountAnswer::Found(owner)) = answer else { return Err(OVERLOADED) };
        if owner.is_some() {
            return Err(Refusal::NameRegistered);
        }
        self.step.lifecycle.check_open()?;
        if self.close_if_banned(connection, Some(&name)) {
            return Ok(());
        }
        self.add_player(connection, name)
    }

    /// Verifies the password of a login to a shared account.
    pub(super) fn shared_login_begun(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (name, password): (PlayerName, Password),
        answer: Answer,
    ) -> Result<(), Refusal> {
        let (account, turn) = begun(answer)?;
        let subject = Subject::of(account.as_ref().map_or(&name, |account| &account.row.name));
        let player = account.and_then(|account| self.adopt(*account));
        self.door.verify_login(
            &mut self.step,
            connection,
            request,
            (name, password),
            LoginAttempt { player, subject, turn },
        )
    }

    /// Verifies the old password of a shared account.
    pub(super) fn shared_password_change_begun(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (player, address): (PlayerId, Address),
        (old, new): (Password, Password),
        answer: Answer,
    ) -> Result<(), Refusal> {
        let (account, _) = begun(answer)?;
        let account = account.filter(|account| account.player == player).ok_or(Refusal::WrongPassword)?;
        let subject = Subject::of(&account.row.name);
        // closes the connection if the account was signed out everywhere meanwhile
        self.account_changed(*account);
        let query = self.door.accounts.verification(Some(player), old);
        self.door.query(
            &mut self.step,
            connection,
            request,
            Purpose::ChangePassword { player, subject, address, new },
            query,
        )
    }

    /// Continues a registration with the stored account.
    pub(super) fn claimed(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let account = stored(answer, player)?;
        tracing::info!(%connection, %player, "registered");
        let shares_blocks = self.update_account(&account, Some(connection));
        if shares_blocks {
            self.door.share_blocks_of(&mut self.step, player);
        }
        self.step.effects.send(connection, AccountMessage::Registered);
        Ok(())
    }

    /// Continues with the account whose password is replaced.
    pub(super) fn shared_password_set(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let account = stored(answer, player)?;
        tracing::info!(%connection, %player, "changed the password");
        let own = self.door.connections.player(connection).filter(|own| *own == player).map(|_| connection);
        self.update_account(&account, own);
        if own.is_some() {
            self.door.replace_tokens(&mut self.step, connection, player);
            self.step.effects.send(connection, AccountMessage::Registered);
        }
        Ok(())
    }

    /// Continues with the account of a player who has signed out of all hubs.
    pub(super) fn signed_out_of_all_hubs(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let account = stored(answer, player)?;
        self.update_account(&account, Some(connection));
        self.door.replace_tokens(&mut self.step, connection, player);
        Ok(())
    }

    /// Handles the answer to a query for which no connection waits any more.
    pub(super) fn answered_late(&mut self, answer: Answer) {
        if let Answer::Accounts(AccountAnswer::Stored(account)) = answer {
            self.account_changed(*account);
        }
    }

    /// Handles that a shared account has changed.
    ///
    /// While the hub is paused this waits. It also waits for the answer to a change that a connection
    /// here has requested: the owner may report that change first, and the connection must not be
    /// closed because its own player signs out everywhere.
    pub(super) fn account_changed(&mut self, account: SharedAccount) {
        if self.step.lifecycle.is_stopped() {
            return;
        }
        if !self.step.lifecycle.is_paused() && !self.door.queries.changes_account(account.player) {
            self.update_account(&account, None);
            return;
        }
        let is_older = |late: &SharedAccount| late.revision >= account.revision;
        if !self.door.late_accounts.get(&account.player).is_some_and(is_older) {
            self.door.late_accounts.insert(account.player, account);
        }
    }

    /// Handles that a shared account is gone. While the hub is paused this waits.
    pub(super) fn account_removed(&mut self, player: PlayerId, why: Removal) {
        if self.step.lifecycle.is_stopped() {
            return;
        }
        if self.step.lifecycle.is_paused() {
            self.door.late_removals.insert(player, why);
            return;
        }
        self.door.late_accounts.remove(&player);
        if !self.door.accounts.is_shared(player) {
            return;
        }
        match why {
            Removal::Lapsed => {
                tracing::info!(%player, "the account of this player is gone");
                self.end_account(player);
            }
            Removal::Erased => self.erase_account(player),
        }
    }

    /// Signs a registered player out, and removes them. A player of a running game stays as a guest.
    pub(super) fn end_account(&mut self, player: PlayerId) {
        self.sign_out(player);
        if self.lobby.plays(player) {
            let record = self.door.accounts.unregister(player);
            self.step.effects.save(record);
            self.schedule_release(player);
        } else {
            self.remove_account(player);
        }
    }

    /// Handles the accounts that changed during a pause, or before the answer to an own change.
    pub(super) fn update_late_accounts(&mut self) {
        for (player, why) in std::mem::take(&mut self.door.late_removals) {
            self.account_removed(player, why);
        }
        for (_, account) in std::mem::take(&mut self.door.late_accounts) {
            self.account_changed(account);
        }
    }

    /// Returns the player of a shared account, with a copy that is up to date.
    ///
    /// `None` if the number is another player's here.
    fn adopt(&mut self, account: SharedAccount) -> Option<PlayerId> {
        if let Some(changes) = self.door.accounts.adopt(&account, self.step.now) {
            tracing::info!(player = %account.player, "the account is new in this hall");
            self.step.effects.save(changes.record);
        }
        self.update_account(&account, None);
        let is_it = self.door.accounts.get(account.player).is_some_and(|own| own.name == account.row.name);
        is_it.then_some(account.player)
    }

    /// Brings the hub's copy of an account up to date, and returns whether anything changed.
    ///
    /// If the player has signed out everywhere, their connection is closed, unless it is `own`, which
    /// has requested it.
    fn update_account(&mut self, account: &SharedAccount, own: Option<ConnectionId>) -> bool {
        let player = account.player;
        let changes = self.door.accounts.update_shared(account);
        // with the account itself, before anyone else is served under its name
        self.dismiss_namesakes(account);
        let Some(changes) = changes else { return false };
        self.step.effects.save(changes.record);
        self.door.schedule_lapses(&mut self.step);
        if let Some(old_name) = &changes.old_name {
            self.lobby.visitors.remove(old_name);
            self.lobby.presence.record_change(player);
        }
        if changes.has_new_password {
            self.door.queries.outdate_logins(player);
        }
        let connection = self.door.connections.of(player);
        if changes.has_signed_out && own.is_none() {
            self.sign_out(player);
        } else if let Some(connection) = connection.filter(|_| changes.old_name.is_some())
            && self.lobby.presence.table(player).is_none()
        {
            // the client learns its name when it resumes; at a table, that has time
            self.close(connection, CloseReason::Kicked);
        } else if let Some(connection) = connection.filter(|_| changes.has_new_preferences) {
            self.door.send_preferences(&mut self.step, connection, player);
        }
        if changes.has_new_policy {
            self.lobby.presence.record_change(player);
        }
        true
    }

    /// Refuses joins under the name of an account, and closes the connections of guests who have it.
    ///
    /// A guest in a running game keeps the name for this visit: their opponent is not to lose the game.
    fn dismiss_namesakes(&mut self, account: &SharedAccount) {
        let name = &account.row.name;
        let keys = NameKeys::of(name);
        let joins: Vec<QueryId> = self
            .door
            .queries
            .joins()
            .filter(|(_, wanted)| keys.shares_a_key(&NameKeys::of(wanted)))
            .map(|(id, _)| id)
            .collect();
        for id in joins {
            let Some(PendingQuery { connection, request, purpose: _ }) = self.door.queries.remove(id) else {
                continue;
            };
            self.door.connections.set_query(connection, None);
            self.door.refuse(&mut self.step, connection, request, Err(Refusal::NameRegistered));
        }
        for guest in self.door.accounts.guests_named(name) {
            if guest == account.player || self.lobby.plays(guest) {
                continue;
            }
            tracing::info!(player = %guest, "another player has registered the name of this guest");
            if let Some(connection) = self.door.connections.of(guest) {
                self.close(connection, CloseReason::NameRegistered);
            }
            self.release(guest);
        }
    }
}

/// Returns the account and the turn in the answer to the beginning of a login.
fn begun(answer: Answer) -> Result<(Option<Box<SharedAccount>>, Turn), Refusal> {
    let Answer::Accounts(AccountAnswer::LoginBegun { account, admitted }) = answer else {
        return Err(OVERLOADED);
    };
    let turn = admitted.map_err(|wait_ms| Refusal::TooManyAttempts { wait_ms })?;
    Ok((account, turn))
}

/// Returns the stored account of a player in an answer.
fn stored(answer: Answer, player: PlayerId) -> Result<Box<SharedAccount>, Refusal> {
    match answer {
        Answer::Accounts(AccountAnswer::Stored(account)) if account.player == player => Ok(account),
        Answer::Accounts(AccountAnswer::Refused(why)) => Err(match why {
            AccountRefusal::NameRegistered => Refusal::NameRegistered,
            AccountRefusal::Full => Refusal::RegistryFull,
            AccountRefusal::OtherPassword | AccountRefusal::Missing => Refusal::WrongPassword,
        }),
        Answer::Accounts(
            AccountAnswer::Stored(_) | AccountAnswer::Found(_) | AccountAnswer::LoginBegun { .. },
        )
        | Answer::Games { .. }
        | Answer::Found { .. }
        | Answer::Entries { .. }
        | Answer::Hashed(_)
        | Answer::Verified(_)
        | Answer::Failed => Err(OVERLOADED),
    }
}
