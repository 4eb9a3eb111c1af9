//! Continues registering, logging in and changing a password with the answers to their queries.
//!
//! A failed login does not reveal whether the name or the password was wrong, nor does its duration: a
//! password for an unregistered name is verified like any other.

use super::sharing::change_of;
use super::{After, Door};
use crate::accounts::OVERLOADED;
use crate::boundary::SecurityEvent;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::login_throttle::Subject;
use crate::queries::Purpose;
use crate::record::Answer;
use crate::shared_accounts::{AccountChange, AccountQuery};
use crate::step::Step;
use chuhe_protocol::{CloseReason, PlayerId, PlayerName, Refusal};

impl Door {
    /// Claims the name of a guest, whose password is hashed.
    pub(super) fn claim(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        answer: Answer,
    ) -> Result<After, Refusal> {
        let Answer::Hashed(hash) = answer else { return Err(OVERLOADED) };
        self.accounts.check_unregistered(player)?;
        let Some(row) = self.accounts.to_share(player, hash, step.now) else { return Ok(After::Nothing) };
        let most = self.accounts.most_registered();
        let query = AccountQuery::Claim { player, row: Box::new(row), most };
        self.ask(step, connection, request, Purpose::Claim(player), query)
    }

    /// Returns the player whose password a connection has shown, to log in or only to appeal.
    ///
    /// # Errors
    /// If the password is not right, or could not be verified.
    pub(super) fn password_shown(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        player: Option<PlayerId>,
        name: PlayerName,
        subject: Subject,
        answer: &Answer,
    ) -> Result<PlayerId, Refusal> {
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
        player.ok_or(Refusal::WrongPassword)
    }

    /// Replaces the password of a player by the one that is hashed.
    pub(super) fn set_password(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        answer: Answer,
    ) -> Result<After, Refusal> {
        let Answer::Hashed(to) = answer else { return Err(OVERLOADED) };
        let from = self.accounts.password(player).ok_or(Refusal::WrongPassword)?;
        let query = change_of(player, AccountChange::Password { from, to });
        self.ask(step, connection, request, Purpose::SetPassword(player), query)
    }

    /// Revokes all tokens of a player, and closes their connection.
    pub(super) fn sign_out(&mut self, step: &mut Step, player: PlayerId) {
        step.effects.save(self.accounts.revoke_tokens(player));
        if let Some(connection) = self.connections.of(player) {
            step.close(connection, CloseReason::SignedOut);
        }
    }
}
