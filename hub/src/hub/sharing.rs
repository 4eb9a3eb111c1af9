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
use crate::hashes::PasswordHash;
use crate::login_throttle::{Subject, Turn};
use crate::names::NameKeys;
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, Query, QueryId};
use crate::shared_accounts::{
    AccountAnswer, AccountChange, AccountQuery, AccountRefusal, Removal, SharedAccount,
};
use chuhe_protocol::{AccountMessage, CloseReason, Password, PlayerId, PlayerName, Refusal};

impl Hub {
    /// Joins under a name that is free here, unless a shared account has it.
    pub(super) fn join_if_unregistered(
        &mut self,
        connection: ConnectionId,
        request: u32,
        name: PlayerName,
    ) -> Result<(), Refusal> {
        let query = Query::Accounts(AccountQuery::Find { name: name.clone() });
        self.query(connection, request, Purpose::Join { name }, query)
    }

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
        self.lifecycle.check_open()?;
        if self.close_if_banned(connection, Some(&name)) {
            return Ok(());
        }
        self.add_player(connection, name)
    }

    /// Queries the account for a login, which counts as an attempt from the connection's address.
    pub(super) fn begin_shared_login(
        &mut self,
        connection: ConnectionId,
        request: u32,
        name: PlayerName,
        password: Password,
    ) -> Result<(), Refusal> {
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let is_known = self.accounts.is_known_address(&name, address);
        let query = AccountQuery::BeginLogin { name: name.clone(), address, is_known };
        let purpose = Purpose::BeginLogin { name, password };
        self.query(connection, request, purpose, Query::Accounts(query))
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
        self.verify_login(connection, request, (name, password), LoginAttempt { player, subject, turn })
    }

    /// Queries the account of a player who changes their password, which counts as a login.
    pub(super) fn begin_shared_password_change(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
        (old, new): (Password, Password),
    ) -> Result<(), Refusal> {
        let account = self.accounts.get(player).filter(|account| account.is_shared());
        let name = account.ok_or(Refusal::WrongPassword)?.name.clone();
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let query = AccountQuery::BeginLogin { name, address, is_known: true };
        let purpose = Purpose::BeginPasswordChange { player, address, old, new };
        self.query(connection, request, purpose, Query::Accounts(query))
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
        let query = self.accounts.verification(Some(player), old);
        self.query(connection, request, Purpose::ChangePassword { player, subject, address, new }, query)
    }

    /// Claims the name of a guest, whose password is hashed.
    pub(super) fn claim(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
        password: PasswordHash,
    ) -> Result<(), Refusal> {
        let Some(row) = self.accounts.to_share(player, password, self.now) else { return Ok(()) };
        let most = self.accounts.most_registered();
        let query = AccountQuery::Claim { player, row: Box::new(row), most };
        self.query(connection, request, Purpose::Claim(player), Query::Accounts(query))
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
            self.share_blocks_of(player);
        }
        self.effects.send(connection, AccountMessage::Registered);
        Ok(())
    }

    /// Replaces the password of a shared account.
    pub(super) fn set_shared_password(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
        to: PasswordHash,
    ) -> Result<(), Refusal> {
        let from = self.accounts.password(player).ok_or(Refusal::WrongPassword)?;
        let query = change_of(player, AccountChange::Password { from, to });
        self.query(connection, request, Purpose::SetPassword(player), query)
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
        let own = self.connections.player(connection).filter(|own| *own == player).map(|_| connection);
        self.update_account(&account, own);
        if own.is_some() {
            self.replace_tokens(connection, player);
            self.effects.send(connection, AccountMessage::Registered);
        }
        Ok(())
    }

    /// Signs the player of a shared account out of all hubs.
    pub(super) fn sign_out_of_all_hubs(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
    ) -> Result<(), Refusal> {
        let query = change_of(player, AccountChange::SignOut);
        self.query(connection, request, Purpose::SignOut(player), query)
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
        self.replace_tokens(connection, player);
        Ok(())
    }

    /// Makes a change of a player's preferences in their shared account too, if they have one.
    ///
    /// The hub's copy is changed already.
    pub(super) fn share_change(&mut self, player: PlayerId, change: AccountChange) {
        if self.accounts.is_shared(player) {
            let id = self.queries.next_id();
            self.effects.query(id, change_of(player, change));
        }
    }

    /// Blocks a player for another in their shared account, if both have one.
    pub(super) fn share_block(&mut self, player: PlayerId, other: PlayerId) {
        if let Some(blocked) = self.accounts.get(other).filter(|account| account.is_shared()) {
            let name = blocked.name.clone();
            self.share_change(player, AccountChange::Block(other, name));
        }
    }

    /// Records in the player's shared account that they are here, unless a visit of the last day is recorded.
    pub(super) fn share_visit(&mut self, player: PlayerId) {
        if self.accounts.begin_recording_visit(player, self.now) {
            self.share_change(player, AccountChange::Visit(self.now));
        }
    }

    /// Shares the blocks of a player who was a guest until now.
    fn share_blocks_of(&mut self, blocked: PlayerId) {
        let blockers: Vec<PlayerId> = self.accounts.blockers(blocked).collect();
        for blocker in blockers {
            self.share_block(blocker, blocked);
        }
    }

    /// Ends an attempt to log in to a shared account: the password was right, or was not verified.
    pub(super) fn end_shared_login(&mut self, subject: Subject, address: Address, is_right: bool) {
        let id = self.queries.next_id();
        self.effects.query(id, Query::Accounts(AccountQuery::EndLogin { subject, address, is_right }));
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
        if self.lifecycle.is_stopped() {
            return;
        }
        if !self.lifecycle.is_paused() && !self.queries.changes_account(account.player) {
            self.update_account(&account, None);
            return;
        }
        let is_older = |late: &SharedAccount| late.revision >= account.revision;
        if !self.late_accounts.get(&account.player).is_some_and(is_older) {
            self.late_accounts.insert(account.player, account);
        }
    }

    /// Handles that a shared account is gone. While the hub is paused this waits.
    pub(super) fn account_removed(&mut self, player: PlayerId, why: Removal) {
        if self.lifecycle.is_stopped() {
            return;
        }
        if self.lifecycle.is_paused() {
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
                self.end_account(player);
            }
            Removal::Erased => self.erase_account(player),
        }
    }

    /// Signs a registered player out, and removes them. A player of a running game stays as a guest.
    pub(super) fn end_account(&mut self, player: PlayerId) {
        self.sign_out(player);
        if self.plays(player) {
            let record = self.accounts.unregister(player);
            self.effects.save(record);
            self.schedule_release(player);
        } else {
            self.remove_account(player);
        }
    }

    /// Handles the accounts that changed during a pause, or before the answer to an own change.
    pub(super) fn update_late_accounts(&mut self) {
        for (player, why) in std::mem::take(&mut self.late_removals) {
            self.account_removed(player, why);
        }
        for (_, account) in std::mem::take(&mut self.late_accounts) {
            self.account_changed(account);
        }
    }

    /// Returns the player of a shared account, with a copy that is up to date.
    ///
    /// `None` if the number is another player's here.
    fn adopt(&mut self, account: SharedAccount) -> Option<PlayerId> {
        if let Some(changes) = self.accounts.adopt(&account, self.now) {
            tracing::info!(player = %account.player, "the account is new in this hall");
            self.effects.save(changes.record);
        }
        self.update_account(&account, None);
        let is_it = self.accounts.get(account.player).is_some_and(|own| own.name == account.row.name);
        is_it.then_some(account.player)
    }

    /// Brings the hub's copy of an account up to date, and returns whether anything changed.
    ///
    /// If the player has signed out everywhere, their connection is closed, unless it is `own`, which
    /// has requested it.
    fn update_account(&mut self, account: &SharedAccount, own: Option<ConnectionId>) -> bool {
        let player = account.player;
        let changes = self.accounts.update_shared(account);
        // with the account itself, before anyone else is served under its name
        self.dismiss_namesakes(account);
        let Some(changes) = changes else { return false };
        self.effects.save(changes.record);
        self.schedule_lapses();
        if let Some(old_name) = &changes.old_name {
            self.visitors.remove(old_name);
            self.presence.record_change(player);
        }
        if changes.has_new_password {
            self.queries.outdate_logins(player);
        }
        let connection = self.connections.of(player);
        if changes.has_signed_out && own.is_none() {
            self.sign_out(player);
        } else if let Some(connection) = connection.filter(|_| changes.old_name.is_some())
            && self.presence.table(player).is_none()
        {
            // the client learns its name when it resumes; at a table, that has time
            self.close(connection, CloseReason::Kicked);
        } else if let Some(connection) = connection.filter(|_| changes.has_new_preferences) {
            self.send_preferences(connection, player);
        }
        if changes.has_new_policy {
            self.presence.record_change(player);
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
            .queries
            .joins()
            .filter(|(_, wanted)| keys.shares_a_key(&NameKeys::of(wanted)))
            .map(|(id, _)| id)
            .collect();
        for id in joins {
            let Some(PendingQuery { connection, request, purpose: _ }) = self.queries.remove(id) else {
                continue;
            };
            self.connections.set_query(connection, None);
            self.refuse(connection, request, Err(Refusal::NameRegistered));
        }
        for guest in self.accounts.guests_named(name) {
            if guest == account.player || self.plays(guest) {
                continue;
            }
            tracing::info!(player = %guest, "another player has registered the name of this guest");
            if let Some(connection) = self.connections.of(guest) {
                self.close(connection, CloseReason::NameRegistered);
            }
            self.release(guest);
        }
    }
}

/// Returns the query that changes an account.
fn change_of(player: PlayerId, change: AccountChange) -> Query {
    Query::Accounts(AccountQuery::Change { player, change: Box::new(change) })
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
