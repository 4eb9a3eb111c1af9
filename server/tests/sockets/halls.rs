//! A server with several halls: who enters which, and that each is a server of its own.

use crate::client::{Client, Running};
use crate::program::{end, listening, program};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{
    ClientMessage, CloseReason, ColorChoice, DoorMessage, DoorRequest, GameId, HallName, HallStatus,
    LobbyMessage, LobbyRequest, Refusal, ServerMessage, SessionToken, TableMessage, TableRequest, Terms,
};
use chuhe_rules::GameMove;
use chuhe_server::shell::server::{Config, HallConfig};
use std::net::SocketAddr;
use std::path::Path;

pub(crate) fn hall(text: &str) -> HallConfig {
    text.parse().expect("a hall")
}

pub(crate) fn name(text: &str) -> HallName {
    HallName::parse(text).expect("a name")
}

pub(crate) async fn running(halls: &[&str]) -> Running {
    Running::start(|config: &mut Config| config.halls = halls.iter().map(|text| hall(text)).collect()).await
}

/// Connects and greets; returns the halls of the answer.
pub(crate) async fn greeted(address: SocketAddr) -> (Client, Vec<HallStatus>) {
    let mut client = Client::connect(address).await;
    client.send_bytes(&Hello::current().encode()).await;
    let answer = client.next_bytes().await.expect("an answer");
    assert!(Answer::decode(&answer).expect("an answer").welcome);
    (client, Answer::decode_halls(&answer).expect("a list").list)
}

/// Sends a request to enter; returns the hall and the token, or the refusal.
pub(crate) async fn enter(
    client: &mut Client,
    request: impl Into<ClientMessage>,
) -> Result<(String, SessionToken), Refusal> {
    let request = request.into();
    client.send(request).await;
    match client.receive().await {
        Some(ServerMessage::Door(DoorMessage::Joined { player, hall: Some(hall), token, .. })) => {
            client.player = player;
            Ok((hall.to_string(), token))
        }
        Some(ServerMessage::Refused { reason, .. }) => Err(reason),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn join(player: &str, hall: Option<&str>) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: player.into(), hall: hall.map(name) })
}

/// A player who has joined a hall.
pub(crate) async fn joined(
    address: SocketAddr,
    player: &str,
    hall: Option<&str>,
) -> (Client, String, SessionToken) {
    let (mut client, _) = greeted(address).await;
    let (hall, token) = enter(&mut client, join(player, hall)).await.expect("they may join");
    (client, hall, token)
}

pub(crate) async fn begin(red: &mut Client, black: &mut Client) -> GameId {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.send(LobbyRequest::Challenge { opponent: black.player, terms }).await;
    let opened = |message| match message {
        ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
        _ => None,
    };
    let challenge = black.until(opened).await;
    black.send(LobbyRequest::AcceptChallenge { challenge }).await;
    let game = |message| match message {
        ServerMessage::Table { game, message: TableMessage::Events { .. } } => Some(game),
        _ => None,
    };
    red.until(game).await;
    black.until(game).await
}

pub(crate) async fn play(mover: &mut Client, other: &mut Client, game: GameId, ply: u16, mv: &str) {
    let mv = GameMove::Xiangqi(mv.parse().expect("a move"));
    mover.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    let received = |message| match message {
        ServerMessage::Table { game, message: TableMessage::Events { .. } } => Some(game),
        _ => None,
    };
    assert_eq!(other.until(received).await, game);
}

