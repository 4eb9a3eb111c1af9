//! Registered names: registering, logging in, changing passwords, signing out everywhere.
//!
//! Passwords are hashed and verified outside the hub, which continues with the answer. A failed
//! login does not reveal whether the name or the password was wrong, nor does its duration: a
//! password for an unregistered name is verified like any other. Under a name for which many wrong
//! passwords came from many addresses, passwords are verified one after another.
//!
//! `sharing` has the steps for accounts that several hubs share.

use super::Hub;
use crate::accounts::{LoginAttempt, OVERLOADED};
use crate::actions::Action;
use crate::address::Address;
use crate::boundary::{ConnectionId, SecurityEvent};
use crate::login_queue::{Due, Full};
use crate::login_throttle::{Subject, Turn};
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, Query, QueryId, Record};
use crate::timers::Timer;
use chuhe_protocol::{
    AccountMessage, CloseReason, HallName, Password, PlayerId, PlayerName, Refusal, SessionToken, limits,
};
use unicode_normalization::UnicodeNormalization;

impl Hub {
    /// Registers a guest's name: hashes the password first.
    pub(super) fn register(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: u32,
        password: Password,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Registration)?;
        if !self.registers_names {
            return Err(Refusal::NoRegistration);
        }
        self.accounts.check_unregistered(player)?;
        let password = normalized(password)?;
        self.connections.check_no_query(connection)?;
        self.admit(connection, Action::NewName)?;
        let salt = self.random.salt();
        self.query(connection, request, Purpose::Register(player), Query::HashPassword { password, salt })
    }

    pub(super) fn registered(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        self.accounts.check_unregistered(player)?;
        if self.shares_accounts {
            return self.claim(connection, request, player, hash);
        }
        tracing::info!(%connection, %player, "registered");
        let record = self.accounts.set_password(player, hash);
        self.effects.save(record);
        self.schedule_lapses();
        self.presence.record_change(player);
        self.effects.send(connection, AccountMessage::Registered);
        Ok(())
    }

    /// Logs in under a registered name: verifies the password first.
    pub(super) fn log_in(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (name, hall): (&str, Option<&HallName>),
        password: Password,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Login)?;
        self.check_hall(hall)?;
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        let password = normalized(password)?;
        self.connections.check_no_query(connection)?;
        if self.shares_accounts {
            return self.begin_shared_login(connection, request, name, password);
        }
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let attempt = self.accounts.begin_login(&name, address, self.now)?;
        self.verify_login(connection, request, (name, password), attempt)
    }

    /// Verifies the password of an admitted login, at once or when its turn comes.
    pub(super) fn verify_login(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (name, password): (PlayerName, Password),
        LoginAttempt { player, subject, turn }: LoginAttempt,
    ) -> Result<(), Refusal> {
        let purpose = Purpose::LogIn { player, subject, name };
        match turn {
            Turn::Now => {
                let query = self.accounts.verification(player, password);
                self.query(connection, request, purpose, query)
            }
            Turn::Queued { failures } => {
                let id = self.queries.add(PendingQuery { connection, request, purpose });
                self.queue_login(id, connection, subject, failures, password)
            }
        }
    }

    /// Lets a login wait for its turn. If its name has too many, one of them is refused.
    fn queue_login(
        &mut self,
        id: QueryId,
        connection: ConnectionId,
        subject: Subject,
        failures: u64,
        password: Password,
    ) -> Result<(), Refusal> {
        let wait_ms = self.queries.logins.longest_wait_ms();
        self.connections.set_query(connection, Some(id));
        self.connections.extend_greeting(connection, wait_ms, self.now);
        match self.queries.logins.push(subject, failures, id, password, self.now) {
            Err(Full) => self.cancel_waiting_login(id),
            Ok(Some(displaced)) => self.cancel_waiting_login(displaced),
            Ok(None) => {}
        }
        self.verify_waiting_logins();
        Ok(())
    }

    /// Refuses a login that waits for its turn; it does not count as an attempt.
    fn cancel_waiting_login(&mut self, id: QueryId) {
        let wait_ms = self.queries.logins.longest_wait_ms();
        let Some(PendingQuery { connection, request, purpose }) = self.queries.remove(id) else { return };
        self.connections.set_query(connection, None);
        if let (Purpose::LogIn { subject, .. }, Some(address)) =
            (purpose, self.connections.address(connection))
        {
            self.cancel_login(subject, address);
        }
        self.refuse(connection, request, Err(Refusal::TooManyAttempts { wait_ms }));
    }

    /// Takes back an attempt to log in that leaves its queue unverified.
    pub(super) fn cancel_login(&mut self, subject: Subject, address: Address) {
        if self.shares_accounts {
            self.end_shared_login(subject, address, false);
        } else {
            self.accounts.cancel_login(subject, address, self.now);
        }
    }

    /// Records the result of an attempt to log in, and returns whether the password was right.
    ///
    /// # Errors
    /// If the password could not be verified; the attempt does not count then.
    fn finish_login(&mut self, address: Address, subject: Subject, answer: &Answer) -> Result<bool, Refusal> {
        if !self.shares_accounts {
            return self.accounts.finish_login(subject, address, answer, self.now);
        }
        let Answer::Verified(is_right) = *answer else {
            self.end_shared_login(subject, address, false);
            return Err(OVERLOADED);
        };
        if is_right {
            self.end_shared_login(subject, address, true);
        }
        Ok(is_right)
    }

    /// Verifies the passwords of the waiting logins whose turn has come.
    pub(super) fn verify_waiting_logins(&mut self) {
        while let Some(due) = self.queries.logins.pop_due(self.now) {
            match due {
                Due::Verify(id, password) => {
                    // the password may have changed while the login waited
                    let query = self.accounts.verification(self.queries.login_player(id), password);
                    self.effects.query(id, query);
                }
                Due::Expired(id) => self.cancel_waiting_login(id),
            }
        }
        self.effects.set_timer(Timer::Logins, self.queries.logins.next());
    }

    pub(super) fn logged_in(
        &mut self,
        connection: ConnectionId,
        player: Option<PlayerId>,
        (name, subject): (PlayerName, Subject),
        answer: &Answer,
    ) -> Result<(), Refusal> {
        // the password of no player is right: it has changed since the query was sent
        let is_outdated = player.is_none() && matches!(answer, Answer::Verified(true));
        let answer = if is_outdated { &Answer::Verified(false) } else { answer };
        let address = self.connections.address(connection).unwrap_or_default();
        let is_right = self.finish_login(address, subject, answer)?;
        if !is_right {
            self.effects.report(connection, SecurityEvent::FailedLogin(name));
        }
        // the account may be gone meanwhile
        let player = player.filter(|&player| is_right && self.accounts.contains(player));
        let player = player.ok_or(Refusal::WrongPassword)?;
        tracing::info!(%connection, %player, "logged in");
        let resumed = self.presence.get(player).is_some();
        self.enter(connection, player, None, resumed, None);
        Ok(())
    }

    /// Changes a player's password: verifies the old one first.
    pub(super) fn change_password(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: u32,
        old: Password,
        new: Password,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Registration)?;
        let new = normalized(new)?;
        // a password that is too short or too long cannot be the old one
        let old = normalized(old).map_err(|_| Refusal::WrongPassword)?;
        self.connections.check_no_query(connection)?;
        if self.shares_accounts {
            return self.begin_shared_password_change(connection, request, player, (old, new));
        }
        let Some(address) = self.connections.address(connection) else { return Ok(()) };
        let subject = self.accounts.begin_password_change(player, address, self.now)?;
        let purpose = Purpose::ChangePassword { player, subject, address, new };
        let query = self.accounts.verification(Some(player), old);
        self.query(connection, request, purpose, query)
    }

    /// Hashes the new password, if the old one was right. This and what follows happens also without the
    /// connection.
    pub(super) fn old_password_verified(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (player, subject, address): (PlayerId, Subject, Address),
        new: Password,
        answer: &Answer,
    ) -> Result<(), Refusal> {
        if !self.finish_login(address, subject, answer)? {
            let is_open = self.connections.address(connection).is_some();
            if let Some(account) = self.accounts.get(player).filter(|_| is_open) {
                let event = SecurityEvent::FailedLogin(account.name.clone());
                self.effects.report(connection, event);
            }
            return Err(Refusal::WrongPassword);
        }
        let query = Query::HashPassword { password: new, salt: self.random.salt() };
        self.query(connection, request, Purpose::HashNewPassword(player), query)
    }

    /// Sets a player's new password, and revokes all their tokens.
    pub(super) fn new_password_hashed(
        &mut self,
        connection: ConnectionId,
        request: u32,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        if self.shares_accounts {
            return self.set_shared_password(connection, request, player, hash);
        }
        tracing::info!(%connection, %player, "changed the password");
        let record = self.accounts.set_password(player, hash);
        self.effects.save(record);
        self.queries.outdate_logins(player);
        if self.connections.player(connection) == Some(player) {
            self.replace_tokens(connection, player);
            self.effects.send(connection, AccountMessage::Registered);
        } else {
            self.sign_out(player);
        }
        Ok(())
    }

    /// Revokes all tokens of a player, and closes their connection.
    pub(super) fn sign_out(&mut self, player: PlayerId) {
        let records = self.accounts.revoke_tokens(player);
        self.effects.save(records);
        if let Some(connection) = self.connections.of(player) {
            self.close(connection, CloseReason::SignedOut);
        }
    }

    /// Gives a registered player's connection a new token, and revokes all others at once.
    pub(super) fn replace_tokens(&mut self, connection: ConnectionId, player: PlayerId) {
        let token = self.random.token();
        let records = self.accounts.issue_only_token(player, token, self.now);
        self.signed_out_everywhere(connection, player, token, records);
    }

    /// Gives a player's connection a new token, and revokes all others.
    ///
    /// If the response is lost, a registered player can log in. A guest has nothing but the old
    /// token, which therefore stays valid until they show the new one.
    pub(super) fn sign_out_everywhere(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: u32,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Registration)?;
        if self.shares_accounts && self.accounts.is_shared(player) {
            return self.sign_out_of_all_hubs(connection, request, player);
        }
        if self.accounts.is_registered(player) {
            self.replace_tokens(connection, player);
            return Ok(());
        }
        let token = self.random.token();
        let records = self.accounts.issue_token_to_show(player, token, self.now);
        self.signed_out_everywhere(connection, player, token, records.ok_or(Refusal::RequestPending)?);
        Ok(())
    }

    fn signed_out_everywhere(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        token: SessionToken,
        records: Vec<Record>,
    ) {
        tracing::info!(%connection, %player, "signs out everywhere");
        self.effects.save(records);
        self.effects.send(connection, AccountMessage::SignedOutEverywhere { token });
    }

    /// Confirms that a joined player has received the token from signing out everywhere.
    pub(super) fn confirm_token(&mut self, player: PlayerId, token: SessionToken) -> Result<(), Refusal> {
        if !self.accounts.confirm_token(player, token) {
            return Err(Refusal::AlreadyJoined);
        }
        self.revoke_replaced_token(player);
        Ok(())
    }

    /// Revokes the token that a player's last one replaces: their request shows that it has arrived.
    ///
    /// While the hub is paused, this waits for the player's next request.
    pub(super) fn revoke_replaced_token(&mut self, player: PlayerId) {
        if !self.lifecycle.is_paused() {
            let records = self.accounts.revoke_replaced_token(player);
            self.effects.save(records);
        }
    }
}

/// Returns the password as it is hashed: the same whichever way a keyboard encodes its letters.
fn normalized(Password(text): Password) -> Result<Password, Refusal> {
    let long_enough = text.chars().count() >= limits::PASSWORD_CHARS_MIN;
    if !long_enough || text.len() > limits::PASSWORD_BYTES {
        return Err(Refusal::InvalidPassword);
    }
    Ok(Password(text.nfc().collect()))
}
