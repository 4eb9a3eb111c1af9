//! Fills the server's disk and frees it again, where the system lets a test mount one.
//!
//! The test waits for messages and never sleeps.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test waits for one message and ignores the rest")]

use crate::client::{Client, Running};
use crate::long_game::long_game;
use chuhe_protocol::{
    ClientMessage, ColorChoice, DoorMessage, Event, GameId, LobbyMessage, LobbyRequest, PlayerId, Refusal,
    ServerMessage, TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Color, GameMove, PerColor};
use chuhe_server::shell::server::Data;
use chuhe_server::store::Sqlite;
use chuhe_store::entries;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The moves of a game that no rule ends.
static MOVES: LazyLock<Vec<String>> = LazyLock::new(|| long_game(&[], 1_000));
/// More moves than the full disk can store, and fewer than the rate limit allows.
const MOST_MOVES: usize = 300;

/// A disk of 4 MB in memory.
struct Disk(TempDir);

impl Disk {
    /// Mounts a disk, or returns `None` if the system does not permit it.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary directory can be made");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills the disk to the last byte.
    fn fill(&self) {
        let mut file = File::create(self.path().join("filler")).expect("the disk has room for an empty file");
        while file.write_all(&[1; 512]).is_ok() {}
    }

    /// Frees the disk again.
    fn make_room(&self) {
        fs::remove_file(self.path().join("filler")).expect("the filler exists");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // the mount ends with the machine if this fails
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

/// A client with the game events it has received.
struct Player {
    client: Client,
    game: Option<GameId>,
    events: Vec<Event>,
}

impl Player {
    async fn join(server: &Running, name: &str) -> Self {
        let mut client = Client::connect(server.address).await;
        let response = client.join(name).await;
        assert!(matches!(response, ServerMessage::Door(DoorMessage::Joined { .. })), "{response:?}");
        Self { client, game: None, events: Vec::new() }
    }

    /// Receives the next message. Records events, and checks that each arrives once and in order.
    async fn receive(&mut self) -> ServerMessage {
        let message = self.client.receive().await.expect("the connection is open");
        if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } = &message {
            assert_eq!(*first as usize, self.events.len(), "events arrive without gaps and only once");
            self.game = Some(*game);
            self.events.extend(events.iter().cloned());
        }
        message
    }

    /// Receives messages until one matches, and returns it.
    async fn until(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            let message = self.receive().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Receives messages until the client has this many events.
    async fn receive_events(&mut self, events: usize) {
        while self.events.len() < events {
            self.receive().await;
        }
    }

    /// Sends a request, and returns why the server refuses it.
    async fn refusal_of(&mut self, message: ClientMessage) -> Refusal {
        self.client.send(message).await;
        match self.until(|message| matches!(message, ServerMessage::Refused { .. })).await {
            ServerMessage::Refused { reason, .. } => reason,
            other => panic!("{other:?}"),
        }
    }
}

/// Starts a game, and returns its id.
async fn start_game(red: &mut Player, black: &mut Player) -> GameId {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.client.send(LobbyRequest::Challenge { opponent: black.client.player, terms }).await;
    let opened = black
        .until(|message| matches!(message, ServerMessage::Lobby(LobbyMessage::ChallengeOpened(_))))
        .await;
    let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) = opened else { panic!("{opened:?}") };
    black.client.send(LobbyRequest::AcceptChallenge { challenge: challenge.id }).await;
    red.receive_events(1).await;
    black.receive_events(1).await;
    red.game.expect("the game has started")
}

/// A request for the legal move at a ply.
fn play(game: GameId, ply: usize) -> ClientMessage {
    let mv = GameMove::Xiangqi(MOVES[ply].parse().expect("the test gives legal notation"));
    TableRequest::Play { ply: u16::try_from(ply).expect("the test plays few moves"), mv, premove: false }
        .at(game)
}

/// Plays from ply `from` until the server pauses, and returns the ply of the unanswered move.
async fn play_until_paused(players: &mut [Player; 2], game: GameId, from: usize) -> usize {
    for ply in from..MOST_MOVES {
        let mover = &mut players[ply % 2];
        let before = mover.events.len();
        mover.client.send(play(game, ply)).await;
        while mover.events.len() == before {
            if mover.receive().await == ServerMessage::Door(DoorMessage::Paused) {
                return ply;
            }
        }
        players[1 - ply % 2].receive_events(before + 1).await;
    }
    panic!("the disk never becomes full");
}

fn game_times(clocks: &ClockReading) -> PerColor<u64> {
    PerColor::from_fn(|color| clocks.sides[color].game_ms.expect("the game is timed"))
}

#[tokio::test]
async fn games_pause_while_the_disk_is_full_and_resume() {
    let Some(disk) = Disk::mount() else {
        let _ = writeln!(io::stderr(), "SKIPPED: the system does not let a test mount a disk");
        return;
    };
    let server = Running::start(|config| config.data = Data::Directory(disk.path().to_owned())).await;
    let mut players = [Player::join(&server, "Bo").await, Player::join(&server, "An").await];
    let mut third = Player::join(&server, "Cy").await;
    let [red, black] = &mut players;
    let game = start_game(red, black).await;
    disk.fill();
    let ply = play_until_paused(&mut players, game, 0).await;
    let before = players.each_ref().map(|player| player.events.len());
    let mover = ply % 2;
    players[1 - mover].until(|message| *message == ServerMessage::Door(DoorMessage::Paused)).await;
    third.until(|message| *message == ServerMessage::Door(DoorMessage::Paused)).await;
    // the server refuses new games, joins and moves
    let opponent: PlayerId = players[0].client.player;
    let challenge = ClientMessage::Lobby(LobbyRequest::Challenge { opponent, terms: Terms::default() });
    assert_eq!(third.refusal_of(challenge).await, Refusal::Paused);
    assert_eq!(players[1 - mover].refusal_of(play(game, ply + 1)).await, Refusal::Paused);
    let response = Client::connect(server.address).await.join("Di").await;
    assert!(matches!(response, ServerMessage::Refused { reason: Refusal::Paused, .. }), "{response:?}");
    disk.make_room();
    let mut next = ply;
    for (player, before) in players.iter_mut().zip(before) {
        player.until(|message| *message == ServerMessage::Door(DoorMessage::Unpaused)).await;
        let new = &player.events[before..];
        let [waiting @ .., Event::Interrupted { clocks: after, .. }] = new else {
            panic!("expected an interruption: {new:?}");
        };
        // what the server saves by itself may fail before the move arrives, which is refused then
        let [Event::Played { clocks: before, .. }] = waiting else {
            assert_eq!(waiting, [], "expected the waiting move");
            continue;
        };
        next = ply + 1;
        let running = before.running.expect("a clock runs after both have moved");
        let (before, after) = (game_times(before), game_times(after));
        let credit = limits::INTERRUPTION_CREDIT_MS;
        assert_eq!(after[running.opponent()], before[running.opponent()] + credit);
        assert!(
            after[running] <= before[running] + credit && after[running] + 1_000 > before[running] + credit
        );
    }
    finish_game(&mut players, game, next).await;
    assert_eq!(players[0].events, players[1].events);
    server.stop().await;
    let mut store = Sqlite::open(disk.path()).expect("the store is intact");
    let stored = entries(&mut store, game, 0, limits::GAME_EVENTS).expect("the journal can be read");
    let stored: Vec<Event> = stored.iter().filter_map(|entry| entry.event.public().cloned()).collect();
    assert_eq!(stored[..players[0].events.len()], players[0].events, "the store has every sent event");
}

/// Plays one more move and resigns; checks that both players see it.
async fn finish_game(players: &mut [Player; 2], game: GameId, ply: usize) {
    let mover = &mut players[ply % 2];
    mover.client.send(play(game, ply)).await;
    mover.client.send(TableRequest::Resign.at(game)).await;
    let by = Color::ALL[ply % 2];
    for player in players {
        while !player.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            player.receive().await;
        }
        let [.., Event::Played { by: last, .. }, Event::Ended { .. }] = &player.events[..] else {
            panic!("{:?}", player.events);
        };
        assert_eq!(*last, by);
    }
}
