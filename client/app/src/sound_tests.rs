//! Tests of the sounds.

use super::testing::local::two_here;
use super::testing::watch::watching;
use super::testing::{ME, OTHER, World, played, reading, started};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::local_choice::TwoChoice;
use chuhe_model::choices::sound::{Sound, SoundSettings};
use chuhe_protocol::{DoorMessage, Event as GameEvent, TableMessage};
use chuhe_rules::clock::{ClockReading, SideReading};
use chuhe_rules::{Color, Outcome, PerColor, WinReason};

fn at_board(me: Color) -> World {
    let mut world = World::at_board(me);
    world.sounds.clear();
    world
}

#[test]
fn each_move_sounds_once_when_it_is_shown() {
    let mut world = at_board(Color::Red);
    world.click("h2");
    world.click("h9");
    assert_eq!(world.sounds, [Sound::Capture], "before the server confirms it");
    world.receive_event(played(Color::Red, "h2h9"));
    world.wait(100);
    assert_eq!(world.sounds, [Sound::Capture]);
    world.receive_event(played(Color::Black, "i9h9"));
    world.receive_event(played(Color::Red, "b2e2"));
    world.receive_event(played(Color::Black, "h7e7"));
    world.receive_event(played(Color::Red, "e2e6"));
    assert_eq!(world.sounds[1..], [Sound::Capture, Sound::Move, Sound::Move, Sound::Check]);
}

#[test]
fn a_user_who_was_absent_hears_that_it_is_their_turn() {
    let mut world = at_board(Color::Black);
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.sounds, [Sound::Move]);
    world.receive_event(played(Color::Black, "h9g7"));
    for _ in 0..21 {
        world.wait(1_000);
    }
    world.receive_event(played(Color::Red, "e2e6"));
    assert_eq!(world.sounds[1..], [Sound::Move, Sound::Turn]);
}

#[test]
fn the_start_and_the_end_of_a_game_sound() {
    let mut world = World::in_lobby();
    world.receive_event(started(ME, OTHER));
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.sounds, [Sound::Turn, Sound::End]);
}

#[test]
fn little_time_sounds_once_in_a_move() {
    let mut world = at_board(Color::Red);
    let low = SideReading { game_ms: Some(11_000), read_ms: None, move_ms: None };
    let clocks = ClockReading { sides: PerColor::splat(low), running: Some(Color::Red) };
    let mv = |by, mv: &str, running| {
        let GameEvent::Played { mv, .. } = played(by, mv) else { unreachable!() };
        GameEvent::Played { by, mv, clocks: ClockReading { running: Some(running), ..clocks } }
    };
    world.receive_event(mv(Color::Red, "h2e2", Color::Black));
    world.receive_event(mv(Color::Black, "h9g7", Color::Red));
    world.sounds.clear();
    for _ in 0..40 {
        world.wait(100);
    }
    assert_eq!(world.sounds, [Sound::LowTime]);
}

#[test]
fn a_minute_for_each_move_sounds_only_near_its_end() {
    let mut world = at_board(Color::Red);
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(by, mv));
    }
    world.sounds.clear();
    for _ in 0..49 {
        world.wait(1_000);
    }
    assert_eq!(world.sounds, []);
    world.wait(1_500);
    world.wait(1_000);
    assert_eq!(world.sounds, [Sound::LowTime]);
    // neither does the next turn begin with it
    for (by, mv) in [(Color::Red, "h0g2"), (Color::Black, "b9c7")] {
        world.receive_event(played(by, mv));
    }
    world.wait(100);
    assert!(!world.sounds[1..].contains(&Sound::LowTime), "{:?}", world.sounds);
}

#[test]
fn the_game_time_is_said_to_run_low_once_in_a_game() {
    let mut world = at_board(Color::Red);
    let moves = [
        ("h2e2", "h9g7"),
        ("h0g2", "b9c7"),
        ("g3g4", "g6g5"),
        ("c3c4", "c6c5"),
        ("b0c2", "i9i8"),
        ("a0a1", "a9a8"),
    ];
    let turn = |world: &mut World, game_ms| {
        let side = SideReading { game_ms: Some(game_ms), read_ms: None, move_ms: None };
        let clocks = ClockReading { sides: PerColor::splat(side), running: Some(Color::Red) };
        let (red, black) = moves[world.table().game().ply() / 2];
        world.receive_event(played(Color::Red, red));
        let GameEvent::Played { mv, .. } = played(Color::Black, black) else { unreachable!() };
        world.receive_event(GameEvent::Played { by: Color::Black, mv, clocks });
        world.wait(100);
        std::mem::take(&mut world.sounds).contains(&Sound::LowTime)
    };
    // a tenth of a quarter of an hour is 90 s
    let heard = [120_000, 89_000, 85_000, 80_000, 9_000, 8_000].map(|left_ms| turn(&mut world, left_ms));
    assert_eq!(heard, [false, true, false, false, true, false]);
}

#[test]
fn moves_received_while_catching_up_are_silent() {
    let mut world = at_board(Color::Red);
    world.reconnect();
    world.joined(true);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.sounds, []);
}

#[test]
fn spectators_and_two_people_at_one_screen_hear_the_moves() {
    let mut world = watching(0);
    world.sounds.clear();
    let first = world.table().game().cursor().next;
    world.receive(
        TableMessage::Events { first, events: vec![played(Color::Black, "b9c7")] }.at(super::testing::GAME),
    );
    assert_eq!(world.sounds, [Sound::Move]);
    let mut two = two_here(TwoChoice::default());
    two.sounds.clear();
    two.click("h2");
    two.click("e2");
    assert_eq!(two.sounds, [Sound::Move]);
}

#[test]
fn a_muted_window_is_silent() {
    let mut world = at_board(Color::Black);
    let sound = SoundSettings { muted: true, ..SoundSettings::default() };
    world.act(Action::Settings(SettingsAction::Sound(sound)));
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.sounds, []);
}
