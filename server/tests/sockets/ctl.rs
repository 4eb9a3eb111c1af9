//! `chuhe-server ctl`: what operators ask of a running server.

use crate::client::Client;
use crate::program::{end, listening};
use chuhe_protocol::{ClientMessage, CloseReason, ServerMessage, Terms};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command};

/// Runs `ctl`; returns its exit code, its output and its error.
fn ctl(data: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    let output = program.arg("ctl").arg("--data").arg(data).args(args).env_clear().output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs `ctl`, which must succeed; returns its output.
fn asked(data: &Path, args: &[&str]) -> String {
    let (code, output, error) = ctl(data, args);
    assert_eq!(code, Some(0), "{error}");
    output
}

async fn started(data: &Path) -> (Child, Client, Client) {
    let (child, address) =
        listening(&["--listen", "127.0.0.1:0", "--data", data.to_str().expect("text"), "--log", "info"]);
    let address = address.parse().expect("an address");
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("云中鹤").await;
    (child, bo, an)
}

async fn begin(bo: &mut Client, an: &mut Client) {
    bo.send(ClientMessage::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.send(ClientMessage::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    for client in [bo, an] {
        client.until(|message| matches!(message, ServerMessage::Events { .. }).then_some(())).await;
    }
}

#[tokio::test]
async fn connections_players_and_games_are_listed() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, mut bo, mut an) = started(data.path()).await;
    let connections = asked(data.path(), &["list", "connections"]);
    assert_eq!(connections, "0 127.0.0.1 Bo\n1 127.0.0.1 云中鹤\n");
    let players = asked(data.path(), &["list", "players"]);
    let expected = [
        format!("{} Bo guest connection=0 game=-", bo.player),
        format!("{} 云中鹤 guest connection=1 game=-", an.player),
    ];
    assert!(expected.iter().all(|line| players.lines().any(|found| found == line)), "{players}");
    assert_eq!(asked(data.path(), &["list", "games"]), "");
    begin(&mut bo, &mut an).await;
    let games = asked(data.path(), &["list", "games"]);
    assert!(games.contains(" Xiangqi ") && games.ends_with(" moves=0 running\n"), "{games}");
    assert!(games.contains("=Bo ") && games.contains("=云中鹤 "), "{games}");
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(log.contains("chuhe_server::audit: done request=List(Games)"), "{log}");
}

#[tokio::test]
async fn drained_server_stops_when_its_last_game_is_over() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut child, mut bo, mut an) = started(data.path()).await;
    begin(&mut bo, &mut an).await;
    asked(data.path(), &["drain"]);
    bo.until(|message| (message == ServerMessage::ShuttingDown).then_some(())).await;
    let games = asked(data.path(), &["list", "games"]);
    let game = games.split(' ').next().and_then(|game| game.parse().ok()).expect("the game goes on");
    bo.send(ClientMessage::Abort { game: chuhe_protocol::GameId(game) }).await;
    for client in [&mut bo, &mut an] {
        let closing = ServerMessage::Closing { reason: CloseReason::ShuttingDown };
        assert_eq!(client.read_to_end().await, Some(closing));
    }
    let mut log = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut log).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(log.contains("chuhe_server::audit: done request=Drain"), "{log}");
}

#[tokio::test]
async fn ctl_fails_without_a_server_and_its_socket_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().expect("a directory");
    let (code, _, error) = ctl(data.path(), &["drain"]);
    assert_eq!(code, Some(1));
    assert!(error.starts_with("error: no server uses "), "{error}");
    let (child, _bo, _an) = started(data.path()).await;
    let mode = std::fs::metadata(data.path().join("chuhe.sock")).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(ctl(data.path(), &["list", "nonsense"]).0, Some(2));
    assert_eq!(end(child, "-TERM").0, Some(0));
}
