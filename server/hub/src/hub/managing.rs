//! What operators do to registered accounts: another name, another password, erasure.

use super::Hub;
use super::moderating::ActionRefusal;
use crate::record::Record;
use crate::sanction::AccountAction;
use chuhe_protocol::{ChallengePolicy, CloseReason, GameId, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;

/// A registered account, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAccount {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// When the player was last seen to be connected; `None` if they were never in this hall.
    pub seen_at: Option<Timestamp>,
    /// Whether the player is connected.
    pub is_connected: bool,
    /// Whether the player has finished a game.
    pub has_played: bool,
    /// When the name lapses unless the player comes before; `None` if it does not.
    pub lapses_at: Option<Timestamp>,
    /// The game at whose table they sit.
    pub game: Option<GameId>,
    /// Who may challenge the player.
    pub policy: ChallengePolicy,
    /// How many players they block.
    pub blocked: usize,
    /// Whether several hubs share the account.
    pub is_shared: bool,
}

impl Hub {
    /// Returns a registered account.
    #[must_use]
    pub fn account(&self, player: PlayerId) -> Option<ListedAccount> {
        let account = self.door.accounts.get(player).filter(|account| account.is_registered())?;
        let is_connected = self.door.connections.of(player).is_some();
        let seen_at = if is_connected { self.step.now } else { account.seen_at() };
        Some(ListedAccount {
            player,
            name: account.name.clone(),
            seen_at: Some(seen_at).filter(|at| *at > Timestamp::default()),
            is_connected,
            has_played: account.has_played(),
            lapses_at: self.door.accounts.lapses_at(player).filter(|_| !is_connected),
            game: self.lobby.presence.table(player),
            policy: account.policy(),
            blocked: self.door.accounts.blocked_by(player),
            is_shared: account.is_shared(),
        })
    }

    /// Returns all registered accounts, in the order of their numbers.
    pub fn listed_accounts(&self) -> impl Iterator<Item = ListedAccount> {
        self.door.accounts.ids().filter_map(|player| self.account(player))
    }

    /// Checks what an operator does to an account.
    pub(super) fn check_account_action(
        &self,
        player: PlayerId,
        action: &AccountAction,
    ) -> Result<(), ActionRefusal> {
        if self.step.lifecycle.is_paused() {
            return Err(ActionRefusal::Paused);
        }
        let account = self.door.accounts.get(player).filter(|account| account.is_registered());
        let account = account.ok_or(ActionRefusal::NotRegistered)?;
        if account.is_shared() {
            return Err(ActionRefusal::Shared);
        }
        let table = self.lobby.presence.table(player);
        match action {
            AccountAction::SetPassword(_) => Ok(()),
            AccountAction::Erase => table.map_or(Ok(()), |game| Err(ActionRefusal::AtTable(game))),
            AccountAction::Rename(name) => {
                if let Some(game) = table {
                    return Err(ActionRefusal::AtTable(game));
                }
                if self.door.accounts.reserves(name) {
                    return Err(ActionRefusal::NameReserved);
                }
                if self.door.accounts.is_of_another(player, name) {
                    return Err(ActionRefusal::NameInUse);
                }
                Ok(())
            }
        }
    }

    /// Does to an account what [`Hub::check_account_action`] allows.
    pub(super) fn manage_account(&mut self, player: PlayerId, action: AccountAction) {
        match action {
            AccountAction::Rename(name) => {
                self.lobby.remove_visitor(&self.door, player);
                self.door.queries.outdate_logins(player);
                let record = self.door.accounts.rename(player, name);
                self.step.effects.save(record);
                tracing::info!(%player, "an operator has given the player another name");
                self.lobby.presence.record_change(player);
                // the client learns its name when it resumes
                if let Some(connection) = self.door.connections.of(player) {
                    self.close(connection, CloseReason::Kicked);
                }
            }
            AccountAction::SetPassword(hash) => {
                let record = self.door.accounts.set_password(player, hash);
                self.step.effects.save(record);
                self.door.queries.outdate_logins(player);
                tracing::info!(%player, "an operator has set the password");
                self.sign_out(player);
            }
            AccountAction::Erase => self.erase_account(player),
        }
    }

    /// Removes everything of a player but their games, and notes that these are to be erased.
    pub(super) fn erase_account(&mut self, player: PlayerId) {
        let Some(name) = self.door.accounts.get(player).map(|account| account.name.clone()) else { return };
        self.end_account(player);
        let lifted = self.door.moderation.lift_name(&name);
        self.step.effects.save(lifted);
        self.floor.chat_logs.remove_lines_of(player);
        // the end of the connection has recorded the departure
        self.lobby.visitors.remove(&name);
        self.step.effects.save([Record::Erased { player }]);
        tracing::info!(%player, "an operator has erased the account");
    }
}
