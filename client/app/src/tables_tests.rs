//! Tests of a visit with seats at two tables.

use super::testing::{GAME, ME, OTHER, TOKEN, World, name, play, played, reading, started, tick};
use chuhe_model::actions::action::{Action, SettingsAction, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, Cursor, DoorMessage, DoorRequest, Event as GameEvent, GameId,
    Refusal, Seq, ServerMessage, TableMessage, TableRequest,
};
use chuhe_rules::{Color, Outcome, WinReason};

/// The game that begins while the first one runs.
const SECOND: GameId = GameId(GAME.0 + 1);

fn events(world: &mut World, game: GameId, first: Seq, events: Vec<GameEvent>) {
    world.receive(TableMessage::Events { first, events }.at(game));
}

/// A user who plays red at both tables, the second one on the screen, and has moved at the first.
fn at_two_tables() -> World {
    let mut world = World::at_board(Color::Red);
    world.act(Action::Settings(SettingsAction::Language(Some(Lang::Zh))));
    world.click("h2");
    world.click("e2");
    events(&mut world, GAME, 1, vec![played(Color::Red, "h2e2")]);
    world.press(TableAction::Flip);
    events(&mut world, SECOND, 0, vec![started(ME, OTHER)]);
    world.effects.clear();
    world.calls.clear();
    world
}

/// The game on the screen with its half-moves.
fn shown(world: &World) -> (GameId, usize) {
    (world.table().game().id(), world.table().game().ply())
}

fn first(world: &World) -> (usize, usize) {
    let table = world.app.sessions.visit().unwrap().tables.at(GAME).unwrap();
    (table.game().ply(), table.tabs.chat.unread())
}

fn resign_second(world: &mut World, number: Seq) {
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    events(world, SECOND, number, vec![GameEvent::Ended { outcome, clocks: reading(None) }]);
}

#[test]
fn messages_reach_the_table_that_they_name_and_the_other_one_keeps_its_state() {
    let mut world = at_two_tables();
    assert_eq!(shown(&world), (SECOND, 0));
    events(&mut world, GAME, 2, vec![played(Color::Black, "h9g7")]);
    assert_eq!(world.calls, ["轮到你 · 对 云中鹤"]);
    let (room, name) = (ChatRoom::Table(GAME), name("云中鹤"));
    world.receive(ChatMessage::Line { room, from: OTHER, name, text: "hi".into(), at_ms: 1 });
    assert_eq!((shown(&world), first(&world)), ((SECOND, 0), (2, 1)));
    // a refusal concerns the table that asked
    world.click("b2");
    world.click("e2");
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::GameOver });
    assert_eq!((world.piece("b2"), first(&world)), (Some('C'), (2, 1)));
    // the first table comes back as it was left
    resign_second(&mut world, 1);
    world.effects.clear();
    world.press(TableAction::Leave);
    assert_eq!(world.take_sent(), [TableRequest::Leave.at(SECOND)]);
    assert_eq!((shown(&world), world.table().bottom()), ((GAME, 2), Color::Black));
    world.press(TableAction::Play(chuhe_rules::GameMove::Xiangqi("h0g2".parse().unwrap())));
    assert_eq!(world.take_sent(), [play("h0g2", 2)]);
}

#[test]
fn a_resume_sends_a_cursor_of_each_table_and_drops_what_the_server_no_longer_has() {
    for has_first in [true, false] {
        let mut world = at_two_tables();
        world.reconnect();
        let seen = vec![Cursor { game: GAME, next: 2 }, Cursor { game: SECOND, next: 1 }];
        assert_eq!(
            world.take_sent(),
            [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen, hall: None })]
        );
        world.joined(true);
        let clocks = Box::new(tick(Some(Color::Red)));
        world.receive(TableMessage::Tick(clocks).at(SECOND));
        if has_first {
            events(&mut world, GAME, 2, vec![played(Color::Black, "h9g7")]);
        }
        world.receive(DoorMessage::Pong { nonce: 2 });
        assert_eq!((shown(&world), world.table().is_gone()), ((SECOND, 0), false));
        let has = world.app.sessions.visit().unwrap().tables.at(GAME).is_some();
        assert_eq!(has, has_first);
    }
}

#[test]
fn a_game_at_another_table_counts_as_played() {
    let mut world = at_two_tables();
    resign_second(&mut world, 1);
    assert!(world.table().game().is_over() && world.app.sessions.plays());
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    events(&mut world, GAME, 2, vec![GameEvent::Ended { outcome, clocks: reading(None) }]);
    assert!(!world.app.sessions.plays());
}
