//! `chuhe-server ctl account`, through the real socket.

use crate::client::Client;
use crate::ctl::{asked, ctl};
use crate::games::play_between;
use crate::halls;
use crate::program::{end, listening};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveMessage, ArchiveRequest, ClientMessage, CloseReason, DoorMessage,
    DoorRequest, GameId, LobbyMessage, LobbyRequest, Password, Refusal, ServerMessage, TableMessage,
    TableRequest,
};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Child;

const SECRET: &str = "correct horse";

pub(crate) fn start(data: &Path, more: &[&str]) -> (Child, SocketAddr) {
    let data = data.to_str().expect("text");
    let (child, address) =
        listening(&[&["--listen", "127.0.0.1:0", "--data", data, "--log", "debug"], more].concat());
    (child, address.parse().expect("an address"))
}

/// Leaves a table, and waits until the server has seen to that.
pub(crate) async fn leave(client: &mut Client, game: GameId) {
    client.send(TableRequest::Leave.at(game)).await;
    client.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    client
        .until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(()))
        .await;
}

pub(crate) async fn register(client: &mut Client) {
    client.send(AccountRequest::Register { password: Password(SECRET.into()) }).await;
    client
        .until(|message| matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(()))
        .await;
}

async fn log_in(address: SocketAddr, name: &str, text: &str) -> ServerMessage {
    let mut client = Client::connect(address).await;
    assert!(client.greet(VERSION).await.welcome);
    client.send(DoorRequest::Login { name: name.into(), password: Password(text.into()), hall: None }).await;
    client.receive().await.expect("a response")
}

fn is_joined(response: &ServerMessage, expected: &str) -> bool {
    matches!(response, ServerMessage::Door(DoorMessage::Joined { name, .. }) if name.as_str() == expected)
}

fn is_wrong(response: &ServerMessage) -> bool {
    matches!(response, ServerMessage::Refused { reason: Refusal::WrongPassword, .. })
}

#[tokio::test]
async fn accounts_are_shown_listed_renamed_and_get_another_password() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, address) = start(data.path(), &[]);
    let (mut bo, mut an) = (Client::connect(address).await, Client::connect(address).await);
    bo.join("Bo").await;
    an.join("云中鹤").await;
    register(&mut bo).await;
    register(&mut an).await;
    an.finish().await;
    an.read_to_end().await;

    let shown = asked(data.path(), &["account", "show", "bO"]);
    assert!(shown.starts_with(&format!("{} Bo last-visit=20", bo.player)), "{shown}");
    assert!(
        shown.ends_with(" played=no connected=yes game=- lapses=- challenges=Everyone blocks=0\n"),
        "{shown}"
    );
    // whoever has left was away for longer
    let oldest = asked(data.path(), &["account", "list", "--oldest", "--limit", "1"]);
    assert!(oldest.contains(" 云中鹤 ") && oldest.lines().count() == 1, "{oldest}");
    let all = asked(data.path(), &["account", "list"]);
    assert!(
        all.lines().count() == 2 && all.lines().next().is_some_and(|line| line.contains(" Bo ")),
        "{all}"
    );
    let (code, _, error) = ctl(data.path(), &["account", "show", "Nobody"]);
    assert_eq!((code, error.as_str()), (Some(1), "error: no registered account has this name\n"));
    assert_eq!(ctl(data.path(), &["account", "show", "no name"]).0, Some(2), "it is no name");

    let (code, _, error) = ctl(data.path(), &["account", "rename", "Bo", "雲中鶴"]);
    assert_eq!(
        (code, error.as_str()),
        (Some(1), "error: another player has this name, or one that looks like it\n")
    );
    assert_eq!(ctl(data.path(), &["account", "rename", "Bo", "admin"]).2, "error: the name is reserved\n");
    assert_eq!(asked(data.path(), &["account", "rename", "Bo", "Di"]), "");
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Kicked }))
    );
    assert!(is_wrong(&log_in(address, "Bo", SECRET).await));
    assert!(is_joined(&log_in(address, "Di", SECRET).await, "Di"));

    let printed = asked(data.path(), &["account", "reset-password", "di"]);
    let password = printed.trim_end();
    assert_eq!((password.len(), printed.lines().count()), (16, 1), "{printed}");
    assert!(is_wrong(&log_in(address, "Di", SECRET).await));
    assert!(is_joined(&log_in(address, "Di", password).await, "Di"));
    assert_ne!(asked(data.path(), &["account", "reset-password", "Di"]), printed);
    assert_eq!(ctl(data.path(), &["account", "reset-password", "Nobody"]).0, Some(1));
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(!log.contains(password) && !log.contains("argon2"), "{log}");
    assert!(log.contains("chuhe_server::audit: done request=Account { request: Rename }"), "{log}");

    let (child, address) = start(data.path(), &[]);
    assert!(is_wrong(&log_in(address, "Bo", SECRET).await));
    assert!(asked(data.path(), &["account", "show", "Di"]).contains(" connected=no "));
    assert_eq!(end(child, "-TERM").0, Some(0));
}

