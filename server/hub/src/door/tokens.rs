//! Session tokens: signing out everywhere, and which tokens a request revokes.

use super::sharing::change_of;
use super::{After, Door};
use crate::actions::Action;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::queries::Purpose;
use crate::record::Record;
use crate::shared_accounts::AccountChange;
use crate::step::Step;
use chuhe_protocol::{AccountMessage, PlayerId, Refusal, SessionToken};

impl Door {
    /// Gives a registered player's connection a new token, and revokes all others at once.
    pub(crate) fn replace_tokens(&mut self, step: &mut Step, connection: ConnectionId, player: PlayerId) {
        let token = step.random.token();
        let records = self.accounts.issue_only_token(player, token, step.now);
        self.signed_out_everywhere(step, connection, player, token, records);
    }

    /// Gives a player's connection a new token, and revokes all others.
    ///
    /// If the response is lost, a registered player can log in. A guest has nothing but the old
    /// token, which therefore stays valid until they show the new one.
    pub(crate) fn sign_out_everywhere(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
    ) -> Result<After, Refusal> {
        self.admit(step, connection, Action::Registration)?;
        if self.accounts.has_account(player) {
            let query = change_of(player, AccountChange::SignOut);
            return self.ask(step, connection, request, Purpose::SignOut(player), query);
        }
        if self.accounts.is_registered(player) {
            self.replace_tokens(step, connection, player);
            return Ok(After::Nothing);
        }
        let token = step.random.token();
        let records = self.accounts.issue_token_to_show(player, token, step.now);
        self.signed_out_everywhere(step, connection, player, token, records.ok_or(Refusal::RequestPending)?);
        Ok(After::Nothing)
    }

    fn signed_out_everywhere(
        &self,
        step: &mut Step,
        connection: ConnectionId,
        player: PlayerId,
        token: SessionToken,
        records: Vec<Record>,
    ) {
        tracing::info!(%connection, %player, "signs out everywhere");
        step.effects.save(records);
        step.effects.send(connection, AccountMessage::SignedOutEverywhere { token });
    }

    /// Confirms that a joined player has received the token from signing out everywhere.
    pub(crate) fn confirm_token(
        &mut self,
        step: &mut Step,
        player: PlayerId,
        token: SessionToken,
    ) -> Result<(), Refusal> {
        if !self.accounts.confirm_token(player, token) {
            return Err(Refusal::AlreadyJoined);
        }
        self.revoke_replaced_token(step, player);
        Ok(())
    }

    /// Revokes the token that a player's last one replaces: their request shows that it has arrived.
    ///
    /// While the hub is paused, this waits for the player's next request.
    pub(crate) fn revoke_replaced_token(&mut self, step: &mut Step, player: PlayerId) {
        if !step.lifecycle.is_paused() {
            step.effects.save(self.accounts.revoke_replaced_token(player));
        }
    }
}
