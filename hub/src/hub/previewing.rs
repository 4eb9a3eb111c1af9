//! Boards of running games and the last visitors, for the lobby.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::timers::Timer;
use chuhe_protocol::{GameId, LobbyMessage, PlayerId, Refusal};

impl Hub {
    /// Replaces the games that a player's connection previews.
    ///
    /// # Errors
    /// If the player sits at a table.
    pub(super) fn preview_games(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        mut games: Vec<GameId>,
    ) -> Result<(), Refusal> {
        if self.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        games.retain(|&game| self.rooms.get(game).is_some());
        if let Some(at) = self.previews.choose(connection, games, self.now) {
            self.effects.set_timer(Timer::Previews, Some(at));
        }
        Ok(())
    }

    /// Sends the previews of some games, and sets the timer for the next ones.
    ///
    /// While games are paused nothing changes, but a client may still be without a board.
    pub(super) fn send_previews(&mut self) {
        let (games, next) = self.previews.step(self.now);
        for game in games {
            let Some(room) = self.rooms.get(game) else { continue };
            let receivers = self.previews.take_receivers(game, room.visible_to_spectators());
            if !receivers.is_empty() {
                self.effects.broadcast(receivers, LobbyMessage::Preview(Box::new(room.preview())));
            }
        }
        self.effects.set_timer(Timer::Previews, next);
    }

    /// Sends a connection the players who were on the server last, without banned names.
    pub(super) fn list_visitors(&mut self, connection: ConnectionId) -> Result<(), Refusal> {
        let is_hidden = |name: &_| {
            let player = self.accounts.by_name(name);
            player.is_some_and(|player| self.connections.of(player).is_some())
                || self.moderation.bans_name(name, self.now)
        };
        let list = self.visitors.list(is_hidden, self.now);
        self.effects.send(connection, list);
        Ok(())
    }

    /// Removes a player from the list of the visitors.
    pub(super) fn remove_visitor(&mut self, player: PlayerId) {
        if let Some(account) = self.accounts.get(player) {
            self.visitors.remove(&account.name);
        }
    }

    /// Records that a player was on the server until now, unless it is a computer player.
    pub(super) fn record_visitor(&mut self, player: PlayerId) {
        if let Some(account) = self.accounts.get(player)
            && account.computer_level.is_none()
        {
            self.visitors.record(&account.name, self.now);
        }
    }
}
