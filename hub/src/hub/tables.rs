//! Handles requests at a table: finds the room, applies the request, and publishes the events.

use super::Hub;
use super::frames::{missed_by_player, tick};
use super::spectating::send_to_spectators;
use crate::boundary::ConnectionId;
use crate::chat_log::{self, ChatLog};
use crate::connections::Connections;
use crate::effects::Effects;
use crate::room::{Agreed, Departure, Room};
use crate::shared_accounts::AccountChange;
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChatLine, ChatRoom, Cursor, Event, GameId, InvitationEnd, PlayerId, Refusal, Seq,
    TableMessage, WatchEnd,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, Viewer};

impl Hub {
    /// The room in which a player sits.
    pub(super) fn table(&self, player: PlayerId) -> Option<&Room> {
        self.presence.table(player).and_then(|game| self.rooms.get(game))
    }

    /// Whether a player sits in a running game.
    pub(super) fn plays(&self, player: PlayerId) -> bool {
        self.presence.is_playing(player)
    }

    /// Applies a player's request to their room and publishes the resulting events.
    pub(super) fn at_table<T>(
        &mut self,
        player: PlayerId,
        game: GameId,
        decide: impl FnOnce(&mut Room, Color, Timestamp) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (room, color) = self.rooms.seat(player, game)?;
        let decided = decide(room, color, self.now)?;
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
        self.lifecycle.check_open()?;
        self.check_opponent(player, game)
    }

    fn carry_out(&mut self, agreed: Agreed, game: GameId) -> Result<(), Refusal> {
        match agreed {
            Agreed::Nothing => Ok(()),
            Agreed::Rematch => {
                let id = self.random.game_id();
                let before = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
                let first_move_ms = self.rooms.first_move_ms(before.terms());
                let room = Room::open(before.rematch(id, first_move_ms), self.now);
                // the old room stays open until the new one is stored
                self.rooms.open(room, &mut self.random, &mut self.effects);
                self.chat_logs.continue_at(id, game);
                self.open_table(id);
                self.close_room(game, WatchEnd::Rematch(id));
                Ok(())
            }
        }
    }

    /// Seats the players of a new room and sends them its first events.
    pub(super) fn open_table(&mut self, game: GameId) {
        let Some(room) = self.rooms.get(game) else { return };
        let (red, black, kind) = (room.player(Color::Red), room.player(Color::Black), room.kind());
        tracing::info!(%game, %red, %black, "game begins");
        for (player, opponent) in [(red, black), (black, red)] {
            self.presence.seat(player, game, opponent, kind);
            self.close_challenges(player, ChallengeEnd::Busy);
            self.close_invitations(player, InvitationEnd::Busy);
            self.leave_place(player, InvitationEnd::Left);
            if let Some(connection) = self.connections.of(player) {
                self.stop_watching(connection, WatchEnd::Elsewhere);
                self.presence.unsubscribe(connection);
                self.previews.remove(connection);
            }
        }
        self.publish_room(game);
    }

    pub(super) fn leave_table(&mut self, player: PlayerId, game: GameId) -> Result<(), Refusal> {
        self.at_table(player, game, |room, color, now| room.leave(color, now))?;
        self.presence.unseat(player, self.challenges.concern(player));
        if let Some(connection) = self.connections.of(player) {
            self.subscribe(connection, player);
        }
        self.close_if_empty(game);
        Ok(())
    }

    /// Takes a player from the table of a finished game, if they sit at one, because their next game
    /// begins. A rematch offer there is closed.
    pub(super) fn leave_finished_table(&mut self, player: PlayerId) {
        let Some(game) = self.presence.table(player) else { return };
        if self.at_table(player, game, |room, color, now| room.leave(color, now)).is_ok() {
            // the challenge that the next game follows still keeps the player listed
            self.presence.unseat(player, true);
            self.close_if_empty(game);
        }
    }

    fn close_if_empty(&mut self, game: GameId) {
        let is_present = |room: &Room| Color::ALL.into_iter().any(|color| room.is_present(color));
        if self.rooms.get(game).is_some_and(|room| !is_present(room)) {
            self.close_room(game, WatchEnd::Closed);
        }
    }

    /// Closes a room; its spectators are sent why.
    pub(super) fn close_room(&mut self, game: GameId, why: WatchEnd) {
        self.rooms.close(game, &mut self.effects);
        for connection in self.spectators.close(game, why, &mut self.effects) {
            self.watches(connection, None);
        }
        self.previews.close(game);
        self.chat_logs.close(game);
    }

