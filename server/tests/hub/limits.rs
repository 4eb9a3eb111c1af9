//! What a connection may not do: come late, flood, break frames, read too slowly.

use crate::world::{World, outcome};
use chuhe_protocol::{ClientMessage, CloseReason, PlayerName, PresenceChange, ServerMessage, limits};
use chuhe_rules::{DrawReason, Outcome};
use chuhe_server::core::{Address, Input};

fn ping() -> ClientMessage {
    ClientMessage::Ping { nonce: 3, round_trip_ms: None }
}

#[test]
fn one_must_join_within_ten_seconds_even_while_pinging() {
    let mut world = World::new();
    let connection = world.open();
    world.advance(limits::GREETING_MS - 1);
    world.ask(connection, ping());
    assert_eq!(world.heard_at(connection), [ServerMessage::Pong { nonce: 3 }]);
    assert_eq!(world.closed(connection), None);
    world.advance(1);
    assert_eq!(world.closed(connection), Some(CloseReason::NoGreeting));
}

#[test]
fn the_time_spent_on_the_greeting_counts() {
    let mut world = World::new();
    let accepted = world.now();
    world.advance(6_000);
    let connection = world.open();
    world.tell(Input::Disconnected(connection));
    world.tell(Input::Connected(connection, Address::default(), accepted));
    world.advance(limits::GREETING_MS - 6_000);
    assert_eq!(world.closed(connection), Some(CloseReason::NoGreeting));
}

#[test]
fn a_heartbeat_keeps_a_connection() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.advance_with(&[bo], 10 * limits::SILENCE_MS);
    assert_eq!(world.closed(bo.connection), None);
    world.advance(limits::SILENCE_MS - 1);
    assert_eq!(world.closed(bo.connection), None);
    world.advance(1);
    assert_eq!(world.closed(bo.connection), Some(CloseReason::Silent));
}

#[test]
fn a_flood_is_cut() {
    let mut world = World::new();
    let bo = world.join("Bo");
    for _ in 1..limits::FLOOD_REQUESTS {
        world.say(bo, ping());
    }
    assert_eq!(world.closed(bo.connection), None);
    world.say(bo, ping());
    assert_eq!(world.closed(bo.connection), Some(CloseReason::Flood));
}

#[test]
fn what_is_no_frame_and_a_slow_reader_are_cut() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.tell(Input::Broken(bo.connection));
    assert_eq!(world.closed(bo.connection), Some(CloseReason::BrokenFrame));
    assert_eq!(world.presence(an).last(), Some(&PresenceChange::Gone(bo.player)));
    world.tell(Input::Stalled(an.connection));
    assert_eq!(world.closed(an.connection), Some(CloseReason::SlowReader));
}

#[test]
fn many_players_come_in_several_frames() {
    let mut world = World::new();
    for n in 0..limits::PLAYERS_PER_FRAME {
        world.join(&format!("P{n}"));
    }
    let connection = world.open();
    world.ask(connection, ClientMessage::Join { name: "Last".into() });
    let heard = world.heard_at(connection);
    let chunks: Vec<(usize, bool)> = heard
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Players { players, first } => Some((players.len(), *first)),
            _ => None,
        })
        .collect();
    assert_eq!(chunks, [(256, true), (1, false)]);
}

#[test]
fn presence_is_one_message_a_step() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let changes = world.presence(bo);
    assert_eq!(changes.len(), 1, "of himself he is told in the list: {changes:?}");
    let PresenceChange::Here(player) = &changes[0] else { panic!("{changes:?}") };
    assert_eq!((player.id, &player.name), (an.player, &PlayerName::parse("An").unwrap()));
    assert!(player.connected);
    assert_eq!(world.presence(an), []);
}

#[test]
fn a_crowd_is_told_who_came_a_few_times_a_second() {
    let mut world = World::new();
    let first = world.join("First");
    let crowd: Vec<_> = (0..1_000).map(|n| world.join(&format!("P{n}"))).collect();
    let sent = world.sent;
    world.advance(250);
    world.lose(crowd[7]);
    world.advance(250);
    let changes = world.presence(first);
    let here = |change: &&PresenceChange| matches!(change, PresenceChange::Here(_));
    assert_eq!(changes.iter().filter(here).count(), crowd.len(), "nobody is forgotten");
    assert_eq!(changes.last(), Some(&PresenceChange::Gone(crowd[7].player)));
    assert!(world.sent - sent <= 4 * (crowd.len() + 1), "{} messages", world.sent - sent);
}

#[test]
fn who_comes_and_goes_without_end_does_not_flood_the_others() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let sent = world.sent;
    for _ in 0..500 {
        let guest = world.join("Guest");
        world.say(guest, ClientMessage::Quit);
        world.advance(1);
    }
    // of these each guest was told his own joining and closing
    let to_others = world.sent - sent - 3 * 500;
    assert!(to_others <= 2 * limits::PRESENCE_BURST, "{to_others} messages");
    // what was held back is told in the end
    let guest = world.join("Guest");
    world.advance(limits::PRESENCE_WINDOW_MS);
    let last = world.presence(bo).pop();
    assert!(matches!(&last, Some(PresenceChange::Here(player)) if player.id == guest.player), "{last:?}");
}

#[test]
fn the_names_of_those_who_went_are_held_up_to_a_number() {
    let mut world = World::new();
    let first = world.join("First");
    world.lose(first);
    world.advance(1);
    for n in 0..limits::HELD_GUESTS {
        let guest = world.join(&format!("P{n}"));
        world.lose(guest);
    }
    let connection = world.open();
    world.ask(connection, ClientMessage::Resume { token: first.token, seen: None });
    let reason = chuhe_protocol::Refusal::UnknownToken;
    let heard = world.heard_at(connection);
    assert!(matches!(heard[..], [ServerMessage::Refused { reason: told, .. }] if told == reason));
    world.join("First");
}

#[test]
fn one_whose_name_is_no_longer_held_leaves_the_board_of_his_last_game() {
    let mut world = World::new();
    let mut table = world.table(crate::world::untimed());
    world.play(&mut table, &crate::world::MATE);
    world.lose(table.red());
    world.advance(1);
    for n in 0..limits::HELD_GUESTS {
        let guest = world.join(&format!("P{n}"));
        world.lose(guest);
    }
    let left = chuhe_protocol::Event::Left { color: chuhe_rules::Color::Red };
    assert_eq!(world.events(table.black()), [left]);
}

#[test]
fn a_game_of_too_many_plies_is_a_draw() {
    let mut world = World::new();
    let mut table = world.table(crate::world::untimed());
    for n in 1..=limits::GAME_PLIES / 4 {
        world.play(&mut table, &["i0i1", "a9a8", "i1i0"]);
        world.advance_with(&[table.red(), table.black()], 1_000);
        if n < limits::GAME_PLIES / 4 {
            world.play(&mut table, &["a8a9"]);
        }
    }
    world.forget_all();
    let last = ClientMessage::Play { game: table.game, ply: table.ply, mv: crate::world::mv("a8a9") };
    world.say(table.black(), last);
    assert_eq!(outcome(&world.events(table.red())), Outcome::Drawn(DrawReason::TooLong));
}
