//! Misbehaving clients.

use crate::client::{Client, Running};
use crate::ops::metric;
use chuhe_protocol::greeting::{OLDEST_VERSION, VERSION};
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, LobbyMessage, Player,
    ServerMessage, limits,
};
use chuhe_server::shell::server::Config;
use std::time::Instant;

fn closing(reason: CloseReason) -> Option<ServerMessage> {
    Some(ServerMessage::Door(DoorMessage::Closing { reason }))
}

#[tokio::test]
async fn silent_connection_is_closed() {
    let server = Running::start(|config| config.greeting_ms = 50).await;
    let mut silent = Client::connect(server.address).await;
    assert_eq!(silent.next_bytes().await, None);
    server.stop().await;
}

#[tokio::test]
async fn client_that_does_not_join_is_closed_with_the_reason() {
    let server = Running::start(|config| config.greeting_ms = 50).await;
    let mut idle = Client::connect(server.address).await;
    assert!(idle.greet(VERSION).await.welcome);
    assert_eq!(idle.read_to_end().await, closing(CloseReason::NoGreeting));
    server.stop().await;
}

#[tokio::test]
async fn foreign_protocol_is_closed_and_other_version_is_answered() {
    let server = Running::start(|_| {}).await;
    let mut stranger = Client::connect(server.address).await;
    stranger.send_bytes(b"GET / HTTP/1.1").await;
    assert_eq!(stranger.next_bytes().await, None);
    let mut late = Client::connect(server.address).await;
    let answer = late.greet(VERSION + 1).await;
    assert_eq!((answer.welcome, answer.oldest, answer.newest), (false, OLDEST_VERSION, VERSION));
    assert_eq!(late.next_bytes().await, None);
    server.stop().await;
}

#[tokio::test]
async fn malformed_message_is_closed_with_the_reason() {
    let server = Running::start(|_| {}).await;
    let mut client = Client::connect(server.address).await;
    client.join("Bo").await;
    client.send_bytes(&[0xff; 20]).await;
    assert_eq!(client.read_to_end().await, closing(CloseReason::BrokenFrame));
    server.stop().await;
}

#[tokio::test]
async fn flood_is_closed_with_the_reason() {
    let server = Running::start(|_| {}).await;
    let mut client = Client::connect(server.address).await;
    client.join("Bo").await;
    for nonce in 0..1_000 {
        client.send(DoorRequest::Ping { nonce, round_trip_ms: None }).await;
    }
    assert_eq!(client.read_to_end().await, closing(CloseReason::Flood));
    server.stop().await;
}

#[tokio::test]
async fn connection_over_the_limit_is_closed_with_the_reason() {
    let server = Running::start(|config| config.connections = 1).await;
    let mut first = Client::connect(server.address).await;
    first.join("Bo").await;
    let mut second = Client::connect(server.address).await;
    assert!(second.greet(VERSION).await.welcome);
    assert_eq!(second.read_to_end().await, closing(CloseReason::ServerFull));
    server.stop().await;
}

#[tokio::test]
async fn reader_with_too_many_queued_frames_is_cut() {
    // more frames than are broadcast within the millisecond between two slices
    check_slow_reader_is_cut(|config| config.limits.send_queue_frames = 64).await;
}

#[tokio::test]
async fn reader_with_too_many_queued_bytes_is_cut() {
    check_slow_reader_is_cut(|config| config.limits.send_queue_bytes = 64 * 1024).await;
}

/// Checks that a client that does not read is cut on a server with this configuration.
async fn check_slow_reader_is_cut(change: impl FnOnce(&mut Config)) {
    let server = Running::start(|config| {
        config.ops = Some(([127, 0, 0, 1], 0).into());
        change(config);
    })
    .await;
    let start = Instant::now();
    let mut slow = Client::connect_narrow(server.address).await;
    slow.join("Slow").await;
    // one talker after another sends as much as allowed, until the slow reader is cut
    let line = "\u{20000}".repeat(limits::CHAT_CHARS);
    for n in 0.. {
        assert!(n < 5_000, "the slow reader is never cut");
        let mut talker = Client::connect(server.address).await;
        talker.join("Talker").await;
        let here = talker
            .until(|message| match message {
                ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => Some(players),
                _ => None,
            })
            .await;
        if !here.iter().any(|player: &Player| player.id == slow.player) {
            break;
        }
        for _ in 0..limits::CHAT_BURST {
            let (room, text) = (ChatRoom::Lobby, line.clone());
            talker.send(ClientMessage::Chat { room, text }).await;
        }
        talker.send(DoorRequest::Quit).await;
        assert_eq!(talker.read_to_end().await, closing(CloseReason::Quit));
    }
    assert!(
        start.elapsed().as_millis() < u128::from(limits::SILENCE_MS),
        "the slow reader was not closed for silence"
    );
    // what was sent before arrives, then the connection ends without a reason
    let last = slow.read_to_end().await;
    assert!(
        matches!(
            last,
            Some(
                ServerMessage::Chat(ChatMessage::Line { .. })
                    | ServerMessage::Lobby(LobbyMessage::Presence(_))
            )
        ),
        "{last:?}"
    );
    let ops = server.ops.expect("an operations address");
    assert_eq!(metric(ops, "chuhe_cuts_total{reason=\"queue_full\"}").await, 1.0);
    server.stop().await;
}
