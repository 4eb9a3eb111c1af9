//! Passwords: registering a name, logging in, and changing the password.
//!
//! Passwords are hashed and verified outside the hub, which continues with the answer. Under a name for
//! which many wrong passwords came from many addresses, they are verified one after another.

use super::{After, Door};
use crate::accounts::{LoginAttempt, OVERLOADED};
use crate::actions::Action;
use crate::address::Address;
use crate::boundary::SecurityEvent;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::login_queue::{Due, Full};
use crate::login_throttle::{Subject, Turn};
use crate::queries::{PendingQuery, Purpose};
use crate::record::{Answer, Query, QueryId};
use crate::report::Appeal;
use crate::shared_accounts::AccountQuery;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{HallName, Password, PlayerName, Refusal, limits};
use unicode_normalization::UnicodeNormalization;

/// What a login shows, and the appeal that takes the place of entering.
#[derive(Debug)]
pub(super) struct LoginWith {
    pub(super) name: PlayerName,
    pub(super) password: Password,
    pub(super) appeal: Option<Appeal>,
}

impl Door {
    /// Registers a guest's name: hashes the password first.
    pub(crate) fn register(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        password: Password,
    ) -> Result<(), Refusal> {
        self.admit(step, connection, Action::Registration)?;
        if !self.registers_names {
            return Err(Refusal::NoRegistration);
        }
        self.accounts.check_unregistered(player)?;
        let password = normalized(password)?;
        self.connections.check_no_query(connection)?;
        self.admit(step, connection, Action::NewName)?;
        let query = Query::HashPassword { password, salt: step.random.salt() };
        self.query(step, connection, request, Purpose::Register(player), query)
    }

    /// Logs in under a registered name: finds the account first, which counts as an attempt from the address.
    pub(crate) fn log_in(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        (name, hall): (&str, Option<&HallName>),
        password: Password,
    ) -> Result<After, Refusal> {
        self.admit(step, connection, Action::Login)?;
        self.check_hall(hall)?;
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        self.begin_login(step, connection, request, LoginWith { name, password, appeal: None })
    }

    /// Finds the account of an admitted login or appeal.
    pub(super) fn begin_login(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        LoginWith { name, password, appeal }: LoginWith,
    ) -> Result<After, Refusal> {
        let password = normalized(password)?;
        self.connections.check_no_query(connection)?;
        let Some(address) = self.connections.address(connection) else { return Ok(After::Nothing) };
        let is_known = self.accounts.is_known_address(&name, address);
        let query = AccountQuery::BeginLogin { name: name.clone(), address, is_known };
        self.ask(step, connection, request, Purpose::BeginLogin { name, password, appeal }, query)
    }

    /// Verifies the password of an admitted login, at once or when its turn comes.
    pub(super) fn verify_login(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        LoginWith { name, password, appeal }: LoginWith,
        LoginAttempt { player, subject, turn }: LoginAttempt,
    ) -> Result<(), Refusal> {
        let purpose = Purpose::LogIn { player, subject, name, appeal };
        match turn {
            Turn::Now => {
                let query = self.accounts.verification(player, password);
                self.query(step, connection, request, purpose, query)
            }
            Turn::Queued { failures } => {
                let id = self.queries.add(PendingQuery { connection, request, purpose });
                self.queue_login(step, id, connection, subject, failures, password)
            }
        }
    }

    /// Lets a login wait for its turn. If its name has too many, one of them is refused.
    fn queue_login(
        &mut self,
        step: &mut Step,
        id: QueryId,
        connection: ConnectionId,
        subject: Subject,
        failures: u64,
        password: Password,
    ) -> Result<(), Refusal> {
        let wait_ms = self.queries.logins.longest_wait_ms();
        self.connections.set_query(connection, Some(id));
        self.connections.extend_greeting(connection, wait_ms, step.now);
        match self.queries.logins.push(subject, failures, id, password, step.now) {
            Err(Full) => self.cancel_waiting_login(step, id),
            Ok(Some(displaced)) => self.cancel_waiting_login(step, displaced),
            Ok(None) => {}
        }
        self.verify_waiting_logins(step);
        Ok(())
    }

