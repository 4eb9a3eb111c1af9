//! Tests of lines of chat that the server marks.

use super::testing::*;
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{ChatMessage, ChatRoom};

fn say(world: &mut World, from: chuhe_protocol::PlayerId, text: &str, at_ms: u64) {
    world.receive(ChatMessage::Marked { room: ChatRoom::Lobby, at_ms: vec![at_ms] });
    let (name, text) = (name("云中鹤"), text.to_owned());
    world.receive(ChatMessage::Line { room: ChatRoom::Lobby, from, name, text, at_ms });
}

fn lines(world: &World) -> Vec<String> {
    world.app.sessions.visit().unwrap().lobby.chat().lines().map(|line| line.text.clone()).collect()
}

#[test]
fn marked_lines_of_others_are_hidden_unless_the_user_shows_them() {
    let mut world = World::in_lobby();
    say(&mut world, OTHER, "you 傻逼", 7);
    assert_eq!(lines(&world), ["*** **"]);
    assert_eq!(world.notice(), None);
    world.act(PreferencesAction::ShowMarked(true).into());
    say(&mut world, OTHER, "you 傻逼", 8);
    assert_eq!(lines(&world), ["*** **", "you 傻逼"]);
}

#[test]
fn the_author_of_a_marked_line_sees_it_and_learns_of_it() {
    let mut world = World::in_lobby();
    say(&mut world, ME, "傻逼", 7);
    assert_eq!((lines(&world), world.notice()), (vec!["傻逼".to_owned()], Some(&Notice::ChatMarked)));
}
