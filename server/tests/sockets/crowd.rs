//! Many who are told the same.

use crate::client::{Client, Running};
use chuhe_protocol::{ChatRoom, ClientMessage, CloseReason, ServerMessage};

#[tokio::test]
async fn a_crowd_hears_all_that_is_said_in_its_order_to_the_end() {
    let server = Running::start(|_| {}).await;
    let mut all = Vec::new();
    for n in 0..100 {
        let mut client = Client::connect(server.address).await;
        client.join(&format!("n{n}")).await;
        all.push(client);
    }
    let lines = ["one", "two", "three"];
    for line in lines {
        all[0].say(ClientMessage::Chat { room: ChatRoom::Lobby, text: line.into() }).await;
    }
    // told at once, and behind what a crowd is told
    all[0].say(ClientMessage::Ping { nonce: 7, round_trip_ms: None }).await;
    let mut said = Vec::new();
    all[0]
        .until(|message| match message {
            ServerMessage::Chat { text, .. } => {
                said.push(text);
                None
            }
            ServerMessage::Pong { nonce: 7 } => Some(()),
            _ => None,
        })
        .await;
    assert_eq!(said, lines);
    for client in &mut all[1..] {
        for line in lines {
            let heard = client
                .until(|message| match message {
                    ServerMessage::Chat { text, .. } => Some(text),
                    _ => None,
                })
                .await;
            assert_eq!(heard, line);
        }
    }
    server.stop().await;
    for client in &mut all {
        assert_eq!(
            client.last_words().await,
            Some(ServerMessage::Closing { reason: CloseReason::ShuttingDown })
        );
    }
}
