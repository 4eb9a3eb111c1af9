//! Serves operators' requests about registered accounts.

use super::HubTask;
use crate::shell::hall::hub_message::OperatorAnswer;
use crate::shell::operate::account_lines::AccountLine;
use crate::shell::operate::account_request::{AccountRequest, ERASED, NOT_ERASED};
use chuhe_hub::{AccountAction, ActionRefusal, OperatorAction, PasswordHash};
use chuhe_protocol::{PlayerId, PlayerName};
use chuhe_store::StoreError;

impl HubTask {
    /// Serves a request about an account of this hall.
    pub(super) fn manage_account(&mut self, request: &AccountRequest) -> Result<OperatorAnswer, StoreError> {
        match request {
            AccountRequest::Show { name } => {
                Ok(self.account_named(name).map(|player| self.describe_account(player)))
            }
            AccountRequest::List { oldest, limit } => {
                let lines = self.hub.operators().listed_accounts().map(AccountLine::from).collect();
                Ok(Ok(AccountLine::list(lines, *oldest, *limit)))
            }
            AccountRequest::Rename { old, new } => {
                self.act_on_account(old, AccountAction::Rename(new.clone()))
            }
            // the password is hashed before, by who asks
            AccountRequest::ResetPassword { .. } => Ok(Err("the password is missing".to_owned())),
            AccountRequest::Erase { name, yes: false } => Ok(self.account_named(name).map(|player| {
                let mut lines = self.describe_account(player);
                lines.push(NOT_ERASED.to_owned());
                lines
            })),
            AccountRequest::Erase { name, yes: true } => {
                let erased = self.act_on_account(name, AccountAction::Erase)?;
                Ok(erased.map(|_| vec![ERASED.to_owned()]))
            }
        }
    }

    /// Replaces the password of an account.
    pub(super) fn reset_password(
        &mut self,
        name: &PlayerName,
        hash: PasswordHash,
    ) -> Result<OperatorAnswer, StoreError> {
        self.act_on_account(name, AccountAction::SetPassword(hash))
    }

    /// Checks that the player of an account which halls share sits at no table here.
    pub(super) fn check_erasure(&self, player: PlayerId) -> OperatorAnswer {
        let game = self.hub.operators().account(player).and_then(|account| account.game);
        game.map_or(Ok(Vec::new()), |game| Err(ActionRefusal::AtTable(game).to_string()))
    }

    fn act_on_account(
        &mut self,
        name: &PlayerName,
        action: AccountAction,
    ) -> Result<OperatorAnswer, StoreError> {
        match self.account_named(name) {
            Ok(player) => self.act(OperatorAction::Account(player, action)),
            Err(why) => Ok(Err(why)),
        }
    }

    /// Returns the registered player with a name, or with one that looks like it.
    fn account_named(&self, name: &PlayerName) -> Result<PlayerId, String> {
        let hub = self.hub.operators();
        let player = hub.player_named(name).filter(|player| hub.account(*player).is_some());
        player.ok_or_else(|| ActionRefusal::NotRegistered.to_string())
    }

    fn describe_account(&self, player: PlayerId) -> Vec<String> {
        let account = self.hub.operators().account(player);
        account.map(|account| AccountLine::from(account).write()).into_iter().collect()
    }
}
