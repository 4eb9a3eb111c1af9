//! Tests of a crowded lobby, whose list the server sends in pages.

use super::tests::Console;
use chuhe_app::testing::computers::computer;
use chuhe_app::testing::pages::{crowded, page};
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::{OTHER, World, name};
use chuhe_model::testing::summary;
use chuhe_protocol::{
    ChatLine, ChatMessage, ChatRoom, ClientMessage, LobbyMessage, LobbyRequest, PageRequest,
};

fn list(find: &str, page: u32) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::ListPlayers(PageRequest { games: false, find: find.into(), page }))
}

#[test]
fn the_list_is_read_page_by_page_and_by_a_part_of_a_name() {
    let mut console = Console::new(crowded());
    let joined = console.hear();
    assert!(
        joined.iter().any(|line| line.starts_with("4990 online · 1 of 100 · p0000; p0001")),
        "{joined:?}"
    );
    assert!(console.say("who")[0].starts_with("4990 online · 1 of 100"));
    assert!(console.say("more").is_empty());
    assert_eq!(console.sent(), [list("", 1)]);
    page(&mut console.world, 50);
    let lines = console.hear();
    assert!(lines[0].starts_with("4990 online · 2 of 100 · p0050"), "{lines:?}");
    assert_eq!(console.say("who p42"), [""; 0], "the page has not arrived");
    assert_eq!(console.sent(), [list("p42", 0)]);
    page(&mut console.world, 4_200);
    let lines = console.hear();
    assert!(lines[0].contains("p4200") && lines.len() == 1, "{lines:?}");
    console.say("challenge Di");
    assert!(console.sent().contains(&ClientMessage::Lobby(LobbyRequest::FindPlayer { name: name("Di") })));
}

#[test]
fn a_part_of_a_name_shortens_the_list_of_a_small_lobby() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    assert_eq!(console.say("who 云"), ["Online: 云中鹤"]);
    assert_eq!(console.say("who nobody"), ["No player matches this name."]);
    assert_eq!(console.say("who"), ["Online: 云中鹤"]);
}

#[test]
fn somebody_whom_the_user_played_lately_is_challenged_by_name() {
    let mut console = Console::new(back_in_lobby(vec![summary(9)]));
    console.hear();
    console.say("challenge 云中鹤");
    let visit = console.world.app.sessions().visit().unwrap();
    assert_eq!(visit.games.past.opponents(visit.me, &visit.lobby).len(), 1);
    assert!(visit.form.is_some() || !console.sent().is_empty());
}

#[test]
fn what_was_said_before_the_user_came_is_not_announced() {
    let mut console = Console::new(World::in_lobby());
    let line = |at_ms| ChatLine { at_ms, from: OTHER, name: name("云中鹤"), text: at_ms.to_string() };
    let room = ChatRoom::Lobby;
    console.world.receive(ChatMessage::History { room, lines: vec![line(1), line(2)] });
    let ChatLine { at_ms, from, name, text } = line(3);
    console.world.receive(ChatMessage::Line { room, from, name, text, at_ms });
    let heard = console.hear();
    let said: Vec<_> = heard.iter().filter(|line| line.contains("says")).collect();
    assert_eq!(said, ["云中鹤 says: 3"]);
    // a later frame of what was said before
    console.world.receive(ChatMessage::History { room, lines: vec![line(0), line(2)] });
    assert_eq!(console.hear(), [""; 0]);
}

#[test]
fn a_computer_player_beside_the_page_is_challenged_by_what_it_is_called() {
    for (typed, wanted) in [
        ("Computer 3", "computer-3"),
        ("computer 10 luzhanqi", "computer-10"),
        ("Computer 1", "computer-1"),
        ("Computer 3 (2)", "computer-3-2"),
        ("computer-7", "computer-7"),
        ("Computer", "Computer"),
        ("Di red", "Di"),
    ] {
        let mut console = Console::new(crowded());
        console.hear();
        let heard = console.say(&format!("challenge {typed}"));
        let find = ClientMessage::Lobby(LobbyRequest::FindPlayer { name: name(wanted) });
        let sent = console.sent();
        assert!(sent.contains(&find), "{typed}: {heard:?} {sent:?}");
    }
}

#[test]
fn whom_the_server_finds_by_a_word_of_another_language_is_listed() {
    let mut console = Console::new(crowded());
    console.hear();
    assert_eq!(console.say("who 电脑 3"), [""; 0], "the page has not arrived");
    assert_eq!(console.sent(), [list("电脑 3", 0)]);
    console.world.receive(LobbyMessage::Page { skipped: 0, matching: 1 });
    console.world.receive(LobbyMessage::Players { players: vec![computer()], first: true });
    let lines = console.hear();
    assert!(lines.iter().any(|line| line.contains("Computer 3")), "{lines:?}");
}
