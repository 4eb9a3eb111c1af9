//! Restarts: games continue after the server was killed, and nothing that a player
//! received is lost.

use crate::client::{Client, Running};
use crate::program::{end, listening, signal};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ColorChoice, Cursor, DoorMessage, DoorRequest, Event, GameId,
    GameSummary, LobbyMessage, LobbyRequest, Seq, ServerMessage, SessionToken, TableMessage, TableRequest,
    Terms,
};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::{GameMove, Outcome, WinReason};
use chuhe_server::shell::server::{Config, Data, Server, ServerError};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Store, StoreError, Table, Write, alive_at, last_alive};
use std::net::SocketAddr;

const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];

/// A player in a game, over any number of connections.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) token: SessionToken,
    pub(crate) game: Option<GameId>,
    pub(crate) events: Vec<Event>,
}

impl Player {
    pub(crate) async fn join(address: SocketAddr, name: &str) -> Self {
        let mut client = Client::connect(address).await;
        let ServerMessage::Door(DoorMessage::Joined { token, .. }) = client.join(name).await else {
            panic!("{name} cannot join")
        };
        Self { client, token, game: None, events: Vec::new() }
    }

    /// Reconnects and resumes the session.
    pub(crate) async fn resume(&mut self, address: SocketAddr) {
        let player = self.client.player;
        self.client = Client::connect(address).await;
        self.client.player = player;
        assert!(self.client.greet(VERSION).await.welcome);
        let next = Seq::try_from(self.events.len()).expect("the count is small");
        let seen = self.game.map(|game| Cursor { game, next }).into_iter().collect();
        self.client.send(DoorRequest::Resume { token: self.token, seen, hall: None }).await;
        let response = self.client.receive().await;
        let Some(ServerMessage::Door(DoorMessage::Joined { token, resumed: true, .. })) = response else {
            panic!("{response:?}")
        };
        self.token = token;
    }

    /// Reads messages until `count` events were received.
    pub(crate) async fn until(&mut self, count: usize) {
        while self.events.len() < count {
            let (game, first, events) = self
                .client
                .until(|message| match message {
                    ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                        Some((game, first, events))
                    }
                    _ => None,
                })
                .await;
            assert_eq!(usize::try_from(first), Ok(self.events.len()), "no gap and no duplicate");
            self.game = Some(game);
            self.events.extend(events);
        }
    }

    pub(crate) fn plies(&self) -> u16 {
        let played = self.events.iter().filter(|event| matches!(event, Event::Played { .. }));
        u16::try_from(played.count()).expect("the count is small")
    }
}

pub(crate) async fn begin(red: &mut Player, black: &mut Player) {
    begin_with(red, black, Terms { color: ColorChoice::Red, ..Terms::default() }).await;
}

async fn begin_with(red: &mut Player, black: &mut Player, terms: Terms) {
    red.client.send(LobbyRequest::Challenge { opponent: black.client.player, terms }).await;
    let challenge = black
        .client
        .until(|message| match message {
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
            _ => None,
        })
        .await;
    black.client.send(LobbyRequest::AcceptChallenge { challenge }).await;
    red.until(1).await;
    black.until(1).await;
}

