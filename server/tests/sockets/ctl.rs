//! `chuhe-server ctl`: what operators ask of a running server.

use crate::client::Client;
use crate::program::{end, listening};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    ChatRoom, ClientMessage, CloseReason, DoorMessage, LobbyRequest, Refusal, ServerMessage, TableMessage,
    TableRequest, Terms,
};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command};

/// Runs `ctl`; returns its exit code, its output and its error.
pub(crate) fn ctl(data: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    let output = program.arg("ctl").arg("--data").arg(data).args(args).env_clear().output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs `ctl`, which must succeed; returns its output.
pub(crate) fn asked(data: &Path, args: &[&str]) -> String {
    let (code, output, error) = ctl(data, args);
    assert_eq!(code, Some(0), "{error}");
    output
}

async fn started(data: &Path) -> (Child, Client, Client) {
    let (child, address) =
        listening(&["--listen", "127.0.0.1:0", "--data", data.to_str().expect("text"), "--log", "warn"]);
    let address = address.parse().expect("an address");
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("云中鹤").await;
    (child, bo, an)
}

async fn begin(bo: &mut Client, an: &mut Client) {
    bo.send(LobbyRequest::Challenge { opponent: an.player, terms: Terms::default() }).await;
    an.send(LobbyRequest::Challenge { opponent: bo.player, terms: Terms::default() }).await;
    for client in [bo, an] {
        client
            .until(|message| {
                matches!(message, ServerMessage::Table { message: TableMessage::Events { .. }, .. })
                    .then_some(())
            })
            .await;
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
    assert!(log.contains("chuhe_server::audit: done request=List { what: Games }"), "{log}");
}

#[tokio::test]
async fn drained_server_stops_when_its_last_game_is_over() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut child, mut bo, mut an) = started(data.path()).await;
    begin(&mut bo, &mut an).await;
    asked(data.path(), &["drain"]);
    bo.until(|message| (message == ServerMessage::Door(DoorMessage::ShuttingDown)).then_some(())).await;
    let games = asked(data.path(), &["list", "games"]);
    let game = games.split(' ').next().and_then(|game| game.parse().ok()).expect("the game goes on");
    bo.send(TableRequest::Abort.at(chuhe_protocol::GameId(game))).await;
    for client in [&mut bo, &mut an] {
        let closing = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown });
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
    assert!(error.starts_with("error: no server listens at "), "{error}");
    let (child, _bo, _an) = started(data.path()).await;
    let mode = std::fs::metadata(data.path().join("chuhe.sock")).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(ctl(data.path(), &["list", "nonsense"]).0, Some(2));
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn idle_connections_do_not_keep_an_operator_out() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, _bo, _an) = started(data.path()).await;
    let socket = data.path().join("chuhe.sock");
    let mut idle: Vec<_> =
        (0..64).map(|_| std::os::unix::net::UnixStream::connect(&socket).expect("a connection")).collect();
    // the server closes what is silent, so that the command is served before its patience ends
    assert_eq!(asked(data.path(), &["list", "games"]), "");
    let mut rest = String::new();
    idle[0].read_to_string(&mut rest).expect("the server closes it");
    assert_eq!(rest, "");
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn operators_kick_silence_and_announce() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, mut bo, mut an) = started(data.path()).await;
    asked(data.path(), &["announce", "maintenance at nine"]);
    let announced = |message| match message {
        ServerMessage::Door(DoorMessage::Announcement { text }) => Some(text),
        _ => None,
    };
    for client in [&mut bo, &mut an] {
        assert_eq!(client.until(announced).await, "maintenance at nine");
    }
    let imposed = asked(data.path(), &["silence", "bO", "--for", "2h"]);
    assert!(imposed.starts_with("1 silence bO seconds-left=7") && imposed.lines().count() == 1, "{imposed}");
    bo.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: "hello".into() }).await;
    let refused = |message| match message {
        ServerMessage::Refused { reason: Refusal::Silenced { wait_ms }, .. } => wait_ms,
        _ => None,
    };
    let wait_ms = bo.until(refused).await;
    assert!((7_000_000..=7_200_000).contains(&wait_ms), "{wait_ms}");
    assert!(asked(data.path(), &["list", "bans"]).starts_with("1 silence bO seconds-left=7"));
    asked(data.path(), &["kick", "Bo"]);
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Kicked }))
    );
    let (code, _, error) = ctl(data.path(), &["kick", "Nobody"]);
    assert_eq!((code, error.as_str()), (Some(1), "error: no player has this name\n"));
    assert_eq!(asked(data.path(), &["list", "waits"]), "");
    let (code, _, error) = ctl(data.path(), &["end-wait", "云中鹤"]);
    assert_eq!((code, error.as_str()), (Some(1), "error: the player does not wait\n"));
    assert_eq!(asked(data.path(), &["list", "evenings"]), "");
    for (evening, why) in [
        ("none", "this is not the code of an evening"),
        ("000000000000", "there is no evening with this code"),
    ] {
        let (code, _, error) = ctl(data.path(), &["close-evening", evening]);
        assert_eq!((code, error), (Some(1), format!("error: {why}\n")));
    }
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(log.contains("EndWait { name: \"云中鹤\" }"), "{log}");
}

