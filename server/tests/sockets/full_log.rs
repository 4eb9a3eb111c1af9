//! A log that nobody reads: standard error is a pipe that is full.

use crate::client::{Client, TIMEOUT};
use crate::ops::metric;
use crate::program::signal;
use chuhe_protocol::{ChatMessage, ChatRoom, ClientMessage, ServerMessage};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use tokio::time::Instant;

#[tokio::test]
async fn server_serves_while_nobody_reads_its_log() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    program.args(["--listen", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--log", "trace"]);
    program.args(["--failed-greetings", "1000000"]);
    program.env_clear().env("CHUHE_DATA", ":memory:").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut address = |prefix: &str| -> SocketAddr {
        let line = lines.next().expect("a line").expect("text");
        line.strip_prefix(prefix).expect("an address").parse().expect("an address")
    };
    let (address, ops) = (address("listening at "), address("operations at "));
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("An").await;
    let begun_at = Instant::now();
    while metric(ops, "chuhe_log_lines_dropped_total").await == 0.0 {
        assert!(begun_at.elapsed() < TIMEOUT, "the log is never full");
        for _ in 0..200 {
            Client::connect(address).await.finish().await;
        }
    }
    bo.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: "still here".into() }).await;
    an.until(|message| matches!(message, ServerMessage::Chat(ChatMessage::Line { .. })).then_some(())).await;
    signal(&child, "-TERM");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