async fn finished(player: &mut Player) -> Vec<GameSummary> {
    player.client.send(ArchiveRequest::ListGames { before: None }).await;
    player
        .client
        .until(|message| match message {
            ServerMessage::Archive(ArchiveMessage::Games { games, more: false }) => Some(games),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn game_continues_after_a_kill_at_every_ply() {
    let folder = tempfile::tempdir().expect("a directory");
    let args = ["--listen", "127.0.0.1:0", "--data", folder.path().to_str().expect("text")];
    let (mut child, address) = listening(&args);
    let mut address: SocketAddr = address.parse().expect("an address");
    let (mut red, mut black) = (Player::join(address, "Bo").await, Player::join(address, "An").await);
    begin(&mut red, &mut black).await;
    for (n, text) in MATE.iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        let (game, ply) =
            (mover.game.expect("a running game"), u16::try_from(n).expect("the count is small"));
        let play =
            TableRequest::Play { ply, mv: GameMove::Xiangqi(text.parse().expect("a move")), premove: false }
                .at(game);
        mover.client.send(play.clone()).await;
        // once the mover has received the move, it is stored
        while mover.plies() == ply {
            mover.until(mover.events.len() + 1).await;
        }
        let (code, log) = end(child, "-KILL");
        assert_eq!(code, None, "{log}");
        (child, address) = {
            let (child, address) = listening(&args);
            (child, address.parse().expect("an address"))
        };
        mover.resume(address).await;
        other.resume(address).await;
        // a repeated request is played once
        mover.client.send(play).await;
        while other.plies() == ply {
            other.until(other.events.len() + 1).await;
        }
    }
    for player in [&mut red, &mut black] {
        while !player.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            player.until(player.events.len() + 1).await;
        }
        assert_eq!(player.plies(), 5);
        let games = finished(player).await;
        assert_eq!(
            games.iter().map(|game| (game.game, game.plies)).collect::<Vec<_>>(),
            [(player.game.expect("one"), 5)]
        );
        assert!(matches!(games[0].outcome, Outcome::Won { reason: WinReason::Checkmate, .. }));
    }
    let interruptions = red.events.iter().filter(|event| matches!(event, Event::Interrupted { .. })).count();
    assert_eq!(interruptions, MATE.len() - 1, "{:?}", red.events);
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn data_directory_is_used_by_one_server_at_a_time() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = Data::Directory(folder.path().to_owned());
    let server = Running::start(|config| config.data = data.clone()).await;
    let config = Config { data: data.clone(), ..Config::on(([127, 0, 0, 1], 0).into()) };
    let refused = Server::bind(config).await.expect_err("the directory is in use");
    assert!(matches!(refused, ServerError::Store(StoreError::InUse)), "{refused}");
    server.stop().await;
    Running::start(|config| config.data = data).await.stop().await;
}

/// Creates a store with these writes and the heartbeat of a server.
fn write_store(folder: &std::path::Path, writes: &[Write], alive_ms: u64) {
    let mut store = Sqlite::open(folder).expect("a store");
    let alive = alive_at(Timestamp::from_ms(alive_ms), 0);
    store.commit(&[writes, &[alive]].concat(), Durability::Power).expect("there is room");
}

fn last_alive_ms(folder: &std::path::Path) -> Option<u64> {
    let mut store = Sqlite::open(folder).expect("a store");
    last_alive(&mut store).expect("it can be read").map(|(_, at)| at.as_ms())
}

#[tokio::test]
async fn unreplayable_game_is_set_aside_and_the_server_starts() {
    let folder = tempfile::tempdir().expect("a directory");
    // a game without a single event
    let key = 7_u64.to_be_bytes().to_vec();
    let room = Write::Set { table: Table::Games, key: key.clone(), expected: 0, value: Some(Vec::new()) };
    write_store(folder.path(), &[room], 1_000);
    let before = Sqlite::open(folder.path()).expect("the data opens").get(Table::Games, &key);
    let data = Data::Directory(folder.path().to_owned());
    let server = Running::start(|config| config.data = data).await;
    Client::connect(server.address).await.join("云中鹤").await;
    server.stop().await;
    let mut store = Sqlite::open(folder.path()).expect("the data opens again");
    let after = store.get(Table::Games, &key);
    assert!(matches!(&before, Ok(Some(_))), "{before:?}");
    assert_eq!(after, before);
}

#[tokio::test]
async fn stored_times_never_decrease_when_the_system_time_is_set_back() {
    let folder = tempfile::tempdir().expect("a directory");
    let later_ms = 1 << 42; // in the year 2109
    write_store(folder.path(), &[], later_ms);
    let data = Data::Directory(folder.path().to_owned());
    Running::start(|config| config.data = data).await.stop().await;
    let alive_ms = last_alive_ms(folder.path()).expect("a heartbeat");
    assert!(alive_ms >= later_ms, "{alive_ms}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_stopped_process_charges_nobody() {
    /// Longer than the time on the clock.
    const STOP: std::time::Duration = std::time::Duration::from_secs(4);
    let (child, address) = listening(&["--listen", "127.0.0.1:0", "--data", ":memory:"]);
    let address: SocketAddr = address.parse().expect("an address");
    let (mut red, mut black) = (Player::join(address, "Bo").await, Player::join(address, "An").await);
    let time = TimeControl { game_ms: 3_000, ..TimeControl::UNTIMED };
    let terms =
        Terms { color: ColorChoice::Red, challenger_time: time, opponent_time: time, ..Terms::default() };
    begin_with(&mut red, &mut black, terms).await;
    let game = red.game.expect("a running game");
    let play = |ply, text: &str| {
        let mv = GameMove::Xiangqi(text.parse().expect("a move"));
        TableRequest::Play { ply, mv, premove: false }.at(game)
    };
    red.client.send(play(0, "h2e2")).await;
    black.until(2).await;
    black.client.send(play(1, "h9g7")).await;
    red.until(3).await;
    // red's clock runs
    signal(&child, "-STOP");
    let silence = tokio::time::timeout(STOP, red.client.until(|_| None::<()>)).await;
    assert!(silence.is_err(), "a stopped server sends nothing");
    signal(&child, "-CONT");
    red.until(4).await;
    let Event::Interrupted { down_ms, .. } = red.events[3] else { panic!("{:?}", red.events) };
    assert!((2_000..=60_000).contains(&down_ms), "{down_ms}");
    red.client.send(play(2, "b2c2")).await;
    red.until(5).await;
    assert!(matches!(red.events[4], Event::Played { .. }), "{:?}", red.events);
    end(child, "-KILL");
}
