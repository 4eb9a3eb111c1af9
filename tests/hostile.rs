//! A server besieged: silent peers, some that never read, a flood, garbage. Each is
//! cut or refused for its reason, and counted, and a game beside it goes on.
//! `scripts/torture` does it in numbers, and measures what the players notice.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod attack;
mod long;
mod pair;

use crate::client::{PATIENCE, Running};
use attack::{Attack, Ends, Enemy};
use pair::Pair;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// How many of each, what the server says to them, and where it counts them.
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
async fn a_siege_is_cut_for_its_reasons_and_a_game_beside_it_finishes() {
    let server = Running::start(|config| {
        config.ops = Some(([127, 0, 0, 1], 0).into());
        (config.greeting_ms, config.limits.unread_ms) = (2_000, 1_000);
        config.limits.send_queue_bytes = 256 * 1024;
    })
    .await;
    let ops = server.ops.expect("it was asked for");
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
                _ = pair.play_on() => moves += 1,
            }
        }
    };
    let ended = tokio::time::timeout(PATIENCE, besieged).await;
    assert!(ended.is_ok(), "the siege does not end: {}", enemy.ends.table());
    assert!(moves > 0, "the game went on");
    pair.end().await;
    let metrics = asked(ops, "/metrics").await;
    for (attack, count, end, counter) in SIEGE {
        assert_eq!(enemy.ends.of(attack, end) as usize, count, "{attack:?}: {}", enemy.ends.table());
        assert!(metrics.contains(counter), "{counter} in {metrics}");
    }
    server.stop().await;
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_others_are_not_concerned() {
    let server = Running::start(|config| config.address_connections = 20).await;
    let mut held = Vec::new();
    let source = Ipv4Addr::new(127, 1, 1, 1);
    for _ in 0..20 {
        held.push(attack::connect(server.address, source, false).await.expect("there is room"));
    }
    // the other end is accepted in order, so the next one is over the limit
    let refused = attack::refused(server.address, source).await;
    assert_eq!(refused, Some(chuhe_protocol::CloseReason::AddressFull));
    Pair::begin(server.address, 0).await.end().await;
    drop(held);
    server.stop().await;
}

/// Asks operators' questions.
async fn asked(ops: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(ops).await.expect("operators are served");
    let request = format!("GET {path} HTTP/1.1\r\nHost: chuhe\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is heard");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("text");
    answer
}
