//! Handles requests at a table: finds the room, applies the request, and publishes the events.

use super::Hub;
use super::frames::{missed_by_player, tick};
use super::spectating::send_to_spectators;
use crate::boundary::ConnectionId;
use crate::chat_log;
use crate::connections::Connections;
use crate::effects::Effects;
use crate::room::{Agreed, Departure, Room};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChatRoom, Cursor, Event, GameId, InvitationEnd, PlayerId, Refusal, Seq, TableMessage,
    WatchEnd,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, Viewer};

impl Hub {
    /// The room in which a player sits.
    pub(super) fn table(&self, player: PlayerId) -> Option<&Room> {
        self.lobby.presence.table(player).and_then(|game| self.floor.rooms.get(game))
    }

    /// Applies a player's request to their room and publishes the resulting events.
    pub(super) fn at_table<T>(
        &mut self,
        player: PlayerId,
        game: GameId,
        decide: impl FnOnce(&mut Room, Color, Timestamp) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (room, color) = self.floor.rooms.seat(player, game)?;
        let decided = decide(room, color, self.step.now)?;
        self.publish_room(game);
        Ok(decided)
    }

    pub(super) fn offer(&mut self, player: PlayerId, game: GameId, kind: OfferKind) -> Result<(), Refusal> {
        self.check_rematch(player, game, kind)?;
        let agreed = self.at_table(player, game, |room, color, now| room.offer(color, kind, now))?;
        self.carry_out(agreed, game)
    }

    pub(super) fn answer_offer(
        &mut self,
        player: PlayerId,
        game: GameId,
        kind: OfferKind,
        accept: bool,
    ) -> Result<(), Refusal> {
        if accept {
            self.check_rematch(player, game, kind)?;
        }
        let agreed = self.at_table(player, game, |room, color, now| room.answer(color, kind, accept, now))?;
        self.carry_out(agreed, game)
    }

    /// Refuses a rematch once the server is stopping, and where one player blocks the other.
    fn check_rematch(&self, player: PlayerId, game: GameId, kind: OfferKind) -> Result<(), Refusal> {
        if kind != OfferKind::Rematch {
            return Ok(());
        }
        self.step.lifecycle.check_open()?;
        self.lobby.check_opponent(&self.door, player, game)
    }

    fn carry_out(&mut self, agreed: Agreed, game: GameId) -> Result<(), Refusal> {
        match agreed {
            Agreed::Nothing => Ok(()),
            Agreed::Rematch => {
                let id = self.step.random.game_id();
                let before = self.floor.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
                let first_move_ms = self.floor.rooms.first_move_ms(before.terms());
                let room = Room::open(before.rematch(id, first_move_ms), self.step.now);
                // the old room stays open until the new one is stored
                self.floor.rooms.open(room, &mut self.step.random, &mut self.step.effects);
                self.floor.chat_logs.continue_at(id, game);
                self.open_table(id);
                self.close_room(game, WatchEnd::Rematch(id));
                Ok(())
            }
        }
    }

    /// Seats the players of a new room and sends them its first events.
    pub(super) fn open_table(&mut self, game: GameId) {
        let Some(room) = self.floor.rooms.get(game) else { return };
        let (red, black, kind) = (room.player(Color::Red), room.player(Color::Black), room.kind());
        tracing::info!(%game, %red, %black, "game begins");
        for (player, opponent) in [(red, black), (black, red)] {
            self.lobby.presence.seat(player, game, opponent, kind);
            self.lobby.close_challenges(&mut self.step, &self.door, player, ChallengeEnd::Busy);
            self.lobby.close_invitations(&mut self.step, &self.door, player, InvitationEnd::Busy);
            self.lobby.leave_place(&mut self.step, &self.door, player, InvitationEnd::Left);
            if let Some(connection) = self.door.connections.of(player) {
                self.stop_watching(connection, WatchEnd::Elsewhere);
                self.lobby.presence.unsubscribe(connection);
                self.lobby.previews.remove(connection);
            }
        }
        self.publish_room(game);
    }

