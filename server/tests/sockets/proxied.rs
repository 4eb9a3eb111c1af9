//! The server behind a proxy that sends the PROXY protocol.

use crate::client::{Client, Running};
use crate::ops::metric;
use crate::tls::{identity, start_tls};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{CloseReason, DoorMessage, ServerMessage};
use proxy_header::{ProxiedAddress, ProxyHeader};
use std::net::SocketAddr;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::rustls::version::TLS13;

pub(crate) fn header(source: &str) -> Vec<u8> {
    let source: SocketAddr = source.parse().expect("an address");
    let mut bytes = Vec::new();
    let address = ProxiedAddress::stream(source, source);
    ProxyHeader::with_address(address).encode_v2(&mut bytes).expect("a header");
    bytes
}

/// Connects as a proxy does for its client.
async fn connect_for(address: SocketAddr, source: &str) -> Client {
    let mut client = Client::connect(address).await;
    client.send_raw(&header(source)).await;
    client
}

async fn start(network: &str) -> (Running, SocketAddr) {
    let server = Running::start(|config| {
        config.proxy_from = vec![network.parse().expect("a network")];
        config.address_connections = 1;
        config.failed_greetings = 1;
        config.ops = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    })
    .await;
    let ops = server.ops.expect("an operations address");
    (server, ops)
}

#[tokio::test]
async fn limits_count_the_address_of_the_proxys_client() {
    let (server, _) = start("127.0.0.0/8").await;
    let mut bo = connect_for(server.address, "203.0.113.7:1").await;
    assert!(matches!(bo.join("Bo").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    let mut second = connect_for(server.address, "203.0.113.7:2").await;
    assert!(second.greet(VERSION).await.welcome);
    assert_eq!(
        second.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }))
    );
    let mut an = connect_for(server.address, "[2001:db8::1]:1").await;
    assert!(matches!(an.join("An").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    let mut bad = connect_for(server.address, "203.0.113.8:1").await;
    bad.send_raw(b"\0\0\0\x05hello").await;
    assert_eq!(bad.next_bytes().await, None);
    let mut barred = connect_for(server.address, "203.0.113.8:2").await;
    assert_eq!(barred.next_bytes().await, None, "the client's address is barred");
    let mut cy = connect_for(server.address, "203.0.113.9:1").await;
    assert!(
        matches!(cy.join("Cy").await, ServerMessage::Door(DoorMessage::Joined { .. })),
        "the proxy is not"
    );
    server.stop().await;
}

#[tokio::test]
async fn connection_of_a_proxy_without_a_valid_header_is_refused() {
    let (server, ops) = start("127.0.0.1/32").await;
    for bytes in [&b"\0\0\0\x0aCHUHE"[..], b"PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n", &[0x16, 3, 1]] {
        let mut bad = Client::connect(server.address).await;
        bad.send_raw(bytes).await;
        assert_eq!(bad.next_bytes().await, None);
    }
    let mut malformed = header("203.0.113.7:1");
    malformed[13] = 0x77;
    let mut bad = Client::connect(server.address).await;
    bad.send_raw(&malformed).await;
    assert_eq!(bad.next_bytes().await, None);
    for (reason, expected) in
        [("proxy_header_missing", 2.0), ("proxy_header_version1", 1.0), ("proxy_header_malformed", 1.0)]
    {
        let line = format!("chuhe_greetings_failed_total{{reason=\"{reason}\"}}");
        assert_eq!(metric(ops, &line).await, expected, "{line}");
    }
    let mut bo = connect_for(server.address, "203.0.113.7:1").await;
    assert!(matches!(bo.join("Bo").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    server.stop().await;
}

#[tokio::test]
async fn health_check_of_a_proxy_is_no_failed_greeting() {
    let (server, ops) = start("127.0.0.1/32").await;
    let mut local = Vec::new();
    ProxyHeader::with_local().encode_v2(&mut local).expect("a header");
    for rest in [&b""[..], b"\0\0\0\x05hello"] {
        let mut check = Client::connect(server.address).await;
        check.send_raw(&[&local, rest].concat()).await;
        check.finish().await;
        assert_eq!(check.next_bytes().await, None);
    }
    let mut later = Client::connect(server.address).await;
    later.send_raw(&local).await;
    assert!(later.greet(VERSION).await.welcome, "the proxy is not barred");
    for reason in ["gone", "not_chuhe"] {
        let line = format!("chuhe_greetings_failed_total{{reason=\"{reason}\"}}");
        assert_eq!(metric(ops, &line).await, 0.0, "{line}");
    }
    server.stop().await;
}

#[tokio::test]
async fn client_behind_a_proxy_is_told_that_the_server_is_full() {
    let server = Running::start(|config| {
        config.proxy_from = vec!["127.0.0.1/32".parse().expect("a network")];
        config.connections = 1;
    })
    .await;
    let mut bo = connect_for(server.address, "203.0.113.7:1").await;
    assert!(matches!(bo.join("Bo").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    let mut an = connect_for(server.address, "203.0.113.8:1").await;
    assert!(an.greet(VERSION).await.welcome);
    assert_eq!(
        an.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ServerFull }))
    );
    server.stop().await;
}

#[tokio::test]
async fn header_from_elsewhere_is_a_failed_greeting() {
    let (server, ops) = start("192.0.2.0/24").await;
    let mut forged = connect_for(server.address, "203.0.113.7:1").await;
    assert_eq!(forged.next_bytes().await, None);
    assert_eq!(metric(ops, "chuhe_greetings_failed_total{reason=\"not_chuhe\"}").await, 1.0);
    server.stop().await;
}

#[tokio::test]
async fn header_comes_before_tls() {
    let (identity, certificate) = identity();
    let server = Running::start(|config| {
        config.identity = Some(identity);
        config.proxy_from = vec!["127.0.0.1/32".parse().expect("a network")];
    })
    .await;
    let mut stream = TcpStream::connect(server.address).await.expect("the server accepts");
    stream.write_all(&header("203.0.113.7:1")).await.expect("an open stream");
    let stream = start_tls(stream, &certificate, &[&TLS13]).await.expect("a handshake");
    assert!(matches!(Client::over(stream).join("Bo").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    server.stop().await;
}