/// The files in a folder, and in the folders in it, that contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if path.is_file()
            && std::fs::read(&path)
                .expect("a file")
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn nothing_of_an_erased_player_is_in_later_files_backups_and_lines_of_the_log() {
    const NAME: &str = "Zuobian";
    let data = tempfile::tempdir().expect("a directory");
    let (child, address) = start(data.path(), &[]);
    let (mut gone, mut an) = (Client::connect(address).await, Client::connect(address).await);
    let game = play_between((&mut gone, NAME), (&mut an, "An")).await;
    register(&mut gone).await;
    register(&mut an).await;
    gone.send(ClientMessage::Chat { room: chuhe_protocol::ChatRoom::Lobby, text: "hello".into() }).await;
    let (code, _, error) = ctl(data.path(), &["account", "erase", NAME, "--yes"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("sits at the table of game"), "{error}");
    for client in [&mut gone, &mut an] {
        leave(client, game).await;
    }
    let asks = asked(data.path(), &["account", "erase", NAME]);
    assert!(
        asks.ends_with("nothing is changed; --yes erases it\n") && asks.contains(" played=yes "),
        "{asks}"
    );
    assert!(asked(data.path(), &["account", "show", NAME]).contains(NAME));
    let erased = asked(data.path(), &["account", "erase", NAME, "--yes"]);
    assert_eq!(erased, "erased; the name in finished games goes when the server starts again\n");
    assert_eq!(
        gone.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::SignedOut }))
    );
    assert_eq!(ctl(data.path(), &["account", "show", NAME]).0, Some(1));
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    let before = log.find("an operator has erased the account").expect("the log says it");
    assert!(!log[before..].contains(NAME), "{}", &log[before..]);

    let (child, address) = start(data.path(), &[]);
    let mut an = Client::connect(address).await;
    assert!(an.greet(VERSION).await.welcome);
    an.send(DoorRequest::Login { name: "An".into(), password: Password(SECRET.into()), hall: None }).await;
    an.until(|message| matches!(message, ServerMessage::Door(DoorMessage::Joined { .. })).then_some(()))
        .await;
    an.send(LobbyRequest::ListVisitors).await;
    let visitors = an
        .until(|message| {
            matches!(message, ServerMessage::Lobby(LobbyMessage::Visitors { .. }))
                .then(|| format!("{message:?}"))
        })
        .await;
    assert!(!visitors.contains(NAME), "{visitors}");
    an.send(ArchiveRequest::ListGames { before: None }).await;
    let games = an
        .until(|message| match message {
            ServerMessage::Archive(ArchiveMessage::Games { games, .. }) => Some(games),
            _ => None,
        })
        .await;
    assert_eq!(games.len(), 1);
    let names = [&games[0].seats.red.name, &games[0].seats.black.name].map(ToString::to_string);
    assert!(names.contains(&"An".to_owned()) && names.contains(&"_".to_owned()), "{names:?}");
    an.send(ArchiveRequest::FetchGame { game: games[0].game, from: 0 }).await;
    let record = an
        .until(|message| {
            matches!(message, ServerMessage::Archive(ArchiveMessage::FinishedGame { .. }))
                .then(|| format!("{message:?}"))
        })
        .await;
    assert!(record.contains("Started") && !record.contains(NAME), "{record}");
    for what in ["players", "games", "connections", "bans"] {
        assert!(!asked(data.path(), &["list", what]).contains(NAME));
    }
    assert!(!asked(data.path(), &["account", "list"]).contains(NAME));
    let backups = tempfile::tempdir().expect("a directory");
    let to = backups.path().join("backup.db");
    chuhe_server::shell::operate::maintenance::back_up(data.path(), &to).expect("a backup is made");
    assert_eq!(files_with(backups.path(), NAME), Vec::<String>::new());
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(log.contains("erased players are gone from the data") && !log.contains(NAME), "{log}");
    assert_eq!(files_with(data.path(), NAME), Vec::<String>::new());
    // nothing is left to do, and the name is anybody's
    let (child, address) = start(data.path(), &[]);
    let mut other = Client::connect(address).await;
    assert!(is_joined(&other.join(NAME).await, NAME));
    let (_, log) = end(child, "-TERM");
    assert!(!log.contains("erased players"), "{log}");
}