    pub(super) fn leave_table(&mut self, player: PlayerId, game: GameId) -> Result<(), Refusal> {
        self.at_table(player, game, |room, color, now| room.leave(color, now))?;
        self.lobby.presence.unseat(player, self.lobby.challenges.concern(player));
        if let Some(connection) = self.door.connections.of(player) {
            self.lobby.subscribe(&mut self.step, &self.door, connection, player);
        }
        self.close_if_empty(game);
        Ok(())
    }

    /// Takes a player from the table of a finished game, if they sit at one, because their next game
    /// begins. A rematch offer there is closed.
    pub(super) fn leave_finished_table(&mut self, player: PlayerId) {
        let Some(game) = self.lobby.presence.table(player) else { return };
        if self.at_table(player, game, |room, color, now| room.leave(color, now)).is_ok() {
            // the challenge that the next game follows still keeps the player listed
            self.lobby.presence.unseat(player, true);
            self.close_if_empty(game);
        }
    }

    fn close_if_empty(&mut self, game: GameId) {
        let is_present = |room: &Room| Color::ALL.into_iter().any(|color| room.is_present(color));
        if self.floor.rooms.get(game).is_some_and(|room| !is_present(room)) {
            self.close_room(game, WatchEnd::Closed);
        }
    }

    /// Closes a room; its spectators are sent why.
    pub(super) fn close_room(&mut self, game: GameId, why: WatchEnd) {
        self.floor.rooms.close(game, &mut self.step.effects);
        for connection in self.floor.spectators.close(game, why, &mut self.step.effects) {
            self.lobby.watches(&self.door, connection, None);
        }
        self.lobby.previews.close(game);
        self.floor.chat_logs.close(game);
    }

    pub(super) fn room_timeout(&mut self, game: GameId) {
        let Some(room) = self.floor.rooms.get_mut(game) else { return };
        if let Some(clocks) = room.handle_timeout(self.step.now) {
            let message = tick(room, clocks, &self.door.connections, self.step.now);
            for connection in self.door.connections.at_table(room) {
                self.step.effects.send(connection, message.clone());
            }
            // spectators with a delay must not see the present clocks
            if room.watch_delay_plies() == 0 {
                self.step.effects.broadcast(self.floor.spectators.connections(game).to_vec(), message);
            }
        }
        self.publish_room(game);
    }

    /// Publishes the latest events of a room.
    ///
    /// Stores them, sends them to the players and then to the spectators, and sets the room's timer.
    pub(super) fn publish_room(&mut self, game: GameId) {
        let Some((room, step)) = self.floor.rooms.take_step(game) else { return };
        self.step.effects.save(room.records_from(step.first_unsaved));
        self.step.effects.set_timer(Timer::Room(game), step.timeout);
        let Some(first) = step.first_unsent else { return };
        send_events(room, first, &self.door.connections, self.step.now, &mut self.step.effects);
        match step.outcome {
            None => {
                send_to_spectators(room, &mut self.floor.spectators, self.step.now, &mut self.step.effects)
            }
            Some(outcome) => self.publish_end(game, outcome),
        }
    }

    /// Follows up on the end of a game: schedules the release of absent players' names and sends
    /// the players their spectators' chat.
    fn publish_end(&mut self, game: GameId, outcome: Outcome) {
        tracing::debug!(%game, ?outcome, "game is over");
        let Some(room) = self.floor.rooms.get(game) else { return };
        let (players, is_listed) = (Color::ALL.map(|color| room.player(color)), room.summary().is_some());
        for player in players {
            if is_listed {
                self.door.finished_game(&mut self.step, player);
            }
            if self.lobby.presence.table(player) == Some(game) {
                self.lobby.presence.end_game(player);
                self.schedule_release(player);
            }
        }
        // releasing a name can close the room at once
        let Some(room) = self.floor.rooms.get(game) else { return };
        let players: Vec<ConnectionId> = self.door.connections.at_table(room).collect();
        if let Some(log) = self.floor.spectators.release_chat(game).cloned() {
            for connection in players {
                for line in self.door.chat_seen_at(connection, &log) {
                    self.step.effects.send(connection, chat_log::live(ChatRoom::Spectators(game), line));
                }
            }
        }
        let Some(room) = self.floor.rooms.get(game) else { return };
        send_to_spectators(room, &mut self.floor.spectators, self.step.now, &mut self.step.effects);
    }