#[test]
fn damaged_ban_does_not_hinder_later_ones() {
    let data = tempfile::tempdir().expect("a directory");
    let start = || listening(&["--listen", "127.0.0.1:0", "--data", data.path().to_str().expect("text")]).0;
    let child = start();
    asked(data.path(), &["ban", "Cy"]);
    asked(data.path(), &["ban", "Di"]);
    assert_eq!(end(child, "-TERM").0, Some(0));
    let database = rusqlite::Connection::open(data.path().join("chuhe.db")).expect("a database");
    let sql = "UPDATE meta SET checksum = checksum + 1 WHERE substr(key, 1, 8) = CAST('sanction' AS BLOB) AND substr(key, 16) = x'02'";
    assert_eq!(database.execute(sql, ()), Ok(1));
    drop(database);
    for name in ["Ed", "Fa"] {
        let child = start();
        asked(data.path(), &["ban", name]);
        let (code, log) = end(child, "-TERM");
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("ban or silence 2"), "{log}");
    }
    let child = start();
    let bans = asked(data.path(), &["list", "bans"]);
    let bans: Vec<&str> = bans.lines().filter_map(|line| line.strip_suffix(" seconds-left=-")).collect();
    assert_eq!(bans, ["1 ban Cy", "3 ban Ed", "4 ban Fa"]);
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn ban_closes_connections_and_survives_a_restart_until_it_is_lifted() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, mut bo, mut an) = started(data.path()).await;
    asked(data.path(), &["ban", "云中鹤"]);
    let banned =
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Banned { wait_ms: None } }));
    assert_eq!(an.read_to_end().await, banned);
    let (code, _, error) = ctl(data.path(), &["ban", "0.0.0.0/0"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("every address from 0.0.0.0 to 255.255.255.255; add --yes"), "{error}");
    let imposed = asked(data.path(), &["ban", "127.0.0.0/8", "--for", "1d"]);
    assert!(imposed.starts_with("2 ban 127.0.0.0-127.255.255.255 seconds-left=86"), "{imposed}");
    let last = bo.read_to_end().await;
    assert!(
        matches!(
            last,
            Some(ServerMessage::Door(DoorMessage::Closing {
                reason: CloseReason::Banned { wait_ms: Some(_) }
            }))
        ),
        "{last:?}"
    );
    assert_eq!(end(child, "-TERM").0, Some(0));
    let (child, address) =
        listening(&["--listen", "127.0.0.1:0", "--data", data.path().to_str().expect("text")]);
    let address = address.parse().expect("an address");
    let bans = asked(data.path(), &["list", "bans"]);
    assert!(
        bans.starts_with("1 ban 云中鹤 seconds-left=-\n2 ban 127.0.0.0-127.255.255.255 seconds-left="),
        "{bans}"
    );
    let mut turned_away = Client::connect(address).await;
    assert!(turned_away.greet(VERSION).await.welcome);
    assert!(matches!(
        turned_away.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { .. }))
    ));
    asked(data.path(), &["lift", "2"]);
    let mut an = Client::connect(address).await;
    assert_eq!(Some(an.join("云中鹤").await), banned);
    let mut bo = Client::connect(address).await;
    assert!(matches!(bo.join("Cy").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    assert_eq!(ctl(data.path(), &["lift", "2"]).0, Some(1));
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(log.contains("chuhe_server::audit: done request=Lift { number: 2 }"), "{log}");
}
