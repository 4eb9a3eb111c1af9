//! The log lines about attacks, as `packaging/deploy/fail2ban` matches them.

use crate::client::Client;
use crate::program::{end, listening};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{CloseReason, DoorMessage, DoorRequest, Password, ServerMessage, SessionToken};
use regex::Regex;
use std::net::SocketAddr;
use std::path::Path;

const FILTER: &str = "../packaging/deploy/fail2ban/filter.d/chuhe-server.conf";

/// Returns the expressions of the filter, with fail2ban's tag for an address translated.
fn filter() -> Vec<Regex> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILTER);
    let text = std::fs::read_to_string(path).expect("the filter");
    let (_, text) = text.split_once("failregex =").expect("an expression");
    let expressions = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    expressions
        .map(|expression| {
            Regex::new(&expression.replace("<ADDR>", "(?P<addr>[0-9a-fA-F.:]+)")).expect("valid")
        })
        .collect()
}

/// Returns the text of a line after fail2ban has removed the time, which it finds by itself.
fn without_time(line: &str) -> String {
    let time = Regex::new(r"\d{4}-\d\d-\d\dT[0-9:.]+Z").expect("valid");
    time.replace(line, "").into_owned()
}

/// Returns the event and address of each line that the filter matches.
fn attacks(log: &str) -> Vec<(String, String)> {
    let filter = filter();
    let event = Regex::new("failed login|failed greeting|unknown token|flood|broken frame").expect("valid");
    let matched = |line: &str| {
        let stripped = without_time(line);
        let found = filter.iter().find_map(|expression| expression.captures(&stripped))?;
        let event = event.find(&stripped).expect("an event").as_str();
        Some((event.to_owned(), found["addr"].to_owned()))
    };
    log.lines().filter_map(matched).collect()
}

async fn greeted(address: SocketAddr) -> Client {
    let mut client = Client::connect(address).await;
    assert!(client.greet(VERSION).await.welcome);
    client
}

/// Attacks a server in every way, with text that imitates log lines.
async fn attack(address: SocketAddr) {
    let mut greeting = Client::connect(address).await;
    greeting.send_raw(b"\0\0\0\x05hello").await;
    assert_eq!(greeting.next_bytes().await, None);
    let mut client = greeted(address).await;
    let password = || Password("swordfish\n".into());
    let forged =
        "x\n2026-11-22T00:00:00.000000Z  INFO chuhe_server::security: flood address=9.9.9.9 connection=1";
    for name in [forged, "a address=9.9.9.9", "\"quoted\"", "\u{1b}[31mred", "云中鹤"] {
        client.send(DoorRequest::Login { name: name.into(), password: password(), hall: None }).await;
        let answer = client.receive().await.expect("an answer");
        assert!(matches!(answer, ServerMessage::Refused { .. }), "{answer:?}");
    }
    client.send(DoorRequest::Join { name: forged.into(), hall: None }).await;
    client.receive().await.expect("a refusal");
    client.send(DoorRequest::Resume { token: SessionToken([0xab; 16]), seen: Vec::new(), hall: None }).await;
    client.receive().await.expect("a refusal");
    client.send_bytes(&[0xff]).await;
    assert_eq!(
        client.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::BrokenFrame }))
    );
    let mut flood = greeted(address).await;
    for nonce in 0..300 {
        flood.send(DoorRequest::Ping { nonce, round_trip_ms: None }).await;
    }
    assert_eq!(
        flood.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Flood }))
    );
}

#[tokio::test]
async fn ban_filter_matches_every_attack_and_no_forged_line() {
    for (flags, address) in
        [(&[][..], "127.0.0.1"), (&["--log-json"], "127.0.0.1"), (&["--log", "debug"], "127.0.0.1")]
    {
        let args = [&["--listen", "127.0.0.1:0"], flags].concat();
        let (child, listening) = listening(&args);
        attack(listening.parse().expect("an address")).await;
        let (code, log) = end(child, "-TERM");
        assert_eq!(code, Some(0));
        let events = ["failed greeting", "failed login", "unknown token", "broken frame", "flood"];
        let expected = events.map(|event| (event.to_owned(), address.to_owned()));
        assert_eq!(attacks(&log), expected, "{log}");
        assert!(log.contains("云中鹤"), "{log}");
        for secret in ["swordfish", "abab", "171, 171"] {
            assert!(!log.contains(secret), "{secret}: {log}");
        }
    }
}

#[test]
fn ban_filter_matches_the_journals_prefix_and_ipv6_and_nothing_else() {
    let line = "2026-11-22T07:51:14.000000Z  INFO chuhe_server::security: failed login address=2001:db8::1 connection=7 name=Bo";
    let expected = [("failed login".to_owned(), "2001:db8::1".to_owned())];
    assert_eq!(attacks(line), expected);
    assert_eq!(attacks(&format!("host chuhe-server[17]: {line}")), expected);
    for other in [
        "2026-11-22T07:51:14.000000Z  INFO chuhe_hub: joined name=flood address=1.2.3.4 connection=1",
        "2026-11-22T07:51:14.000000Z  INFO chuhe_server::security: flood address=1.2.3.4 connection=1 name=a b",
        "x INFO chuhe_server::security: flood address=1.2.3.4 connection=1",
    ] {
        assert_eq!(attacks(other), [], "{other}");
    }
}
