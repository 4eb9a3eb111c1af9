//! A server moves to another machine, as docs/operating.md says: its data directory is copied, the server starts
//! there, players resume and games go on, and clients find the certificate that they know.

use crate::program::{end, program};
use crate::restart::{Player, begin};
use chuhe_protocol::{DoorMessage, DoorRequest, ServerMessage, TableMessage, TableRequest};
use chuhe_rules::GameMove;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Child;

/// Starts a server on the data; returns its address.
fn start(data: &Path) -> (Child, SocketAddr) {
    let data = data.to_str().expect("text");
    let mut child = program(&["--listen", "127.0.0.1:0", "--data", data]).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening at ").expect("the address").parse();
    (child, address.expect("an address"))
}

/// Returns the fingerprint that a server with a certificate of its own prints.
fn fingerprint(data: &Path) -> String {
    let args = ["--listen", "127.0.0.1:0", "--tls", "--data", data.to_str().expect("text")];
    let mut child = program(&args).spawn().expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let printed = lines.map(|line| line.expect("text")).find(|line| line.starts_with("fingerprint "));
    assert_eq!(end(child, "-TERM").0, Some(0));
    printed.expect("the fingerprint")
}

/// Copies the files that `Another machine` names: what is in the data directory, but for the socket and the lock,
/// which are the old server's.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    let mut copied = Vec::new();
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().into_string().expect("text");
        if entry.file_type().expect("its kind").is_file() {
            fs::copy(entry.path(), to.join(&name)).expect("a copy");
            copied.push(name);
        }
    }
    for named in ["chuhe.db", "tls-identity.pem"] {
        assert!(copied.iter().any(|name| name == named), "{copied:?}");
    }
}

async fn play(mover: &mut Player, other: &mut Player, ply: u16, mv: &str) {
    let (game, mv) = (mover.game.expect("a game"), GameMove::Xiangqi(mv.parse().expect("a move")));
    let count = mover.events.len() + 1;
    mover.client.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    mover.until(count).await;
    other.until(count).await;
}

#[tokio::test]
async fn players_resume_and_games_go_on_where_the_data_directory_was_copied_to() {
    let machines = tempfile::tempdir().expect("a directory");
    let (old, new) = (machines.path().join("old"), machines.path().join("new"));
    fs::create_dir(&old).expect("a new folder");
    let known = fingerprint(&old);
    let (child, address) = start(&old);
    let (mut red, mut black) = (Player::join(address, "Bo").await, Player::join(address, "An").await);
    begin(&mut red, &mut black).await;
    play(&mut red, &mut black, 0, "b2c2").await;
    assert_eq!(end(child, "-TERM").0, Some(0));
    copy(&old, &new);
    let (child, address) = start(&new);
    red.resume(address).await;
    black.resume(address).await;
    // first what happened meanwhile: the interruption, and both players' return
    red.client.send(DoorRequest::Ping { nonce: 1, round_trip_ms: None }).await;
    let mut missed = Vec::new();
    red.client
        .until(|message| match message {
            ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
                missed.extend(events);
                None
            }
            ServerMessage::Door(DoorMessage::Pong { nonce: 1 }) => Some(()),
            _ => None,
        })
        .await;
    red.events.extend(missed);
    let count = red.events.len();
    black.until(count).await;
    play(&mut black, &mut red, 1, "h7e7").await;
    assert_eq!(end(child, "-TERM").0, Some(0));
    assert_eq!(fingerprint(&new), known, "clients remember it");
}
