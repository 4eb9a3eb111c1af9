//! Tests of the chat that comes with a resume.

use super::testing::{GAME, ME, OTHER, World, name, started};
use chuhe_protocol::{ChatLine, ChatMessage, ChatRoom, GameId, PlayerId, ServerMessage};
use chuhe_rules::Color;

fn line(from: PlayerId, text: &str, at_ms: u64) -> ChatLine {
    ChatLine { at_ms, from, name: name("云中鹤"), text: text.into() }
}

fn live(room: ChatRoom, line: ChatLine) -> ServerMessage {
    let ChatLine { at_ms, from, name, text } = line;
    ServerMessage::Chat(ChatMessage::Line { room, from, name, text, at_ms })
}

fn at_table(world: &World) -> Vec<&str> {
    world.table().tabs.chat.lines().map(|line| line.text.as_str()).collect()
}

#[test]
fn a_program_that_starts_again_shows_what_was_said_before() {
    let mut world = World::new();
    world.act(chuhe_model::actions::action::Action::Join(chuhe_model::actions::action::JoinAction::Submit));
    world.network(chuhe_model::exchange::event::NetworkEvent::Connected);
    world.joined(true);
    world.receive_event(started(ME, OTHER));
    let lines = vec![line(OTHER, "hi", 10), line(ME, "hello", 20)];
    world.receive(ChatMessage::History { room: ChatRoom::Table(GAME), lines });
    let lines = vec![line(OTHER, "who plays?", 5)];
    world.receive(ChatMessage::History { room: ChatRoom::Lobby, lines });
    assert_eq!(at_table(&world), ["hi", "hello"]);
    assert_eq!(world.table().tabs.chat.unread(), 0, "the user has read them before");
    assert_eq!(world.app.sessions.visit().unwrap().lobby.chat().lines().len(), 1);
}

#[test]
fn lines_said_while_the_connection_was_lost_are_added_and_unread() {
    let mut world = World::at_board(Color::Red);
    let room = ChatRoom::Table(GAME);
    world.receive(live(room, line(OTHER, "hi", 10)));
    world.receive(live(room, line(ME, "hello", 20)));
    assert_eq!(world.table().tabs.chat.unread(), 0);
    world.reconnect();
    world.joined(true);
    let lines = vec![line(OTHER, "hi", 10), line(ME, "hello", 20), line(OTHER, "are you there?", 30)];
    world.receive(ChatMessage::History { room, lines });
    assert_eq!(at_table(&world), ["hi", "hello", "are you there?"]);
    assert_eq!(world.table().tabs.chat.unread(), 1);
    world.receive(live(room, line(OTHER, "good", 40)));
    assert_eq!(at_table(&world).len(), 4);
}

#[test]
fn a_player_gets_the_spectators_lines_among_the_others() {
    let mut world = World::at_board(Color::Red);
    world.receive(live(ChatRoom::Table(GAME), line(OTHER, "thanks", 30)));
    let lines = vec![line(PlayerId(50), "a good move", 20)];
    world.receive(ChatMessage::History { room: ChatRoom::Spectators(GAME), lines });
    let lines: Vec<(&str, bool)> =
        world.table().tabs.chat.lines().map(|line| (line.text.as_str(), line.spectator)).collect();
    assert_eq!(lines, [("a good move", true), ("thanks", false)]);
    // those of another game are not for this board
    let lines = vec![line(OTHER, "elsewhere", 50)];
    world.receive(ChatMessage::History { room: ChatRoom::Table(GameId(GAME.0 + 1)), lines });
    assert_eq!(world.table().tabs.chat.lines().len(), 2);
}
