//! A real disk in memory that fills up and gets room again, where the system lets tests mount one.
//! The tests wait for messages, never for time to pass.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

use crate::client::{Client, Running};
use chuhe_protocol::{
    ClientMessage, ColorChoice, Event, GameId, PlayerId, Refusal, ServerMessage, Terms, limits,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Color, GameMove, PerColor};
use chuhe_server::shell::server::Data;
use chuhe_server::store::{Sqlite, entries};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const MOVES: [&str; 4] = ["b2c2", "b7c7", "c2b2", "c7b7"];
/// More moves than fill the disk, and fewer than the rate limit lets pass.
const MOST_MOVES: usize = 300;

/// A disk of four megabytes.
struct Disk(TempDir);

impl Disk {
    /// Mounts it; `None` where the system does not permit that.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a directory");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills it to the last byte.
    fn fill(&self) {
        let mut file = File::create(self.path().join("filler")).expect("there is room for a file");
        while file.write_all(&[1; 512]).is_ok() {}
    }

    fn make_room(&self) {
        fs::remove_file(self.path().join("filler")).expect("it is there");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // the system removes the rest
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

struct Player {
    client: Client,
    game: Option<GameId>,
    events: Vec<Event>,
}

impl Player {
    async fn join(server: &Running, name: &str) -> Self {
        let mut client = Client::connect(server.address).await;
        let heard = client.join(name).await;
        assert!(matches!(heard, ServerMessage::Joined { .. }), "{heard:?}");
        Self { client, game: None, events: Vec::new() }
    }

    /// The next message; events are noted, and come once and in order.
    async fn receive(&mut self) -> ServerMessage {
        let message = self.client.receive().await.expect("the connection stands");
        if let ServerMessage::Events { game, first, events } = &message {
            assert_eq!(*first as usize, self.events.len(), "no gap and nothing twice");
            self.game = Some(*game);
            self.events.extend(events.iter().cloned());
        }
        message
    }

    async fn until(&mut self, wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            let message = self.receive().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    async fn knows(&mut self, events: usize) {
        while self.events.len() < events {
            self.receive().await;
        }
    }

    async fn is_refused(&mut self, message: ClientMessage) -> Refusal {
        self.client.send(message).await;
        match self.until(|message| matches!(message, ServerMessage::Refused { .. })).await {
            ServerMessage::Refused { reason, .. } => reason,
            other => panic!("{other:?}"),
        }
    }
}

async fn begin(red: &mut Player, black: &mut Player) -> GameId {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.client.send(ClientMessage::Challenge { opponent: black.client.player, terms }).await;
    let opened = black.until(|message| matches!(message, ServerMessage::ChallengeOpened(_))).await;
    let ServerMessage::ChallengeOpened(challenge) = opened else { panic!("{opened:?}") };
    black.client.send(ClientMessage::AcceptChallenge { challenge: challenge.id }).await;
    red.knows(1).await;
    black.knows(1).await;
    red.game.expect("it has begun")
}

fn play(game: GameId, ply: usize) -> ClientMessage {
    let mv = GameMove::Xiangqi(MOVES[ply % 4].parse().expect("a move"));
    ClientMessage::Play { game, ply: u16::try_from(ply).expect("few"), mv }
}

/// Plays from `ply` on until nothing can be kept; the ply of the move that was not told.
async fn play_until_paused(players: &mut [Player; 2], game: GameId, from: usize) -> usize {
    for ply in from..MOST_MOVES {
        let mover = &mut players[ply % 2];
        let known = mover.events.len();
        mover.client.send(play(game, ply)).await;
        while mover.events.len() == known {
            if mover.receive().await == ServerMessage::Paused {
                return ply;
            }
        }
        players[1 - ply % 2].knows(known + 1).await;
    }
    panic!("the disk is never full");
}

fn game_times(clocks: &ClockReading) -> PerColor<u64> {
    PerColor::from_fn(|color| clocks.sides[color].game_ms.expect("a timed game"))
}

#[tokio::test]
async fn games_pause_while_the_disk_is_full_and_then_go_on() {
    let Some(disk) = Disk::mount() else {
        let _ = writeln!(io::stderr(), "SKIPPED: the system does not let a test mount a disk");
        return;
    };
    let server = Running::start(|config| config.data = Data::Directory(disk.path().to_owned())).await;
    let mut players = [Player::join(&server, "Bo").await, Player::join(&server, "An").await];
    let mut third = Player::join(&server, "Cy").await;
    let [red, black] = &mut players;
    let game = begin(red, black).await;
    disk.fill();
    let ply = play_until_paused(&mut players, game, 0).await;
    let told = players.each_ref().map(|player| player.events.len());
    let mover = ply % 2;
    players[1 - mover].until(|message| *message == ServerMessage::Paused).await;
    third.until(|message| *message == ServerMessage::Paused).await;
    // no game begins, nobody joins, and none goes on
    let opponent: PlayerId = players[0].client.player;
    let challenge = ClientMessage::Challenge { opponent, terms: Terms::default() };
    assert_eq!(third.is_refused(challenge).await, Refusal::Paused);
    assert_eq!(players[1 - mover].is_refused(play(game, ply + 1)).await, Refusal::Paused);
    let heard = Client::connect(server.address).await.join("Di").await;
    assert!(matches!(heard, ServerMessage::Refused { reason: Refusal::Paused, .. }), "{heard:?}");
    disk.make_room();
    for (player, told) in players.iter_mut().zip(told) {
        player.until(|message| *message == ServerMessage::Unpaused).await;
        let new = &player.events[told..];
        let [Event::Played { clocks: before, .. }, Event::Interrupted { clocks: after, .. }] = new else {
            panic!("the move that waited, then that the game was interrupted: {new:?}");
        };
        let runs = before.running.expect("both have moved");
        let (before, after) = (game_times(before), game_times(after));
        let credit = limits::INTERRUPTION_CREDIT_MS;
        assert_eq!(after[runs.opponent()], before[runs.opponent()] + credit);
        assert!(after[runs] <= before[runs] + credit && after[runs] + 1_000 > before[runs] + credit);
    }
    go_on(&mut players, game, ply + 1).await;
    assert_eq!(players[0].events, players[1].events);
    server.stop().await;
    let mut kept = Sqlite::open(disk.path()).expect("what is kept is sound");
    let kept = entries(&mut kept, game, 0, limits::GAME_EVENTS).expect("it can be read");
    let kept: Vec<Event> = kept.iter().filter_map(|entry| entry.event.public().cloned()).collect();
    assert_eq!(kept[..players[0].events.len()], players[0].events, "nothing is lost");
}

/// A move more, and the end.
async fn go_on(players: &mut [Player; 2], game: GameId, ply: usize) {
    let mover = &mut players[ply % 2];
    mover.client.send(play(game, ply)).await;
    mover.client.send(ClientMessage::Resign { game }).await;
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
