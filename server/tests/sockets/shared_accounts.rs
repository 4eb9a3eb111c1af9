//! Registered names of a server with several halls, with real password hashes and stores.

use crate::client::{Client, Running};
use crate::halls::{enter, greeted, hall, join, joined, name, running};
use crate::program::program;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, CloseReason, DoorMessage, DoorRequest, Password, PlayerId,
    Refusal, ServerMessage, SessionToken,
};
use chuhe_server::shell::server::{Config, Data, Server};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

const SECRET: &str = "correct horse";
const OTHER_SECRET: &str = "another secret";

fn password(text: &str) -> Password {
    Password(text.into())
}

fn log_in(player: &str, text: &str, hall: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Login {
        name: player.into(),
        password: password(text),
        hall: Some(name(hall)),
    })
}

async fn register(client: &mut Client) {
    client.send(AccountRequest::Register { password: password(SECRET) }).await;
    client
        .until(|message| matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(()))
        .await;
}

/// Connects and sends a request to enter.
async fn entered(
    address: SocketAddr,
    request: impl Into<ClientMessage>,
) -> Result<(Client, SessionToken), Refusal> {
    let request = request.into();
    let (mut client, _) = greeted(address).await;
    let (_, token) = enter(&mut client, request).await?;
    Ok((client, token))
}

async fn refused(address: SocketAddr, request: impl Into<ClientMessage>) -> Option<Refusal> {
    let request = request.into();
    entered(address, request).await.err()
}

async fn stored(data: &Path, halls: &[&str]) -> Running {
    let halls: Vec<_> = halls.iter().map(|text| hall(text)).collect();
    Running::start(|config: &mut Config| {
        config.halls = halls;
        config.data = Data::Directory(data.to_owned());
    })
    .await
}

async fn blocked(client: &mut Client) -> Vec<PlayerId> {
    let preferences = |message| match message {
        ServerMessage::Account(AccountMessage::Preferences { blocked, .. }) => Some(blocked),
        _ => None,
    };
    client.until(preferences).await.into_iter().map(|player| player.player).collect()
}

#[tokio::test]
async fn player_registers_in_one_hall_and_logs_in_to_the_other() {
    let server = running(&["a", "b"]).await;
    let (mut guest, _, _) = joined(server.address, "bo", Some("b")).await;
    let (mut bo, _, _) = joined(server.address, "Bo", Some("a")).await;
    register(&mut bo).await;
    assert_eq!(
        guest.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::NameRegistered }))
    );
    for taken in ["Bo", "bO", "В\u{43e}"] {
        assert_eq!(refused(server.address, join(taken, Some("b"))).await, Some(Refusal::NameRegistered));
    }
    let wrong = refused(server.address, log_in("Bo", OTHER_SECRET, "b")).await;
    assert_eq!(wrong, Some(Refusal::WrongPassword));
    let (there, _) = entered(server.address, log_in("bo", SECRET, "b")).await.expect("the password is right");
    assert_eq!(there.player, bo.player);
    // nobody gives up their seat in the first hall
    bo.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    bo.until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(()))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn new_password_holds_in_both_halls_and_the_blocks_follow() {
    let server = running(&["a", "b"]).await;
    let (mut bo, _, token) = joined(server.address, "Bo", Some("a")).await;
    let (mut an, _, _) = joined(server.address, "An", Some("a")).await;
    register(&mut bo).await;
    register(&mut an).await;
    bo.send(AccountRequest::Block { player: an.player }).await;
    assert_eq!(blocked(&mut bo).await, [an.player]);
    // the change of the account is stored in the order of the requests, but not before the answer
    let (mut there, _) = loop {
        let (mut there, token) = entered(server.address, log_in("Bo", SECRET, "b")).await.expect("right");
        there.send(AccountRequest::Unblock { player: PlayerId(1) }).await;
        if blocked(&mut there).await == [an.player] {
            break (there, token);
        }
    };
    there.send(AccountRequest::ChangePassword { old: password(SECRET), new: password(OTHER_SECRET) }).await;
    there
        .until(|message| matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(()))
        .await;
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::SignedOut }))
    );
    let resume = ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None });
    assert_eq!(refused(server.address, resume).await, Some(Refusal::UnknownToken));
    let old = refused(server.address, log_in("Bo", SECRET, "a")).await;
    assert_eq!(old, Some(Refusal::WrongPassword));
    assert!(entered(server.address, log_in("Bo", OTHER_SECRET, "a")).await.is_ok());
    server.stop().await;
}

