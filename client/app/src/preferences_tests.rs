//! Tests of blocks, of who may challenge, and of the waits before challenges.

use super::testing::{ME, OTHER, World, name};
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    AccountMessage, AccountRequest, BlockedPlayer, Challenge, ChallengeId, ChallengePolicy, ChatMessage,
    ChatRoom, ClientMessage, LobbyMessage, ProfileChoice, Refusal, ServerMessage, Terms,
};

fn blocked() -> ServerMessage {
    let blocked = vec![BlockedPlayer { player: OTHER, name: name("云中鹤") }];
    ServerMessage::Account(AccountMessage::Preferences {
        policy: ChallengePolicy::Registered,
        blocked,
        profile: ProfileChoice::default(),
    })
}

fn challenge_other(world: &mut World) -> u32 {
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Form(FormAction::Send));
    world.last_request()
}

#[test]
fn preferences_are_sent_to_the_server_and_apply_when_it_reports_them() {
    let mut world = World::in_lobby();
    world.take_sent();
    for action in [
        PreferencesAction::Block(OTHER),
        PreferencesAction::Policy(ChallengePolicy::Registered),
        PreferencesAction::Unblock(OTHER),
    ] {
        world.act(Action::Preferences(action));
    }
    let sent = [
        ClientMessage::Account(AccountRequest::Block { player: OTHER }),
        ClientMessage::Account(AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Registered }),
        ClientMessage::Account(AccountRequest::Unblock { player: OTHER }),
    ];
    assert_eq!(world.take_sent(), sent);
    let blocks = |world: &World| world.app.sessions.visit().unwrap().preferences.blocks(OTHER);
    assert!(!blocks(&world));
    world.receive(blocked());
    assert!(blocks(&world));
    assert_eq!(world.app.sessions.visit().unwrap().preferences.policy(), ChallengePolicy::Registered);
}

#[test]
fn preferences_cannot_change_without_a_connection() {
    let mut world = World::in_lobby();
    world.update(Event::Network(NetworkEvent::Closed(Closed::Broken)));
    world.take_sent();
    world.act(Action::Preferences(PreferencesAction::Block(OTHER)));
    assert_eq!(world.take_sent(), []);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Offline)));
}

#[test]
fn lines_of_a_blocked_player_do_not_count_as_unread() {
    let mut world = World::at_board(chuhe_rules::Color::Red);
    world.receive(blocked());
    let line = |from| {
        ServerMessage::Chat(ChatMessage::Line {
            room: ChatRoom::Lobby,
            from,
            name: name("Bo"),
            text: "hi".into(),
            at_ms: 1,
        })
    };
    world.receive(line(OTHER));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.chat().unread(), 0);
    world.receive(line(chuhe_protocol::PlayerId(77)));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.chat().unread(), 1);
}

#[test]
fn a_challenge_that_comes_too_soon_counts_down_and_ends_with_one_in_return() {
    let mut world = World::in_lobby();
    let request = challenge_other(&mut world);
    let reason = Refusal::ChallengeTooSoon { wait_ms: 10_000 };
    world.receive(ServerMessage::Refused { request, reason });
    let wait_ms = |world: &World| world.app.sessions.visit().unwrap().lobby.wait_ms(OTHER, world.now);
    assert_eq!(wait_ms(&world), 10_000);
    assert_eq!(world.notice(), Some(&Notice::Refused(reason)));
    world.wait(4_000);
    assert_eq!(wait_ms(&world), 6_000);
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(250)), "it counts");
    world.wait(6_000);
    assert_eq!(wait_ms(&world), 0);

    let request = challenge_other(&mut world);
    world.receive(ServerMessage::Refused { request, reason });
    let terms = Terms::default();
    let challenge = Challenge { id: ChallengeId(5), from: OTHER, to: ME, terms, expires_in_ms: 60_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    assert_eq!(wait_ms(&world), 0);
}

#[test]
fn a_notice_disappears_when_its_waiting_time_is_over() {
    let mut world = World::in_lobby();
    let request = challenge_other(&mut world);
    let reason = Refusal::ChallengeTooSoon { wait_ms: 2_000 };
    world.receive(ServerMessage::Refused { request, reason });
    world.wait(1_999);
    assert_eq!(world.notice(), Some(&Notice::Refused(reason)));
    world.wait(1);
    assert_eq!(world.notice(), None);
}
