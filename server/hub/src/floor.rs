//! The floor: the rooms of games, their spectators, and chat.
//!
//! It uses connections and accounts at the door, and does not know the lobby.

pub(crate) mod archive;
mod frames;
mod publishing;

use self::frames::{tick, watched_from};
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::chat_log::{self, ChatLogs};
use crate::door::Door;
use crate::room::{Agreed, Room};
use crate::rooms::Rooms;
use crate::spectators::Spectators;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    ChatRoom, GameId, PlayerId, Refusal, TableMessage, TableRequest, WatchEnd, WatchFrom, text,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// The games, and who watches them.
#[derive(Debug)]
pub(crate) struct Floor {
    pub(crate) rooms: Rooms,
    pub(crate) spectators: Spectators,
    pub(crate) chat_logs: ChatLogs,
}

/// What the hub does after a request at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Publishes the game.
    Publish,
    /// Publishes the game, and begins the rematch that the players have agreed on.
    Rematch,
    /// Publishes the game, and brings the player back to the lobby.
    Left,
    /// Lists the player with the game that they watch from now on.
    Watches(Option<GameId>),
}

impl From<Agreed> for After {
    fn from(agreed: Agreed) -> Self {
        match agreed {
            Agreed::Nothing => Self::Publish,
            Agreed::Rematch => Self::Rematch,
        }
    }
}

impl Floor {
    /// Serves a request at the table of a game, of a player there or a spectator, and returns what
    /// the hub does next. `plays` says whether a player who asks to watch is in a running game.
    ///
    /// # Errors
    /// If the request is refused.
    #[inline]
    pub(crate) fn handle(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        (connection, player): (ConnectionId, PlayerId),
        plays: bool,
        game: GameId,
        request: TableRequest,
    ) -> Result<After, Refusal> {
        use TableRequest as R;
        let now = step.now;
        match request {
            R::Play { ply, mv, premove } => {
                self.at_table(player, game, |room, color| room.play(color, ply, (mv, premove), now))?;
            }
            R::Offer { kind } => {
                let agreed = self.at_table(player, game, |room, color| room.offer(color, kind, now))?;
                return Ok(agreed.into());
            }
            R::WithdrawOffer { kind } => {
                self.at_table(player, game, |room, color| room.withdraw(color, kind, now))?;
            }
            R::AnswerOffer { kind, accept } => {
                let agreed =
                    self.at_table(player, game, |room, color| room.answer(color, kind, accept, now))?;
                return Ok(agreed.into());
            }
            R::Resign => self.at_table(player, game, |room, color| room.resign(color, now))?,
            R::Abort => self.at_table(player, game, |room, color| room.abort(color, now))?,
            R::ClaimAbsence { claim } => {
                self.at_table(player, game, |room, color| room.claim_absence(color, claim, now))?;
            }
            R::Leave => {
                self.leave(now, player, game)?;
                return Ok(After::Left);
            }
            R::SetUp { strengths } => {
                self.at_table(player, game, |room, color| room.set_up(color, strengths))?;
            }
            R::ConfirmFormation => {
                self.at_table(player, game, |room, color| room.confirm_formation(color, now))?;
            }
            R::WithdrawFormation => {
                self.at_table(player, game, |room, color| room.withdraw_formation(color, now))?;
            }
            R::Watch { from } => {
                self.watch(step, door, (connection, player), plays, game, from)?;
                return Ok(After::Watches(Some(game)));
            }
            R::Unwatch => {
                if self.spectators.game(connection) != Some(game) {
                    return Err(Refusal::NotWatching);
                }
                self.stop_watching(step, door, connection, WatchEnd::Left);
                return Ok(After::Watches(None));
            }
        }
        Ok(After::Publish)
    }

    /// Applies a player's request to their room, which the hub then publishes.
    fn at_table<T>(
        &mut self,
        player: PlayerId,
        game: GameId,
        decide: impl FnOnce(&mut Room, Color) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (room, color) = self.rooms.seat(player, game)?;
        decide(room, color)
    }

    /// Takes a player from the table of a finished game, which the hub then publishes.
    ///
    /// # Errors
    /// If the player does not sit there, or the game is running.
    pub(crate) fn leave(&mut self, now: Timestamp, player: PlayerId, game: GameId) -> Result<(), Refusal> {
        self.at_table(player, game, |room, color| room.leave(color, now))
    }