#[tokio::test]
async fn greeting_lists_the_halls_and_a_join_enters_one() {
    let server = running(&["east:2", "西"]).await;
    let (mut bo, halls) = greeted(server.address).await;
    let status =
        |hall: &str, players, capacity| HallStatus { name: name(hall), players, capacity, address: None };
    let all = chuhe_protocol::limits::HALL_PLAYERS;
    assert_eq!(halls, [status("east", 0, 2), status("西", 0, all)]);
    assert_eq!(enter(&mut bo, join("Bo", Some("south"))).await, Err(Refusal::NoSuchHall));
    bo.send(DoorRequest::Ping { nonce: 3, round_trip_ms: None }).await;
    assert_eq!(bo.receive().await, Some(ServerMessage::Door(DoorMessage::Pong { nonce: 3 })));
    assert_eq!(enter(&mut bo, LobbyRequest::ListVisitors).await, Err(Refusal::NotJoined));
    assert_eq!(enter(&mut bo, join("Bo", Some("西"))).await.map(|(hall, _)| hall), Ok("西".to_owned()));
    let (_an, hall, _) = joined(server.address, "An", None).await;
    assert_eq!(hall, "east", "the emptiest");
    // a guest's name is a hall's
    let (_second, hall, _) = joined(server.address, "Bo", Some("east")).await;
    assert_eq!(hall, "east");
    let (mut late, halls) = greeted(server.address).await;
    assert_eq!(halls, [status("east", 2, 2), status("西", 1, all)]);
    assert_eq!(enter(&mut late, join("Cy", Some("east"))).await, Err(Refusal::HallFull));
    assert_eq!(enter(&mut late, join("Bo", Some("西"))).await, Err(Refusal::NameTaken));
    assert_eq!(enter(&mut late, join("Cy", Some("east"))).await, Err(Refusal::OtherHall));
    assert_eq!(enter(&mut late, join("Cy", None)).await.map(|(hall, _)| hall), Ok("西".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn a_server_without_halls_lists_none() {
    let server = Running::start(|_| {}).await;
    let (mut bo, halls) = greeted(server.address).await;
    assert_eq!(halls, []);
    assert_eq!(enter(&mut bo, join("Bo", Some("east"))).await, Err(Refusal::NoSuchHall));
    server.stop().await;
}

#[tokio::test]
async fn connection_that_enters_no_hall_is_closed() {
    let server = Running::start(|config| {
        config.halls = vec![hall("a"), hall("b")];
        config.greeting_ms = 1_000;
    })
    .await;
    let (mut idle, _) = greeted(server.address).await;
    let reason = CloseReason::NoGreeting;
    assert_eq!(idle.read_to_end().await, Some(ServerMessage::Door(DoorMessage::Closing { reason })));
    let (mut odd, _) = greeted(server.address).await;
    odd.send_bytes(b"nonsense").await;
    let reason = CloseReason::BrokenFrame;
    assert_eq!(odd.read_to_end().await, Some(ServerMessage::Door(DoorMessage::Closing { reason })));
    let (mut guesser, _) = greeted(server.address).await;
    for n in 0..chuhe_protocol::limits::HALL_CHOICES {
        let token = SessionToken([u8::try_from(n).expect("a small number"); 16]);
        let resume = ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None });
        assert_eq!(enter(&mut guesser, resume).await, Err(Refusal::UnknownToken));
    }
    let reason = CloseReason::Flood;
    assert_eq!(guesser.read_to_end().await, Some(ServerMessage::Door(DoorMessage::Closing { reason })));
    server.stop().await;
}

fn started(data: &Path) -> (std::process::Child, SocketAddr) {
    let data = data.to_str().expect("text");
    let args = ["--listen", "127.0.0.1:0", "--data", data, "--hall", "a:5", "--hall", "b", "--log", "warn"];
    let (child, address) = listening(&args);
    (child, address.parse().expect("an address"))
}

#[tokio::test]
async fn games_in_both_halls_survive_a_kill_and_tokens_lead_back() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, address) = started(data.path());
    let mut tables = Vec::new();
    for hall in ["a", "b"] {
        let (mut red, _, red_token) = joined(address, "Bo", Some(hall)).await;
        let (mut black, _, black_token) = joined(address, "An", Some(hall)).await;
        let game = begin(&mut red, &mut black).await;
        tables.push((hall, game, red, black, [red_token, black_token]));
    }
    assert_ne!(tables[0].1, tables[1].1, "no two halls use the same number");
    for (_, game, red, black, _) in &mut tables {
        play(red, black, *game, 0, "h2e2").await;
    }
    end(child, "-KILL");
    let (child, address) = started(data.path());
    for (hall, game, _, _, tokens) in tables {
        let mut players = Vec::new();
        for token in tokens {
            let (mut client, _) = greeted(address).await;
            let entered =
                enter(&mut client, DoorRequest::Resume { token, seen: Vec::new(), hall: None }).await;
            assert_eq!(entered.map(|(hall, _)| hall), Ok(hall.to_owned()));
            let events = |message| match message {
                ServerMessage::Table { game, message: TableMessage::Events { .. } } => Some(game),
                _ => None,
            };
            assert_eq!(client.until(events).await, game);
            players.push(client);
        }
        let [red, black] = &mut players[..] else { panic!("two players") };
        play(black, red, game, 1, "h9g7").await;
    }
    assert_eq!(end(child, "-TERM").0, Some(0));
    // a server without halls does not seem to have lost everything
    let refused = |args: &[&str], expected: &str| {
        let all = [&["--listen", "127.0.0.1:0"], args].concat();
        let output = program(&all).output().expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.starts_with("error: ") && error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    };
    let data = data.path().to_str().expect("text");
    refused(&["--data", data], "name them with --hall a --hall b");
    refused(&["--hall", "a", "--hall", "A:7"], "there are two halls named A");
    refused(&["--hall", "a b"], "a name may not contain ' '");
    refused(&["--hall", "a:0"], "a capacity is a number from 1");
}

