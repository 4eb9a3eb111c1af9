//! What operators do to registered accounts: another name, another password, erasure.

use super::Hub;
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
    /// Does to an account what [`Operators::check_action`](super::Operators::check_action) allows.
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
