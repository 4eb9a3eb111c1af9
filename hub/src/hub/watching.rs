//! Watching: who begins and ceases to watch a game, what spectators are told of
//! it, and what they say to each other. The players are told first, always.

use super::Hub;
use super::tables::{in_frames, snapshot_in_frames};
use crate::boundary::ConnectionId;
use crate::room::Room;
use crate::timers::Timer;
use chuhe_protocol::{GameId, PlayerId, PlayerName, Refusal, ServerMessage, WatchEnd, WatchFrom, limits};
use chuhe_rules::Viewer;

impl Hub {
    /// Lets a player's connection watch a game, and tells it what it asks for.
    pub(super) fn watch(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        game: GameId,
        from: WatchFrom,
    ) -> Result<(), Refusal> {
        let room = self.rooms.get(&game).ok_or(Refusal::NoSuchGame)?;
        if self.plays(player) || room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        let left = self.watching.begin(connection, game, room.known_to_spectators())?;
        let delay_plies = room.watch_delay_plies();
        let mut messages = vec![ServerMessage::Watching { game, delay_plies }];
        messages.extend(self.picture(room, from));
        if let Some(left) = left {
            self.watching_ended(connection, left, WatchEnd::Elsewhere);
        }
        for message in messages {
            self.effects.send(connection, message);
        }
        self.tell_who_watches(game);
        Ok(())
    }

    /// What a spectator is told who asks for a game `from` some point on.
    fn picture(&self, room: &Room, from: WatchFrom) -> Vec<ServerMessage> {
        let known = room.known_to_spectators();
        let gap = u32::try_from(limits::SNAPSHOT_GAP).unwrap_or(u32::MAX);
        let first = match from {
            WatchFrom::Start => Some(0),
            WatchFrom::Current => None,
            WatchFrom::Event(next) => known.checked_sub(next).filter(|&lacks| lacks <= gap).map(|_| next),
        };
        let mut messages = match first {
            Some(first) => in_frames(room.id(), first, &room.seen_by(Viewer::Spectator, first, self.now)),
            None => snapshot_in_frames(room.id(), known, &room.snapshot(Viewer::Spectator, self.now)),
        };
        let clocks = room.clocks(self.now).filter(|_| room.watch_delay_plies() == 0);
        messages.extend(clocks.map(|clocks| self.tick(room, clocks)));
        messages
    }

    /// Ends what a player asks not to watch any longer.
    pub(super) fn unwatch(&mut self, connection: ConnectionId, game: GameId) -> Result<(), Refusal> {
        if self.watching.game(connection) != Some(game) {
            return Err(Refusal::NoSuchGame);
        }
        self.stop_watching(connection, WatchEnd::Left);
        Ok(())
    }

    /// Ends the watching of a connection, if it watches.
    pub(super) fn stop_watching(&mut self, connection: ConnectionId, why: WatchEnd) {
        if let Some(game) = self.watching.leave(connection) {
            self.watching_ended(connection, game, why);
        }
    }

    fn watching_ended(&mut self, connection: ConnectionId, game: GameId, why: WatchEnd) {
        self.effects.send(connection, ServerMessage::WatchEnded { game, why });
        self.tell_who_watches(game);
    }

    /// A connection is no more, and so no spectator either.
    pub(super) fn spectator_gone(&mut self, connection: ConnectionId) {
        if let Some(game) = self.watching.leave(connection) {
            self.tell_who_watches(game);
        }
    }

    /// The board of a game stands no longer.
    pub(super) fn close_watching(&mut self, game: GameId) {
        self.effects.set_timer(Timer::Spectators(game), None);
        let spectators = self.watching.close(game);
        self.effects.broadcast(spectators, ServerMessage::WatchEnded { game, why: WatchEnd::Closed });
    }