fn ctl(data: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut all = vec!["ctl", "--data", data.to_str().expect("text")];
    all.extend(args);
    let output = program(&all).output().expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

#[tokio::test]
async fn operators_list_the_halls_and_act_on_one() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut child, address) = started(data.path());
    let (mut bo, _, _) = joined(address, "Bo", Some("b")).await;
    let listed = "a players=0 games=0 capacity=5\nb players=1 games=0 capacity=10000\n";
    assert_eq!(ctl(data.path(), &["halls"]), (Some(0), listed.to_owned()));
    let choose = "error: the server has the halls a, b; choose one with --hall\n";
    assert_eq!(ctl(data.path(), &["kick", "Bo"]), (Some(1), choose.to_owned()));
    // an address is banned everywhere
    let banned = "a: 1 ban 192.0.2.1 seconds-left=-\nb: 1 ban 192.0.2.1 seconds-left=-\n";
    assert_eq!(ctl(data.path(), &["ban", "192.0.2.1"]), (Some(0), banned.to_owned()));
    assert_eq!(ctl(data.path(), &["list", "bans"]), (Some(0), banned.to_owned()));
    // flags may stand behind the request
    assert_eq!(ctl(data.path(), &["list", "games", "--hall", "a"]), (Some(0), String::new()));
    let (code, missing) = ctl(data.path(), &["--hall", "a", "kick", "Bo"]);
    assert_eq!((code, missing.as_str()), (Some(1), "error: no player has this name\n"));
    assert_eq!(ctl(data.path(), &["announce", "hello"]), (Some(0), String::new()));
    let announced =
        |message| matches!(message, ServerMessage::Door(DoorMessage::Announcement { .. })).then_some(());
    bo.until(announced).await;
    assert_eq!(ctl(data.path(), &["--hall", "b", "kick", "Bo"]).0, Some(0));
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Kicked }))
    );
    // one hall is drained, the other goes on
    let drained = "no new games begin in this hall; it closes when the last one is over\n";
    assert_eq!(ctl(data.path(), &["--hall", "b", "drain"]), (Some(0), drained.to_owned()));
    let alone = "a players=0 games=0 capacity=5\n";
    while ctl(data.path(), &["halls"]).1 != alone {}
    let (mut an, halls) = greeted(address).await;
    assert_eq!(halls.len(), 1);
    assert_eq!(enter(&mut an, join("An", Some("b"))).await, Err(Refusal::NoSuchHall));
    assert_eq!(enter(&mut an, join("An", None)).await.map(|(hall, _)| hall), Ok("a".to_owned()));
    assert_eq!(ctl(data.path(), &["drain"]).0, Some(0));
    assert_eq!(
        an.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown }))
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
