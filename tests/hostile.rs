//! A server under attack: silent peers, peers that never read, floods, garbage.
//!
//! The server must end each for the right reason and count it, while a game goes on.
//! `scripts/torture` attacks at scale and measures how much players notice.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod attack;
mod long;
mod pair;

use crate::client::{Running, TIMEOUT};
use attack::{Attack, Ends, Enemy};
use pair::Pair;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Each attack with its number of runs, the reason for which it ends, and the metric that counts it.
const SIEGE: [(Attack, usize, &str, &str); 10] = [
    (Attack::Silent, 300, "closed", r#"chuhe_greetings_failed_total{reason="late"}"#),
    (Attack::Greeted, 20, "NoGreeting", r#"chuhe_closings_total{reason="no_greeting"}"#),
    (Attack::Unreading, 50, "closed", r#"chuhe_cuts_total{reason="#),
    (Attack::Flood, 10, "Flood", r#"chuhe_closings_total{reason="flood"}"#),
    (Attack::HalfOpen, 20, "closed", "chuhe_connections"),
    (Attack::Slowloris, 20, "closed", r#"chuhe_greetings_failed_total{reason="late"}"#),
    (Attack::Garbage, 20, "closed", r#"chuhe_greetings_failed_total{reason="not_chuhe"}"#),
    (Attack::Oversized, 20, "BrokenFrame", r#"chuhe_closings_total{reason="broken_frame"}"#),
    (Attack::ZeroLength, 20, "BrokenFrame", r#"chuhe_closings_total{reason="broken_frame"}"#),
    (Attack::Trailing, 20, "BrokenFrame", r#"chuhe_closings_total{reason="broken_frame"}"#),
];

#[tokio::test]
async fn attacks_end_for_their_reasons_while_a_game_goes_on() {
    let server = Running::start(|config| {
        config.ops = Some(([127, 0, 0, 1], 0).into());
        (config.greeting_ms, config.limits.unread_ms) = (2_000, 1_000);
        config.limits.send_queue_bytes = 256 * 1024;
    })
    .await;
    let ops = server.ops.expect("the configuration asks for it");
    let enemy =
        Enemy { server: server.address, sources: Arc::default(), ends: Ends::default(), one_talks_in: 1 };
    let mut pair = Pair::begin(server.address, 0).await;
    for _ in 0..2 {
        pair.play().await;
    }
    let mut attacks = JoinSet::new();
    for (attack, count, ..) in SIEGE {
        for n in 0..count {
            let enemy = enemy.clone();
            attacks.spawn(async move { enemy.attack(attack, n).await });
        }
    }
    let over = async { while attacks.join_next().await.is_some() {} };
    tokio::pin!(over);
    let mut moves = 0;
    let besieged = async {
        loop {
            tokio::select! {
                () = &mut over => return,
                _ = pair.play_paced() => moves += 1,
            }
        }
    };
    let ended = tokio::time::timeout(TIMEOUT, besieged).await;
    assert!(ended.is_ok(), "the attacks do not end: {}", enemy.ends.table());
    assert!(moves > 0, "no move was played during the attacks");
    pair.end().await;
    let metrics = page(ops, "/metrics").await;
    for (attack, count, end, counter) in SIEGE {
        assert_eq!(enemy.ends.of(attack, end) as usize, count, "{attack:?}: {}", enemy.ends.table());
        assert!(metrics.contains(counter), "{counter} in {metrics}");
    }
    server.stop().await;
}

#[tokio::test]
async fn connections_are_limited_per_address() {
    let server = Running::start(|config| config.address_connections = 20).await;
    let mut held = Vec::new();
    let source = Ipv4Addr::new(127, 1, 1, 1);
    for _ in 0..20 {
        held.push(
            attack::connect(server.address, source, false).await.expect("the address is below its limit"),
        );
    }
    // the server accepts in order, so the next connection exceeds the limit
    let refused = attack::refused(server.address, source).await;
    assert_eq!(refused, Some(chuhe_protocol::CloseReason::AddressFull));
    Pair::begin(server.address, 0).await.end().await;
    drop(held);
    server.stop().await;
}

/// Requests a page of the operators' interface.
async fn page(ops: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(ops).await.expect("the operators' interface listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: chuhe\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the answer is text");
    answer
}
