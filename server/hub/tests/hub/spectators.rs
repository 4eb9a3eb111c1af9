//! The list of spectators, and their chat.

use crate::watching::{QUIET, spectator};
use crate::world::{MATE, World, mv, untimed};
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, Refusal, ServerMessage, TableMessage, TableRequest, limits,
};

fn chat(room: ChatRoom, text: &str) -> ClientMessage {
    ClientMessage::Chat { room, text: text.into() }
}

/// The chat lines that these clients received.
fn lines(received: Vec<ServerMessage>) -> Vec<String> {
    let text = |message| match message {
        ServerMessage::Chat(ChatMessage::Line { text, .. }) => Some(text),
        _ => None,
    };
    received.into_iter().filter_map(text).collect()
}

#[test]
fn the_list_of_spectators_is_sent_with_names_at_a_limited_rate() {
    let mut world = World::new();
    let table = world.table(untimed());
    let first = spectator(&mut world, "W0", table.game);
    let mut times = Vec::new();
    for client in [first, table.red(), table.black()] {
        let sent = world.spectators(client);
        assert_eq!(sent.len(), 1);
        assert_eq!((&sent[0].1, sent[0].2), (&vec!["W0".to_owned()], 1));
        times.push(sent[0].0);
    }
    let mut all = vec![first];
    for n in 1..60 {
        world.advance(1);
        all.push(spectator(&mut world, &format!("W{n}"), table.game));
    }
    assert_eq!(world.spectators(table.red()), []);
    world.advance(limits::SPECTATORS_MS);
    let names: Vec<String> = (0..limits::SPECTATORS_NAMED).map(|n| format!("W{n}")).collect();
    for client in all.iter().copied().chain([table.red(), table.black()]) {
        let sent = world.spectators(client);
        assert_eq!(sent, [(times[0] + limits::SPECTATORS_MS, names.clone(), 60)]);
    }
    // departures are sent in the same way
    world.advance(limits::SPECTATORS_MS);
    world.lose(all[0]);
    assert_eq!(world.spectators(all[1]).len(), 1);
    world.send(all[1], TableRequest::Unwatch.at(table.game));
    world.advance(limits::SPECTATORS_MS);
    let counts: Vec<u32> = world.spectators(table.red()).iter().map(|sent| sent.2).collect();
    assert_eq!(counts, [59, 58]);
    assert_eq!(world.spectators(all[1]), []);
    // a player who returns to the table receives the list again
    let (red, _) = world.resume(table.red(), None);
    assert_eq!(world.spectators(red).len(), 1);
}

#[test]
fn players_receive_the_chat_of_spectators_after_the_end() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let game = table.game;
    let (cy, di) = (spectator(&mut world, "Cy", game), spectator(&mut world, "Di", game));
    let ed = world.join("Ed");
    let room = ChatRoom::Spectators(game);
    world.discard_received();
    world.send(cy, chat(room, "will it be the cannon?"));
    for client in [cy, di] {
        assert_eq!(lines(world.received(client)), ["will it be the cannon?"]);
    }
    for client in [table.red(), table.black(), ed] {
        world.expect(client, &[]);
        assert_eq!(world.refused(client, chat(room, "hm")), Refusal::NotWatching);
    }
    world.send(table.red(), chat(ChatRoom::Table(game), "good luck"));
    world.expect(cy, &[]);
    world.discard_received();
    world.lose(di);
    world.play(&mut table, &MATE[..4]);
    world.send(table.red(), TableRequest::Play { ply: 4, mv: mv(MATE[4]), premove: false }.at(game));
    for client in [table.red(), table.black()] {
        let received = world.received(client);
        assert!(matches!(received[0], ServerMessage::Table { message: TableMessage::Events { .. }, .. }));
        assert_eq!(lines(received), ["will it be the cannon?"]);
    }
    world.discard_received();
    world.send(cy, chat(room, "it was"));
    world.send(table.red(), chat(room, "thanks"));
    for client in [cy, table.red(), table.black()] {
        assert_eq!(lines(world.received(client)), ["it was", "thanks"]);
    }
    world.expect(ed, &[]);
    // later events do not send it again
    world.send(table.red(), TableRequest::Leave.at(game));
    assert_eq!(lines(world.received(table.black())), Vec::<String>::new());
    assert_eq!(world.refused(table.red(), chat(room, "bye")), Refusal::NotWatching);
}

#[test]
fn only_the_last_chat_lines_of_spectators_are_held_back() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let game = table.game;
    let cy = spectator(&mut world, "Cy", game);
    world.play(&mut table, &QUIET[..2]);
    for n in 0..limits::SPECTATORS_LINES + 10 {
        world.advance_with(&[cy, table.red(), table.black()], 1_000);
        world.send(cy, chat(ChatRoom::Spectators(game), &n.to_string()));
    }
    world.discard_received();
    world.send(table.red(), TableRequest::Resign.at(game));
    let received = lines(world.received(table.black()));
    assert_eq!(received.len(), limits::SPECTATORS_LINES);
    assert_eq!(received[0], "10");
}
