//! Publishes what happens in rooms: to the store, their players and their spectators.

use super::Floor;
use super::frames::{missed_by_player, tick};
use super::sending::{publish, send_to_spectators};
use crate::accounts::rating;
use crate::chat_log;
use crate::connection_id::ConnectionId;
use crate::door::Door;
use crate::step::{FollowUp, Step};
use chuhe_protocol::{ChatRoom, Cursor, GameId, PlayerId};
use chuhe_rules::{Color, Outcome};

impl Floor {
    /// Publishes the latest events of a room, and returns how the game has ended with them.
    ///
    /// Stores them, sends them to the players and then to the spectators, and sets the room's timer.
    /// If the game has ended, its spectators receive them after what the hub does at the end.
    pub(crate) fn publish(&mut self, step: &mut Step, door: &Door, game: GameId) -> Option<Outcome> {
        let (room, published) = self.rooms.take_step(game)?;
        publish(room, published, step, door, &mut self.spectators)
    }

    /// Counts a rated game that is over, once: its journal says what it has changed.
    pub(crate) fn rate(&mut self, step: &mut Step, door: &mut Door, game: GameId) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        let Some(to_rate) = room.to_rate() else { return };
        let (records, end) = rating::count(&mut door.accounts, &to_rate);
        step.effects.save(records);
        for color in Color::ALL {
            step.follow_up(FollowUp::Relist(to_rate.players[color]));
        }
        room.record_rated(end, step.now);
        self.publish(step, door, game);
    }

    /// Sends spectators the events that became visible to them since the last call.
    ///
    /// The players have received them before.
    pub(crate) fn publish_to_spectators(&mut self, step: &mut Step, game: GameId) {
        if let Some(room) = self.rooms.get(game) {
            send_to_spectators(room, &mut self.spectators, step.now, &mut step.effects);
        }
    }

    /// Sends the players of a finished game what its spectators have said.
    pub(crate) fn release_chat(&mut self, step: &mut Step, door: &Door, game: GameId) {
        let Some(room) = self.rooms.get(game) else { return };
        let Some(log) = self.spectators.release_chat(game) else { return };
        for connection in door.connections.at_table(room) {
            let lines = door.chat_seen_at(connection, log);
            for line in lines {
                let room = ChatRoom::Spectators(game);
                if let Some(marked) = self.chat_marks.of(room, std::slice::from_ref(&line)) {
                    step.effects.send(connection, marked);
                }
                step.effects.send(connection, chat_log::live(room, line));
            }
        }
    }

    /// Handles that a wait of a game has ended, and sends its clocks if they are due. The hub publishes the game.
    pub(crate) fn tick(&mut self, step: &mut Step, door: &Door, game: GameId) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        if let Some(clocks) = room.handle_timeout(step.now) {
            let message = tick(room, clocks, &door.connections, step.now);
            for connection in door.connections.at_table(room) {
                step.effects.send(connection, message.clone());
            }
            // spectators with a delay must not see the present clocks
            if room.watch_delay_plies() == 0 {
                step.effects.broadcast(self.spectators.connections(game).to_vec(), message);
            }
        }
    }

    /// Sends a connection what its player has missed: of each table at which they sit the events, the clocks and
    /// the spectators, and then the last chat lines.
    pub(crate) fn catch_up(
        &self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        player: PlayerId,
        seen: &[Cursor],
    ) {
        for room in self.rooms.of(player) {
            let (game, Some(color)) = (room.id(), room.color_of(player)) else { continue };
            let first = seen.iter().find(|cursor| cursor.game == game).map_or(0, |cursor| cursor.next);
            let messages = missed_by_player(room, color, first, step.now);
            let tick = room.clocks(step.now).map(|clocks| tick(room, clocks, &door.connections, step.now));
            let spectators = self.spectators.list(game, &door.connections, &door.accounts);
            for message in messages.into_iter().chain(tick).chain(spectators) {
                step.effects.send(connection, message);
            }
        }
        self.send_chat_history(step, door, connection, player);
    }

    /// Sends a connection the last chat lines of the lobby, and of the tables at which its player sits. A computer
    /// player reads none.
    pub(crate) fn send_chat_history(
        &self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        player: PlayerId,
    ) {
        if door.connections.computer_level(connection).is_some() {
            return;
        }
        let of_tables = self.rooms.of(player).flat_map(|room| {
            let game = room.id();
            let spectators = self.spectators.chat(game).filter(|_| room.is_over());
            [
                self.chat_logs.table(game).map(|log| (ChatRoom::Table(game), log)),
                spectators.map(|log| (ChatRoom::Spectators(game), log)),
            ]
        });
        let of_lobby = Some((ChatRoom::Lobby, self.chat_logs.lobby()));
        for (room, log) in std::iter::once(of_lobby).chain(of_tables).flatten() {
            for message in self.chat_marks.history(room, &door.chat_seen_at(connection, log)) {
                step.effects.send(connection, message);
            }
        }
    }
}