    /// Makes a player's connection a spectator of a game, and sends it the events since `from`.
    ///
    /// `plays` says whether the player is in a running game.
    fn watch(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        (connection, player): (ConnectionId, PlayerId),
        plays: bool,
        game: GameId,
        from: WatchFrom,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Watch)?;
        let room = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        if room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        if plays {
            return Err(Refusal::YouAreBusy);
        }
        let left = self.spectators.add(connection, game, room.visible_to_spectators())?;
        let delay_plies = room.watch_delay_plies();
        let mut messages = vec![TableMessage::Watching { delay_plies }.at(game)];
        messages.extend(watched_from(room, from, step.now));
        let clocks = room.clocks(step.now).filter(|_| delay_plies == 0);
        messages.extend(clocks.map(|clocks| tick(room, clocks, &door.connections, step.now)));
        if let Some(left) = left {
            self.send_watch_end(step, door, connection, left, WatchEnd::Elsewhere);
        }
        if let Some(log) = self.spectators.chat(game) {
            let lines = door.chat_seen_at(connection, log);
            messages.extend(chat_log::history(ChatRoom::Spectators(game), &lines).map(Into::into));
        }
        for message in messages {
            step.effects.send(connection, message);
        }
        self.broadcast_spectator_list(step, door, game);
        Ok(())
    }

    /// Stops a connection from watching, if it watches, and returns whether it did.
    pub(crate) fn stop_watching(
        &mut self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        why: WatchEnd,
    ) -> bool {
        let Some(game) = self.spectators.remove(connection) else { return false };
        self.send_watch_end(step, door, connection, game, why);
        true
    }

    pub(crate) fn chat(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        connection: ConnectionId,
        from: PlayerId,
        room: ChatRoom,
        line: &str,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Line)?;
        door.check_not_silenced(step, connection, from)?;
        let receivers: Vec<ConnectionId> = match room {
            ChatRoom::Lobby => door.connections.joined().collect(),
            ChatRoom::Spectators(game) => self.spectator_chat_receivers(door, from, game)?,
            ChatRoom::Table(game) => {
                let (room, _) = self.rooms.seat(from, game)?;
                door.connections.at_table(room).collect()
            }
        };
        let text = text::clean_chat(line).map_err(|invalid| match invalid {
            text::InvalidChat::Empty => Refusal::ChatEmpty,
            text::InvalidChat::TooLong => Refusal::ChatTooLong,
        })?;
        let Some(account) = door.accounts.get(from) else { return Ok(()) };
        let line = self.chat_logs.line(from, account.name.clone(), text, step.now);
        let withheld_from = door.accounts.blockers(from).collect();
        match room {
            ChatRoom::Lobby => self.chat_logs.keep_in_lobby(line.clone(), withheld_from),
            ChatRoom::Table(game) => self.chat_logs.keep_at_table(game, line.clone(), withheld_from),
            ChatRoom::Spectators(game) => self.spectators.keep_chat(game, line.clone(), withheld_from),
        }
        step.effects.broadcast(door.without_blockers(from, receivers), chat_log::live(room, line));
        Ok(())
    }

    pub(crate) fn send_watch_end(
        &mut self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        game: GameId,
        why: WatchEnd,
    ) {
        step.effects.send(connection, TableMessage::WatchEnded { why }.at(game));
        self.broadcast_spectator_list(step, door, game);
    }

    /// Returns the connections that receive a line of the spectators' chat by `from`.
    ///
    /// The players take part once the game is over.
    ///
    /// # Errors
    /// If `from` neither watches the game nor has finished it.
    fn spectator_chat_receivers(
        &self,
        door: &Door,
        from: PlayerId,
        game: GameId,
    ) -> Result<Vec<ConnectionId>, Refusal> {
        let room = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        let watches = door.connections.of(from).and_then(|connection| self.spectators.game(connection));
        let at_end = room.is_over() && room.color_of(from).is_some();
        if watches != Some(game) && !at_end {
            return Err(Refusal::NotWatching);
        }
        let players = door.connections.at_table(room).filter(|_| room.is_over());
        Ok(players.chain(self.spectators.connections(game).iter().copied()).collect())
    }

    /// Sends players and spectators the list of spectators, at most once per second.
    ///
    /// A list that comes too early is scheduled: without the limit, 1,000 spectators who arrive
    /// together would cause a million messages.
    pub(crate) fn broadcast_spectator_list(&mut self, step: &mut Step, door: &Door, game: GameId) {
        let Some(audience) = self.spectators.of_mut(game) else { return };
        if let Err(wait_ms) = audience.admit_list(step.now) {
            step.effects.set_timer(Timer::Spectators(game), Some(step.now.plus_ms(wait_ms)));
            return;
        }
        let Some(list) = self.spectators.list(game, &door.connections, &door.accounts) else { return };
        for connection in self.rooms.get(game).into_iter().flat_map(|room| door.connections.at_table(room)) {
            step.effects.send(connection, list.clone());
        }
        step.effects.broadcast(self.spectators.connections(game).to_vec(), list);
    }
}
