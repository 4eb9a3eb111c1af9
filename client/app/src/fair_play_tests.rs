//! Tests of the wait before the next search, without a window.

use super::testing::profiles::unfair;
use super::testing::*;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    LobbyRequest, ProfileMessage, Refusal, SearchWait, SeekRefusal, Unfinished, WaitReason,
};

const MINUTE_MS: u64 = 60_000;

fn wait(minutes: u64) -> Denied {
    let why = WaitReason::Share { unfinished: 4, games: 5 };
    Denied::Refused(Refusal::Seek(SeekRefusal::Wait(SearchWait { left_ms: minutes * MINUTE_MS, why })))
}

fn may_seek(world: &World) -> Result<(), Denied> {
    world.app.sessions.shown().may_seek(world.now)
}

#[test]
fn a_wait_is_said_once_and_ends_by_time() {
    let mut world = World::in_lobby();
    assert_eq!(may_seek(&world), Ok(()));
    world.receive(unfair());
    assert_eq!(world.notice(), Some(&Notice::Denied(wait(20))));
    assert_eq!(may_seek(&world), Err(wait(20)));
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(MINUTE_MS)));
    world.now = world.now.plus_ms(5 * MINUTE_MS);
    assert_eq!(may_seek(&world), Err(wait(15)));
    world.now = world.now.plus_ms(15 * MINUTE_MS);
    assert_eq!(may_seek(&world), Ok(()));
}

#[test]
fn a_new_connection_forgets_what_the_server_does_not_send_again() {
    let mut world = World::in_lobby();
    world.receive(unfair());
    let own = |world: &World| world.app.sessions.visit().unwrap().fair_play.clone();
    assert_eq!(own(&world).in_game(GAME), Some(Unfinished::Abandoned));
    world.receive(ProfileMessage::FairPlay(Box::default()));
    assert_eq!((own(&world).in_game(GAME), may_seek(&world)), (None, Ok(())));
}

#[test]
fn challenges_are_open_during_a_wait() {
    let mut world = World::in_lobby();
    world.receive(unfair());
    world.take_sent();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    assert!(
        matches!(&sent[..], [chuhe_protocol::ClientMessage::Lobby(LobbyRequest::Challenge { .. })]),
        "{sent:?}"
    );
}