    pub(super) fn room_timeout(&mut self, game: GameId) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        if let Some(clocks) = room.handle_timeout(self.now) {
            let message = tick(room, clocks, &self.connections, self.now);
            for connection in self.connections.at_table(room) {
                self.effects.send(connection, message.clone());
            }
            // spectators with a delay must not see the present clocks
            if room.watch_delay_plies() == 0 {
                self.effects.broadcast(self.spectators.connections(game).to_vec(), message);
            }
        }
        self.publish_room(game);
    }

    /// Publishes the latest events of a room.
    ///
    /// Stores them, sends them to the players and then to the spectators, and sets the room's timer.
    pub(super) fn publish_room(&mut self, game: GameId) {
        let Some((room, step)) = self.rooms.take_step(game) else { return };
        self.effects.save(room.records_from(step.first_unsaved));
        self.effects.set_timer(Timer::Room(game), step.timeout);
        let Some(first) = step.first_unsent else { return };
        send_events(room, first, &self.connections, self.now, &mut self.effects);
        match step.outcome {
            None => send_to_spectators(room, &mut self.spectators, self.now, &mut self.effects),
            Some(outcome) => self.publish_end(game, outcome),
        }
    }

    /// Follows up on the end of a game: schedules the release of absent players' names and sends
    /// the players their spectators' chat.
    fn publish_end(&mut self, game: GameId, outcome: Outcome) {
        tracing::debug!(%game, ?outcome, "game is over");
        let Some(room) = self.rooms.get(game) else { return };
        let (players, is_listed) = (Color::ALL.map(|color| room.player(color)), room.summary().is_some());
        for player in players {
            if is_listed {
                self.finished_game(player);
            }
            if self.presence.table(player) == Some(game) {
                self.presence.end_game(player);
                self.schedule_release(player);
            }
        }
        // releasing a name can close the room at once
        let Some(room) = self.rooms.get(game) else { return };
        let players: Vec<ConnectionId> = self.connections.at_table(room).collect();
        if let Some(log) = self.spectators.release_chat(game).cloned() {
            for connection in players {
                for line in self.chat_seen_at(connection, &log) {
                    self.effects.send(connection, chat_log::live(ChatRoom::Spectators(game), line));
                }
            }
        }
        let Some(room) = self.rooms.get(game) else { return };
        send_to_spectators(room, &mut self.spectators, self.now, &mut self.effects);
    }

    /// Records that a player has finished a game, so that a registered name does not lapse.
    fn finished_game(&mut self, player: PlayerId) {
        let record = self.accounts.finished_game(player);
        if record.is_some() {
            self.effects.save(record);
            self.share_change(player, AccountChange::Played);
            self.schedule_lapses();
        }
    }

    /// Records in a player's room that their connection is lost.
    ///
    /// While games are paused, it does nothing: the absence is recorded when they resume.
    pub(super) fn went_away(&mut self, player: PlayerId, departure: Departure) {
        if !self.lifecycle.is_paused() {
            self.change_room_of(player, |room, color, now| room.went_away(color, departure, now));
            self.close_surplus_games();
        }
    }

    /// Closes the games that were abandoned first while there are too many of them.
    pub(super) fn close_surplus_games(&mut self) {
        while let Some(game) = self.rooms.surplus() {
            if let Some(room) = self.rooms.get_mut(game) {
                room.close_abandoned(self.now);
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
        let Some(game) = self.presence.table(player) else { return };
        let Ok((room, color)) = self.rooms.seat(player, game) else { return };
        change(room, color, self.now);
        self.publish_room(game);
    }

    /// Measures the network delay of a player who answers a pong, and credits their clock with it.
    pub(super) fn measure_lag(&mut self, connection: ConnectionId, player: PlayerId, nonce: u32) {
        let Some(lag_ms) = self.connections.record_echo(connection, nonce, self.now) else { return };
        // during a pause no event can be stored
        if !self.lifecycle.is_paused() {
            self.change_room_of(player, |room, color, now| room.measured_lag(color, lag_ms, now));
        }
    }

    /// Sends a connection the last chat lines of the lobby, and of the table at which its player sits.
    pub(super) fn send_chat_history(&mut self, connection: ConnectionId, player: PlayerId) {
        let table = self.presence.table(player);
        let spectators = table.filter(|_| !self.presence.is_playing(player));
        let logs = [
            Some((ChatRoom::Lobby, self.chat_logs.lobby())),
            table.and_then(|game| Some((ChatRoom::Table(game), self.chat_logs.table(game)?))),
            spectators.and_then(|game| Some((ChatRoom::Spectators(game), self.spectators.chat(game)?))),
        ];
        for (room, log) in logs.into_iter().flatten() {
            for message in chat_log::history(room, &self.chat_seen_at(connection, log)) {
                self.effects.send(connection, message);
            }
        }
    }

    /// Returns the lines that the player of a connection receives.
    pub(super) fn chat_seen_at(&self, connection: ConnectionId, log: &ChatLog) -> Vec<ChatLine> {
        let Some(player) = self.connections.player(connection) else { return Vec::new() };
        log.seen_by(player, |from| self.accounts.blocks(player, from))
    }

    /// Sends a connection the missed events of its player's game, the clocks and the spectators.
    pub(super) fn catch_up(&mut self, connection: ConnectionId, player: PlayerId, seen: Option<Cursor>) {
        let Some(room) = self.table(player) else { return };
        let game = room.id();
        let Some(color) = room.color_of(player) else { return };
        let first = seen.filter(|cursor| cursor.game == game).map_or(0, |cursor| cursor.next);
        let messages = missed_by_player(room, color, first, self.now);
        let tick = room.clocks(self.now).map(|clocks| tick(room, clocks, &self.connections, self.now));
        let spectators = self.spectators.list(game, &self.connections, &self.accounts);
        for message in messages.into_iter().chain(tick).chain(spectators) {
            self.effects.send(connection, message);
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
