//! The floor: the rooms of games, their spectators, and chat.
//!
//! It uses connections and accounts at the door, and does not know the lobby.

pub(crate) mod archive;

use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::chat_log;
use crate::chat_log::ChatLogs;
use crate::door::Door;
use crate::rooms::Rooms;
use crate::spectators::Spectators;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{ChatRoom, GameId, PlayerId, Refusal, TableMessage, WatchEnd, text};

/// The games, and who watches them.
#[derive(Debug)]
pub(crate) struct Floor {
    pub(crate) rooms: Rooms,
    pub(crate) spectators: Spectators,
    pub(crate) chat_logs: ChatLogs,
}

impl Floor {
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
