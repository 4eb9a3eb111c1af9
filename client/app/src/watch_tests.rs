//! Tests of watching a game, and of games that arrive as a snapshot.

use super::testing::watch::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, ChatAction, LobbyAction, TableAction};
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::effect::{ConnectionEffect, WindowEffect};
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::notices::denied::Denied;
use chuhe_model::table::Viewpoint;
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, Cursor, DoorMessage, DoorRequest, Event as GameEvent, GameId,
    LobbyMessage, PresenceChange, Refusal, Seq, ServerMessage, TableMessage, TableRequest, WatchEnd,
    WatchFrom,
};
use chuhe_rules::{Color, Outcome, WinReason};

fn lose(world: &mut World) {
    world.effects.clear();
    world.reconnect();
}

#[test]
fn a_lost_request_to_leave_is_repeated() {
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    lose(&mut world);
    world.joined(true);
    world.take_sent();
    let events = vec![started(ME, OTHER), GameEvent::Ended { outcome, clocks: reading(None) }];
    snapshot(&mut world, 300, events);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
    assert_eq!(world.app.screen(), Screen::Lobby);
}

#[test]
fn a_finished_own_game_gives_way_to_the_watched_one() {
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let other = GameId(GAME.0 + 1);
    world.act(Action::Lobby(LobbyAction::Watch(other)));
    world.effects.clear();
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(other));
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
}

#[test]
fn a_watched_game_starts_from_its_current_position() {
    let mut world = watching(0);
    let watch = TableRequest::Watch { from: WatchFrom::Current }.at(GAME);
    assert_eq!(world.take_sent(), [watch]);
    assert_eq!((world.table().game().viewpoint(), world.table().game().ply()), (Viewpoint::Spectator, 3));
    assert_eq!(world.table().spectators.as_ref().unwrap().count, 2);
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!((world.table().game().ply(), world.piece("c7")), (4, Some('n')));
    // a spectator cannot move or resign, and closes the window without a question
    world.click("e2");
    world.press(TableAction::Resign);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::NoSeat)));
    assert_eq!(world.take_sent(), []);
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&WindowEffect::Quit.into()));
}

#[test]
fn a_spectators_review_stays_while_the_game_continues() {
    let mut world = watching(4);
    world.press(TableAction::Review(Some(1)));
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!(world.table().interaction.review(), Some(1));
    assert!(!world.app.animating(world.now));
    world.receive_event(GameEvent::TakenBack { by: Color::Black, to_ply: 1, clocks: reading(None) });
    assert_eq!(world.table().interaction.review(), None, "the reviewed position is now the current one");
}

#[test]
fn watching_resumes_after_a_lost_connection() {
    let mut world = watching(0);
    lose(&mut world);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: None })]
    );
    world.joined(true);
    let from = WatchFrom::Event(10);
    assert!(world.take_sent().contains(&TableRequest::Watch { from }.at(GAME)));
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!(world.table().game().ply(), 4);
    // a long gap is filled by a snapshot
    let events = std::iter::once(started(OTHER, THIRD)).chain(moves(&["h2e2"])).collect();
    snapshot(&mut world, 400, events);
    assert_eq!((world.table().game().ply(), world.table().game().next()), (1, 400));
    lose(&mut world);
    world.joined(false);
    world.effects.retain(|effect| matches!(effect, Effect::Connection(ConnectionEffect::Send(_))));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::CannotWatch });
    assert_eq!(world.app.sessions.visit().unwrap().watch.game, None);
    assert_eq!(world.app.screen(), Screen::Table, "the received moves stay readable");
}

#[test]
fn late_events_of_a_game_no_longer_watched_are_ignored() {
    let mut world = watching(0);
    world.take_sent();
    world.press(TableAction::Leave);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Unwatch }]);
    world.receive_event(played(Color::Black, "b9c7"));
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Left }.at(GAME));
    assert_eq!((world.app.screen(), world.take_sent()), (Screen::Lobby, vec![]));
    assert_eq!(world.notice(), None);
    // the game can be watched again
    world.act(Action::Lobby(LobbyAction::Watch(GAME)));
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    snapshot(&mut world, 4, vec![started(OTHER, THIRD)]);
    assert_eq!(world.app.screen(), Screen::Table);
}