    /// Refuses a login that waits for its turn; it does not count as an attempt.
    fn cancel_waiting_login(&mut self, step: &mut Step, id: QueryId) {
        let wait_ms = self.queries.logins.longest_wait_ms();
        let Some(PendingQuery { connection, request, purpose }) = self.queries.remove(id) else { return };
        self.connections.set_query(connection, None);
        if let Purpose::LogIn { subject, .. } = purpose
            && let Some(address) = self.connections.address(connection)
        {
            self.end_login(step, subject, address, false);
        }
        self.refuse(step, connection, request, Err(Refusal::TooManyAttempts { wait_ms }));
    }

    /// Ends an attempt to log in that does not count: the password was right, or was not verified.
    pub(crate) fn end_login(&mut self, step: &mut Step, subject: Subject, address: Address, is_right: bool) {
        self.tell(step, AccountQuery::EndLogin { subject, address, is_right });
    }

    /// Records the result of an attempt to log in, and returns whether the password was right.
    ///
    /// # Errors
    /// If the password could not be verified; the attempt does not count then.
    pub(super) fn finish_login(
        &mut self,
        step: &mut Step,
        address: Address,
        subject: Subject,
        answer: &Answer,
    ) -> Result<bool, Refusal> {
        let Answer::Verified(is_right) = *answer else {
            self.end_login(step, subject, address, false);
            return Err(OVERLOADED);
        };
        if is_right {
            self.end_login(step, subject, address, true);
        }
        Ok(is_right)
    }

    /// Verifies the passwords of the waiting logins whose turn has come.
    pub(crate) fn verify_waiting_logins(&mut self, step: &mut Step) {
        while let Some(due) = self.queries.logins.pop_due(step.now) {
            match due {
                Due::Verify(id, password) => {
                    // the password may have changed while the login waited
                    let query = self.accounts.verification(self.queries.login_player(id), password);
                    step.effects.query(id, query);
                }
                Due::Expired(id) => self.cancel_waiting_login(step, id),
            }
        }
        step.effects.set_timer(Timer::Logins, self.queries.logins.next());
    }

    /// Changes a player's password: finds the account first, which counts as an attempt to log in.
    pub(crate) fn change_password(
        &mut self,
        step: &mut Step,
        caller: Caller,
        old: Password,
        new: Password,
    ) -> Result<After, Refusal> {
        let Caller { connection, player, request } = caller;
        self.admit(step, connection, Action::Registration)?;
        let new = normalized(new)?;
        // a password that is too short or too long cannot be the old one
        let old = normalized(old).map_err(|_| Refusal::WrongPassword)?;
        self.connections.check_no_query(connection)?;
        let account = self.accounts.get(player).filter(|_| self.accounts.has_account(player));
        let name = account.ok_or(Refusal::WrongPassword)?.name.clone();
        let Some(address) = self.connections.address(connection) else { return Ok(After::Nothing) };
        // the player is connected, so this is the address of their last connection
        let query = AccountQuery::BeginLogin { name, address, is_known: true };
        let purpose = Purpose::BeginPasswordChange { player, address, old, new };
        self.ask(step, connection, request, purpose, query)
    }

    /// Hashes the new password, if the old one was right. This and what follows happens also without the
    /// connection.
    pub(crate) fn old_password_verified(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        subject: Subject,
        address: Address,
        new: Password,
        answer: &Answer,
    ) -> Result<(), Refusal> {
        if !self.finish_login(step, address, subject, answer)? {
            if self.connections.address(connection).is_some()
                && let Some(account) = self.accounts.get(player)
            {
                step.effects.report(connection, SecurityEvent::FailedLogin(account.name.clone()));
            }
            return Err(Refusal::WrongPassword);
        }
        let query = Query::HashPassword { password: new, salt: step.random.salt() };
        self.query(step, connection, request, Purpose::HashNewPassword(player), query)
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
