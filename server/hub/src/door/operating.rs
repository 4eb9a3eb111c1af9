//! Operators' actions: closing connections, bans, silences, announcements, and what they do to registered
//! accounts.

use super::Door;
use crate::accounts::{fair_play, rating};
use crate::connection_id::ConnectionId;
use crate::moderation::Scope;
use crate::rated_log::LoggedGame;
use crate::sanction::{AccountAction, OperatorAction, Sanction, SanctionKind};
use crate::step::{FollowUp, Step};
use chuhe_protocol::{CloseReason, DoorMessage, GameId, PlayerId, PlayerName, ProfileMessage, text};

impl Door {
    /// Performs an operator's action that [`Operators::check_action`](crate::Operators::check_action) allows.
    pub(crate) fn operate(&mut self, step: &mut Step, action: OperatorAction) {
        match action {
            OperatorAction::Kick(player) => {
                if let Some(connection) = self.connections.of(player) {
                    step.close(connection, CloseReason::Kicked);
                }
            }
            OperatorAction::Impose(sanction) => {
                step.effects.save(self.moderation.add(sanction.clone(), step.now));
                if sanction.kind == SanctionKind::Ban {
                    self.close_banned(step, &sanction);
                }
            }
            OperatorAction::Lift(number) => {
                step.effects.save(self.moderation.lift(number));
            }
            OperatorAction::Account(player, action) => self.manage_account(step, player, action),
            OperatorAction::Correct(correction) => {
                let LoggedGame { game, correction: made_of_it } = correction.game.clone();
                let (records, changed) = rating::correct(&mut self.accounts, *correction);
                step.effects.save(records);
                step.follow_up(FollowUp::Correct(GameId(game.game), made_of_it.map(Box::new)));
                changed.into_iter().for_each(|player| step.follow_up(FollowUp::Relist(player)));
            }
            OperatorAction::Decide(report, verdict) => {
                if let Ok(verdict) = self.check_verdict(step, report, verdict, None) {
                    self.decide(step, report, verdict, None);
                }
            }
            OperatorAction::SetModerator(player, moderates) => self.set_moderator(step, player, moderates),
            OperatorAction::CloseEvening(code) => step.follow_up(FollowUp::CloseEvening(code)),
            OperatorAction::EndWait(player) => {
                if let Some((record, changed)) = fair_play::end_wait(&mut self.accounts, player, step.now) {
                    step.effects.save([record]);
                    self.send_to(step, player, ProfileMessage::FairPlay(Box::new(changed)));
                }
            }
            OperatorAction::Announce(line) => {
                if let Ok(text) = text::clean_chat(&line) {
                    self.send_to_joined(step, DoorMessage::Announcement { text });
                }
            }
        }
    }

    /// Closes every connection that a new ban concerns.
    fn close_banned(&self, step: &mut Step, ban: &Sanction) {
        let wait_ms = ban.until.map(|until| until.since(step.now));
        if wait_ms == Some(0) {
            return;
        }
        let scope = Scope::of(&ban.target);
        let is_banned = |&connection: &ConnectionId| {
            let player = self.connections.player(connection);
            let keys = player.and_then(|player| Some(&self.accounts.get(player)?.keys));
            let address = self.connections.address(connection);
            address.is_some_and(|address| scope.concerns(address, keys))
        };
        for connection in self.connections.ids().filter(is_banned) {
            step.close(connection, CloseReason::Banned { wait_ms });
        }
    }

    /// Closes a connection whose address or name is banned; returns whether it is.
    pub(crate) fn close_if_banned(
        &self,
        step: &mut Step,
        connection: ConnectionId,
        name: Option<&PlayerName>,
    ) -> bool {
        let Some(address) = self.connections.address(connection) else { return false };
        let Some(reason) = self.ban(step, address, name) else { return false };
        step.close(connection, reason);
        true
    }

    fn manage_account(&mut self, step: &mut Step, player: PlayerId, action: AccountAction) {
        match action {
            AccountAction::Rename(name) => {
                let before = self.accounts.get(player).map(|account| account.name.clone());
                self.queries.outdate_logins(player);
                step.effects.save(self.accounts.rename(player, name));
                tracing::info!(%player, "an operator has given the player another name");
                if let Some(before) = before {
                    step.follow_up(FollowUp::Renamed(player, before));
                }
            }
            AccountAction::SetPassword(hash) => {
                step.effects.save(self.accounts.set_password(player, hash));
                self.queries.outdate_logins(player);
                tracing::info!(%player, "an operator has set the password");
                self.sign_out(step, player);
            }
            AccountAction::Erase => self.erase_account(step, player),
        }
    }

    /// Removes everything of a player but their games, and notes that these are to be erased.
    pub(super) fn erase_account(&mut self, step: &mut Step, player: PlayerId) {
        let Some(name) = self.accounts.get(player).map(|account| account.name.clone()) else { return };
        self.sign_out(step, player);
        step.follow_up(FollowUp::Unregister(player));
        step.follow_up(FollowUp::Erase(player, name));
    }
}
