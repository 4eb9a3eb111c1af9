//! The boards: finds the room that a request speaks of, lets it decide, and
//! tells the two at it what came of it.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::record::Record;
use crate::room::{Agreed, Room};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, Cursor, Event, GameId, PlayerId, Refusal, Seq, ServerMessage, WatchEnd, limits,
};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, PerColor, Viewer};

impl Hub {
    /// The room at which a player sits, for as long as he does.
    pub(super) fn table(&self, player: PlayerId) -> Option<&Room> {
        self.lobby.table(player).and_then(|game| self.rooms.get(&game))
    }

    /// Whether a player has a seat in a running game.
    pub(super) fn plays(&self, player: PlayerId) -> bool {
        self.table(player).is_some_and(|room| !room.is_over())
    }

    /// The room of a game and the player's colour in it.
    pub(super) fn seat(&mut self, player: PlayerId, game: GameId) -> Result<(&mut Room, Color), Refusal> {
        let room = self.rooms.get_mut(&game).ok_or(Refusal::NoSuchGame)?;
        let color = room.color_of(player).ok_or(Refusal::NoSuchGame)?;
        Ok((room, color))
    }

    /// Lets the room decide a request of a player at its board.
    pub(super) fn at_table<T>(
        &mut self,
        player: PlayerId,
        game: GameId,
        decide: impl FnOnce(&mut Room, Color, Timestamp) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let now = self.now;
        let (room, color) = self.seat(player, game)?;
        let decided = decide(room, color, now)?;
        self.settle_room(game);
        Ok(decided)
    }

