//! The program with clients connected: its shutdown and its log.

use crate::client::{Client, TIMEOUT};
use crate::program::{end, listening, program, signal};
use crate::web;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, Password,
    ServerMessage, SessionToken, limits,
};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Time limit of a shutdown, whatever clients do.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

#[tokio::test]
async fn clients_that_never_read_do_not_delay_the_shutdown() {
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
    // more than the system's socket buffers hold
    let line = "\u{20000}".repeat(limits::CHAT_CHARS);
    let mut sent = 0;
    for _ in 0..80 {
        let mut talker = Client::connect(address).await;
        talker.join("Talker").await;
        for _ in 0..limits::CHAT_BURST {
            talker.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: line.clone() }).await;
            sent += line.len();
        }
        talker.send(DoorRequest::Quit).await;
        talker.read_to_end().await;
    }
    assert!(sent > 300_000, "the socket buffers, and then the send queues, are full");
    let start = Instant::now();
    signal(&child, "-TERM");
    let status = timeout(SHUTDOWN_TIMEOUT, tokio::task::spawn_blocking(move || child.wait()));
    let last = bo.read_to_end().await;
    assert_eq!(last, Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown })));
    let status = status.await.expect("it ends in time").expect("no panic").expect("an exit status");
    assert_eq!(status.code(), Some(0), "after {:?}", start.elapsed());
    drop(never);
}

#[tokio::test]
async fn secrets_are_not_logged_at_any_level() {
    let (child, address) = listening(&["--listen", "127.0.0.1:0", "--log", "trace"]);
    let address: SocketAddr = address.parse().expect("an address");
    let (password, other) = ("correct-horse-battery", "wrong-staple");
    let mut tokens = Vec::new();
    let mut record = |message: &ServerMessage| {
        if let ServerMessage::Door(DoorMessage::Joined { token, .. })
        | ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message
        {
            tokens.push(*token);
        }
    };
    let mut bo = Client::connect(address).await;
    let joined = bo.join("Bo").await;
    record(&joined);
    let requests = [
        ClientMessage::Chat { room: ChatRoom::Lobby, text: "meet-me-at-noon".into() },
        ClientMessage::Account(AccountRequest::Register { password: Password(password.into()) }),
        ClientMessage::Account(AccountRequest::SignOutEverywhere),
    ];
    for request in requests {
        bo.send(request).await;
    }
    let (mut token, mut registered) = (None, false);
    let token = bo
        .until(|message| {
            record(&message);
            if let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token: fresh }) = message {
                token = Some(fresh);
            }
            registered |= message == ServerMessage::Account(AccountMessage::Registered);
            token.filter(|_| registered)
        })
        .await;
    drop(bo);
    for request in [
        ClientMessage::Door(DoorRequest::Login {
            name: "Bo".into(),
            password: Password(other.into()),
            hall: None,
        }),
        ClientMessage::Door(DoorRequest::Login {
            name: "Bo".into(),
            password: Password(password.into()),
            hall: None,
        }),
        ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None }),
        ClientMessage::Door(DoorRequest::Resume {
            token: SessionToken([0xa7; 16]),
            seen: Vec::new(),
            hall: None,
        }),
    ] {
        let mut client = Client::connect(address).await;
        assert!(client.greet(chuhe_protocol::greeting::VERSION).await.welcome);
        client.send(request).await;
        let answer = client.receive().await.expect("a response");
        record(&answer);
    }
    let ended = timeout(TIMEOUT, tokio::task::spawn_blocking(move || end(child, "-TERM"))).await;
    let (code, log) = ended.expect("it ends").expect("no panic");
    assert_eq!(code, Some(0));
    for expected in ["joined", "accepted", "registered", "logged in", "resumed", "refused"] {
        assert!(log.contains(expected), "the log does not mention {expected:?}: {log}");
    }
    let mut secrets =
        vec![password.to_owned(), other.to_owned(), "meet-me-at-noon".to_owned(), "argon2".to_owned()];
    for token in tokens.into_iter().chain([SessionToken([0xa7; 16])]) {
        let hex: String = token.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let list = format!("{:?}", &token.0[..8]);
        secrets.extend([hex.clone(), hex.to_uppercase(), list.trim_end_matches(']').to_owned()]);
    }
    for secret in secrets {
        assert!(!log.contains(&secret), "the log contains {secret:?}");
    }
}

#[tokio::test]
async fn password_sent_over_a_websocket_is_not_logged_at_any_level() {
    let args = ["--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", "--log", "trace"];
    let mut child = program(&args).spawn().expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut lines = lines.map(|line| line.expect("text"));
    let address = lines.find_map(|line| Some(line.strip_prefix("web at http://")?.to_owned()));
    let address = address.expect("a line with the address");
    let address = address.trim_end_matches('/').parse().expect("an address");
    let password = "correct-horse-battery";
    let mut bo = web::joined(address, "Bo").await;
    web::send(&mut bo, AccountRequest::Register { password: Password(password.into()) }).await;
    while web::next_message(&mut bo).await.expect("a message")
        != ServerMessage::Account(AccountMessage::Registered)
    {}
    let ended = timeout(TIMEOUT, tokio::task::spawn_blocking(move || end(child, "-TERM"))).await;
    let (code, log) = ended.expect("it ends").expect("no panic");
    assert_eq!(code, Some(0));
    assert!(log.contains("registered"), "{log}");
    let hex: String = password.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert!(!log.contains(password) && !log.contains(&hex), "{log}");
}
