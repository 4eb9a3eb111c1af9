//! Chat.

use crate::world::{MATE, World, untimed};
use chuhe_protocol::{ChatRoom, ClientMessage, GameId, PlayerName, Refusal, ServerMessage};

fn chat(room: ChatRoom, text: &str) -> ClientMessage {
    ClientMessage::Chat { room, text: text.into() }
}

fn chat_texts(world: &mut World, client: crate::world::Client) -> Vec<String> {
    let text = |message| match message {
        ServerMessage::Chat { text, .. } => text,
        other => panic!("{other:?}"),
    };
    world.received(client).into_iter().map(text).collect()
}

#[test]
fn lobby_chat_reaches_everyone() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = world.join("Cy");
    world.send(cy, chat(ChatRoom::Lobby, "大家好"));
    let name = PlayerName::parse("Cy").unwrap();
    let text = "大家好".to_owned();
    let message = ServerMessage::Chat { room: ChatRoom::Lobby, from: cy.player, name, text };
    for client in [cy, table.red(), table.black()] {
        world.expect(client, std::slice::from_ref(&message));
    }
}

#[test]
fn table_chat_reaches_only_the_two_players() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = world.join("Cy");
    let room = ChatRoom::Table(table.game);
    world.send(table.red(), chat(room, "hi"));
    assert_eq!(chat_texts(&mut world, table.red()), ["hi"]);
    assert_eq!(chat_texts(&mut world, table.black()), ["hi"]);
    world.expect(cy, &[]);
    assert_eq!(world.refused(cy, chat(room, "me too")), Refusal::NoSuchGame);
    assert_eq!(world.refused(cy, chat(ChatRoom::Table(GameId(3)), "me too")), Refusal::NoSuchGame);
}

#[test]
fn players_may_chat_after_the_end_until_one_leaves() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE);
    let room = ChatRoom::Table(table.game);
    world.send(table.red(), chat(room, "thanks"));
    assert_eq!(chat_texts(&mut world, table.black()), ["thanks"]);
    world.send(table.black(), ClientMessage::LeaveTable { game: table.game });
    assert_eq!(world.refused(table.black(), chat(room, "bye")), Refusal::NoSuchGame);
}

#[test]
fn chat_is_limited_to_200_characters_and_made_safe() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let lobby = ChatRoom::Lobby;
    assert_eq!(world.refused(bo, chat(lobby, &"好".repeat(201))), Refusal::ChatTooLong);
    assert_eq!(world.refused(bo, chat(lobby, " \u{200b} ")), Refusal::ChatEmpty);
    world.send(bo, chat(lobby, &"好".repeat(200)));
    world.send(bo, chat(lobby, "a\u{202e}b\u{7}c"));
    assert_eq!(chat_texts(&mut world, bo), ["好".repeat(200), "abc".to_owned()]);
}

#[test]
fn a_sixth_chat_line_within_five_seconds_is_refused() {
    let mut world = World::new();
    let table = world.table(untimed());
    let bo = table.red();
    for n in 0..5 {
        let room = if n % 2 == 0 { ChatRoom::Lobby } else { ChatRoom::Table(table.game) };
        world.send(bo, chat(room, "hi"));
        world.advance(100);
    }
    let refused = world.refused(bo, chat(ChatRoom::Lobby, "hi"));
    assert_eq!(refused, Refusal::ChatTooFast { wait_ms: 500 });
    // from then on at an even pace, five in five seconds
    for _ in 0..5 {
        world.advance(499);
        assert!(matches!(
            world.refused(bo, chat(ChatRoom::Lobby, "hi")),
            Refusal::ChatTooFast { wait_ms: 1 }
        ));
        world.advance(1);
        world.send(bo, chat(ChatRoom::Lobby, "hi again"));
        assert_eq!(chat_texts(&mut world, bo), ["hi again"]);
        world.advance(500);
    }
    // and after five seconds of silence five at once
    world.advance(5_000);
    for _ in 0..5 {
        world.send(bo, chat(ChatRoom::Lobby, "hi"));
    }
    assert_eq!(chat_texts(&mut world, bo), ["hi"; 5]);
    assert!(matches!(world.refused(bo, chat(ChatRoom::Lobby, "hi")), Refusal::ChatTooFast { .. }));
    assert_eq!(world.closed(bo.connection), None);
}