#[tokio::test]
async fn accounts_that_halls_share_are_managed_without_a_hall() {
    const NAME: &str = "Zuobian";
    let data = tempfile::tempdir().expect("a directory");
    let halls = ["--hall", "east", "--hall", "west"];
    let (child, address) = start(data.path(), &halls);
    let mut bo = Client::connect(address).await;
    bo.join(NAME).await;
    register(&mut bo).await;
    let shown = asked(data.path(), &["account", "show", NAME]);
    assert!(shown.starts_with(&format!("{} {NAME} last-visit=20", bo.player)), "{shown}");
    assert!(shown.ends_with(" played=no challenges=Everyone blocks=0\n"), "{shown}");
    assert_eq!(asked(data.path(), &["account", "list"]), shown);
    // the hall where they are says more of them, and changes nothing
    let there: Vec<&str> = ["east", "west"]
        .into_iter()
        .filter(|hall| ctl(data.path(), &["account", "show", NAME, "--hall", hall]).0 == Some(0))
        .collect();
    let [hall] = there[..] else { panic!("{there:?}") };
    let (code, _, error) = ctl(data.path(), &["account", "rename", NAME, "Di", "--hall", hall]);
    assert_eq!(
        (code, error.as_str()),
        (Some(1), "error: the account belongs to all halls; leave out --hall\n")
    );
    assert_eq!(ctl(data.path(), &["account", "erase", NAME, "--yes", "--hall", hall]).2, error);
    assert_eq!(asked(data.path(), &["account", "rename", NAME, "Di"]), "");
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Kicked }))
    );
    let password = asked(data.path(), &["account", "reset-password", "Di"]);
    assert!(is_wrong(&log_in(address, "Di", SECRET).await));
    assert!(is_joined(&log_in(address, "Di", password.trim_end()).await, "Di"));
    asked(data.path(), &["account", "rename", "Di", NAME]);
    assert!(
        asked(data.path(), &["account", "erase", NAME]).ends_with("nothing is changed; --yes erases it\n")
    );
    asked(data.path(), &["account", "erase", NAME, "--yes"]);
    assert!(is_wrong(&log_in(address, NAME, password.trim_end()).await));
    assert_eq!(asked(data.path(), &["account", "list"]), "");
    assert_eq!(end(child, "-TERM").0, Some(0));
    let (child, _) = start(data.path(), &halls);
    assert_eq!(asked(data.path(), &["account", "list"]), "", "no copy of a hall brings it back");
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn no_hall_erases_a_player_if_one_needs_them_and_one_that_is_closed_does_so_when_it_opens() {
    const NAME: &str = "Zuobian";
    let data = tempfile::tempdir().expect("a directory");
    let both = ["--hall", "east", "--hall", "west"];
    let (child, address) = start(data.path(), &both);
    let (mut east, _, _) = halls::joined(address, NAME, Some("east")).await;
    register(&mut east).await;
    let (mut west, _) = halls::greeted(address).await;
    let hall = Some(halls::name("west"));
    let login = ClientMessage::Door(DoorRequest::Login {
        name: NAME.into(),
        password: Password(SECRET.into()),
        hall,
    });
    halls::enter(&mut west, login).await.expect("the password is right");
    let (mut an, _, _) = halls::joined(address, "An", Some("west")).await;
    let game = halls::begin(&mut west, &mut an).await;
    let (code, _, error) = ctl(data.path(), &["account", "erase", NAME, "--yes"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("west: the player sits at the table of game"), "{error}");
    for hall in ["east", "west"] {
        assert_eq!(ctl(data.path(), &["account", "show", NAME, "--hall", hall]).0, Some(0), "{hall}");
    }
    halls::play(&mut west, &mut an, game, 0, "h2e2").await;
    halls::play(&mut an, &mut west, game, 1, "h9g7").await;
    west.send(TableRequest::Resign.at(game)).await;
    leave(&mut west, game).await;
    assert_eq!(end(child, "-TERM").0, Some(0));

    // the account goes while west is closed
    let (child, _) = start(data.path(), &both[..2]);
    asked(data.path(), &["account", "erase", NAME, "--yes"]);
    assert_eq!(ctl(data.path(), &["account", "show", NAME, "--hall", "east"]).0, Some(1));
    assert_eq!(end(child, "-TERM").0, Some(0));
    assert_ne!(files_with(&data.path().join("halls"), NAME), Vec::<String>::new(), "west has the name");
    let (child, address) = start(data.path(), &both);
    assert_eq!(asked(data.path(), &["account", "list"]), "", "no copy of a hall brings it back");
    assert_eq!(ctl(data.path(), &["account", "show", NAME, "--hall", "west"]).0, Some(1));
    // somebody else has the name now, and keeps it
    let (mut other, _, _) = halls::joined(address, NAME, Some("west")).await;
    register(&mut other).await;
    let (code, _) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    let (child, _) = start(data.path(), &both);
    let shown = asked(data.path(), &["account", "show", NAME]);
    assert!(shown.starts_with(&format!("{} ", other.player)) && other.player != east.player, "{shown}");
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[tokio::test]
async fn game_of_an_erased_player_in_a_closed_hall_goes_on_when_it_opens() {
    const NAME: &str = "Zuobian";
    let data = tempfile::tempdir().expect("a directory");
    let both = ["--hall", "east", "--hall", "west"];
    let (child, address) = start(data.path(), &both);
    let (mut bo, _, _) = halls::joined(address, NAME, Some("west")).await;
    let (mut an, _, token) = halls::joined(address, "An", Some("west")).await;
    register(&mut bo).await;
    let game = halls::begin(&mut bo, &mut an).await;
    halls::play(&mut bo, &mut an, game, 0, "h2e2").await;
    halls::play(&mut an, &mut bo, game, 1, "h9g7").await;
    assert_eq!(end(child, "-TERM").0, Some(0));
    let (child, _) = start(data.path(), &both[..2]);
    asked(data.path(), &["account", "erase", NAME, "--yes"]);
    assert_eq!(end(child, "-TERM").0, Some(0));

    // the first start learns of it, and the second one finds the player at a table
    let (child, _) = start(data.path(), &both);
    assert_eq!(ctl(data.path(), &["account", "show", NAME, "--hall", "west"]).0, Some(1));
    assert_eq!(end(child, "-TERM").0, Some(0));
    let (child, address) = start(data.path(), &both);
    let (mut an, _) = halls::greeted(address).await;
    let resume = ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None });
    halls::enter(&mut an, resume).await.expect("the token is valid");
    // whoever they play against goes on
    an.send(TableRequest::Resign.at(game)).await;
    an.until(|message| {
        matches!(message, ServerMessage::Table { message: TableMessage::Events { .. }, .. }).then_some(())
    })
    .await;
    let (code, log) = end(child, "-TERM");
    assert_eq!(code, Some(0));
    assert!(log.contains("erased players sit at tables") && !log.contains("still named"), "{log}");
}
