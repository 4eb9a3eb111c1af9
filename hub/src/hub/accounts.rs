//! Registered names: registering one, logging in under it, and signing out
//! everywhere. Passwords are looked at outside; the hub asks, and goes on when it
//! is told the answer.
//!
//! Of a login it is not told whether the name or the password was wrong, nor
//! could it be seen from the time it takes: a password for a name that nobody has
//! registered is looked at like any other.

use super::Hub;
use super::queries::Question;
use crate::boundary::{Address, ConnectionId};
use crate::login_throttle::Subject;
use crate::record::{Answer, PasswordHash, Query, Record};
use chuhe_protocol::{Password, PlayerId, PlayerName, Refusal, ServerMessage, Token, limits};
use unicode_normalization::UnicodeNormalization;

/// An argon2id hash that no password matches. A login for an unregistered name is verified
/// against it, so that it costs as much time as any other login.
pub const NOBODYS_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$MTMuaF0yb1pLd3lFVm5TUQ\
    $q3Jt0m7yGk2b6ZpVtW4cQxHn8sLr1dUfA5oEiK9gYvM";

impl Hub {
    /// Registers the name that a guest bears.
    pub(super) fn register(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: u32,
        password: Password,
    ) -> Result<(), Refusal> {
        self.check_unregistered(player)?;
        let password = checked(password)?;
        let salt = self.random.salt();
        self.ask(connection, request, Question::Register(player), Query::HashPassword { password, salt })
    }

    pub(super) fn registered(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        self.check_unregistered(player)?;
        tracing::info!(%connection, %player, "registered");
        let record = self.players.register(player, hash);
        self.effects.save(record);
        self.effects.send(connection, ServerMessage::Registered);
        Ok(())
    }

    fn check_unregistered(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.players.get(player).is_some_and(|player| player.is_registered()) {
            return Err(Refusal::AlreadyRegistered);
        }
        if self.players.registered() as u64 >= self.limits.registered_names {
            return Err(Refusal::RegistryFull);
        }
        Ok(())
    }

    /// Looks at the password of one who would enter under a registered name.
    pub(super) fn log_in(
        &mut self,
        connection: ConnectionId,
        request: u32,
        name: &str,
        password: Password,
    ) -> Result<(), Refusal> {
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        let password = checked(password)?;
        self.check_not_asking(connection)?;
        let Some(address) = self.sessions.get(connection).map(|peer| peer.address) else { return Ok(()) };
        let player = self.players.by_registered_name(&name);
        let known = player.and_then(|player| self.players.get(player));
        let subject = Subject::of(known.map_or(&name, |player| &player.name));
        let at_home = known.is_some_and(|player| player.home == Some(address));
        let hash = known.and_then(|player| player.password.clone());
        let hash = hash.unwrap_or_else(|| PasswordHash(NOBODYS_HASH.to_owned()));
        self.login_throttle
            .admit(subject, address, at_home, &self.limits, self.now)
            .map_err(|wait_ms| Refusal::TooManyAttempts { wait_ms })?;
        let question = Question::LogIn { player, subject };
        self.ask(connection, request, question, Query::VerifyPassword { password, hash })
    }

    pub(super) fn logged_in(
        &mut self,
        connection: ConnectionId,
        player: Option<PlayerId>,
        subject: Subject,
        answer: &Answer,
    ) -> Result<(), Refusal> {
        let right = self.is_right(connection, subject, answer)?;
        // only guests are ever forgotten, but it costs nothing to look again
        let player = player.filter(|&player| right && self.players.get(player).is_some());
        let player = player.ok_or(Refusal::WrongPassword)?;
        tracing::info!(%connection, %player, "logged in");
        let resumed = self.lobby.presence(player).is_some();
        self.enter(connection, player, None, resumed, None);
        Ok(())
    }

    /// Whether the password that was looked at is right; if so, what was guessed
    /// before is forgotten.
    fn is_right(
        &mut self,
        connection: ConnectionId,
        subject: Subject,
        answer: &Answer,
    ) -> Result<bool, Refusal> {
        let address = self.sessions.get(connection).map(|peer| peer.address).unwrap_or_default();
        let Answer::Verified(right) = *answer else {
            self.login_throttle.undo(subject, address, &self.limits, self.now);
            return Err(OVERLOADED);
        };
        if right {
            self.login_throttle.succeeded(subject, address, &self.limits, self.now);
        }
        Ok(right)
    }

