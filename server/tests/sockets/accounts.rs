//! A registered name over real sockets, with real hashes.

use crate::client::{Client, Running};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{ClientMessage, CloseReason, Password, Refusal, ServerMessage};

async fn greeted(server: &Running) -> Client {
    let mut client = Client::connect(server.address).await;
    assert!(client.greet(VERSION).await.welcome);
    client
}

async fn log_in(server: &Running, text: &str) -> (Client, ServerMessage) {
    let mut client = greeted(server).await;
    client.say(ClientMessage::Login { name: "BO".into(), password: Password(text.into()) }).await;
    let heard = client.hear().await.expect("an answer");
    (client, heard)
}

fn is_refused(heard: &ServerMessage, reason: Refusal) -> bool {
    matches!(heard, ServerMessage::Refused { reason: told, .. } if *told == reason)
}

#[tokio::test]
async fn a_name_is_registered_resumed_and_logged_in_under() {
    let server = Running::start(|_| {}).await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    bo.say(ClientMessage::Register { password: Password("correct horse".into()) }).await;
    bo.until(|message| matches!(message, ServerMessage::Registered).then_some(())).await;
    bo.say(ClientMessage::SignOutEverywhere).await;
    let token = bo
        .until(|message| match message {
            ServerMessage::SignedOutEverywhere { token } => Some(token),
            _ => None,
        })
        .await;
    bo.say(ClientMessage::Quit).await;
    assert_eq!(bo.last_words().await, Some(ServerMessage::Closing { reason: CloseReason::Quit }));

    let mut again = greeted(&server).await;
    again.say(ClientMessage::Resume { token, seen: None }).await;
    let heard = again.hear().await.expect("an answer");
    assert!(matches!(heard, ServerMessage::Joined { player, registered: true, .. } if player == bo.player));

    let (_, heard) = log_in(&server, "wrong horse").await;
    assert!(is_refused(&heard, Refusal::WrongPassword), "{heard:?}");
    let (_client, heard) = log_in(&server, "correct horse").await;
    assert!(matches!(heard, ServerMessage::Joined { player, resumed: true, .. } if player == bo.player));
    assert_eq!(again.last_words().await, Some(ServerMessage::Closing { reason: CloseReason::Superseded }));
    let mut guest = greeted(&server).await;
    guest.say(ClientMessage::Join { name: "Bo".into() }).await;
    let heard = guest.hear().await.expect("an answer");
    assert!(is_refused(&heard, Refusal::NameRegistered), "{heard:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_limit_that_the_host_sets_counts() {
    let server = Running::start(|config| {
        config.limits.set(&"connection-logins=1".parse().expect("a limit"));
    })
    .await;
    let mut client = greeted(&server).await;
    for _ in 0..2 {
        client.say(ClientMessage::Login { name: "Bo".into(), password: Password("none".into()) }).await;
    }
    assert!(is_refused(&client.hear().await.expect("an answer"), Refusal::InvalidPassword));
    let heard = client.hear().await.expect("an answer");
    let ServerMessage::Refused { reason: Refusal::TooManyAttempts { wait_ms }, .. } = heard else {
        panic!("{heard:?}");
    };
    assert!(wait_ms > 20_000, "{wait_ms}");
    server.stop().await;
}
