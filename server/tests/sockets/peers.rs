//! Peers that do not behave.

use crate::client::{Client, Running};
use crate::ops::number;
use chuhe_protocol::greeting::{OLDEST_VERSION, VERSION};
use chuhe_protocol::{ChatRoom, ClientMessage, CloseReason, Player, ServerMessage, limits};
use chuhe_server::shell::server::Config;
use std::time::Instant;

fn closing(reason: CloseReason) -> Option<ServerMessage> {
    Some(ServerMessage::Closing { reason })
}

#[tokio::test]
async fn who_says_nothing_is_closed() {
    let server = Running::start(|config| config.greeting_ms = 50).await;
    let mut silent = Client::connect(server.address).await;
    assert_eq!(silent.next_bytes().await, None);
    server.stop().await;
}

#[tokio::test]
async fn who_greets_and_does_not_join_is_told_and_closed() {
    let server = Running::start(|config| config.greeting_ms = 50).await;
    let mut idle = Client::connect(server.address).await;
    assert!(idle.greet(VERSION).await.welcome);
    assert_eq!(idle.last_words().await, closing(CloseReason::NoGreeting));
    server.stop().await;
}

#[tokio::test]
async fn a_false_greeting_is_closed_and_another_version_told() {
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
async fn a_frame_that_is_none_is_told_and_closed() {
    let server = Running::start(|_| {}).await;
    let mut client = Client::connect(server.address).await;
    client.join("Bo").await;
    client.send_bytes(&[0xff; 20]).await;
    assert_eq!(client.last_words().await, closing(CloseReason::BrokenFrame));
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_told_and_closed() {
    let server = Running::start(|_| {}).await;
    let mut client = Client::connect(server.address).await;
    client.join("Bo").await;
    for nonce in 0..1_000 {
        client.say(ClientMessage::Ping { nonce, round_trip_ms: None }).await;
    }
    assert_eq!(client.last_words().await, closing(CloseReason::Flood));
    server.stop().await;
}

#[tokio::test]
async fn one_too_many_is_told_that_there_is_no_room() {
    let server = Running::start(|config| config.connections = 1).await;
    let mut first = Client::connect(server.address).await;
    first.join("Bo").await;
    let mut second = Client::connect(server.address).await;
    assert!(second.greet(VERSION).await.welcome);
    assert_eq!(second.last_words().await, closing(CloseReason::ServerFull));
    server.stop().await;
}

#[tokio::test]
async fn a_slow_reader_is_cut() {
    // more than a crowd is told in the millisecond between two turns
    cut_where(|config| config.limits.send_queue_frames = 64).await;
}

#[tokio::test]
async fn a_reader_for_whom_too_many_bytes_wait_is_cut() {
    cut_where(|config| config.limits.send_queue_bytes = 64 * 1024).await;
}

async fn cut_where(change: impl FnOnce(&mut Config)) {
    let server = Running::start(|config| {
        config.ops = Some(([127, 0, 0, 1], 0).into());
        change(config);
    })
    .await;
    let start = Instant::now();
    let mut slow = Client::connect_narrow(server.address).await;
    slow.join("Slow").await;
    // one after another says what he may, until the slow one is no more
    let line = "\u{20000}".repeat(limits::CHAT_CHARS);
    for n in 0.. {
        assert!(n < 5_000, "he is never cut");
        let mut talker = Client::connect(server.address).await;
        talker.join("Talker").await;
        let here = talker
            .until(|message| match message {
                ServerMessage::Players { players, .. } => Some(players),
                _ => None,
            })
            .await;
        if !here.iter().any(|player: &Player| player.id == slow.player) {
            break;
        }
        for _ in 0..limits::CHAT_BURST {
            let (room, text) = (ChatRoom::Lobby, line.clone());
            talker.say(ClientMessage::Chat { room, text }).await;
        }
        talker.say(ClientMessage::Quit).await;
        assert_eq!(talker.last_words().await, closing(CloseReason::Quit));
    }
    assert!(start.elapsed().as_millis() < u128::from(limits::SILENCE_MS), "it was not his silence");
    // what was on the way comes, and then the end without a word
    let last = slow.last_words().await;
    assert!(matches!(last, Some(ServerMessage::Chat { .. } | ServerMessage::Presence(_))), "{last:?}");
    let ops = server.ops.expect("operators are served");
    assert_eq!(number(ops, "chuhe_cuts_total{reason=\"queue_full\"}").await, 1.0);
    server.stop().await;
}
