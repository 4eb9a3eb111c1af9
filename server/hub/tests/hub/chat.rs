//! Chat.

use crate::world::{Client, MATE, World, untimed};
use chuhe_protocol::{
    AccountRequest, ChatMessage, ChatRoom, ClientMessage, DoorRequest, GameId, PlayerName, Refusal,
    ServerMessage, TableRequest, WatchFrom, limits,
};
use chuhe_rules::offers::OfferKind;

fn chat(room: ChatRoom, text: &str) -> ClientMessage {
    ClientMessage::Chat { room, text: text.into() }
}

fn chat_texts(world: &mut World, client: crate::world::Client) -> Vec<String> {
    let text = |message| match message {
        ServerMessage::Chat(ChatMessage::Line { text, .. }) => text,
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
    let at_ms = world.now().as_ms();
    let message =
        ServerMessage::Chat(ChatMessage::Line { room: ChatRoom::Lobby, from: cy.player, name, text, at_ms });
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
    assert_eq!(world.refused(cy, chat(room, "me too")), Refusal::NotYourGame);
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
    world.send(table.black(), TableRequest::Leave.at(table.game));
    assert_eq!(world.refused(table.black(), chat(room, "bye")), Refusal::NotYourGame);
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

/// What a client that has come back is sent of what was said before, by room.
fn history(received: &[ServerMessage], room: ChatRoom) -> Vec<String> {
    let lines = received.iter().filter_map(|message| match message {
        ServerMessage::Chat(ChatMessage::History { room: of, lines }) if *of == room => Some(lines),
        _ => None,
    });
    lines.flatten().map(|line| line.text.clone()).collect()
}

/// Says many lines, as fast as the limit allows.
fn say_all(world: &mut World, (from, all): (Client, &[Client]), room: ChatRoom, lines: usize) {
    for n in 0..lines {
        world.send(from, chat(room, &n.to_string()));
        world.advance_with(all, limits::CHAT_WINDOW_MS / limits::CHAT_BURST as u64);
    }
}

#[test]
fn the_last_lines_come_with_a_resume() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = world.join("Cy");
    let room = ChatRoom::Table(table.game);
    world.send(table.black(), chat(room, "hi"));
    let all = [cy, table.red(), table.black()];
    say_all(&mut world, (cy, &all), ChatRoom::Lobby, limits::LOBBY_CHAT_LINES + 2);
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(history(&received, room), ["hi"]);
    let lobby = history(&received, ChatRoom::Lobby);
    assert_eq!((lobby.len(), lobby[0].as_str()), (limits::LOBBY_CHAT_LINES, "2"));
    let (_, received) = world.resume(cy, None);
    assert_eq!(history(&received, room), [""; 0], "who does not sit there receives nothing");
    assert_eq!(history(&received, ChatRoom::Lobby).len(), limits::LOBBY_CHAT_LINES);
    let (_, received) = world.resume(red, None);
    assert_eq!(history(&received, room), ["hi"], "each time");
    let di = world.open();
    world.ask(di, DoorRequest::Join { name: "Di".into(), hall: None });
    let received = world.received_at(di);
    let lobby = history(&received, ChatRoom::Lobby);
    assert_eq!(lobby.len(), limits::LOBBY_CHAT_LINES, "who has just come reads what the others talk about");
    assert_eq!(history(&received, room), [""; 0]);
}

#[test]
fn blocked_and_withheld_lines_stay_so() {
    let mut world = World::new();
    let table = world.table(untimed());
    let room = ChatRoom::Table(table.game);
    world.send(table.black(), chat(room, "before"));
    world.send(table.red(), AccountRequest::Block { player: table.black().player });
    world.send(table.black(), chat(room, "withheld"));
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(history(&received, room), [""; 0]);
    world.send(red, AccountRequest::Unblock { player: table.black().player });
    world.send(table.black(), chat(room, "after"));
    let (_, received) = world.resume(red, None);
    assert_eq!(history(&received, room), ["before", "after"]);
    let (_, received) = world.resume(table.black(), None);
    assert_eq!(history(&received, room), ["before", "withheld", "after"]);
}

#[test]
fn spectators_lines_come_back_to_spectators_and_after_the_game_to_players() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    let room = ChatRoom::Spectators(table.game);
    let watch = TableRequest::Watch { from: WatchFrom::Start }.at(table.game);
    world.send(cy, watch.clone());
    world.send(cy, chat(room, "a blunder"));
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(history(&received, room), [""; 0], "players do not receive it during the game");
    let (cy, _) = world.resume(cy, None);
    world.send(cy, watch);
    assert_eq!(history(&world.received(cy), room), ["a blunder"]);
    table.seats.red = red;
    world.play(&mut table, &MATE[..4]);
    world.send(red, TableRequest::Resign.at(table.game));
    let (_, received) = world.resume(red, None);
    assert_eq!(history(&received, room), ["a blunder"]);
}

#[test]
fn the_lines_of_a_table_go_on_in_a_rematch_and_end_with_the_table() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.send(table.red(), chat(ChatRoom::Table(table.game), "hi"));
    world.discard_received();
    world.play(&mut table, &MATE);
    for client in [table.red(), table.black()] {
        world.send(client, TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game));
    }
    let game = world.game_of(table.red());
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(history(&received, ChatRoom::Table(game)), ["hi"]);
    world.send(red, TableRequest::Abort.at(game));
    world.send(red, TableRequest::Leave.at(game));
    let (_, received) = world.resume(red, None);
    assert_eq!(history(&received, ChatRoom::Table(game)), [""; 0]);
}

#[test]
fn a_restart_of_the_server_loses_the_lines() {
    let mut world = World::new();
    let table = world.table(untimed());
    world.send(table.red(), chat(ChatRoom::Table(table.game), "hi"));
    world.restart();
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(history(&received, ChatRoom::Table(table.game)), [""; 0]);
    let (black, _) = world.resume(table.black(), None);
    world.send(black, chat(ChatRoom::Table(table.game), "back"));
    let (_, received) = world.resume(red, None);
    assert_eq!(history(&received, ChatRoom::Table(table.game)), ["back"]);
}
