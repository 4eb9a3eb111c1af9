//! Many games in one hub, in which the recorded game is played.

#![expect(clippy::wildcard_enum_match_arm, reason = "each search matches a single kind of message")]

use anyhow::Context as _;
use chuhe_hub::{Address, ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_protocol::{
    ClientMessage, ColorChoice, DoorMessage, DoorRequest, GameId, LobbyMessage, LobbyRequest, PlayerId,
    Request, ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_rules::{Game, GameMove, xiangqi};

/// A random legal game, fixed here so that counts do not depend on move generation order.
const RECORDED: &str = "\
e3e4 h7h8 g0i2 c9a7 h0f1 h8h7 b2b4 d9e8 c0a2 h7h6 h2h1 b7f7 f1e3 f7f3 a0a1 f3f4 b4b1 i6i5 b1b8 h6h4 \
b8b4 b9c7 b4b7 a9d9 g3g4 g9e7 h1e1 i5i4 b7b8 i9i5 b0d1 d9b9 i0g0 f4f1 i3i4 g6g5 g0i0 f1f4 a2c0 i5i7 \
a3a4 f4f2 b8b4 c6c5 b4b7 h4h6 e1e2 f2f3 a1a0 e9d9 b7b5 f3f6 b5b1 f6f7 b1c1 b9b0 e2g2 f7f2 d0e1 e7c9 \
a0a1 i7f7 e3f1 f7f8 a1a2 f8i8 a4a5 i8i6 a2b2 f2f5 c3c4 f5f4 d1c3 b0b1 f1g3 d9d8 c0e2 i6i9 b2b5 h6h8 \
e4e5 f4d4 b5b4 h8h5 b4b6 h9g7 e1d0 h5h7 b6b9 c7a8 i2g0 h7h2 b9b6 a8c7 c1e1 b1b5 b6b8 d8d9 b8a8 i9i6 \
e5f5 b5b1 e1d1 d9e9 d1g1 d4d3 g1e1 g7h5 e1f1 i6i5 i0h0 b1b2 c3b1 i5i7 g3i2 d3d8 f0e1 b2a2 f5f6 e8f7";

/// The recorded game.
pub(crate) fn recorded() -> anyhow::Result<Vec<Move>> {
    RECORDED.split_whitespace().map(|mv| mv.parse().context("a recorded move")).collect()
}

/// A game without moves.
pub(crate) fn new_game() -> Game {
    Game::Xiangqi(xiangqi::Game::new(Position::start(), xiangqi::Rules::default()))
}

/// One game and the connections of its players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HubGame {
    game: GameId,
    red: ConnectionId,
    black: ConnectionId,
}

/// A hub and its games, all without moves at first.
#[derive(Debug)]
pub(crate) struct HubGames {
    pub(crate) hub: Hub,
    pub(crate) now: Timestamp,
    pub(crate) games: Vec<HubGame>,
    requests: u32,
}

impl HubGames {
    /// Starts `count` games.
    pub(crate) fn set_up(count: u64) -> anyhow::Result<Self> {
        let hub = Hub::new(HubConfig { persistent_games: true, ..HubConfig::seeded([7; 32]) });
        let mut hub_games = Self { hub, now: Timestamp::from_ms(1_000), games: Vec::new(), requests: 0 };
        for number in 0..count {
            let (red, black) = (ConnectionId(2 * number), ConnectionId(2 * number + 1));
            hub_games.join(red)?;
            let opponent = hub_games.join(black)?;
            let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
            let challenge = hub_games.request(
                red,
                LobbyRequest::Challenge { opponent, terms },
                |message| match message {
                    ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
                    _ => None,
                },
            )?;
            let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge });
            let game = hub_games.request(black, accept, |message| match message {
                ServerMessage::Table { game, message: TableMessage::Events { .. } } => Some(*game),
                _ => None,
            })?;
            hub_games.games.push(HubGame { game, red, black });
            hub_games.pass_time();
        }
        Ok(hub_games)
    }

    fn join(&mut self, connection: ConnectionId) -> anyhow::Result<PlayerId> {
        self.hub.handle(self.now, Input::Connected(connection, Address(connection.0.into()), self.now));
        let name = format!("player{connection}");
        self.request(connection, DoorRequest::Join { name, hall: None }, |message| match message {
            ServerMessage::Door(DoorMessage::Joined { player, .. }) => Some(*player),
            _ => None,
        })
    }

    /// Sends a request, and returns what `find` finds in the messages of the hub.
    fn request<T>(
        &mut self,
        from: ConnectionId,
        message: impl Into<ClientMessage>,
        find: impl Fn(&ServerMessage) -> Option<T>,
    ) -> anyhow::Result<T> {
        let message = message.into();
        let request = self.number(message);
        self.hub.handle(self.now, Input::Received(from, request));
        let outputs = std::iter::from_fn(|| self.hub.poll_output());
        let found = outputs.filter_map(|output| match output {
            Output::Send(_, message) | Output::SendAlso { message, .. } => find(&message),
            _ => None,
        });
        found.last().context("the hub did not send the expected message")
    }

    /// Advances the time by a millisecond and runs what is due, so that the next step does no other work.
    pub(crate) fn pass_time(&mut self) {
        self.now = self.now.plus_ms(1);
        self.hub.handle(self.now, Input::Tick);
        while self.hub.poll_output().is_some() {}
    }

    /// Makes the request that plays a move, and returns it with its sender.
    pub(crate) fn play(&mut self, game: HubGame, ply: usize, mv: Move) -> (ConnectionId, Request) {
        let from = if ply.is_multiple_of(2) { game.red } else { game.black };
        let ply = u16::try_from(ply).unwrap_or(u16::MAX);
        let message = TableRequest::Play { ply, mv: GameMove::Xiangqi(mv), premove: false }.at(game.game);
        (from, self.number(message))
    }

    fn number(&mut self, message: ClientMessage) -> Request {
        self.requests += 1;
        Request { number: self.requests, message }
    }
}
