//! Spectators: starting and stopping to watch, the events sent to them, and their chat.

use super::Hub;
use super::frames::{event_frames, tick, watched_from};
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::chat_log;
use crate::effects::Effects;
use crate::room::Room;
use crate::spectators::Spectators;
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
        self.door.admit(&self.step, connection, Action::Watch)?;
        let room = self.floor.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        if room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        if self.lobby.plays(player) {
            return Err(Refusal::YouAreBusy);
        }
        let left = self.floor.spectators.add(connection, game, room.visible_to_spectators())?;
        let delay_plies = room.watch_delay_plies();
        let mut messages =
            vec![ServerMessage::Table { game, message: TableMessage::Watching { delay_plies } }];
        messages.extend(watched_from(room, from, self.step.now));
        let clocks = room.clocks(self.step.now).filter(|_| delay_plies == 0);
        messages.extend(clocks.map(|clocks| tick(room, clocks, &self.door.connections, self.step.now)));
        if let Some(left) = left {
            self.floor.send_watch_end(&mut self.step, &self.door, connection, left, WatchEnd::Elsewhere);
        }
        if let Some(log) = self.floor.spectators.chat(game) {
            let lines = self.door.chat_seen_at(connection, log);
            messages.extend(chat_log::history(ChatRoom::Spectators(game), &lines).map(Into::into));
        }
        for message in messages {
            self.step.effects.send(connection, message);
        }
        self.lobby.watches(&self.door, connection, Some(game));
        self.floor.broadcast_spectator_list(&mut self.step, &self.door, game);
        Ok(())
    }

    /// Handles a request to stop watching a game.
    pub(super) fn unwatch(&mut self, connection: ConnectionId, game: GameId) -> Result<(), Refusal> {
        if self.floor.spectators.game(connection) != Some(game) {
            return Err(Refusal::NotWatching);
        }
        self.stop_watching(connection, WatchEnd::Left);
        Ok(())
    }

    /// Stops a connection from watching, if it watches.
    pub(super) fn stop_watching(&mut self, connection: ConnectionId, why: WatchEnd) {
        if let Some(game) = self.floor.spectators.remove(connection) {
            self.lobby.watches(&self.door, connection, None);
            self.floor.send_watch_end(&mut self.step, &self.door, connection, game, why);
        }
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