#[tokio::test]
async fn wrong_passwords_count_in_all_halls_together() {
    let server = running(&["a", "b"]).await;
    let (mut bo, _, _) = joined(server.address, "Bo", Some("a")).await;
    register(&mut bo).await;
    for hall in ["a", "b", "a"] {
        let wrong = refused(server.address, log_in("Bo", OTHER_SECRET, hall)).await;
        assert_eq!(wrong, Some(Refusal::WrongPassword), "{hall}");
    }
    let waits = refused(server.address, log_in("Bo", SECRET, "b")).await;
    assert!(matches!(waits, Some(Refusal::TooManyAttempts { .. })), "{waits:?}");
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_of_halls_takes_commands_before_it_says_that_it_listens() {
    let data = tempfile::tempdir().expect("a directory");
    let mut config = Config::on(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.halls = vec![hall("a"), hall("b")];
    config.new_halls = config.halls.iter().map(|hall| hall.name.clone()).collect();
    config.data = Data::Directory(data.path().to_owned());
    let server = Server::bind(config).await.expect("a free port");
    let connected = std::os::unix::net::UnixStream::connect(data.path().join("chuhe.sock"));
    connected.expect("the commands of an operator wait until the server runs");
    drop(server);
}

#[tokio::test]
async fn accounts_survive_a_restart_and_a_backup_has_them() {
    let data = tempfile::tempdir().expect("a directory");
    let server = stored(data.path(), &["a", "b"]).await;
    let (mut bo, _, _) = joined(server.address, "Bo", Some("a")).await;
    register(&mut bo).await;
    // other halls of the same directory would share its names
    let mut config = Config::on(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.halls = vec![hall("c")];
    config.new_halls = config.halls.iter().map(|hall| hall.name.clone()).collect();
    config.data = Data::Directory(data.path().to_owned());
    let second = Server::bind(config).await.map(|_| ()).expect_err("the directory is in use");
    assert_eq!(second.to_string(), "another server uses the data");
    let copy = data.path().join("copy.db");
    let [accounts, to] = [data.path().join("accounts"), copy.clone()].map(|path| path.display().to_string());
    let backup = tokio::task::spawn_blocking(move || program(&["backup", "--data", &accounts, &to]).output());
    let backup = backup.await.expect("it does not panic").expect("the program starts");
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
    assert!(fs::metadata(&copy).expect("a file").len() > 0);
    server.stop().await;
    let server = stored(data.path(), &["a", "b"]).await;
    assert_eq!(refused(server.address, join("Bo", Some("b"))).await, Some(Refusal::NameRegistered));
    let (there, _) = entered(server.address, log_in("Bo", SECRET, "b")).await.expect("the password is right");
    assert_eq!(there.player, bo.player);
    server.stop().await;
    let check = program(&["check", "--data", data.path().join("accounts").to_str().expect("text")]).output();
    let check = String::from_utf8(check.expect("the program starts").stdout).expect("text");
    assert!(check.contains("1 players") && check.contains("no problem found"), "{check}");
}

#[tokio::test]
async fn names_registered_before_there_were_halls_are_shared_and_the_older_one_wins() {
    let data = tempfile::tempdir().expect("a directory");
    let mut players = Vec::new();
    for (folder, own, secret) in [("first", "An", SECRET), ("second", "Cy", OTHER_SECRET)] {
        let single = data.path().join(folder);
        let server = Running::start(|config| config.data = Data::Directory(single.clone())).await;
        for player in ["Bo", own] {
            let mut client = Client::connect(server.address).await;
            client.join(player).await;
            client.send(AccountRequest::Register { password: password(secret) }).await;
            client
                .until(|message| {
                    matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(())
                })
                .await;
            players.push(client.player);
        }
        server.stop().await;
    }
    let [bo, an, younger, cy] = players[..] else { panic!("four players") };
    assert!(bo < younger);
    let server_data = data.path().join("halls-server");
    for (folder, hall) in [("first", "b"), ("second", "a")] {
        let target = server_data.join("halls").join(hall);
        fs::create_dir_all(server_data.join("halls")).expect("a directory");
        fs::rename(data.path().join(folder), target).expect("it can be moved");
    }
    // twice: the second time the accounts are there already
    for _ in 0..2 {
        let server = stored(&server_data, &["a", "b"]).await;
        for (player, secret, hall, expected) in [
            ("Bo", SECRET, "a", bo),
            ("Bo", SECRET, "b", bo),
            ("An", SECRET, "a", an),
            ("Cy", OTHER_SECRET, "b", cy),
        ] {
            let (client, _) = entered(server.address, log_in(player, secret, hall)).await.expect("right");
            assert_eq!(client.player, expected, "{player} in {hall}");
        }
        let lost = refused(server.address, log_in("Bo", OTHER_SECRET, "a")).await;
        assert_eq!(lost, Some(Refusal::WrongPassword));
        server.stop().await;
    }
}
