//! Which connections watch which game, how many events they were sent, and their chat.

use super::accounts::Accounts;
use super::chat_log::ChatLog;
use super::connection_id::ConnectionId;
use super::connections::Connections;
use super::effects::Effects;
use super::rate::{Bucket, Rate};
use super::timers::Timer;
use chuhe_protocol::{
    ChatLine, GameId, PlayerId, PlayerName, Refusal, Seq, ServerMessage, TableMessage, WatchEnd, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// How often the list of a game's spectators is sent.
const LIST_RATE: Rate = Rate::new(1, limits::SPECTATORS_MS);

/// The spectators of all games. A connection watches at most one game.
#[derive(Debug, Default)]
pub(super) struct Spectators {
    games: BTreeMap<GameId, Audience>,
    watched: BTreeMap<ConnectionId, GameId>,
}

/// The spectators of one game.
///
/// It stays until the room is closed, even if all spectators leave: the players receive its chat.
#[derive(Debug)]
pub(super) struct Audience {
    /// The spectators' connections, in the order in which they came.
    connections: Vec<ConnectionId>,
    /// The number of the first event not yet sent to them.
    next: Seq,
    /// The last lines of chat, which the players receive when the game is over.
    chat: ChatLog,
    /// Whether the players have received them.
    is_chat_released: bool,
    /// Limits how often the list of spectators is sent.
    lists: Bucket,
}

impl Spectators {
    /// Adds a connection to the spectators of a game; returns the game that it watched before.
    ///
    /// Does nothing if the connection watches the game already. For the first spectator, `next` is
    /// the number of the first event to send.
    ///
    /// # Errors
    /// If the game has too many spectators. Nothing changes then.
    pub(super) fn add(
        &mut self,
        connection: ConnectionId,
        game: GameId,
        next: Seq,
    ) -> Result<Option<GameId>, Refusal> {
        if self.game(connection) == Some(game) {
            return Ok(None);
        }
        let audience = self.games.entry(game).or_insert_with(|| Audience::new(next));
        if audience.connections.len() >= limits::SPECTATORS_PER_GAME {
            return Err(Refusal::TooManySpectators);
        }
        audience.connections.push(connection);
        let left = self.remove(connection);
        self.watched.insert(connection, game);
        Ok(left)
    }

    /// Removes a connection; returns the game that it has watched.
    pub(super) fn remove(&mut self, connection: ConnectionId) -> Option<GameId> {
        let game = self.watched.remove(&connection)?;
        if let Some(audience) = self.games.get_mut(&game) {
            audience.connections.retain(|&other| other != connection);
        }
        Some(game)
    }

    /// Removes a game whose room is closed, and notifies and returns the connections that watched it.
    pub(super) fn close(&mut self, game: GameId, why: WatchEnd, effects: &mut Effects) -> Vec<ConnectionId> {
        effects.set_timer(Timer::Spectators(game), None);
        let connections = self.games.remove(&game).map(|audience| audience.connections).unwrap_or_default();
        for connection in &connections {
            self.watched.remove(connection);
        }
        effects.broadcast(connections.clone(), TableMessage::WatchEnded { why }.at(game));
        connections
    }

    /// Returns how many connections watch a game.
    pub(super) fn len(&self) -> usize {
        self.watched.len()
    }

    /// Returns the game that a connection watches.
    pub(super) fn game(&self, connection: ConnectionId) -> Option<GameId> {
        self.watched.get(&connection).copied()
    }

    /// Returns the connections that watch a game, in the order in which they came.
    pub(super) fn connections(&self, game: GameId) -> &[ConnectionId] {
        self.games.get(&game).map_or(&[], |audience| &audience.connections)
    }

    /// Returns the list of a game's spectators; `None` if it never had any.
    pub(super) fn list(
        &self,
        game: GameId,
        connections: &Connections,
        accounts: &Accounts,
    ) -> Option<ServerMessage> {
        let watching = &self.games.get(&game)?.connections;
        let name = |connection| Some(accounts.get(connections.player(connection)?)?.name.clone());
        let names: Vec<PlayerName> = watching
            .iter()
            .take(limits::SPECTATORS_NAMED)
            .filter_map(|&connection| name(connection))
            .collect();
        let count = u32::try_from(watching.len()).unwrap_or(u32::MAX);
        Some(TableMessage::Spectators { names, count }.at(game))
    }

    /// Keeps a line of chat, if the game ever had spectators.
    pub(super) fn keep_chat(&mut self, game: GameId, line: ChatLine, withheld_from: Vec<PlayerId>) {
        if let Some(audience) = self.of_mut(game) {
            audience.chat.push(line, withheld_from, limits::SPECTATORS_LINES);
        }
    }

    /// Returns the last lines of chat for the players, once.
    pub(super) fn release_chat(&mut self, game: GameId) -> Option<&ChatLog> {
        let audience = self.games.get_mut(&game)?;
        let is_first = !std::mem::replace(&mut audience.is_chat_released, true);
        is_first.then_some(&audience.chat)
    }

    /// Returns the last lines of chat; `None` if the game never had spectators.
    pub(super) fn chat(&self, game: GameId) -> Option<&ChatLog> {
        self.games.get(&game).map(|audience| &audience.chat)
    }

    /// Returns the spectators of a game; `None` if it never had any.
    pub(super) fn of_mut(&mut self, game: GameId) -> Option<&mut Audience> {
        self.games.get_mut(&game)
    }
}

impl Audience {
    fn new(next: Seq) -> Self {
        Self {
            connections: Vec::new(),
            next,
            chat: ChatLog::default(),
            is_chat_released: false,
            lists: Bucket::default(),
        }
    }

    /// Returns the spectators' connections, in the order in which they came.
    pub(super) fn connections(&self) -> &[ConnectionId] {
        &self.connections
    }

    /// Marks the events before number `visible` as sent; returns the number of the first new one.
    pub(super) fn take_unsent(&mut self, visible: Seq) -> Option<Seq> {
        let first = std::mem::replace(&mut self.next, visible);
        (first < visible).then_some(first)
    }

    /// Counts one sending of the list of spectators against its rate limit.
    ///
    /// # Errors
    /// The number of milliseconds to wait, if the limit is reached.
    pub(super) fn admit_list(&mut self, now: Timestamp) -> Result<(), u64> {
        self.lists.admit(LIST_RATE, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boundary::Output;

    const A: GameId = GameId(1);
    const B: GameId = GameId(2);

    #[test]
    fn a_connection_watches_one_game_and_spectators_keep_their_order() {
        let mut spectators = Spectators::default();
        for n in [5, 3, 9] {
            assert_eq!(spectators.add(ConnectionId(n), A, 0), Ok(None));
        }
        assert_eq!(spectators.add(ConnectionId(5), A, 0), Ok(None));
        assert_eq!(spectators.connections(A), [5, 3, 9].map(ConnectionId));
        assert_eq!(spectators.add(ConnectionId(3), B, 0), Ok(Some(A)));
        assert_eq!(spectators.connections(A), [5, 9].map(ConnectionId));
        assert_eq!(spectators.game(ConnectionId(3)), Some(B));
        assert_eq!(spectators.remove(ConnectionId(3)), Some(B));
        assert_eq!(spectators.remove(ConnectionId(3)), None);
        let mut effects = Effects::default();
        assert_eq!(spectators.close(A, WatchEnd::Closed, &mut effects), [5, 9].map(ConnectionId));
        let ended = TableMessage::WatchEnded { why: WatchEnd::Closed }.at(A);
        assert_eq!(effects.pop_output(), Some(Output::Broadcast([5, 9].map(ConnectionId).to_vec(), ended)));
        assert_eq!(spectators.game(ConnectionId(5)), None);
        assert!(spectators.of_mut(A).is_none());
    }

    #[test]
    fn a_spectator_who_is_refused_keeps_watching_their_game() {
        let mut spectators = Spectators::default();
        let limit = u64::try_from(limits::SPECTATORS_PER_GAME).unwrap();
        for n in 0..limit {
            assert_eq!(spectators.add(ConnectionId(n), A, 0), Ok(None));
        }
        let late = ConnectionId(limit);
        assert_eq!(spectators.add(late, B, 0), Ok(None));
        assert_eq!(spectators.add(late, A, 0), Err(Refusal::TooManySpectators));
        assert_eq!(spectators.game(late), Some(B));
        assert_eq!(spectators.add(ConnectionId(7), A, 0), Ok(None), "the connection watches it already");
        spectators.remove(ConnectionId(7));
        assert_eq!(spectators.add(late, A, 0), Ok(Some(B)));
    }

    #[test]
    fn events_are_sent_once_and_the_latest_chat_is_kept() {
        let mut audience = Audience::new(3);
        assert_eq!(audience.take_unsent(3), None);
        assert_eq!(audience.take_unsent(5), Some(3));
        assert_eq!(audience.take_unsent(5), None);
        let mut spectators = Spectators { games: BTreeMap::from([(A, audience)]), ..Spectators::default() };
        let name = PlayerName::parse("Bo").expect("a name");
        for at_ms in 0..limits::SPECTATORS_LINES as u64 + 50 {
            let line = ChatLine { at_ms, from: PlayerId(1), name: name.clone(), text: "hm".into() };
            spectators.keep_chat(A, line, Vec::new());
        }
        let chat = spectators.chat(A).expect("the game has spectators").seen_by(PlayerId(2), |_| false);
        assert_eq!((chat.len(), chat[0].at_ms), (limits::SPECTATORS_LINES, 50));
    }
}