    /// Records in a player's room that their connection is lost.
    ///
    /// While games are paused, it does nothing: the absence is recorded when they resume.
    pub(super) fn went_away(&mut self, player: PlayerId, departure: Departure) {
        if !self.step.lifecycle.is_paused() {
            self.change_room_of(player, |room, color, now| room.went_away(color, departure, now));
            self.close_surplus_games();
        }
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

    /// Changes the room in which a player sits, if they do, and publishes the resulting events.
    pub(super) fn change_room_of(
        &mut self,
        player: PlayerId,
        change: impl FnOnce(&mut Room, Color, Timestamp),
    ) {
        let Some(game) = self.lobby.presence.table(player) else { return };
        let Ok((room, color)) = self.floor.rooms.seat(player, game) else { return };
        change(room, color, self.step.now);
        self.publish_room(game);
    }

    /// Measures the network delay of a player who answers a pong, and credits their clock with it.
    pub(super) fn measure_lag(&mut self, connection: ConnectionId, player: PlayerId, nonce: u32) {
        let Some(lag_ms) = self.door.connections.record_echo(connection, nonce, self.step.now) else {
            return;
        };
        // during a pause no event can be stored
        if !self.step.lifecycle.is_paused() {
            self.change_room_of(player, |room, color, now| room.measured_lag(color, lag_ms, now));
        }
    }

    /// Sends a connection the last chat lines of the lobby, and of the table at which its player sits.
    pub(super) fn send_chat_history(&mut self, connection: ConnectionId, player: PlayerId) {
        let table = self.lobby.presence.table(player);
        let spectators = table.filter(|_| !self.lobby.presence.is_playing(player));
        let logs = [
            Some((ChatRoom::Lobby, self.floor.chat_logs.lobby())),
            table.and_then(|game| Some((ChatRoom::Table(game), self.floor.chat_logs.table(game)?))),
            spectators.and_then(|game| Some((ChatRoom::Spectators(game), self.floor.spectators.chat(game)?))),
        ];
        for (room, log) in logs.into_iter().flatten() {
            for message in chat_log::history(room, &self.door.chat_seen_at(connection, log)) {
                self.step.effects.send(connection, message);
            }
        }
    }

    /// Sends a connection the missed events of its player's game, the clocks and the spectators.
    pub(super) fn catch_up(&mut self, connection: ConnectionId, player: PlayerId, seen: Option<Cursor>) {
        let Some(room) = self.table(player) else { return };
        let game = room.id();
        let Some(color) = room.color_of(player) else { return };
        let first = seen.filter(|cursor| cursor.game == game).map_or(0, |cursor| cursor.next);
        let messages = missed_by_player(room, color, first, self.step.now);
        let tick = room
            .clocks(self.step.now)
            .map(|clocks| tick(room, clocks, &self.door.connections, self.step.now));
        let spectators = self.floor.spectators.list(game, &self.door.connections, &self.door.accounts);
        for message in messages.into_iter().chain(tick).chain(spectators) {
            self.step.effects.send(connection, message);
        }
    }
}

/// Sends the events from number `first` on to the players at a table.
///
/// A move that looks the same to both players is encoded once. The mover's copy has low priority,
/// because their board shows the move already.
fn send_events(room: &Room, first: Seq, connections: &Connections, now: Timestamp, effects: &mut Effects) {
    let game = room.id();
    let seen = Color::ALL.map(|color| {
        let events = room.seen_by(Viewer::Player(color), first, now);
        // a player who leaves with one of these events still receives it
        let at_table = room.is_present(color) || events.contains(&Event::Left { color });
        (connections.of(room.player(color)).filter(|_| at_table), events)
    });
    let message = |events| TableMessage::Events { first, events }.at(game);
    if let [(Some(red), reds), (Some(black), blacks)] = &seen
        && let [event] = &reds[..]
        && let Some(by) = room.mover(event)
        && reds == blacks
    {
        let (to, also) = if by == Color::Red { (*black, *red) } else { (*red, *black) };
        let [(_, events), _] = seen;
        effects.send_also(to, also, message(events));
        return;
    }
    for (connection, events) in seen {
        if let Some(to) = connection {
            effects.send(to, message(events));
        }
    }
}
