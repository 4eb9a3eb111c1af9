//! Broadcasts to many clients.

use crate::client::{Client, Running};
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, ServerMessage,
};

#[tokio::test]
async fn broadcast_reaches_every_client_in_order_up_to_the_shutdown() {
    let server = Running::start(|_| {}).await;
    let mut all = Vec::new();
    for n in 0..100 {
        let mut client = Client::connect(server.address).await;
        client.join(&format!("n{n}")).await;
        all.push(client);
    }
    let lines = ["one", "two", "three"];
    for line in lines {
        all[0].send(ClientMessage::Chat { room: ChatRoom::Lobby, text: line.into() }).await;
    }
    // answered at once, but after the earlier broadcasts
    all[0].send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    let mut received = Vec::new();
    all[0]
        .until(|message| match message {
            ServerMessage::Chat(ChatMessage::Line { text, .. }) => {
                received.push(text);
                None
            }
            ServerMessage::Door(DoorMessage::Pong { nonce: 7 }) => Some(()),
            _ => None,
        })
        .await;
    assert_eq!(received, lines);
    for client in &mut all[1..] {
        for line in lines {
            let text = client
                .until(|message| match message {
                    ServerMessage::Chat(ChatMessage::Line { text, .. }) => Some(text),
                    _ => None,
                })
                .await;
            assert_eq!(text, line);
        }
    }
    server.stop().await;
    for client in &mut all {
        assert_eq!(
            client.read_to_end().await,
            Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown }))
        );
    }
}
