//! Tests of the title of the window and of the calls for the user's attention.

use super::testing::local::{against_computer, two_here};
use super::testing::watch::watching;
use super::testing::{ME, OTHER, World, name, played, player, reading, started};
use chuhe_model::actions::action::{Action, SettingsAction, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::call::CallSettings;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, TwoChoice};
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_protocol::{
    Challenge, ChallengeId, ColorChoice, DoorMessage, Event as GameEvent, LobbyMessage, Terms,
};
use chuhe_rules::{Color, GameMove, Outcome, WinReason};

fn in_chinese(mut world: World) -> World {
    world.act(Action::Settings(SettingsAction::Language(Some(Lang::Zh))));
    world.calls.clear();
    world
}

fn challenge(world: &mut World, id: u64) {
    world.receive(LobbyMessage::ChallengeOpened(Box::new(Challenge {
        id: ChallengeId(id),
        from: OTHER,
        to: ME,
        terms: Terms::default(),
        expires_in_ms: 48_000,
    })));
}

#[test]
fn the_title_says_whose_turn_it_is_and_against_whom() {
    let mut world = in_chinese(World::new());
    assert_eq!(world.app.title(), "楚河");
    world = in_chinese(World::in_lobby());
    assert_eq!(world.app.title(), "楚河客 · 楚河");
    world = in_chinese(World::at_board(Color::Red));
    assert_eq!(world.app.title(), "● 轮到你 · 对 云中鹤");
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.app.title(), "对 云中鹤 · 楚河");
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert_eq!(world.app.title(), "掉线 · 对 云中鹤");
    let mut world = in_chinese(World::at_board(Color::Red));
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.app.title(), "对局结束 · 对 云中鹤");
    assert!(in_chinese(watching(0)).app.title().starts_with("观战 "));
    let mut two = in_chinese(two_here(TwoChoice::default()));
    two.wait(10);
    assert_eq!(two.app.title(), "楚河", "both people see the same window");
}

#[test]
fn the_user_is_called_for_their_turn_the_end_and_a_new_game() {
    let mut world = in_chinese(World::at_board(Color::Black));
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.calls, ["轮到你 · 对 云中鹤"]);
    world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!(world.calls.len(), 1);
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.calls[1..], ["对局结束 · 对 云中鹤"]);
    let mut world = in_chinese(World::in_lobby());
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.calls, ["对局开始 · 对 云中鹤"]);
}

#[test]
fn who_comes_back_to_a_game_is_not_called_for_its_beginning() {
    let choice = ComputerChoice { side: ColorChoice::Red, ..ComputerChoice::default() };
    let mut world = in_chinese(against_computer(choice));
    world.act(Action::Table(TableAction::Play(GameMove::Xiangqi("h2e2".parse().unwrap()))));
    world.act(Action::Back);
    world.calls.clear();
    world.act(Action::Start(StartAction::Continue));
    assert!(world.calls[0].starts_with("对局中 · "), "{:?}", world.calls);
}

#[test]
fn each_challenge_calls_once() {
    let mut world = in_chinese(World::in_lobby());
    challenge(&mut world, 3);
    world.wait(1_000);
    assert_eq!(world.calls, ["云中鹤 向你挑战"]);
    assert_eq!(world.app.title(), "● 云中鹤 向你挑战");
    challenge(&mut world, 4);
    assert_eq!(world.calls.len(), 2);
}

#[test]
fn what_happened_before_joining_calls_nobody() {
    let mut world = in_chinese(World::at_board(Color::Red));
    world.receive_event(played(Color::Red, "h2e2"));
    world.reconnect();
    world.joined(true);
    world.receive_event(played(Color::Black, "h9g7"));
    world.receive(DoorMessage::Pong { nonce: 2 });
    world.receive(LobbyMessage::Players {
        players: vec![player(ME, name("楚河客").as_str())], first: true
    });
    assert_eq!(world.calls, [] as [&str; 0]);
}

#[test]
fn a_user_who_chose_neither_is_not_called() {
    let mut world = in_chinese(World::at_board(Color::Black));
    let none = CallSettings { urgent: false, notification: false };
    world.act(Action::Settings(SettingsAction::Calls(none)));
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.calls, [] as [&str; 0]);
}

#[test]
fn the_place_of_the_window_is_stored_when_it_closes() {
    let mut world = World::new();
    let place = ScreenRect { x: 300, y: 120, width: 1_000, height: 700 };
    world.update(Event::Placed(place));
    world.update(Event::CloseRequested);
    let stored = world.effects.iter().find_map(|effect| {
        let Effect::Storage(StorageEffect::SaveSettings(settings)) = effect else { return None };
        settings.window
    });
    assert_eq!(stored, Some(place));
}

#[test]
fn the_computer_calls_as_an_opponent_does() {
    let world = in_chinese(against_computer(ComputerChoice::default()));
    assert!(world.app.title().contains("电脑"), "{}", world.app.title());
}
