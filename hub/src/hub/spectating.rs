//! Spectators: starting and stopping to watch, the events sent to them, and their chat.

use super::Hub;
use super::frames::{event_frames, snapshot_frames};
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::effects::Effects;
use crate::room::Room;
use crate::spectators::Spectators;
use crate::timers::Timer;
use chuhe_protocol::{GameId, PlayerId, PlayerName, Refusal, ServerMessage, WatchEnd, WatchFrom, limits};
use chuhe_rules::Viewer;
use chuhe_rules::clock::Timestamp;

impl Hub {
    /// Makes a player's connection a spectator of a game, and sends it the events since `from`.
    pub(super) fn watch(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        game: GameId,
        from: WatchFrom,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Watch)?;
        let room = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        if self.plays(player) || room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        let left = self.spectators.add(connection, game, room.visible_to_spectators())?;
        let delay_plies = room.watch_delay_plies();
        let mut messages = vec![ServerMessage::Watching { game, delay_plies }];
        messages.extend(self.game_from(room, from));
        if let Some(left) = left {
            self.send_watch_end(connection, left, WatchEnd::Elsewhere);
        }
        for message in messages {
            self.effects.send(connection, message);
        }
        self.broadcast_spectator_list(game);
        Ok(())
    }

    /// Returns the messages that show a spectator the game since `from`.
    fn game_from(&self, room: &Room, from: WatchFrom) -> Vec<ServerMessage> {
        let visible = room.visible_to_spectators();
        let gap = u32::try_from(limits::SNAPSHOT_GAP).unwrap_or(u32::MAX);
        let first = match from {
            WatchFrom::Start => Some(0),
            WatchFrom::Current => None,
            WatchFrom::Event(next) => visible.checked_sub(next).filter(|&missed| missed <= gap).map(|_| next),
        };
        let mut messages = match first {
            Some(first) => event_frames(room.id(), first, &room.seen_by(Viewer::Spectator, first, self.now)),
            None => snapshot_frames(room.id(), visible, &room.snapshot(Viewer::Spectator, self.now)),
        };
        let clocks = room.clocks(self.now).filter(|_| room.watch_delay_plies() == 0);
        messages.extend(clocks.map(|clocks| self.tick(room, clocks)));
        messages
    }

    /// Handles a request to stop watching a game.
    pub(super) fn unwatch(&mut self, connection: ConnectionId, game: GameId) -> Result<(), Refusal> {
        if self.spectators.game(connection) != Some(game) {
            return Err(Refusal::NoSuchGame);
        }
        self.stop_watching(connection, WatchEnd::Left);
        Ok(())
    }

    /// Stops a connection from watching, if it watches.
    pub(super) fn stop_watching(&mut self, connection: ConnectionId, why: WatchEnd) {
        if let Some(game) = self.spectators.remove(connection) {
            self.send_watch_end(connection, game, why);
        }
    }

    fn send_watch_end(&mut self, connection: ConnectionId, game: GameId, why: WatchEnd) {
        self.effects.send(connection, ServerMessage::WatchEnded { game, why });
        self.broadcast_spectator_list(game);
    }

    /// Removes a closed connection from the spectators.
    pub(super) fn remove_spectator(&mut self, connection: ConnectionId) {
        if let Some(game) = self.spectators.remove(connection) {
            self.broadcast_spectator_list(game);
        }
    }

    /// Ends watching for all spectators of a game whose room is closed.
    pub(super) fn close_spectators(&mut self, game: GameId) {
        self.effects.set_timer(Timer::Spectators(game), None);
        let spectators = self.spectators.close(game);
        self.effects.broadcast(spectators, ServerMessage::WatchEnded { game, why: WatchEnd::Closed });
    }

    /// Sends the players of a finished game the chat of its spectators, once.
    pub(super) fn send_spectator_chat(&mut self, game: GameId) {
        let Some(audience) = self.spectators.of_mut(game) else { return };
        let chat = audience.take_chat();
        let players = self.connections_at(game);
        for line in chat {
            for &connection in &players {
                self.effects.send(connection, line.clone());
            }
        }
    }

    /// Returns the connections that receive a line of the spectators' chat by `from`.
    ///
    /// The players take part once the game is over.
    ///
    /// # Errors
    /// If `from` neither watches the game nor has finished it.
    pub(super) fn spectator_chat_receivers(
        &self,
        from: PlayerId,
        game: GameId,
    ) -> Result<Vec<ConnectionId>, Refusal> {
        let room = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        let watches = self.connections.of(from).and_then(|connection| self.spectators.game(connection));
        let at_end = room.is_over() && room.color_of(from).is_some();
        if watches != Some(game) && !at_end {
            return Err(Refusal::NoSuchGame);
        }
        let mut receivers = if room.is_over() { self.connections_at(game) } else { Vec::new() };
        receivers.extend(self.spectators_of(game));
        Ok(receivers)
    }

    /// Holds back a chat line of the spectators of a running game until the game ends.
    pub(super) fn hold_spectator_chat(&mut self, game: GameId, line: &ServerMessage) {
        let running = self.rooms.get(game).is_some_and(|room| !room.is_over());
        if let Some(audience) = self.spectators.of_mut(game).filter(|_| running) {
            audience.hold_chat(line.clone());
        }
    }

    /// Sends players and spectators the list of spectators, at most once per second.
    ///
    /// A list that comes too early is scheduled: without the limit, 1,000 spectators who arrive
    /// together would cause a million messages.
    pub(super) fn broadcast_spectator_list(&mut self, game: GameId) {
        let Some(audience) = self.spectators.of_mut(game) else { return };
        if let Err(wait_ms) = audience.admit_list(self.now) {
            self.effects.set_timer(Timer::Spectators(game), Some(self.now.plus_ms(wait_ms)));
            return;
        }
        let Some(list) = self.spectator_list(game) else { return };
        for connection in self.connections_at(game) {
            self.effects.send(connection, list.clone());
        }
        self.effects.broadcast(self.spectators_of(game), list);
    }

    /// The list of spectators; `None` if there never was one.
    pub(super) fn spectator_list(&self, game: GameId) -> Option<ServerMessage> {
        let connections = self.spectators.of(game)?.connections();
        let name = |connection| Some(self.accounts.get(self.connections.player(connection)?)?.name.clone());
        let names: Vec<PlayerName> = connections
            .iter()
            .take(limits::SPECTATORS_NAMED)
            .filter_map(|&connection| name(connection))
            .collect();
        let count = u32::try_from(connections.len()).unwrap_or(u32::MAX);
        Some(ServerMessage::Spectators { game, names, count })
    }

    pub(super) fn spectators_of(&self, game: GameId) -> Vec<ConnectionId> {
        self.spectators.of(game).map(|audience| audience.connections().to_vec()).unwrap_or_default()
    }
}

/// Sends spectators the events that became visible to them since the last call.
///
/// The caller has sent the events to the players before.
pub(super) fn send_to_spectators(
    room: &Room,
    spectators: &mut Spectators,
    now: Timestamp,
    effects: &mut Effects,
) {
    let game = room.id();
    let Some(audience) = spectators.of_mut(game) else { return };
    let Some(first) = audience.take_unsent(room.visible_to_spectators()) else { return };
    let receivers = audience.connections().to_vec();
    let events = room.seen_by(Viewer::Spectator, first, now);
    for message in event_frames(game, first, &events) {
        effects.broadcast(receivers.clone(), message);
    }
}
