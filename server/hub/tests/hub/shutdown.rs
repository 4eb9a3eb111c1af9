//! Shutdown: no new games, a notice to everyone, then a clean stop.

use crate::world::{MATE, World, outcome, untimed};
use chuhe_hub::{Hub, HubConfig, Input};
use chuhe_protocol::{
    ChallengeEnd, ClientMessage, CloseReason, DoorMessage, DoorRequest, Event, LobbyMessage, LobbyRequest,
    Refusal, ServerMessage, TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, Outcome, WinReason};

#[test]
fn a_shutdown_is_announced_and_running_games_end_without_a_result() {
    let mut world = World::new();
    let table = world.table(untimed());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let greeting = world.open();
    let challenge = world.challenge(cy, di, Terms::default());
    world.handle(Input::Shutdown { grace_ms: 0 });
    for client in [table.red(), table.black()] {
        let received = world.received(client);
        assert_eq!(received[0], ServerMessage::Door(DoorMessage::ShuttingDown));
        let ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } = &received[1] else {
            panic!("{received:?}")
        };
        assert_eq!(outcome(events), Outcome::Aborted(AbortReason::ServerShutdown));
    }
    let how = ChallengeEnd::ShuttingDown;
    let closed = ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how });
    world.expect(cy, &[ServerMessage::Door(DoorMessage::ShuttingDown), closed]);
    for connection in [table.red(), cy, di].map(|client| client.connection).into_iter().chain([greeting]) {
        assert_eq!(world.closed(connection), Some(CloseReason::ShuttingDown));
    }
    assert!(world.stopped);
    let late = world.open();
    assert_eq!(world.closed(late), Some(CloseReason::ShuttingDown));
}

#[test]
fn within_the_grace_period_games_go_on_and_no_new_ones_start() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    world.discard_received();
    let challenge =
        ClientMessage::Lobby(LobbyRequest::Challenge { opponent: di.player, terms: Terms::default() });
    assert_eq!(world.refused(cy, challenge), Refusal::ShuttingDown);
    let rematch = TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game);
    assert_eq!(world.refused(table.red(), rematch), Refusal::ShuttingDown);
    let connection = world.open();
    let join = ClientMessage::Door(DoorRequest::Join { name: "Ed".into(), hall: None });
    assert_eq!(world.refused_at(connection, join), Refusal::ShuttingDown);
    let (_, received) = world.resume(cy, None);
    assert_eq!(received.last(), Some(&ServerMessage::Door(DoorMessage::ShuttingDown)));
    world.play(&mut table, &["h2e2", "h9g7"]);
    assert!(!world.stopped);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    let expected = Outcome::won(Color::Black, WinReason::Resignation);
    assert_eq!(outcome(&world.events(table.black())), expected);
    assert!(world.stopped, "the last game is over");
}

#[test]
fn running_games_end_after_the_grace_period_or_a_second_request() {
    for told_again in [false, true] {
        let mut world = World::new();
        let table = world.table(untimed());
        world.handle(Input::Shutdown { grace_ms: 10_000 });
        world.discard_received();
        if told_again {
            world.handle(Input::Shutdown { grace_ms: 0 });
        } else {
            world.advance(9_999);
            assert!(!world.stopped);
            world.advance(1);
        }
        assert!(world.stopped);
        let expected = Outcome::Aborted(AbortReason::ServerShutdown);
        assert_eq!(outcome(&world.events(table.red())), expected);
    }
}

#[test]
fn games_end_when_the_grace_period_ends_while_the_server_stands_still() {
    let mut world = World::new();
    let table = world.table(untimed());
    world.handle(Input::Shutdown { grace_ms: 3_000 });
    world.advance(1_000);
    world.discard_received();
    let since = world.now();
    world.oversleep(4_000);
    world.handle(Input::StoodStill(since));
    assert!(world.stopped);
    let events = world.events(table.red());
    assert!(matches!(events[0], Event::Interrupted { down_ms: 4_000, .. }), "{events:?}");
    assert_eq!(outcome(&events), Outcome::Aborted(AbortReason::ServerShutdown));
}

#[test]
fn of_two_graces_the_shorter_counts() {
    for graces in [[10_000, 5_000], [5_000, 10_000]] {
        let mut world = World::new();
        world.table(untimed());
        for grace_ms in graces {
            world.handle(Input::Shutdown { grace_ms });
        }
        world.advance(4_999);
        assert!(!world.stopped);
        world.advance(1);
        assert!(world.stopped);
    }
}

#[test]
fn a_rematch_offered_before_the_stop_is_not_accepted_after_it() {
    let mut world = World::new();
    let mut over = world.table(untimed());
    world.play(&mut over, &MATE);
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    world.begin(cy, di, untimed());
    let (game, kind) = (over.game, OfferKind::Rematch);
    world.send(over.red(), TableRequest::Offer { kind }.at(game));
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    world.discard_received();
    let accept = TableRequest::AnswerOffer { kind, accept: true }.at(game);
    assert_eq!(world.refused(over.black(), accept), Refusal::ShuttingDown);
    world.send(over.black(), TableRequest::AnswerOffer { kind, accept: false }.at(game));
    assert!(matches!(world.events(over.red())[..], [Event::OfferClosed { .. }]));
}

#[test]
fn a_server_without_games_stops_at_once() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.handle(Input::Shutdown { grace_ms: 10_000 });
    world.expect(bo, &[ServerMessage::Door(DoorMessage::ShuttingDown)]);
    assert!(world.stopped);
}

#[test]
fn stored_games_are_not_ended_by_a_shutdown() {
    for grace_ms in [0, 10_000] {
        let mut world = World::new();
        world.hub = Hub::new(HubConfig { persistent_games: true, ..HubConfig::seeded([1; 32]) });
        let mut table = world.table(untimed());
        world.handle(Input::Shutdown { grace_ms });
        world.discard_received();
        if grace_ms > 0 {
            world.play(&mut table, &["h2e2", "h9g7"]);
            world.advance(grace_ms);
        }
        assert!(world.stopped);
        for client in [table.red(), table.black()] {
            assert_eq!(world.closed(client.connection), Some(CloseReason::ShuttingDown));
        }
        assert_eq!(world.hub.operators().gauges().games, 1);
    }
}

#[test]
fn the_server_stops_when_the_last_stored_game_ends() {
    let mut world = World::new();
    world.hub = Hub::new(HubConfig { persistent_games: true, ..HubConfig::seeded([1; 32]) });
    let mut table = world.table(untimed());
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    world.discard_received();
    assert!(!world.stopped);
    world.play(&mut table, &MATE);
    assert!(world.stopped, "the last game is over");
}

#[test]
fn a_stopped_server_sends_nothing_more() {
    let mut world = World::new();
    let table = world.table(untimed());
    world.lose(table.red());
    world.handle(Input::Shutdown { grace_ms: 0 });
    assert!(world.stopped);
    let sent = world.sent;
    // the name of the absent player has expired by then, and the player leaves the table
    world.advance(2 * limits::GUEST_NAME_MS);
    assert_eq!(world.sent, sent);
    assert_eq!(world.hub.poll_timeout(), None);
}
