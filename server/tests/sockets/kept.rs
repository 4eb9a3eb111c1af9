//! What a server keeps: games go on where they were after it was killed, and
//! nothing that a player was told is lost.

use crate::client::{Client, Running};
use crate::program::{end, listening};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    ClientMessage, ColorChoice, Cursor, Event, GameId, GameSummary, Seq, ServerMessage, Terms, Token,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{GameMove, Outcome, WinReason};
use chuhe_server::shell::server::{Config, Data, Server, ServerError};
use chuhe_server::store::{Durability, Sqlite, Store, StoreError, Table, Write, alive_at, last_alive};
use std::net::SocketAddr;

const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];

/// Someone with a seat, over however many connections.
struct Player {
    client: Client,
    token: Token,
    game: Option<GameId>,
    events: Vec<Event>,
}

impl Player {
    async fn join(address: SocketAddr, name: &str) -> Self {
        let mut client = Client::connect(address).await;
        let ServerMessage::Joined { token, .. } = client.join(name).await else { panic!("{name} joins") };
        Self { client, token, game: None, events: Vec::new() }
    }

    /// Comes back, and hears what he lacks.
    async fn resume(&mut self, address: SocketAddr) {
        let player = self.client.player;
        self.client = Client::connect(address).await;
        self.client.player = player;
        assert!(self.client.greet(VERSION).await.welcome);
        let next = Seq::try_from(self.events.len()).expect("few");
        let seen = self.game.map(|game| Cursor { game, next });
        self.client.say(ClientMessage::Resume { token: self.token, seen }).await;
        let heard = self.client.hear().await;
        let Some(ServerMessage::Joined { token, resumed: true, .. }) = heard else { panic!("{heard:?}") };
        self.token = token;
    }

    /// Hears on until so many events are known.
    async fn until(&mut self, count: usize) {
        while self.events.len() < count {
            let (game, first, events) = self
                .client
                .until(|message| match message {
                    ServerMessage::Events { game, first, events } => Some((game, first, events)),
                    _ => None,
                })
                .await;
            assert_eq!(usize::try_from(first), Ok(self.events.len()), "no gap and nothing twice");
            self.game = Some(game);
            self.events.extend(events);
        }
    }

    fn plies(&self) -> u16 {
        let played = self.events.iter().filter(|event| matches!(event, Event::Played { .. }));
        u16::try_from(played.count()).expect("few")
    }
}

async fn begin(red: &mut Player, black: &mut Player) {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.client.say(ClientMessage::Challenge { opponent: black.client.player, terms }).await;
    let challenge = black
        .client
        .until(|message| match message {
            ServerMessage::ChallengeOpened(challenge) => Some(challenge.id),
            _ => None,
        })
        .await;
    black.client.say(ClientMessage::AcceptChallenge { challenge }).await;
    red.until(1).await;
    black.until(1).await;
}

async fn finished(player: &mut Player) -> Vec<GameSummary> {
    player.client.say(ClientMessage::ListGames { before: None }).await;
    player
        .client
        .until(|message| match message {
            ServerMessage::Games { games, more: false } => Some(games),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_killed_at_each_of_its_plies() {
    let folder = tempfile::tempdir().expect("a directory");
    let args = ["--listen", "127.0.0.1:0", "--data", folder.path().to_str().expect("text")];
    let (mut child, address) = listening(&args);
    let mut address: SocketAddr = address.parse().expect("an address");
    let (mut red, mut black) = (Player::join(address, "Bo").await, Player::join(address, "An").await);
    begin(&mut red, &mut black).await;
    for (n, text) in MATE.iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        let (game, ply) = (mover.game.expect("it began"), u16::try_from(n).expect("few"));
        let play = ClientMessage::Play { game, ply, mv: GameMove::Xiangqi(text.parse().expect("a move")) };
        mover.client.say(play.clone()).await;
        // the mover is told: from now on it is made
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
        // a move that is sent again counts once
        mover.client.say(play).await;
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
async fn what_is_kept_serves_one_server_at_a_time() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = Data::Directory(folder.path().to_owned());
    let server = Running::start(|config| config.data = data.clone()).await;
    let config = Config { data: data.clone(), ..Config::on(([127, 0, 0, 1], 0).into()) };
    let refused = Server::bind(config).await.expect_err("another has it");
    assert!(matches!(refused, ServerError::Store(StoreError::InUse)), "{refused}");
    server.stop().await;
    Running::start(|config| config.data = data).await.stop().await;
}

/// A store in which these writes are kept, and when a server is known to have been alive.
fn keep(folder: &std::path::Path, writes: &[Write], alive_ms: u64) {
    let mut store = Sqlite::open(folder).expect("a store");
    let alive = alive_at(Timestamp::from_ms(alive_ms), 0);
    store.commit(&[writes, &[alive]].concat(), Durability::Power).expect("there is room");
}

fn last_alive_ms(folder: &std::path::Path) -> Option<u64> {
    let mut store = Sqlite::open(folder).expect("a store");
    last_alive(&mut store).expect("it can be read").map(|(_, at)| at.as_ms())
}

#[tokio::test]
async fn a_game_that_cannot_be_replayed_is_set_aside_and_the_server_starts() {
    let folder = tempfile::tempdir().expect("a directory");
    // a game without a single event
    let key = 7_u64.to_be_bytes().to_vec();
    let room = Write::Set { table: Table::Games, key: key.clone(), expected: 0, value: Some(Vec::new()) };
    keep(folder.path(), &[room], 1_000);
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
async fn a_calendar_that_was_set_back_sets_nothing_back_that_is_kept() {
    let folder = tempfile::tempdir().expect("a directory");
    let later_ms = 1 << 42; // in the year 2109
    keep(folder.path(), &[], later_ms);
    let data = Data::Directory(folder.path().to_owned());
    Running::start(|config| config.data = data).await.stop().await;
    let alive_ms = last_alive_ms(folder.path()).expect("it was alive");
    assert!(alive_ms >= later_ms, "{alive_ms}");
}