    /// Looks at the password of a player who would have another.
    pub(super) fn change_password(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: u32,
        old: Password,
        new: Password,
    ) -> Result<(), Refusal> {
        let new = checked(new)?;
        // no name has one that is too short or too long
        let old = checked(old).map_err(|_| Refusal::WrongPassword)?;
        self.check_not_asking(connection)?;
        let Some(address) = self.sessions.get(connection).map(|peer| peer.address) else { return Ok(()) };
        let Some(known) = self.players.get(player) else { return Ok(()) };
        let hash = known.password.clone().ok_or(Refusal::WrongPassword)?;
        let subject = Subject::of(&known.name);
        // he is here, so it is the address from which he was last
        let at_home = true;
        self.login_throttle
            .admit(subject, address, at_home, &self.limits, self.now)
            .map_err(|wait_ms| Refusal::TooManyAttempts { wait_ms })?;
        let question = Question::ChangePassword { player, subject, new };
        self.ask(connection, request, question, Query::VerifyPassword { password: old, hash })
    }

    /// Hashes the new password, if the old one is right.
    pub(super) fn old_password_verified(
        &mut self,
        connection: ConnectionId,
        request: u32,
        (player, subject): (PlayerId, Subject),
        new: Password,
        answer: &Answer,
    ) -> Result<(), Refusal> {
        if !self.is_right(connection, subject, answer)? {
            return Err(Refusal::WrongPassword);
        }
        let ask = Query::HashPassword { password: new, salt: self.random.salt() };
        self.ask(connection, request, Question::HashNewPassword(player), ask)
    }

    /// Gives the player's name its new password, and makes all his tokens void.
    pub(super) fn new_password_hashed(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        tracing::info!(%connection, %player, "has another password");
        let record = self.players.register(player, hash);
        self.effects.save(record);
        let token = self.random.token();
        let records = self.players.issue_only_token(player, token, self.now);
        self.signed_out_everywhere(connection, player, token, records);
        self.effects.send(connection, ServerMessage::Registered);
        Ok(())
    }

    /// Gives a player's connection a new token and makes every other void. If the
    /// answer is lost a registered player has his password; a guest has nothing
    /// but his token, which is good until the new one is shown.
    pub(super) fn sign_out_everywhere(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
    ) -> Result<(), Refusal> {
        let registered = self.players.get(player).is_some_and(|player| player.is_registered());
        let token = self.random.token();
        let records = if registered {
            self.players.issue_only_token(player, token, self.now)
        } else {
            self.players.issue_token_to_show(player, token, self.now).ok_or(Refusal::StillBusy)?
        };
        self.signed_out_everywhere(connection, player, token, records);
        Ok(())
    }

    fn signed_out_everywhere(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        token: Token,
        records: Vec<Record>,
    ) {
        tracing::info!(%connection, %player, "signs out everywhere");
        self.effects.save(records);
        self.effects.send(connection, ServerMessage::SignedOutEverywhere { token });
    }

    /// A player who has joined shows a token: the one that signing out everywhere
    /// brought a guest.
    pub(super) fn shown_token(&mut self, player: PlayerId, token: Token) -> Result<(), Refusal> {
        if !self.players.shown_token(player, token) {
            return Err(Refusal::AlreadyJoined);
        }
        self.heard(player);
        Ok(())
    }

    /// Notes that a player was heard of: the token whose place his last one took is
    /// void. While nothing can be kept that waits until he is heard of again.
    pub(super) fn heard(&mut self, player: PlayerId) {
        if !self.is_paused() {
            let void = self.players.heard(player);
            self.effects.save(void);
        }
    }

    /// Remembers from where a player was last here.
    pub(super) fn note_home(&mut self, player: PlayerId, address: Address) {
        if let Some(player) = self.players.get_mut(player) {
            player.home = Some(address);
        }
    }
}

/// The answer where passwords cannot be looked at for now: too many wait.
const OVERLOADED: Refusal = Refusal::TooManyAttempts { wait_ms: limits::OVERLOAD_WAIT_MS };

/// The password as it is hashed: however its letters are spelled by a keyboard,
/// it is the same.
fn checked(Password(text): Password) -> Result<Password, Refusal> {
    let long_enough = text.chars().count() >= limits::PASSWORD_CHARS_MIN;
    if !long_enough || text.len() > limits::PASSWORD_BYTES {
        return Err(Refusal::InvalidPassword);
    }
    Ok(Password(text.nfc().collect()))
}
