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
        if self.lobby.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        games.retain(|&game| self.floor.rooms.get(game).is_some());
        if let Some(at) = self.lobby.previews.choose(connection, games, self.step.now) {
            self.step.effects.set_timer(Timer::Previews, Some(at));
        }
        Ok(())
    }

    /// Sends the previews of some games, and sets the timer for the next ones.
    ///
    /// While games are paused nothing changes, but a client may still be without a board.
    pub(super) fn send_previews(&mut self) {
        let (games, next) = self.lobby.previews.step(self.step.now);
        for game in games {
            let Some(room) = self.floor.rooms.get(game) else { continue };
            let receivers = self.lobby.previews.take_receivers(game, room.visible_to_spectators());
            if !receivers.is_empty() {
                self.step.effects.broadcast(receivers, LobbyMessage::Preview(Box::new(room.preview())));
            }
        }
        self.step.effects.set_timer(Timer::Previews, next);
    }
}
