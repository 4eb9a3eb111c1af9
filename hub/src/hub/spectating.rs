//! Spectators: starting and stopping to watch, the events sent to them, and their chat.

use super::Hub;
use super::frames::{event_frames, tick, watched_from};
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::chat_log;
use crate::effects::Effects;
use crate::room::Room;
use crate::spectators::Spectators;
use crate::timers::Timer;
use chuhe_protocol::{ChatRoom, GameId, PlayerId, Refusal, ServerMessage, TableMessage, WatchEnd, WatchFrom};
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
        if room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        if self.plays(player) {
            return Err(Refusal::YouAreBusy);
        }
        let left = self.spectators.add(connection, game, room.visible_to_spectators())?;
        let delay_plies = room.watch_delay_plies();
        let mut messages =
            vec![ServerMessage::Table { game, message: TableMessage::Watching { delay_plies } }];
        messages.extend(watched_from(room, from, self.now));
        let clocks = room.clocks(self.now).filter(|_| delay_plies == 0);
        messages.extend(clocks.map(|clocks| tick(room, clocks, &self.connections, self.now)));
        if let Some(left) = left {
            self.send_watch_end(connection, left, WatchEnd::Elsewhere);
        }
        if let Some(log) = self.spectators.chat(game) {
            let lines = self.chat_seen_at(connection, log);
            messages.extend(chat_log::history(ChatRoom::Spectators(game), &lines).map(Into::into));
        }
        for message in messages {
            self.effects.send(connection, message);
        }
        self.watches(connection, Some(game));
        self.broadcast_spectator_list(game);
        Ok(())
    }

    /// Handles a request to stop watching a game.
    pub(super) fn unwatch(&mut self, connection: ConnectionId, game: GameId) -> Result<(), Refusal> {
        if self.spectators.game(connection) != Some(game) {
            return Err(Refusal::NotWatching);
        }
        self.stop_watching(connection, WatchEnd::Left);
        Ok(())
    }

    /// Stops a connection from watching, if it watches.
    pub(super) fn stop_watching(&mut self, connection: ConnectionId, why: WatchEnd) {
        if let Some(game) = self.spectators.remove(connection) {
            self.watches(connection, None);
            self.send_watch_end(connection, game, why);
        }
    }

    /// Lists the player of a connection with the game that they watch from now on.
    pub(super) fn watches(&mut self, connection: ConnectionId, game: Option<GameId>) {
        if let Some(player) = self.connections.player(connection) {
            self.presence.watch(player, game);
        }
    }

    fn send_watch_end(&mut self, connection: ConnectionId, game: GameId, why: WatchEnd) {
        self.effects.send(connection, TableMessage::WatchEnded { why }.at(game));
        self.broadcast_spectator_list(game);
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
            return Err(Refusal::NotWatching);
        }
        let players = self.connections.at_table(room).filter(|_| room.is_over());
        Ok(players.chain(self.spectators.connections(game).iter().copied()).collect())
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
        let Some(list) = self.spectators.list(game, &self.connections, &self.accounts) else { return };
        for connection in self.rooms.get(game).into_iter().flat_map(|room| self.connections.at_table(room)) {
            self.effects.send(connection, list.clone());
        }
        self.effects.broadcast(self.spectators.connections(game).to_vec(), list);
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
