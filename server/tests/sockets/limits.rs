//! Limits per address.

use crate::client::{Client, Running};
use crate::ops::metric;
use crate::program::{end, listening};
use chuhe_protocol::greeting::{Hello, VERSION};
use chuhe_protocol::{CloseReason, DoorMessage, DoorRequest, ServerMessage};
use chuhe_server::shell::operate::args::Args;
use clap::Parser;
use std::net::SocketAddr;

const OPS: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

#[tokio::test]
async fn connection_over_the_address_limit_is_closed_with_the_reason() {
    let server = Running::start(|config| {
        config.address_connections = 2;
        config.ops = Some(OPS);
    })
    .await;
    let ops = server.ops.expect("an operations address");
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    bo.join("Bo").await;
    an.join("An").await;
    assert_eq!(metric(ops, "chuhe_connections").await, 2.0);
    let full = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull });
    let mut third = Client::connect(server.address).await;
    assert!(third.greet(VERSION).await.welcome);
    assert_eq!(third.read_to_end().await, Some(full.clone()));
    assert_eq!(metric(ops, "chuhe_closings_total{reason=\"address_full\"}").await, 1.0);
    bo.send(DoorRequest::Quit).await;
    bo.read_to_end().await;
    drop(bo);
    // the server notices the end of the connection after a while
    let mut tries = 1.0;
    loop {
        let mut cy = Client::connect(server.address).await;
        if cy.join("Cy").await != full {
            break;
        }
        tries += 1.0;
    }
    assert_eq!(metric(ops, "chuhe_closings_total{reason=\"address_full\"}").await, tries);
    server.stop().await;
}

#[tokio::test]
async fn flags_set_the_address_limits() {
    let args = ["--listen", "127.0.0.1:0", "--address-connections", "1", "--failed-greetings", "1"];
    let (child, address) = listening(&args);
    let address: SocketAddr = address.parse().expect("an address");
    let mut bo = Client::connect(address).await;
    bo.join("Bo").await;
    let mut second = Client::connect(address).await;
    assert!(second.greet(VERSION).await.welcome);
    assert_eq!(
        second.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }))
    );
    assert_eq!(end(child, "-TERM").0, Some(0));
    for flag in ["--address-connections", "--failed-greetings"] {
        let parsed = Args::try_parse_from(["chuhe-server", flag, "0"]);
        assert!(parsed.is_err(), "{flag}");
    }
}

#[tokio::test]
async fn address_with_failed_greetings_is_barred() {
    let server = Running::start(|config| {
        config.failed_greetings = 3;
        config.ops = Some(OPS);
    })
    .await;
    let ops = server.ops.expect("an operations address");
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    // garbage, an oversized frame, and a connection that ends before its greeting
    for bytes in [&b"\0\0\0\x05hello"[..], &[0xff; 8], &[]] {
        let mut bad = Client::connect(server.address).await;
        bad.send_raw(bytes).await;
        bad.finish().await;
        assert_eq!(bad.next_bytes().await, None);
    }
    let mut barred = Client::connect(server.address).await;
    barred.send_bytes(&Hello::current().encode()).await;
    assert_eq!(barred.next_bytes().await, None, "closed without a message");
    for (line, expected) in [
        ("chuhe_greetings_failed_total{reason=\"not_chuhe\"}", 2.0),
        ("chuhe_greetings_failed_total{reason=\"gone\"}", 1.0),
        ("chuhe_cuts_total{reason=\"barred\"}", 1.0),
        ("chuhe_connections", 1.0),
    ] {
        assert_eq!(metric(ops, line).await, expected, "{line}");
    }
    bo.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    bo.until(|message| (message == ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(())).await;
    server.stop().await;
}
