//! Who watches which game, how far they were told of it, and what they said. It
//! does not know what is to be told.

use super::ConnectionId;
use super::rate::{Bucket, Rate};
use chuhe_protocol::{GameId, Refusal, Seq, ServerMessage, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, VecDeque};

/// It may be told so often who watches a game.
const LISTS: Rate = Rate::new(1, limits::SPECTATORS_MS);

/// The connections that watch; each watches one game at most.
#[derive(Debug, Default)]
pub(super) struct Watching {
    games: BTreeMap<GameId, Spectators>,
    watched: BTreeMap<ConnectionId, GameId>,
}

/// The spectators of one game. They are kept, with what they said, when all of
/// them have gone, for as long as the board stands.
#[derive(Debug)]
pub(super) struct Spectators {
    /// In the order in which they came.
    connections: Vec<ConnectionId>,
    /// The number of the first event that they were not told.
    told: Seq,
    /// What the players are to be told at the end.
    talk: VecDeque<ServerMessage>,
    /// When it was told lately who watches.
    listed: Bucket,
}

impl Watching {
    /// Lets a connection watch a game of which the spectators know the events
    /// before number `known`. One that watches it already keeps its place;
    /// another game that it watched is left and returned.
    ///
    /// # Errors
    /// If too many watch that game; nothing has changed then.
    pub(super) fn begin(
        &mut self,
        connection: ConnectionId,
        game: GameId,
        known: Seq,
    ) -> Result<Option<GameId>, Refusal> {
        if self.game(connection) == Some(game) {
            return Ok(None);
        }
        let spectators = self.games.entry(game).or_insert_with(|| Spectators::new(known));
        if spectators.connections.len() >= limits::SPECTATORS_PER_GAME {
            return Err(Refusal::TooManySpectators);
        }
        spectators.connections.push(connection);
        let left = self.leave(connection);
        self.watched.insert(connection, game);
        Ok(left)
    }

    /// Ends the watching of a connection; returns the game that it watched.
    pub(super) fn leave(&mut self, connection: ConnectionId) -> Option<GameId> {
        let game = self.watched.remove(&connection)?;
        if let Some(spectators) = self.games.get_mut(&game) {
            spectators.connections.retain(|&other| other != connection);
        }
        Some(game)
    }

    /// Forgets a game; returns the connections that watched it.
    pub(super) fn close(&mut self, game: GameId) -> Vec<ConnectionId> {
        let connections =
            self.games.remove(&game).map(|spectators| spectators.connections).unwrap_or_default();
        for connection in &connections {
            self.watched.remove(connection);
        }
        connections
    }

    /// How many connections watch.
    pub(super) fn len(&self) -> usize {
        self.watched.len()
    }

    /// The game that a connection watches.
    pub(super) fn game(&self, connection: ConnectionId) -> Option<GameId> {
        self.watched.get(&connection).copied()
    }

    /// The spectators of a game; absent, it was never watched.
    pub(super) fn of(&self, game: GameId) -> Option<&Spectators> {
        self.games.get(&game)
    }

    pub(super) fn of_mut(&mut self, game: GameId) -> Option<&mut Spectators> {
        self.games.get_mut(&game)
    }
}

impl Spectators {
    fn new(told: Seq) -> Self {
        Self { connections: Vec::new(), told, talk: VecDeque::new(), listed: Bucket::default() }
    }

    /// In the order in which they came.
    pub(super) fn connections(&self) -> &[ConnectionId] {
        &self.connections
    }

    /// Takes them to be told all events before number `known`; returns the number
    /// of the first that they were not told before, if there is one.
    pub(super) fn take_untold(&mut self, known: Seq) -> Option<Seq> {
        let first = std::mem::replace(&mut self.told, known);
        (first < known).then_some(first)
    }

    /// Whether it may be told now who watches, or in how many milliseconds.
    pub(super) fn admit_list(&mut self, now: Timestamp) -> Result<(), u64> {
        self.listed.admit(LISTS, now)
    }

    /// Keeps a line for the players.
    pub(super) fn keep(&mut self, line: ServerMessage) {
        if self.talk.len() >= limits::SPECTATORS_LINES {
            self.talk.pop_front();
        }
        self.talk.push_back(line);
    }

    /// The lines that were kept; they are kept no longer.
    pub(super) fn take_talk(&mut self) -> VecDeque<ServerMessage> {
        std::mem::take(&mut self.talk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: GameId = GameId(1);
    const B: GameId = GameId(2);

    #[test]
    fn one_game_each_in_the_order_of_coming() {
        let mut watching = Watching::default();
        for n in [5, 3, 9] {
            assert_eq!(watching.begin(ConnectionId(n), A, 0), Ok(None));
        }
        assert_eq!(watching.begin(ConnectionId(5), A, 0), Ok(None));
        assert_eq!(watching.of(A).unwrap().connections(), [5, 3, 9].map(ConnectionId));
        assert_eq!(watching.begin(ConnectionId(3), B, 0), Ok(Some(A)));
        assert_eq!(watching.of(A).unwrap().connections(), [5, 9].map(ConnectionId));
        assert_eq!(watching.game(ConnectionId(3)), Some(B));
        assert_eq!(watching.leave(ConnectionId(3)), Some(B));
        assert_eq!(watching.leave(ConnectionId(3)), None);
        assert_eq!(watching.close(A), [5, 9].map(ConnectionId));
        assert_eq!(watching.game(ConnectionId(5)), None);
        assert!(watching.of(A).is_none());
    }

    #[test]
    fn one_more_than_may_watch_stays_where_he_is() {
        let mut watching = Watching::default();
        let most = u64::try_from(limits::SPECTATORS_PER_GAME).unwrap();
        for n in 0..most {
            assert_eq!(watching.begin(ConnectionId(n), A, 0), Ok(None));
        }
        let late = ConnectionId(most);
        assert_eq!(watching.begin(late, B, 0), Ok(None));
        assert_eq!(watching.begin(late, A, 0), Err(Refusal::TooManySpectators));
        assert_eq!(watching.game(late), Some(B));
        assert_eq!(watching.begin(ConnectionId(7), A, 0), Ok(None), "he watches it already");
        watching.leave(ConnectionId(7));
        assert_eq!(watching.begin(late, A, 0), Ok(Some(B)));
    }

    #[test]
    fn events_are_told_once_and_the_last_lines_kept() {
        let mut spectators = Spectators::new(3);
        assert_eq!(spectators.take_untold(3), None);
        assert_eq!(spectators.take_untold(5), Some(3));
        assert_eq!(spectators.take_untold(5), None);
        for nonce in 0..250 {
            spectators.keep(ServerMessage::Pong { nonce });
        }
        let talk = spectators.take_talk();
        assert_eq!(talk.len(), limits::SPECTATORS_LINES);
        assert_eq!(talk.front(), Some(&ServerMessage::Pong { nonce: 50 }));
        assert!(spectators.take_talk().is_empty());
    }
}
