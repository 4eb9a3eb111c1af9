//! Tables: leaving them, closing rooms, and what the end of a game brings for its players.

use super::Hub;
use crate::room::Room;
use chuhe_protocol::{GameId, PlayerId, WatchEnd};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, Outcome, PerColor};

impl Hub {
    /// Lists a player who has left a table at another one where they sit, or else brings them back to the lobby.
    pub(super) fn left_table(&mut self, player: PlayerId, game: GameId) {
        self.lobby.list_at_table(&self.floor.rooms, player);
        if let Some(connection) = self.door.connections.of(player)
            && self.lobby.presence.table(player).is_none()
        {
            self.lobby.subscribe(&mut self.step, &self.door, connection, player);
        }
        if self.floor.rooms.is_deserted(game) {
            self.close_room(game, WatchEnd::Closed);
        }
    }

    /// Takes a player from the tables of finished games, because their next game begins, whose table keeps them
    /// listed. A rematch offer there is closed.
    pub(super) fn leave_finished_tables(&mut self, player: PlayerId) {
        for game in self.floor.rooms.tables(player) {
            let left = self.floor.leave(&mut self.step, &self.door, player, game);
            if left.is_ok() && self.floor.rooms.is_deserted(game) {
                self.close_room(game, WatchEnd::Closed);
            }
        }
    }

    /// Closes a room; its spectators are sent why.
    pub(super) fn close_room(&mut self, game: GameId, why: WatchEnd) {
        self.floor.rooms.close(game, &mut self.step.effects);
        for connection in self.floor.spectators.close(game, why, &mut self.step.effects) {
            self.lobby.watches(&self.door, connection, None);
        }
        self.lobby.previews.close(game);
        self.evenings.forget_game(game);
        self.floor.chat_logs.close(game);
    }

    /// Publishes the latest events of a room, and what follows if the game has ended with them.
    pub(super) fn publish_room(&mut self, game: GameId) {
        if let Some(outcome) = self.floor.publish(&mut self.step, &self.door, game) {
            self.publish_end(game, outcome);
        }
    }

    /// Follows up on the end of a game: schedules the release of absent players' names and sends
    /// the players their spectators' chat.
    pub(super) fn publish_end(&mut self, game: GameId, outcome: Outcome) {
        tracing::debug!(%game, ?outcome, "game is over");
        self.evening_game_ended(game, outcome);
        self.floor.rate(&mut self.step, &mut self.door, game);
        self.count_conduct(game);
        let Some(room) = self.floor.rooms.get(game) else { return };
        let (players, is_listed) = (Color::ALL.map(|color| room.player(color)), room.summary().is_some());
        if is_listed {
            let [red, black] = players;
            self.lobby.presence.recent_games.played(PerColor::new(red, black));
        }
        for player in players {
            if is_listed {
                self.door.finished_game(&mut self.step, player);
            }
            self.lobby.list_at_table(&self.floor.rooms, player);
            self.evenings.touch_player(player);
            self.schedule_release(player);
        }
        // releasing a name can have closed the room
        self.floor.release_chat(&mut self.step, &self.door, game);
        self.floor.publish_to_spectators(&mut self.step, game);
    }

    /// Closes the games that were abandoned first while there are too many of them.
    pub(super) fn close_surplus_games(&mut self) {
        while let Some(game) = self.floor.rooms.surplus() {
            if let Some(room) = self.floor.rooms.get_mut(game) {
                room.close_abandoned(self.step.now);
            }
            self.publish_room(game);
        }
    }

    /// Changes the rooms in which a player sits, and publishes the resulting events.
    pub(super) fn change_rooms_of(&mut self, player: PlayerId, change: impl Fn(&mut Room, Color, Timestamp)) {
        for game in self.floor.rooms.tables(player) {
            if let Ok(seated) = self.floor.rooms.seat(player, game) {
                change(seated.room, seated.color, self.step.now);
            }
            self.publish_room(game);
        }
    }
}