#[test]
fn a_spectator_can_follow_the_players_to_their_rematch() {
    let mut world = watching(0);
    let again = chuhe_protocol::GameId(8);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(again) }.at(GAME));
    assert_eq!(world.notice(), Some(&Notice::WatchEnded(WatchEnd::Rematch(again))));
    // the game that has ended stays until the spectator decides
    assert_eq!((world.table().game().id(), world.table().rematch), (GAME, Some(again)));
    world.take_sent();
    world.act(Action::Lobby(LobbyAction::Watch(again)));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: again, request: TableRequest::Watch { from: WatchFrom::Current } }]
    );
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(again));
    let events = vec![started(THIRD, OTHER)];
    world.receive(TableMessage::Snapshot { next: 1, events, first: true, last: true }.at(again));
    assert_eq!((world.table().game().id(), world.table().rematch), (again, None));
}

#[test]
fn a_rematch_that_is_over_is_not_offered_to_spectators() {
    let again = GameId(8);
    let mut world = watching(0);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(again) }.at(GAME));
    let offered = |world: &World| world.app.sessions.visit().unwrap().rematch();
    assert_eq!(offered(&world), Some(again), "the list still has the game before");
    list(&mut world, again, true);
    assert_eq!(offered(&world), Some(again));
    list(&mut world, again, false);
    assert_eq!(offered(&world), None);
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Gone(THIRD)]));
    assert_eq!(offered(&world), None);
}

#[test]
fn a_spectator_of_a_rematch_knows_the_score() {
    let mut world = watching(0);
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let again = GameId(8);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(again) }.at(GAME));
    world.act(Action::Lobby(LobbyAction::Watch(again)));
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(again));
    let events = vec![rematch(THIRD, OTHER, [0, 1])];
    world.receive(TableMessage::Snapshot { next: 1, events, first: true, last: true }.at(again));
    // the winner has the other colour now
    let scores = Color::ALL.map(|side| world.table().game().score(side));
    assert_eq!(scores.map(|score| (score.won, score.lost)), [(0, 1), (1, 0)]);
}

#[test]
fn the_end_of_watching_is_announced() {
    let mut world = watching(0);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Closed }.at(GAME));
    assert_eq!(world.notice(), Some(&Notice::WatchEnded(WatchEnd::Closed)));
    assert_eq!(world.app.screen(), Screen::Table);
    world.take_sent();
    world.press(TableAction::Leave);
    assert_eq!((world.app.screen(), world.take_sent()), (Screen::Lobby, vec![]));
    // the start of the user's own game replaces the watched one
    let mut world = watching(0);
    world.receive(TableMessage::WatchEnded { why: WatchEnd::Elsewhere }.at(GAME));
    let own = chuhe_protocol::GameId(8);
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, OTHER)] }.at(own));
    assert_eq!(world.table().game().seat(), Some(Color::Red));
}

#[test]
fn spectator_chat_is_marked_for_the_players_only() {
    let said = |text: &str| {
        ServerMessage::Chat(ChatMessage::Line {
            room: ChatRoom::Spectators(GAME),
            from: THIRD,
            name: name("Bo"),
            text: text.into(),
            at_ms: 1,
        })
    };
    let mut world = watching(0);
    world.take_sent();
    world.receive(said("好棋"));
    let line = world.table().tabs.chat.lines().next().unwrap().clone();
    assert_eq!((line.text.as_str(), line.spectator), ("好棋", false));
    world.act(Action::Chat(ChatAction::Phrase(0)));
    assert!(matches!(&world.take_sent()[..], [ClientMessage::Chat { room: ChatRoom::Spectators(GAME), .. }]));
    let mut player = World::at_board(Color::Red);
    player.receive(said("好棋"));
    assert!(player.table().tabs.chat.lines().next().unwrap().spectator);
    // spectators do not see the players' chat
    let mut world = watching(0);
    world.receive(ChatMessage::Line {
        room: ChatRoom::Table(GAME),
        from: OTHER,
        name: name("Bo"),
        text: "hm".into(),
        at_ms: 1,
    });
    assert_eq!(world.table().tabs.chat.lines().len(), 0);
}

#[test]
fn a_snapshot_of_the_users_game_keeps_the_pending_move() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    world.click("e2");
    lose(&mut world);
    let seen = vec![Cursor { game: GAME, next: 1 }];
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen, hall: None })]
    );
    world.joined(true);
    world.take_sent();
    snapshot(&mut world, 300, vec![started(ME, OTHER)]);
    assert_eq!(world.piece("e2"), Some('C'));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!(world.table().game().cursor().next, 300);
}

