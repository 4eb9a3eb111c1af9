//! Three nodes in processes of their own, and players who follow their hall from one to another.

use crate::nats_server::{NatsServer, free_port};
use crate::players::{Player, Program, receive};
use chuhe_protocol::{
    ClientMessage, CloseReason, ColorChoice, DoorMessage, GameId, LobbyMessage, LobbyRequest, NodeAddress,
    ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::GameMove;
use std::process::Command;
use std::time::{Duration, Instant};

fn event_of(game: GameId) -> impl Fn(&ServerMessage) -> Option<()> {
    move |message| {
        matches!(message, ServerMessage::Table { game: of, message: TableMessage::Events { .. } } if *of == game).then_some(())
    }
}

pub(crate) async fn begin(red: &mut Player, black: &mut Player) -> GameId {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.say(ClientMessage::Lobby(LobbyRequest::Challenge { opponent: black.id, terms })).await;
    let opened = |message: &ServerMessage| {
        let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) = message else { return None };
        Some(challenge.id)
    };
    let challenge = black.until(opened).await;
    black.say(ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge })).await;
    let game = |message: &ServerMessage| {
        let ServerMessage::Table { game, message: TableMessage::Events { .. } } = message else {
            return None;
        };
        Some(*game)
    };
    red.until(game).await;
    black.until(game).await
}

pub(crate) async fn play(mover: &mut Player, other: &mut Player, game: GameId, ply: u16, mv: &str) {
    let mv = GameMove::Xiangqi(mv.parse().expect("a move"));
    mover.say(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    other.until(event_of(game)).await;
    mover.until(event_of(game)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_follow_their_game_from_node_to_node() {
    let Some(nats) = NatsServer::start() else { return };
    let mut programs = ["a", "b", "c"].map(|name| Program::start(&nats, name, &["east"]));
    let nodes = [0, 1, 2].map(|n: usize| programs[n].address.clone());
    // whichever node serves the hall, one of three entries begins at another
    let mut red = Player::join(&nodes, "Red").await;
    let elsewhere: Vec<NodeAddress> = nodes.iter().filter(|node| **node != red.at).cloned().collect();
    let mut black = Player::join(&elsewhere, "Black").await;
    assert_eq!((black.at == red.at, black.redirects), (true, 1), "sent on to the hall");
    let game = begin(&mut red, &mut black).await;
    play(&mut red, &mut black, game, 0, "h2e2").await;

    // an operator drains the node
    let owner = programs.iter().find(|program| program.address == red.at).expect("a node");
    let drained = Instant::now();
    assert!(owner.ctl("drain").contains("handed on"));
    let moved = |message: &ServerMessage| {
        let ServerMessage::Door(DoorMessage::HallAddress { address, .. }) = message else { return None };
        Some(address.clone())
    };
    // a node that has just become the first standby may not be ready within the time that players wait
    let told = red.until(moved).await;
    assert_ne!(told.as_ref(), Some(&red.at));
    let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::HallMoved }));
    assert_eq!(receive(&mut red.connection).await, closing);
    let others: Vec<NodeAddress> = told.into_iter().chain(nodes.clone()).collect();
    red.resume(&others, game, 2).await;
    let address = red.at.clone();
    assert_ne!(address, owner.address);
    black.resume(&others, game, 2).await;
    play(&mut black, &mut red, game, 1, "h9g7").await;
    let interrupted = drained.elapsed();
    assert!(interrupted < Duration::from_secs(10), "{interrupted:?}");
    let halls = owner.ctl("halls");
    assert!(halls.contains(&format!("address={address}")), "{halls}");

    // the node that took it over is killed
    let killed = programs.iter_mut().find(|program| program.address == address).expect("a node");
    killed.kill();
    let others: Vec<NodeAddress> = nodes.iter().filter(|node| **node != address).cloned().collect();
    red.resume(&others, game, 3).await;
    black.resume(&others, game, 3).await;
    play(&mut red, &mut black, game, 2, "h0g2").await;
}

#[test]
fn a_node_that_cannot_join_its_cluster_says_why_in_one_line() {
    let port = free_port().to_string();
    let url = format!("nats://127.0.0.1:{}", free_port());
    let node = ["--listen", "127.0.0.1:0", "--node", "a", "--advertise", "a:1"];
    for (flags, expected) in [
        (&["--cluster", &url, "--hall", "east", "--data", ":memory:"][..], "--data"),
        (&["--cluster", &url, "--data", "DIR"], "--hall"),
        (&["--cluster", &url, "--hall", "east", "--data", "DIR"], "no NATS server answers"),
    ] {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().display().to_string();
        let flags = flags.iter().map(|flag| if *flag == "DIR" { folder.as_str() } else { flag });
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
        let output = command.args(node).args(flags).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(expected), "{text}");
        let errors = text.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, 1, "{text}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe-server")).args([&port, "--cluster", &url]).output();
    let text = String::from_utf8_lossy(&output.expect("it runs").stderr).into_owned();
    assert!(text.contains("--node") && text.contains("--advertise"), "{text}");
}
