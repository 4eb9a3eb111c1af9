//! Operators' actions: closing connections, bans, silences, announcements.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::moderation::Scope;
use crate::sanction::{OperatorAction, Sanction, SanctionKind};
use chuhe_protocol::{CloseReason, DoorMessage, GameId, PlayerName, text};

/// Why an operator's action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionRefusal {
    /// The player is absent.
    #[error("the player is not connected")]
    NotConnected,
    /// Nothing can be stored for now.
    #[error("the server cannot store anything for now")]
    Paused,
    /// There are too many bans and silences.
    #[error("there are too many bans and silences; lift some")]
    TooMany,
    /// There is no ban or silence with this number.
    #[error("there is no ban or silence with this number")]
    NoSuchNumber,
    /// The announcement is empty or too long.
    #[error("an announcement has 1 to {most} characters", most = chuhe_protocol::limits::CHAT_CHARS)]
    InvalidText,
    /// No registered account has the name.
    #[error("no registered account has this name")]
    NotRegistered,
    /// The player sits at a table.
    #[error("the player sits at the table of game {0}; let it end, and let them leave the table")]
    AtTable(GameId),
    /// Another player has the name, or one that looks like it.
    #[error("another player has this name, or one that looks like it")]
    NameInUse,
    /// The name is reserved.
    #[error("the name is reserved")]
    NameReserved,
    /// Halls share the account.
    #[error("the account belongs to all halls; leave out --hall")]
    Shared,
}

impl Hub {
    /// Performs an operator's action, unless [`Operators::check_action`](super::Operators::check_action) refuses it.
    pub(super) fn operate(&mut self, action: OperatorAction) {
        if self.operators().check_action(&action).is_err() || self.step.lifecycle.is_stopped() {
            return;
        }
        match action {
            OperatorAction::Kick(player) => {
                if let Some(connection) = self.door.connections.of(player) {
                    self.close(connection, CloseReason::Kicked);
                }
            }
            OperatorAction::Impose(sanction) => {
                let records = self.door.moderation.add(sanction.clone(), self.step.now);
                self.step.effects.save(records);
                if sanction.kind == SanctionKind::Ban {
                    self.close_banned(&sanction);
                }
            }
            OperatorAction::Lift(number) => {
                let record = self.door.moderation.lift(number);
                self.step.effects.save(record);
            }
            OperatorAction::Account(player, action) => self.manage_account(player, action),
            OperatorAction::Announce(line) => {
                if let Ok(text) = text::clean_chat(&line) {
                    self.door.send_to_joined(&mut self.step, DoorMessage::Announcement { text });
                }
            }
        }
    }

    /// Closes every connection that a new ban concerns.
    fn close_banned(&mut self, ban: &Sanction) {
        let wait_ms = ban.until.map(|until| until.since(self.step.now));
        if wait_ms == Some(0) {
            return;
        }
        let scope = Scope::of(&ban.target);
        let is_banned = |&connection: &ConnectionId| {
            let player = self.door.connections.player(connection);
            let keys = player.and_then(|player| Some(&self.door.accounts.get(player)?.keys));
            let address = self.door.connections.address(connection);
            address.is_some_and(|address| scope.concerns(address, keys))
        };
        let banned: Vec<ConnectionId> = self.door.connections.ids().filter(is_banned).collect();
        for connection in banned {
            self.close(connection, CloseReason::Banned { wait_ms });
        }
    }

    /// Closes a connection whose address or name is banned; returns whether it was.
    pub(super) fn close_if_banned(&mut self, connection: ConnectionId, name: Option<&PlayerName>) -> bool {
        let Some(address) = self.door.connections.address(connection) else { return false };
        let Some(reason) = self.door.ban(&self.step, address, name) else { return false };
        self.close(connection, reason);
        true
    }
}
