//! The operations endpoint: metrics, health, readiness.

use crate::client::{Client, Running, TIMEOUT};
use chuhe_protocol::{
    ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, GameId, LobbyMessage, LobbyRequest,
    Refusal, ServerMessage, TableMessage, TableRequest, Terms, WatchFrom,
};
use chuhe_server::shell::server::{Config, Server, ServerError};
use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

fn loopback() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// Requests a path; returns the status and the body.
pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.expect("an operations address");
    let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    let mut response = String::new();
    let read = timeout(TIMEOUT, stream.read_to_string(&mut response)).await;
    read.expect("a response in time").expect("text");
    let (head, body) = response.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, body.to_owned())
}

/// Returns the value of a metric; 0 if it is absent.
pub(crate) async fn metric(address: SocketAddr, line: &str) -> f64 {
    let (status, text) = get(address, "/metrics").await;
    assert_eq!(status, 200);
    let found = text.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
    found.map_or(0.0, |value| value.parse().expect("a number"))
}

/// Waits for the start of the player's game.
async fn seated(client: &mut Client) -> GameId {
    let begun = |message| match message {
        ServerMessage::Table { game, message: TableMessage::Events { .. } } => Some(game),
        _ => None,
    };
    client.until(begun).await
}

#[tokio::test]
async fn metrics_count_what_happened() {
    let server = Running::start(|config| config.ops = Some(loopback())).await;
    let ops = server.ops.expect("an operations address");
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: String::new() }).await;
    let refused = bo
        .until(|message| match message {
            ServerMessage::Refused { reason, .. } => Some(reason),
            _ => None,
        })
        .await;
    assert_eq!(refused, Refusal::ChatEmpty);
    bo.send(LobbyRequest::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.until(|message| {
        matches!(message, ServerMessage::Lobby(LobbyMessage::ChallengeOpened(_))).then_some(())
    })
    .await;
    for (line, expected) in [("chuhe_challenges", 1.0), ("chuhe_games", 0.0)] {
        assert_eq!(metric(ops, line).await, expected, "{line}");
    }
    an.send(LobbyRequest::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    let game = seated(&mut bo).await;
    assert_eq!(seated(&mut an).await, game);
    let mut third = Client::connect(server.address).await;
    third.join("Cy").await;
    third.send(TableRequest::Watch { from: WatchFrom::Current }.at(game)).await;
    third
        .until(|message| {
            matches!(message, ServerMessage::Table { message: TableMessage::Watching { .. }, .. })
                .then_some(())
        })
        .await;
    assert_eq!(metric(ops, "chuhe_spectators").await, 1.0);
    third.send(DoorRequest::Quit).await;
    assert_eq!(
        third.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Quit }))
    );
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
        assert_eq!(metric(ops, line).await, expected, "{line}");
    }
    server.stop().await;
}

#[tokio::test]
async fn unknown_paths_are_not_found_and_only_loopback_is_allowed() {
    // at an address of its own: at the others' a test beside this one may listen at the same port once this server has left it
    let own = SocketAddr::from(([127, 0, 0, 118], 0));
    let server = Running::start(|config| config.ops = Some(own)).await;
    let ops = server.ops.expect("an operations address");
    assert_eq!(get(ops, "/").await.0, 404);
    server.stop().await;
    assert!(TcpStream::connect(ops).await.is_err(), "the endpoint closes with the server");
    let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let refused = Server::bind(Config { ops: Some(everywhere), ..Config::on(loopback()) }).await;
    let error = refused.expect_err("not a loopback address");
    let ServerError::System(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(error.to_string().starts_with("cannot serve operators at 0.0.0.0:0: "), "{error}");
}

#[tokio::test]
async fn stopping_server_is_healthy_but_not_ready() {
    let config = Config { ops: Some(loopback()), grace_ms: 600_000, ..Config::on(loopback()) };
    let server = Server::bind(config).await.expect("a free port");
    let (address, ops) = (server.local_addr(), server.ops_addr().expect("an operations address"));
    let ((first, stop), (second, hurry)) = (oneshot::channel(), oneshot::channel());
    let sent = |signal: oneshot::Receiver<()>| async { signal.await.expect("a signal") };
    let running = tokio::spawn(server.run_until(sent(stop), sent(hurry)));
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.send(LobbyRequest::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.send(LobbyRequest::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    seated(&mut bo).await;
    let ok = (200, "ok\n".to_owned());
    assert_eq!(get(ops, "/healthz").await, ok);
    assert_eq!(get(ops, "/readyz").await, ok);
    first.send(()).expect("the server is running");
    bo.until(|message| (message == ServerMessage::Door(DoorMessage::ShuttingDown)).then_some(())).await;
    assert_eq!(get(ops, "/healthz").await, ok);
    assert_eq!(get(ops, "/readyz").await, (503, "the server is shutting down\n".to_owned()));
    second.send(()).expect("the server is running");
    timeout(TIMEOUT, running).await.expect("it ends").expect("no panic").expect("no failure");
}
