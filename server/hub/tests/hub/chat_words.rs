//! Lines of chat with phrases of the operator's list are marked, and reach everybody as others do.

use crate::world::{Client, World};
use chuhe_hub::{Input, Limits};
use chuhe_protocol::{ChatMessage, ChatRoom, ClientMessage, ServerMessage};

fn limits(words: &str) -> Limits {
    Limits { chat_words: words.parse().expect("a list"), ..Limits::default() }
}

fn say(world: &mut World, by: Client, text: &str) {
    world.send(by, ClientMessage::Chat { room: ChatRoom::Lobby, text: text.to_owned() });
}

/// What a client has received of the chat: the lines, with whether each is marked.
fn heard(messages: Vec<ServerMessage>) -> Vec<(String, bool)> {
    let (mut heard, mut marked) = (Vec::new(), Vec::new());
    for message in messages {
        match message {
            ServerMessage::Chat(ChatMessage::Marked { room: ChatRoom::Lobby, at_ms }) => marked.extend(at_ms),
            ServerMessage::Chat(ChatMessage::Line { text, at_ms, .. }) => {
                heard.push((text, marked.contains(&at_ms)));
            }
            ServerMessage::Chat(ChatMessage::History { lines, .. }) => {
                heard.extend(lines.into_iter().map(|line| (line.text, marked.contains(&line.at_ms))));
            }
            _ => {}
        }
    }
    heard
}

fn line(text: &str, marked: bool) -> (String, bool) {
    (text.to_owned(), marked)
}

#[test]
fn without_a_list_no_line_is_marked() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.discard_received();
    say(&mut world, bo, "傻逼");
    assert_eq!(heard(world.received(an)), [line("傻逼", false)]);
}

#[test]
fn a_marked_line_is_marked_for_everybody_and_in_the_history() {
    let mut world = World::limited(limits("傻逼\n后入\n!然后"));
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.discard_received();
    for text in ["你好", "你這傻逼", "然后入局"] {
        say(&mut world, bo, text);
    }
    let expected = [line("你好", false), line("你這傻逼", true), line("然后入局", false)];
    for client in [bo, an] {
        assert_eq!(heard(world.received(client)), expected, "also the sender");
    }
    let (_, received) = world.resume(an, []);
    assert_eq!(heard(received), expected);
}

#[test]
fn a_new_list_holds_from_then_on() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.discard_received();
    say(&mut world, bo, "ＡＳＳ");
    world.handle(Input::SetLimits(Box::new(limits("ass"))));
    say(&mut world, bo, "ＡＳＳ");
    say(&mut world, bo, "class");
    assert_eq!(
        heard(world.received(an)),
        [line("ＡＳＳ", false), line("ＡＳＳ", true), line("class", false)]
    );
}
