//! The program under peers: how it ends, and what it logs of them.

use crate::client::{Client, PATIENCE};
use crate::program::{end, listening, signal};
use chuhe_protocol::{ChatRoom, ClientMessage, CloseReason, Password, ServerMessage, Token, limits};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Within this it is over, whoever is connected.
const END_TIME: Duration = Duration::from_secs(5);

#[tokio::test]
async fn peers_that_never_read_do_not_hold_up_the_end() {
    let (mut child, address) = listening(&["--listen", "127.0.0.1:0"]);
    let address: SocketAddr = address.parse().expect("an address");
    let mut bo = Client::connect(address).await;
    bo.join("Bo").await;
    let mut never = Vec::new();
    for n in 0..20 {
        let mut peer = Client::connect_narrow(address).await;
        peer.join(&format!("Never{n}")).await;
        never.push(peer);
    }
    // more than the system takes for them
    let line = "\u{20000}".repeat(limits::CHAT_CHARS);
    let mut said = 0;
    for _ in 0..80 {
        let mut talker = Client::connect(address).await;
        talker.join("Talker").await;
        for _ in 0..limits::CHAT_BURST {
            talker.say(ClientMessage::Chat { room: ChatRoom::Lobby, text: line.clone() }).await;
            said += line.len();
        }
        talker.say(ClientMessage::Quit).await;
        talker.last_words().await;
    }
    assert!(said > 300_000, "the system's buffers, and so the queues, are full");
    let start = Instant::now();
    signal(&child, "-TERM");
    let status = timeout(END_TIME, tokio::task::spawn_blocking(move || child.wait()));
    let told = bo.last_words().await;
    assert_eq!(told, Some(ServerMessage::Closing { reason: CloseReason::ShuttingDown }));
    let status = status.await.expect("it ends in time").expect("no panic").expect("it ran");
    assert_eq!(status.code(), Some(0), "after {:?}", start.elapsed());
    drop(never);
}

#[tokio::test]
async fn no_secret_is_logged_at_any_level() {
    let (child, address) = listening(&["--listen", "127.0.0.1:0", "--log", "trace"]);
    let address: SocketAddr = address.parse().expect("an address");
    let (password, other) = ("correct-horse-battery", "wrong-staple");
    let mut tokens = Vec::new();
    let mut note = |message: &ServerMessage| {
        if let ServerMessage::Joined { token, .. } | ServerMessage::SignedOutEverywhere { token } = message {
            tokens.push(*token);
        }
    };
    let mut bo = Client::connect(address).await;
    let joined = bo.join("Bo").await;
    note(&joined);
    let requests = [
        ClientMessage::Chat { room: ChatRoom::Lobby, text: "meet-me-at-noon".into() },
        ClientMessage::Register { password: Password(password.into()) },
        ClientMessage::SignOutEverywhere,
    ];
    for request in requests {
        bo.say(request).await;
    }
    let (mut token, mut registered) = (None, false);
    let token = bo
        .until(|message| {
            note(&message);
            if let ServerMessage::SignedOutEverywhere { token: fresh } = message {
                token = Some(fresh);
            }
            registered |= message == ServerMessage::Registered;
            token.filter(|_| registered)
        })
        .await;
    drop(bo);
    for request in [
        ClientMessage::Login { name: "Bo".into(), password: Password(other.into()) },
        ClientMessage::Login { name: "Bo".into(), password: Password(password.into()) },
        ClientMessage::Resume { token, seen: None },
        ClientMessage::Resume { token: Token([0xa7; 16]), seen: None },
    ] {
        let mut client = Client::connect(address).await;
        assert!(client.greet(chuhe_protocol::greeting::VERSION).await.welcome);
        client.say(request).await;
        let answer = client.hear().await.expect("an answer");
        note(&answer);
    }
    let ended = timeout(PATIENCE, tokio::task::spawn_blocking(move || end(child, "-TERM"))).await;
    let (code, log) = ended.expect("it ends").expect("no panic");
    assert_eq!(code, Some(0));
    for seen in ["joined", "accepted", "registered", "logged in", "resumed", "refused"] {
        assert!(log.contains(seen), "the log tells nothing of {seen}: {log}");
    }
    let mut secrets =
        vec![password.to_owned(), other.to_owned(), "meet-me-at-noon".to_owned(), "argon2".to_owned()];
    for token in tokens.into_iter().chain([Token([0xa7; 16])]) {
        let hex: String = token.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let list = format!("{:?}", &token.0[..8]);
        secrets.extend([hex.clone(), hex.to_uppercase(), list.trim_end_matches(']').to_owned()]);
    }
    for secret in secrets {
        assert!(!log.contains(&secret), "the log tells {secret:?}");
    }
}