    pub(super) fn offer(&mut self, player: PlayerId, game: GameId, kind: OfferKind) -> Result<(), Refusal> {
        self.check_rematch(kind)?;
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
            self.check_rematch(kind)?;
        }
        let agreed = self.at_table(player, game, |room, color, now| room.answer(color, kind, accept, now))?;
        self.carry_out(agreed, game)
    }

    fn check_rematch(&self, kind: OfferKind) -> Result<(), Refusal> {
        let begins_a_game = kind == OfferKind::Rematch;
        if begins_a_game && !self.phase.is_open() { Err(Refusal::ShuttingDown) } else { Ok(()) }
    }

    fn carry_out(&mut self, agreed: Agreed, game: GameId) -> Result<(), Refusal> {
        match agreed {
            Agreed::Nothing => Ok(()),
            Agreed::Rematch => {
                let id = self.random.game_id();
                let before = self.rooms.get(&game).ok_or(Refusal::NoSuchGame)?;
                let room = Room::open(before.rematch(id), self.now);
                // the board before stands until the new one is kept
                self.set_up(room);
                self.open_table(id);
                self.drop_room(game);
                Ok(())
            }
        }
    }

    /// Lets a new room stand and has its beginning kept. What tells of it comes
    /// after that, with [`Hub::open_table`].
    pub(super) fn set_up(&mut self, mut room: Room) {
        let game = room.id();
        let stands = room.write(true);
        if room.is_setting_up() {
            room.lay_drafts(self.random.formations());
        }
        room.delay_spectators(self.watch_delay_plies);
        self.rooms.insert(game, room);
        self.save_events(game);
        self.effects.save([stands]);
    }

    /// Seats the two of a new room and tells them its beginning.
    pub(super) fn open_table(&mut self, game: GameId) {
        let Some(room) = self.rooms.get(&game) else { return };
        let (red, black, kind) = (room.player(Color::Red), room.player(Color::Black), room.kind());
        tracing::info!(%game, %red, %black, "game begins");
        for (player, opponent) in [(red, black), (black, red)] {
            self.lobby.seat(player, game, opponent, kind);
            self.close_challenges(player, ChallengeEnd::Busy);
            if let Some(connection) = self.players.connection(player) {
                self.stop_watching(connection, WatchEnd::Elsewhere);
                self.lobby_subscribers.end(connection);
            }
        }
        self.settle_room(game);
    }

    pub(super) fn leave_table(&mut self, player: PlayerId, game: GameId) -> Result<(), Refusal> {
        self.at_table(player, game, |room, color, now| room.leave(color, now))?;
        self.unseat(game, player);
        Ok(())
    }

    /// Lets a player who is dropped leave his board; the game at it is over.
    pub(super) fn leave_any_table(&mut self, player: PlayerId) {
        if let Some(game) = self.lobby.table(player) {
            let left = self.leave_table(player, game);
            debug_assert_eq!(left, Ok(()), "only a player whose game is over is dropped");
        }
    }

    /// Draws the consequences of a player's having left his board.
    fn unseat(&mut self, game: GameId, player: PlayerId) {
        let Some(room) = self.rooms.get(&game) else { return };
        let empty = Color::ALL.into_iter().all(|color| !room.is_present(color));
        self.lobby.unseat(player);
        if let Some(connection) = self.players.connection(player) {
            self.look(connection, player);
        }
        if empty {
            self.drop_room(game);
        }
    }

    pub(super) fn drop_room(&mut self, game: GameId) {
        self.effects.set_timer(Timer::Room(game), None);
        self.abandoned.set(game, None);
        if let Some(mut room) = self.rooms.remove(&game) {
            self.effects.save([room.write(false)]);
        }
        self.close_watching(game);
    }

    pub(super) fn room_timeout(&mut self, game: GameId) {
        let Some(room) = self.rooms.get_mut(&game) else { return };
        let tick = room.handle_timeout(self.now);
        if let Some(clocks) = tick {
            self.tell_tick(game, clocks);
        }
        self.settle_room(game);
    }

    /// After anything has happened in a room: has it kept, tells it, sets its
    /// next timeout, and, if the game is over, lets the names of those who are
    /// away run out.
    pub(super) fn settle_room(&mut self, game: GameId) {
        self.save_events(game);
        let Some(room) = self.rooms.get_mut(&game) else { return };
        let timeout = room.poll_timeout();
        self.abandoned.set(game, room.both_away_due());
        let untold = room.take_untold();
        let ended = room.ended();
        let players = Color::ALL.map(|color| room.player(color));
        self.effects.set_timer(Timer::Room(game), timeout);
        let Some(first) = untold else { return };
        self.tell_board(game, first);
        if let Some((outcome, _)) = ended {
            tracing::debug!(%game, ?outcome, "game is over");
            for player in players {
                if self.lobby.table(player) == Some(game) {
                    self.set_hold(player);
                }
            }
            self.tell_spectators_talk(game);
        }
        self.tell_spectators(game);
    }

    /// Tells the two at a board what happened from event number `first` on. A move
    /// of which both may know the same is what the one waits for and the other knows.
    fn tell_board(&mut self, game: GameId, first: Seq) {
        let Some(room) = self.rooms.get(&game) else { return };
        let seen = Color::ALL.map(|color| {
            let events = room.seen_by(Viewer::Player(color), first, self.now);
            // who leaves with this is told of it too
            let at_board = room.is_present(color) || events.contains(&Event::Left { color });
            (self.players.connection(room.player(color)).filter(|_| at_board), events)
        });
        let told = |events| ServerMessage::Events { game, first, events };
        if let [(Some(red), reds), (Some(black), blacks)] = &seen
            && let [event] = &reds[..]
            && let Some(by) = room.mover(event)
            && reds == blacks
        {
            let (to, also) = if by == Color::Red { (*black, *red) } else { (*red, *black) };
            let [(_, events), _] = seen;
            self.effects.send_also(to, also, told(events));
            return;
        }
        for (connection, events) in seen {
            if let Some(to) = connection {
                self.effects.send(to, told(events));
            }
        }
    }

    /// Has what happened in a room kept, and with its end the game put in the
    /// lists of its players.
    fn save_events(&mut self, game: GameId) {
        let Some(room) = self.rooms.get_mut(&game) else { return };
        let (first, entries) = room.take_unsaved();
        let has_ended = entries.iter().any(|entry| entry.event.is_end());
        let events = (first..).zip(entries.iter().cloned());
        self.effects.save(events.map(|(n, entry)| Record::Event { game, n, entry }));
        if let Some(summary) = room.summary().filter(|_| has_ended) {
            let players = Color::ALL.map(|color| room.player(color));
            self.effects.save(players.map(|player| Record::PlayerGame { player, summary: summary.clone() }));
        }
    }

    fn tell_tick(&mut self, game: GameId, clocks: ClockReading) {
        let Some(tick) = self.rooms.get(&game).map(|room| self.tick(room, clocks)) else { return };
        for connection in self.at_board(game) {
            self.effects.send(connection, tick.clone());
        }
        self.tell_spectators_tick(game, tick);
    }

    pub(super) fn tick(&self, room: &Room, clocks: ClockReading) -> ServerMessage {
        let round_trip_ms = PerColor::from_fn(|color| {
            self.players.get(room.player(color)).and_then(|player| player.round_trip_ms)
        });
        let setup_left_ms = room.setup_left_ms(self.now);
        ServerMessage::Tick { game: room.id(), clocks, round_trip_ms, setup_left_ms }
    }

    /// The connections of those who are at a board.
    pub(super) fn at_board(&self, game: GameId) -> Vec<ConnectionId> {
        let Some(room) = self.rooms.get(&game) else { return Vec::new() };
        Color::ALL.into_iter().filter_map(|color| self.connection_at(room, color)).collect()
    }

    fn connection_at(&self, room: &Room, color: Color) -> Option<ConnectionId> {
        if room.is_present(color) { self.players.connection(room.player(color)) } else { None }
    }

    /// Tells a player's room that his connection is lost. While games stand
    /// still it is told when they go on.
    pub(super) fn went_away(&mut self, player: PlayerId, quits: bool) {
        if !self.is_paused() {
            self.tell_room(player, |room, color, now| room.went_away(color, quits, now));
            self.close_surplus_games();
        }
    }

    /// Closes the games from which both players went first, if they are too many.
    pub(super) fn close_surplus_games(&mut self) {
        while self.abandoned.len() > limits::ABANDONED_GAMES {
            let Some(game) = self.abandoned.first() else { break };
            if let Some(room) = self.rooms.get_mut(&game) {
                room.close_abandoned(self.now);
            }
            self.settle_room(game);
        }
    }

    /// Tells a player's room that he is back, before his connection is told of it.
    pub(super) fn came_back(&mut self, player: PlayerId) {
        self.tell_room(player, |room, color, now| room.came_back(color, now));
    }

    fn tell_room(&mut self, player: PlayerId, note: impl FnOnce(&mut Room, Color, Timestamp)) {
        let now = self.now;
        let Some(game) = self.lobby.table(player) else { return };
        let Ok((room, color)) = self.seat(player, game) else { return };
        note(room, color, now);
        self.settle_room(game);
    }

    /// Tells a connection what it lacks of its player's game, and what the
    /// clocks show by now.
    pub(super) fn catch_up(&mut self, connection: ConnectionId, player: PlayerId, seen: Option<Cursor>) {
        let Some(room) = self.table(player) else { return };
        let game = room.id();
        let Some(color) = room.color_of(player) else { return };
        let first = seen.filter(|cursor| cursor.game == game).map_or(0, |cursor| cursor.next);
        let messages = self.since(room, color, first);
        let tick = room.clocks(self.now).map(|clocks| self.tick(room, clocks));
        let who_watches = self.who_watches(game);
        for message in messages.into_iter().chain(tick).chain(who_watches) {
            self.effects.send(connection, message);
        }
    }

    /// What a player lacks of a game who knows it up to event number `first`. It
    /// is the game as it stands where that is shorter, or where he knows more
    /// than has happened.
    fn since(&self, room: &Room, color: Color, first: Seq) -> Vec<ServerMessage> {
        let (viewer, next) = (Viewer::Player(color), room.next());
        let gap = next.checked_sub(first).and_then(|gap| usize::try_from(gap).ok());
        if gap.is_some_and(|gap| gap <= limits::SNAPSHOT_GAP) {
            return in_frames(room.id(), first, &room.seen_by(viewer, first, self.now));
        }
        let snapshot = room.snapshot(viewer, self.now);
        if gap.is_some_and(|gap| gap <= snapshot.len()) {
            in_frames(room.id(), first, &room.seen_by(viewer, first, self.now))
        } else {
            snapshot_in_frames(room.id(), next, &snapshot)
        }
    }
}

/// The events from number `first` on, as they are sent.
pub(super) fn in_frames(game: GameId, mut first: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let mut frames = Vec::new();
    for events in events.chunks(limits::EVENTS_PER_FRAME) {
        frames.push(ServerMessage::Events { game, first, events: events.to_vec() });
        first = first.saturating_add(u32::try_from(events.len()).unwrap_or(u32::MAX));
    }
    frames
}

/// A game as it stands before event number `next`, as it is sent.
pub(super) fn snapshot_in_frames(game: GameId, next: Seq, events: &[Event]) -> Vec<ServerMessage> {
    let chunks = events.chunks(limits::EVENTS_PER_FRAME);
    let last = chunks.len().saturating_sub(1);
    chunks
        .enumerate()
        .map(|(n, events)| ServerMessage::Snapshot {
            game,
            next,
            events: events.to_vec(),
            first: n == 0,
            last: n == last,
        })
        .collect()
}
