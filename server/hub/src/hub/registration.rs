//! Continues registering, logging in and changing a password with the answers to their queries.
//!
//! A failed login does not reveal whether the name or the password was wrong, nor does its duration: a
//! password for an unregistered name is verified like any other.

use super::Hub;
use crate::accounts::OVERLOADED;
use crate::boundary::{ConnectionId, SecurityEvent};
use crate::caller::Caller;
use crate::login_throttle::Subject;
use crate::record::Answer;
use chuhe_protocol::{AccountMessage, CloseReason, PlayerId, PlayerName, Refusal};

impl Hub {
    pub(super) fn registered(&mut self, caller: Caller, answer: Answer) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        self.door.accounts.check_unregistered(player)?;
        if self.door.shares_accounts {
            return self.door.claim(&mut self.step, caller, hash);
        }
        tracing::info!(%connection, %player, "registered");
        let record = self.door.accounts.set_password(player, hash);
        self.step.effects.save(record);
        self.door.schedule_lapses(&mut self.step);
        self.lobby.presence.record_change(player);
        self.step.effects.send(connection, AccountMessage::Registered);
        Ok(())
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
        let address = self.door.connections.address(connection).unwrap_or_default();
        let is_right = self.door.finish_login(&mut self.step, address, subject, answer)?;
        if !is_right {
            self.step.effects.report(connection, SecurityEvent::FailedLogin(name));
        }
        // the account may be gone meanwhile
        let player = player.filter(|&player| is_right && self.door.accounts.contains(player));
        let player = player.ok_or(Refusal::WrongPassword)?;
        tracing::info!(%connection, %player, "logged in");
        let resumed = self.lobby.presence.get(player).is_some();
        self.enter(connection, player, None, resumed, &[]);
        Ok(())
    }

    /// Sets a player's new password, and revokes all their tokens.
    pub(super) fn new_password_hashed(&mut self, caller: Caller, answer: Answer) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        if self.door.shares_accounts {
            return self.door.set_shared_password(&mut self.step, caller, hash);
        }
        tracing::info!(%connection, %player, "changed the password");
        let record = self.door.accounts.set_password(player, hash);
        self.step.effects.save(record);
        self.door.queries.outdate_logins(player);
        if self.door.connections.player(connection) == Some(player) {
            self.door.replace_tokens(&mut self.step, connection, player);
            self.step.effects.send(connection, AccountMessage::Registered);
        } else {
            self.sign_out(player);
        }
        Ok(())
    }

    /// Revokes all tokens of a player, and closes their connection.
    pub(super) fn sign_out(&mut self, player: PlayerId) {
        let records = self.door.accounts.revoke_tokens(player);
        self.step.effects.save(records);
        if let Some(connection) = self.door.connections.of(player) {
            self.close(connection, CloseReason::SignedOut);
        }
    }
}