    /// Tells spectators what they may know by now and were not told. Told after the
    /// players, as everything to spectators.
    pub(super) fn tell_spectators(&mut self, game: GameId) {
        let Some(room) = self.rooms.get(&game) else { return };
        let Some(spectators) = self.watching.of_mut(game) else { return };
        let Some(first) = spectators.take_untold(room.known_to_spectators()) else { return };
        let receivers = spectators.connections().to_vec();
        let events = room.seen_by(Viewer::Spectator, first, self.now);
        for message in in_frames(game, first, &events) {
            self.effects.broadcast(receivers.clone(), message);
        }
    }

    /// Tells spectators a tick of the players', unless they know less than is now.
    pub(super) fn tell_spectators_tick(&mut self, game: GameId, tick: ServerMessage) {
        let live = self.rooms.get(&game).is_some_and(|room| room.watch_delay_plies() == 0);
        if live {
            self.effects.broadcast(self.spectators(game), tick);
        }
    }

    /// Tells the players of a game that is over what its spectators said, once.
    pub(super) fn tell_spectators_talk(&mut self, game: GameId) {
        let Some(spectators) = self.watching.of_mut(game) else { return };
        let talk = spectators.take_talk();
        let players = self.at_board(game);
        for line in talk {
            for &connection in &players {
                self.effects.send(connection, line.clone());
            }
        }
    }

    /// Who hears what `from` says to the spectators of a game. A player may speak
    /// there, and is heard, when the game is over.
    pub(super) fn hearers_of_spectators(
        &self,
        from: PlayerId,
        game: GameId,
    ) -> Result<Vec<ConnectionId>, Refusal> {
        let room = self.rooms.get(&game).ok_or(Refusal::NoSuchGame)?;
        let watches = self.players.connection(from).and_then(|connection| self.watching.game(connection));
        let at_end = room.is_over() && room.color_of(from).is_some();
        if watches != Some(game) && !at_end {
            return Err(Refusal::NoSuchGame);
        }
        let mut hearers = if room.is_over() { self.at_board(game) } else { Vec::new() };
        hearers.extend(self.spectators(game));
        Ok(hearers)
    }

    /// Keeps what was said to the spectators of a running game for its players.
    pub(super) fn keep_talk(&mut self, game: GameId, line: &ServerMessage) {
        let running = self.rooms.get(&game).is_some_and(|room| !room.is_over());
        if let Some(spectators) = self.watching.of_mut(game).filter(|_| running) {
            spectators.keep(line.clone());
        }
    }

    /// Tells players and spectators who watches, or sets the time at which it may
    /// be told: a thousand who come at once are otherwise a million messages.
    pub(super) fn tell_who_watches(&mut self, game: GameId) {
        let Some(spectators) = self.watching.of_mut(game) else { return };
        if let Err(wait_ms) = spectators.admit_list(self.now) {
            self.effects.set_timer(Timer::Spectators(game), Some(self.now.plus_ms(wait_ms)));
            return;
        }
        let Some(list) = self.who_watches(game) else { return };
        for connection in self.at_board(game) {
            self.effects.send(connection, list.clone());
        }
        self.effects.broadcast(self.spectators(game), list);
    }

    /// Who watches a game; nothing, if nobody ever did.
    pub(super) fn who_watches(&self, game: GameId) -> Option<ServerMessage> {
        let connections = self.watching.of(game)?.connections();
        let name = |connection| Some(self.players.get(self.sessions.player(connection)?)?.name.clone());
        let names: Vec<PlayerName> = connections
            .iter()
            .take(limits::SPECTATORS_NAMED)
            .filter_map(|&connection| name(connection))
            .collect();
        let count = u32::try_from(connections.len()).unwrap_or(u32::MAX);
        Some(ServerMessage::Spectators { game, names, count })
    }

    fn spectators(&self, game: GameId) -> Vec<ConnectionId> {
        self.watching.of(game).map(|spectators| spectators.connections().to_vec()).unwrap_or_default()
    }
}
