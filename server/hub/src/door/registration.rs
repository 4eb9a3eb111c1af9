//! Continues registering, logging in and changing a password with the answers to their queries.
//!
//! A failed login does not reveal whether the name or the password was wrong, nor does its duration: a
//! password for an unregistered name is verified like any other.

use super::{After, Door};
use crate::accounts::OVERLOADED;
use crate::boundary::SecurityEvent;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::login_throttle::Subject;
use crate::record::Answer;
use crate::step::{FollowUp, Step};
use chuhe_protocol::{AccountMessage, CloseReason, PlayerId, PlayerName, Refusal};

impl Door {
    pub(super) fn registered(&mut self, step: &mut Step, by: Caller, answer: Answer) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = by;
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        self.accounts.check_unregistered(player)?;
        if self.shares_accounts {
            return self.claim(step, by, hash);
        }
        tracing::info!(%connection, %player, "registered");
        step.effects.save(self.accounts.set_password(player, hash));
        self.schedule_lapses(step);
        step.follow_up(FollowUp::Relist(player));
        step.effects.send(connection, AccountMessage::Registered);
        Ok(())
    }

    pub(super) fn logged_in(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        player: Option<PlayerId>,
        name: PlayerName,
        subject: Subject,
        answer: &Answer,
    ) -> Result<After, Refusal> {
        // the password of no player is right: it has changed since the query was sent
        let is_outdated = player.is_none() && matches!(answer, Answer::Verified(true));
        let answer = if is_outdated { &Answer::Verified(false) } else { answer };
        let address = self.connections.address(connection).unwrap_or_default();
        let is_right = self.finish_login(step, address, subject, answer)?;
        if !is_right {
            step.effects.report(connection, SecurityEvent::FailedLogin(name));
        }
        // the account may be gone meanwhile
        let player = player.filter(|&player| is_right && self.accounts.contains(player));
        let player = player.ok_or(Refusal::WrongPassword)?;
        tracing::info!(%connection, %player, "logged in");
        Ok(After::Enters { player, shown: None, seen: Vec::new() })
    }

    /// Sets a player's new password, and revokes all their tokens.
    pub(super) fn set_password(
        &mut self,
        step: &mut Step,
        by: Caller,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = by;
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        if self.shares_accounts {
            return self.set_shared_password(step, by, hash);
        }
        tracing::info!(%connection, %player, "changed the password");
        step.effects.save(self.accounts.set_password(player, hash));
        self.queries.outdate_logins(player);
        if self.connections.player(connection) == Some(player) {
            self.replace_tokens(step, connection, player);
            step.effects.send(connection, AccountMessage::Registered);
        } else {
            self.sign_out(step, player);
        }
        Ok(())
    }

    /// Revokes all tokens of a player, and closes their connection.
    pub(super) fn sign_out(&mut self, step: &mut Step, player: PlayerId) {
        step.effects.save(self.accounts.revoke_tokens(player));
        if let Some(connection) = self.connections.of(player) {
            step.close(connection, CloseReason::SignedOut);
        }
    }
}
