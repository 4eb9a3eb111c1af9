//! The floor: the rooms of games, their spectators, and chat.
//!
//! It uses connections and accounts at the door, and does not know the lobby.

mod archive;
mod frames;
mod meeting;
mod publishing;
mod sending;

use self::frames::{tick, watched_from};
use self::sending::publish;
use crate::actions::Action;
use crate::caller::Caller;
use crate::chat_log::{self, ChatLogs, ChatMarks};
use crate::connection_id::ConnectionId;
use crate::door::Door;
use crate::rated_log::Correction;
use crate::room::rating::{correct, corrected};
use crate::room::{Agreed, Room};
use crate::rooms::Rooms;
use crate::spectators::Spectators;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    ChatMessage, ChatRoom, GameId, PlayerId, Refusal, TableMessage, TableRequest, WatchEnd, WatchFrom, text,
};
use chuhe_rules::offers::OfferKind::Rematch;
use chuhe_rules::{Color, Outcome};

/// The games, and who watches them.
#[derive(Debug)]
pub(crate) struct Floor {
    pub(crate) rooms: Rooms,
    pub(crate) spectators: Spectators,
    pub(crate) chat_logs: ChatLogs,
    /// Which lines of chat have phrases of the operator's list.
    pub(crate) chat_marks: ChatMarks,
}

/// What the hub does after a request at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// Follows up on the end of the game.
    Ended(Outcome),
    /// Begins the rematch that the players have agreed on.
    Rematch,
    /// Brings the player back to the lobby.
    Left,
    /// Lists the player with the game that they watch from now on.
    Watches(Option<GameId>),
}

impl Floor {
    /// Serves a request at the table of a game, of a player there or a spectator, and returns what
    /// the hub does next.
    ///
    /// # Errors
    /// If the request is refused.
    #[inline]
    pub(crate) fn handle(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        caller: Caller,
        game: GameId,
        request: TableRequest,
    ) -> Result<After, Refusal> {
        use TableRequest as R;
        let now = step.now;
        if let R::Watch { from } = request {
            self.watch(step, door, caller, game, from)?;
            return Ok(After::Watches(Some(game)));
        }
        if matches!(request, R::Unwatch) {
            if self.spectators.game(caller.connection) != Some(game) {
                return Err(Refusal::NotWatching);
            }
            self.stop_watching(step, door, caller.connection, WatchEnd::Left);
            return Ok(After::Watches(None));
        }
        if matches!(request, R::Leave) {
            self.leave(step, door, caller.player, game)?;
            return Ok(After::Left);
        }
        let asks_for_rematch =
            matches!(request, R::Offer { kind: Rematch } | R::AnswerOffer { kind: Rematch, accept: true });
        if asks_for_rematch {
            step.lifecycle.check_open()?;
        }
        self.at_table(step, door, caller.player, game, |room, color| {
            if asks_for_rematch {
                let opponent = room.player(color.opponent());
                door.accounts.check_blocks(caller.player, opponent)?;
                // the offer outlives a lost connection, but nobody is seated at a game unawares
                if room.offers_rematch(color.opponent()) && door.connections.of(opponent).is_none() {
                    return Err(Refusal::OpponentAway);
                }
            }
            match request {
                R::Play { ply, mv, premove } => room.play(color, ply, (mv, premove), now).map(nothing),
                R::Offer { kind } => room.offer(color, kind, now),
                R::WithdrawOffer { kind } => room.withdraw(color, kind, now).map(nothing),
                R::AnswerOffer { kind, accept } => room.answer(color, kind, accept, now),
                R::Resign => room.resign(color, now).map(nothing),
                R::Abort => room.abort(color, now).map(nothing),
                R::ClaimAbsence { claim } => room.claim_absence(color, claim, now).map(nothing),
                R::SetUp { strengths } => room.set_up(color, strengths).map(nothing),
                R::ConfirmFormation => room.confirm_formation(color, now).map(nothing),
                R::WithdrawFormation => room.withdraw_formation(color, now).map(nothing),
                // served above
                R::Leave => Err(Refusal::NotYourGame),
                R::Watch { .. } => Err(Refusal::CannotWatch),
                R::Unwatch => Err(Refusal::NotWatching),
            }
        })
    }

    /// Applies a player's request to their room, and publishes what it has brought about.
    #[inline]
    fn at_table(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        game: GameId,
        decide: impl FnOnce(&mut Room, Color) -> Result<Agreed, Refusal>,
    ) -> Result<After, Refusal> {
        let mut seated = self.rooms.seat(player, game)?;
        let agreed = decide(seated.room, seated.color)?;
        let published = seated.take_step();
        let outcome = publish(seated.room, published, step, door, &mut self.spectators);
        Ok(match agreed {
            Agreed::Rematch => After::Rematch,
            Agreed::Nothing => outcome.map_or(After::Nothing, After::Ended),
        })
    }

    /// Takes a player from the table of a finished game, and publishes it.
    ///
    /// # Errors
    /// If the player does not sit there, or the game is running.
    pub(crate) fn leave(
        &mut self,
        step: &mut Step,
        door: &Door,
        player: PlayerId,
        game: GameId,
    ) -> Result<(), Refusal> {
        let now = step.now;
        self.at_table(step, door, player, game, |room, color| room.leave(color, now).map(nothing))?;
        self.rooms.stood_up(player, game);
        Ok(())
    }

    /// Makes a player's connection a spectator of a game, and sends it the events since `from`.
    fn watch(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        game: GameId,
        from: WatchFrom,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Watch)?;
        let room = self.rooms.get(game).ok_or(Refusal::NoSuchGame)?;
        if room.color_of(player).is_some() {
            return Err(Refusal::CannotWatch);
        }
        if self.rooms.activity(player).is_playing() {
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
            let history = self.chat_marks.history(ChatRoom::Spectators(game), &lines);
            messages.extend(history.into_iter().map(Into::into));
        }
        for message in messages {
            step.effects.send(connection, message);
        }
        self.broadcast_spectator_list(step, door, game);
        Ok(())
    }

    /// Lets a rated game count otherwise if its table is open, and tells its players and spectators.
    pub(crate) fn correct(
        &mut self,
        step: &mut Step,
        door: &Door,
        game: GameId,
        correction: Option<Box<Correction>>,
    ) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        correct(room, correction);
        let Some(message) = corrected(room) else { return };
        for connection in door.connections.at_table(room) {
            step.effects.send(connection, message.clone().at(game));
        }
        step.effects.broadcast(self.spectators.connections(game).to_vec(), message.at(game));
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
        Caller { connection, player: from, .. }: Caller,
        room: ChatRoom,
        line: &str,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Line)?;
        door.check_not_silenced(step, connection, from)?;
        let receivers: Vec<ConnectionId> = match room {
            ChatRoom::Lobby => door.connections.joined().collect(),
            ChatRoom::Spectators(game) => self.spectator_chat_receivers(door, from, game)?,
            ChatRoom::Table(game) => door.connections.at_table(self.rooms.seat(from, game)?.room).collect(),
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
        let receivers = door.without_blockers(from, receivers);
        if door.accounts.marks_chat(&line.text) {
            self.chat_marks.add(&line);
            step.effects.broadcast(receivers.clone(), ChatMessage::Marked { room, at_ms: vec![line.at_ms] });
        }
        step.effects.broadcast(receivers, chat_log::live(room, line));
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

/// What most requests lead to.
const fn nothing((): ()) -> Agreed {
    Agreed::Nothing
}
