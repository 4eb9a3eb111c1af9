//! Registered names, with real password hashes.

use crate::client::{Client, Running};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    AccountMessage, AccountRequest, CloseReason, DoorMessage, DoorRequest, Password, Refusal, ServerMessage,
};

async fn greeted(server: &Running) -> Client {
    let mut client = Client::connect(server.address).await;
    assert!(client.greet(VERSION).await.welcome);
    client
}

async fn log_in(server: &Running, text: &str) -> (Client, ServerMessage) {
    let mut client = greeted(server).await;
    client.send(DoorRequest::Login { name: "BO".into(), password: Password(text.into()), hall: None }).await;
    let response = client.receive().await.expect("a response");
    (client, response)
}

fn is_refused(response: &ServerMessage, expected: Refusal) -> bool {
    matches!(response, ServerMessage::Refused { reason, .. } if *reason == expected)
}

#[tokio::test]
async fn registered_player_resumes_and_logs_in() {
    let server = Running::start(|_| {}).await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    bo.send(AccountRequest::Register { password: Password("correct horse".into()) }).await;
    bo.until(|message| matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(()))
        .await;
    bo.send(AccountRequest::SignOutEverywhere).await;
    let token = bo
        .until(|message| match message {
            ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) => Some(token),
            _ => None,
        })
        .await;
    bo.send(DoorRequest::Quit).await;
    assert_eq!(
        bo.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Quit }))
    );

    let mut again = greeted(&server).await;
    again.send(DoorRequest::Resume { token, seen: Vec::new(), hall: None }).await;
    let response = again.receive().await.expect("a response");
    assert!(
        matches!(response, ServerMessage::Door(DoorMessage::Joined { player, registered: true, .. }) if player == bo.player)
    );

    let (_, response) = log_in(&server, "wrong horse").await;
    assert!(is_refused(&response, Refusal::WrongPassword), "{response:?}");
    let (_client, response) = log_in(&server, "correct horse").await;
    assert!(
        matches!(response, ServerMessage::Door(DoorMessage::Joined { player, resumed: true, .. }) if player == bo.player)
    );
    assert_eq!(
        again.read_to_end().await,
        Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Superseded }))
    );
    let mut guest = greeted(&server).await;
    guest.send(DoorRequest::Join { name: "Bo".into(), hall: None }).await;
    let response = guest.receive().await.expect("a response");
    assert!(is_refused(&response, Refusal::NameRegistered), "{response:?}");
    server.stop().await;
}

#[tokio::test]
async fn configured_limit_applies() {
    let server = Running::start(|config| {
        config.limits.set(&"connection-logins=1".parse().expect("a limit"));
    })
    .await;
    let mut client = greeted(&server).await;
    for _ in 0..2 {
        client
            .send(DoorRequest::Login { name: "Bo".into(), password: Password("none".into()), hall: None })
            .await;
    }
    assert!(is_refused(&client.receive().await.expect("a response"), Refusal::InvalidPassword));
    let response = client.receive().await.expect("a response");
    let ServerMessage::Refused { reason: Refusal::TooManyAttempts { wait_ms }, .. } = response else {
        panic!("{response:?}");
    };
    assert!(wait_ms > 20_000, "{wait_ms}");
    server.stop().await;
}