#[test]
fn a_pending_move_that_a_snapshot_contains_or_forbids_is_not_sent_again() {
    for events in [moves(&["h2e2"]), moves(&["h2h9", "i9h9", "b2b9", "a9b9"])] {
        let mut world = World::at_board(Color::Red);
        world.click("h2");
        world.click("e2");
        lose(&mut world);
        world.joined(true);
        let events = std::iter::once(started(ME, OTHER)).chain(events).collect();
        snapshot(&mut world, 300, events);
        world.take_sent();
        world.receive(DoorMessage::Pong { nonce: 2 });
        assert_eq!(world.take_sent(), []);
        let _ = world.app.view(FIRST_WINDOW, world.now);
    }
}

#[test]
fn a_server_restart_shows_one_notice_and_resends_the_pending_move() {
    use chuhe_protocol::CloseReason;
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    world.click("e2");
    world.receive(DoorMessage::Closing { reason: CloseReason::ShuttingDown });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    for wait in [1_000, 2_000, 4_000] {
        let why = chuhe_model::exchange::event::ConnectFailure::Refused;
        world.network(NetworkEvent::ConnectFailed(why));
        assert!(matches!(world.app.sessions.link().status(), Status::Lost { retry_at: Some(_), .. }));
        assert_eq!((world.app.screen(), world.piece("e2")), (Screen::Table, Some('C')));
        world.wait(wait);
    }
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    let seen = vec![Cursor { game: GAME, next: 1 }];
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen, hall: None })]
    );
    world.joined(true);
    world.receive_event(GameEvent::Interrupted { down_ms: 7_500, clocks: reading(None) });
    assert_eq!(world.notice(), Some(&Notice::Interrupted { down_ms: 7_500 }));
    world.take_sent();
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive(DoorMessage::Pong { nonce: 3 });
    let sent = vec![ClientMessage::Door(DoorRequest::Echo { nonce: 3 })];
    assert_eq!((world.take_sent(), world.table().game().ply()), (sent, 1));
}

#[test]
fn a_paused_server_stops_the_clocks_and_denies_moves() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.receive(DoorMessage::Paused);
    let before = world.table().game().clocks(world.now);
    world.wait(3_000);
    assert_eq!(world.table().game().clocks(world.now), before);
    assert_eq!(before.running, None);
    world.take_sent();
    world.click("h0");
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Refused(Refusal::Paused))));
    world.press(TableAction::Resign);
    assert_eq!(world.take_sent(), []);
    world.receive(DoorMessage::Unpaused);
    world.receive_event(GameEvent::Interrupted { down_ms: 3_000, clocks: reading(Some(Color::Red)) });
    assert_eq!(world.notice(), Some(&Notice::Interrupted { down_ms: 3_000 }));
    world.wait(1_000);
    let after = world.table().game().clocks(world.now);
    assert_eq!((after.running, after.sides.red.game_ms), (Some(Color::Red), Some(766_000)));
    world.click("h0");
    world.click("g2");
    assert_eq!(world.take_sent(), [play("h0g2", 2)]);
}

#[test]
fn a_spectator_has_no_side_when_the_game_ends() {
    let mut world = watching(0);
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.table().game().viewpoint().own(), None);
    assert_eq!(world.table().game().outcome(), Some(outcome));
}

#[test]
fn clocks_stand_still_for_spectators_with_a_delay() {
    for (delay, ticking) in [(0, true), (3, false)] {
        let mut world = watching(delay);
        world.receive_event(played(Color::Black, "b9c7"));
        let before = world.table().game().clocks(world.now).sides;
        world.wait(2_000);
        assert_eq!(world.table().game().clocks(world.now).sides != before, ticking);
    }
}

#[test]
fn an_overflowing_event_number_reloads_the_game() {
    let mut world = watching(0);
    snapshot(&mut world, Seq::MAX, vec![started(OTHER, THIRD)]);
    world.effects.clear();
    world
        .receive(TableMessage::Events { first: Seq::MAX, events: vec![played(Color::Red, "h2e2")] }.at(GAME));
    assert!(matches!(world.effects[..], [Effect::Connection(ConnectionEffect::Connect { .. })]));
}
