//! What an operator is told: numbers, health, readiness.

use crate::client::{Client, PATIENCE, Running};
use chuhe_protocol::{
    ChatRoom, ClientMessage, CloseReason, GameId, Refusal, ServerMessage, Terms, WatchFrom,
};
use chuhe_server::shell::server::{Config, Server, ServerError};
use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

fn here() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// The status and the text at a path.
pub(crate) async fn ask(address: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.expect("operators are served");
    let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it listens");
    let mut answer = String::new();
    let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer in bounded time").expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, body.to_owned())
}

/// The value of a line of `/metrics`; 0, if there is none.
pub(crate) async fn number(address: SocketAddr, line: &str) -> f64 {
    let (status, text) = ask(address, "/metrics").await;
    assert_eq!(status, 200);
    let found = text.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
    found.map_or(0.0, |value| value.parse().expect("a number"))
}

/// Reads on until the player's game begins.
async fn seated(client: &mut Client) -> GameId {
    let begun = |message| match message {
        ServerMessage::Events { game, .. } => Some(game),
        _ => None,
    };
    client.until(begun).await
}

#[tokio::test]
async fn the_numbers_are_those_of_what_happened() {
    let server = Running::start(|config| config.ops = Some(here())).await;
    let ops = server.ops.expect("operators are served");
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.say(ClientMessage::Chat { room: ChatRoom::Lobby, text: String::new() }).await;
    let refused = bo
        .until(|message| match message {
            ServerMessage::Refused { reason, .. } => Some(reason),
            _ => None,
        })
        .await;
    assert_eq!(refused, Refusal::ChatEmpty);
    bo.say(ClientMessage::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.until(|message| matches!(message, ServerMessage::ChallengeOpened(_)).then_some(())).await;
    for (line, expected) in [("chuhe_challenges", 1.0), ("chuhe_games", 0.0)] {
        assert_eq!(number(ops, line).await, expected, "{line}");
    }
    an.say(ClientMessage::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    let game = seated(&mut bo).await;
    assert_eq!(seated(&mut an).await, game);
    let mut third = Client::connect(server.address).await;
    third.join("Cy").await;
    third.say(ClientMessage::Watch { game, from: WatchFrom::Current }).await;
    third.until(|message| matches!(message, ServerMessage::Watching { .. }).then_some(())).await;
    assert_eq!(number(ops, "chuhe_spectators").await, 1.0);
    third.say(ClientMessage::Quit).await;
    assert_eq!(third.last_words().await, Some(ServerMessage::Closing { reason: CloseReason::Quit }));
    drop(third);
    let mut stranger = Client::connect(server.address).await;
    stranger.send_bytes(b"GET / HTTP/1.1").await;
    assert_eq!(stranger.next_bytes().await, None);
    for (line, expected) in [
        (concat!("chuhe_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
        ("chuhe_players", 2.0),
        ("chuhe_games", 1.0),
        ("chuhe_spectators", 0.0),
        ("chuhe_challenges", 0.0),
        ("chuhe_refusals_total{reason=\"chat_empty\"}", 1.0),
        ("chuhe_closings_total{reason=\"quit\"}", 1.0),
        ("chuhe_greetings_failed_total{reason=\"not_chuhe\"}", 1.0),
        ("chuhe_queue_depth{queue=\"reports\"}", 0.0),
        ("chuhe_queue_depth{queue=\"sends_max\"}", 0.0),
    ] {
        assert_eq!(number(ops, line).await, expected, "{line}");
    }
    server.stop().await;
}

#[tokio::test]
async fn another_path_is_not_found_and_others_are_not_served() {
    let server = Running::start(|config| config.ops = Some(here())).await;
    let ops = server.ops.expect("operators are served");
    assert_eq!(ask(ops, "/").await.0, 404);
    server.stop().await;
    assert!(TcpStream::connect(ops).await.is_err(), "it ends with the server");
    let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let refused = Server::bind(Config { ops: Some(everywhere), ..Config::on(here()) }).await;
    let error = refused.expect_err("others could ask");
    let ServerError::System(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(error.to_string().starts_with("cannot serve operators at 0.0.0.0:0: "), "{error}");
}

#[tokio::test]
async fn a_server_that_is_to_stop_is_healthy_but_not_ready() {
    let config = Config { ops: Some(here()), grace_ms: 600_000, ..Config::on(here()) };
    let server = Server::bind(config).await.expect("a free port");
    let (address, ops) = (server.local_addr(), server.ops_addr().expect("operators are served"));
    let ((first, stop), (second, hurry)) = (oneshot::channel(), oneshot::channel());
    let told = |told: oneshot::Receiver<()>| async { told.await.expect("it is told") };
    let running = tokio::spawn(server.run_until(told(stop), told(hurry)));
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.say(ClientMessage::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.say(ClientMessage::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    seated(&mut bo).await;
    let well = (200, "ok\n".to_owned());
    assert_eq!(ask(ops, "/healthz").await, well);
    assert_eq!(ask(ops, "/readyz").await, well);
    first.send(()).expect("it runs");
    bo.until(|message| (message == ServerMessage::ShuttingDown).then_some(())).await;
    assert_eq!(ask(ops, "/healthz").await, well);
    assert_eq!(ask(ops, "/readyz").await, (503, "the server is shutting down\n".to_owned()));
    second.send(()).expect("it runs");
    timeout(PATIENCE, running).await.expect("it ends").expect("no panic").expect("no failure");
}
