//! Invitations that wait for both players: a held place, who may come and go, and what ends the wait.

use super::invitations::{accept, closed, find, invite, leave};
use super::world::{Client, World};
use chuhe_hub::{Address, HubConfig, Input, Limits, OperatorAction, Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::*;

/// A world in which An has accepted Bo's invitation while Bo is away.
struct Waiting {
    world: World,
    bo: Client,
    an: Client,
    code: InvitationCode,
}

fn waiting() -> Waiting {
    waiting_in(World::new())
}

fn waiting_in(mut world: World) -> Waiting {
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.lose(bo);
    world.advance_with(&[an], 120_000);
    world.send(an, accept(code));
    let received = world.received(an);
    let [ServerMessage::Lobby(LobbyMessage::InvitationAccepted(held))] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!((held.name.as_str(), held.away_s), ("Bo", Some(120)));
    assert_eq!(held.accepted_by.as_ref().map(PlayerName::as_str), Some("An"));
    assert_eq!(u64::from(held.expires_in_ms), limits::INVITATION_WAIT_MS);
    Waiting { world, bo, an, code }
}

fn kinds(received: &[ServerMessage]) -> Vec<&ServerMessage> {
    let is_about_it = |message: &&ServerMessage| {
        matches!(
            message,
            ServerMessage::Lobby(
                LobbyMessage::InvitationOpened(_)
                    | LobbyMessage::InvitationAccepted(_)
                    | LobbyMessage::InvitationClosed { .. }
            ) | ServerMessage::Table { message: TableMessage::Events { .. }, .. }
        )
    };
    received.iter().filter(is_about_it).collect()
}

/// Returns the game that a player plays, as everyone sees.
fn game_of(world: &World, client: Client) -> GameId {
    let player = world.list_entry(client).expect("the player is listed");
    let Activity::Playing { game, .. } = player.activity else { panic!("{player:?}") };
    game
}

fn begins(received: &[ServerMessage], code: InvitationCode) -> bool {
    let kinds = kinds(received);
    let end = kinds.len().saturating_sub(2);
    matches!(kinds[end..], [first, ServerMessage::Table { message: TableMessage::Events { first: 0, .. }, .. }] if *first == closed(code, InvitationEnd::Accepted))
}

#[test]
fn a_game_begins_when_the_inviting_player_comes_back() {
    let Waiting { mut world, bo, an, code } = waiting();
    let (bo, received) = world.resume(bo, None);
    assert!(
        matches!(kinds(&received)[0], ServerMessage::Lobby(LobbyMessage::InvitationOpened(open)) if open.away_s.is_none())
    );
    assert!(begins(&received, code), "{received:?}");
    let received = world.received(an);
    assert!(begins(&received, code), "{received:?}");
    assert_eq!(game_of(&world, bo), game_of(&world, an));
    assert!(world.stored.invitations.is_empty());
}

#[test]
fn a_held_place_is_refused_to_everyone_else_and_shown_again_to_its_holder() {
    let Waiting { mut world, an, code, .. } = waiting();
    let cy = world.join("Cy");
    for request in [find(code), accept(code)] {
        assert_eq!(world.refused(cy, request), Refusal::Invitation(InvitationRefusal::Taken));
    }
    let stranger = world.open();
    let taken = Refusal::Invitation(InvitationRefusal::Taken);
    assert_eq!(world.refused_at(stranger, find(code)), taken);
    assert_eq!(world.refused(cy, leave(code)), Refusal::Invitation(InvitationRefusal::Unknown));
    for request in [find(code), accept(code)] {
        world.discard_received();
        world.send(an, request);
        let received = world.received(an);
        assert!(
            matches!(received[..], [ServerMessage::Lobby(LobbyMessage::InvitationAccepted(_))]),
            "{received:?}"
        );
    }
}

#[test]
fn a_holder_who_leaves_frees_the_place_for_others() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.send(an, leave(code));
    world.expect(an, &[closed(code, InvitationEnd::Left)]);
    let (bo, received) = world.resume(bo, None);
    let [ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))] = &kinds(&received)[..] else {
        panic!("{received:?}")
    };
    assert_eq!((open.accepted_by.clone(), open.away_s), (None, None));
    let cy = world.join("Cy");
    world.send(cy, accept(code));
    assert_eq!(game_of(&world, cy), game_of(&world, bo));
}

#[test]
fn a_program_that_sleeps_behind_a_messenger_is_waited_for_although_it_is_connected() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.send(bo, DoorRequest::Sleep { asleep: true });
    world.send(an, accept(code));
    assert!(matches!(
        kinds(&world.received(an))[..],
        [ServerMessage::Lobby(LobbyMessage::InvitationAccepted(_))]
    ));
    world.send(an, DoorRequest::Sleep { asleep: true });
    world.send(bo, DoorRequest::Sleep { asleep: false });
    assert!(!begins(&world.received(bo), code), "now An sleeps");
    world.send(an, DoorRequest::Sleep { asleep: false });
    for player in [bo, an] {
        assert!(begins(&world.received(player), code), "{player:?}");
    }
}

#[test]
fn an_inviting_player_who_is_back_first_waits_for_the_holder_in_turn() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.lose(an);
    world.advance(60_000);
    let (bo, received) = world.resume(bo, None);
    let [ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))] = &kinds(&received)[..] else {
        panic!("{received:?}")
    };
    assert_eq!(open.accepted_by.as_ref().map(PlayerName::as_str), Some("An"));
    assert_eq!(open.away_s, Some(60));
    let (an, received) = world.resume(an, None);
    assert!(begins(&received, code), "{received:?}");
    assert_eq!(game_of(&world, bo), game_of(&world, an));
}

#[test]
fn a_holder_who_leaves_is_reported_to_an_inviting_player_who_is_there() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.lose(an);
    let (bo, _) = world.resume(bo, None);
    world.discard_received();
    // An is away: a block ends the wait, and An does not learn why
    world.send(bo, AccountRequest::Block { player: an.player });
    let received = world.received(bo);
    let [
        ServerMessage::Lobby(LobbyMessage::InvitationOpened(open)),
        ServerMessage::Account(AccountMessage::Preferences { .. }),
    ] = &received[..]
    else {
        panic!("{received:?}")
    };
    assert_eq!(open.accepted_by, None);
    let (an, received) = world.resume(an, None);
    assert!(kinds(&received).is_empty(), "{received:?}");
    assert_eq!(world.refused(an, find(code)), Refusal::NoChallenges);
}

#[test]
fn a_block_ends_the_wait() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.send(an, AccountRequest::Block { player: bo.player });
    assert_eq!(world.received(an)[0], closed(code, InvitationEnd::Left));
    let (bo, received) = world.resume(bo, None);
    assert!(
        matches!(kinds(&received)[..], [ServerMessage::Lobby(LobbyMessage::InvitationOpened(_))]),
        "{received:?}"
    );
    assert!(world.hub.operators().players().all(|player| player.activity == Activity::Idle), "{bo:?}");
}

#[test]
fn the_wait_ends_after_an_hour_for_both_and_then_their_names_are_free() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.advance_with(&[an], limits::INVITATION_WAIT_MS - 1);
    assert_eq!(world.received(an), []);
    world.advance(1);
    world.expect(an, &[closed(code, InvitationEnd::Missed)]);
    assert!(world.stored.invitations.is_empty());
    assert!(
        !world.stored.players.contains_key(&bo.player),
        "Bo was awaited for longer than a guest's name is kept"
    );
    let bo = world.join("Bo");
    let how = InvitationEnd::Missed;
    assert_eq!(world.refused(bo, find(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn both_names_are_kept_while_both_are_away() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.lose(an);
    world.advance(limits::INVITATION_WAIT_MS - 1_000);
    let (bo, _) = world.resume(bo, None);
    let (an, received) = world.resume(an, None);
    assert!(begins(&received, code), "{received:?}");
    assert_eq!(game_of(&world, bo), game_of(&world, an));
}

#[test]
fn a_place_that_is_left_after_the_invitation_has_expired_closes_it() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.lose(bo);
    world.advance_with(&[an], limits::INVITATION_MS - 1_000);
    world.send(an, accept(code));
    world.advance_with(&[an], 2_000);
    world.discard_received();
    world.send(an, leave(code));
    world.expect(an, &[closed(code, InvitationEnd::Left)]);
    let how = InvitationEnd::Expired;
    assert_eq!(world.refused(an, find(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
    world.advance(0);
    assert!(!world.stored.players.contains_key(&bo.player));
}

#[test]
fn an_invitation_that_is_withdrawn_ends_the_wait() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.lose(an);
    let (bo, _) = world.resume(bo, None);
    world.discard_received();
    world.send(bo, LobbyRequest::WithdrawInvitation { code });
    world.expect(bo, &[closed(code, InvitationEnd::Withdrawn)]);
    let (an, _) = world.resume(an, None);
    let how = InvitationEnd::Withdrawn;
    assert_eq!(world.refused(an, find(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn a_game_with_somebody_else_leaves_the_place_and_ends_an_own_invitation() {
    let Waiting { mut world, bo, an, code } = waiting();
    let cy = world.join("Cy");
    let table = world.begin(an, cy, Terms::default());
    assert!(world.stored.invitations.values().all(|(_, row)| row.held.is_none()), "{}", table.game);
    let (bo, received) = world.resume(bo, None);
    assert!(
        matches!(kinds(&received)[..], [ServerMessage::Lobby(LobbyMessage::InvitationOpened(_))]),
        "{received:?}"
    );
    assert_eq!(world.refused(an, accept(code)), Refusal::YouAreBusy);
    // An waits again, is away, and Bo plays somebody else meanwhile
    let Waiting { mut world, bo: bo_then, an, code } = waiting();
    world.lose(an);
    let (bo_now, _) = world.resume(bo_then, None);
    let cy = world.join("Cy");
    world.begin(bo_now, cy, Terms::default());
    let (an, _) = world.resume(an, None);
    let how = InvitationEnd::Busy;
    assert_eq!(
        world.refused(an, find(code)),
        Refusal::Invitation(InvitationRefusal::Closed { how }),
        "{bo:?}"
    );
}

#[test]
fn accepting_another_invitation_leaves_the_first() {
    let Waiting { mut world, an, code, .. } = waiting();
    let cy = world.join("Cy");
    let other = invite(&mut world, cy, Terms::default()).code;
    world.lose(cy);
    world.send(an, accept(other));
    let received = world.received(an);
    assert_eq!(received[0], closed(code, InvitationEnd::Left));
    assert!(
        matches!(&received[1..], [ServerMessage::Lobby(LobbyMessage::InvitationAccepted(held))] if held.code == other)
    );
    let di = world.join("Di");
    world.send(di, accept(code));
    assert!(matches!(
        world.received(di)[..],
        [.., ServerMessage::Lobby(LobbyMessage::InvitationAccepted(_))]
    ));
}

#[test]
fn a_player_who_quits_ends_the_wait() {
    let Waiting { mut world, bo, an, code } = waiting();
    world.send(an, DoorRequest::Quit);
    let (bo, received) = world.resume(bo, None);
    let [ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))] = &kinds(&received)[..] else {
        panic!("{received:?}")
    };
    assert_eq!(open.accepted_by, None);
    world.send(bo, DoorRequest::Quit);
    let cy = world.join("Cy");
    let how = InvitationEnd::Gone;
    assert_eq!(world.refused(cy, accept(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn a_ban_of_the_holder_frees_the_place() {
    let Waiting { mut world, bo, code, .. } = waiting();
    let target = SanctionTarget::Name(PlayerName::parse("An").expect("a name"));
    let sanction = Sanction { kind: SanctionKind::Ban, target, until: None };
    world.handle(Input::Operate(OperatorAction::Impose(sanction).into()));
    let (bo, received) = world.resume(bo, None);
    assert!(
        matches!(kinds(&received)[..], [ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))] if open.accepted_by.is_none())
    );
    let cy = world.join("Cy");
    world.send(cy, accept(code));
    assert_eq!(game_of(&world, cy), game_of(&world, bo));
}

#[test]
fn the_wait_survives_a_crash_and_is_prolonged() {
    for bo_first in [true, false] {
        let Waiting { mut world, bo, an, code } = waiting();
        world.crash(600_000);
        let (first, second) = if bo_first { (bo, an) } else { (an, bo) };
        let (first, received) = world.resume(first, None);
        let held = match kinds(&received)[..] {
            [
                ServerMessage::Lobby(
                    LobbyMessage::InvitationOpened(held) | LobbyMessage::InvitationAccepted(held),
                ),
            ] => held.clone(),
            _ => panic!("{received:?}"),
        };
        let left = limits::INVITATION_WAIT_MS + limits::INTERRUPTION_CREDIT_MS;
        assert_eq!((u64::from(held.expires_in_ms), held.away_s), (left, Some(0)));
        let (second, received) = world.resume(second, None);
        assert!(begins(&received, code), "{received:?}");
        assert_eq!(game_of(&world, first), game_of(&world, second));
    }
}

#[test]
fn a_stored_place_that_cannot_be_held_is_free_after_a_restart() {
    let Waiting { mut world, bo, an, code } = waiting();
    let gone = an.player;
    world.restore(1_000, |restored| restored.players.retain(|(player, ..)| *player != gone));
    let (bo, received) = world.resume(bo, None);
    let [ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))] = &kinds(&received)[..] else {
        panic!("{received:?}")
    };
    assert_eq!(open.accepted_by, None, "{bo:?} {code}");
}

#[test]
fn an_orderly_restart_keeps_an_invitation_that_is_stored() {
    let settings = HubConfig { persistent_games: true, ..HubConfig::seeded([1; 32]) };
    let Waiting { mut world, bo, an, code } = waiting_in(World::with(settings));
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    assert!(world.stopped, "no game is running");
    assert!(!world.received(an).contains(&closed(code, InvitationEnd::ShuttingDown)));
    world.crash(5_000);
    let (an, _) = world.resume(an, None);
    let (bo, received) = world.resume(bo, None);
    assert!(begins(&received, code), "{received:?}");
    assert_eq!(game_of(&world, bo), game_of(&world, an));
}

#[test]
fn a_shutdown_that_has_begun_begins_no_awaited_game() {
    let settings = HubConfig { persistent_games: true, ..HubConfig::seeded([1; 32]) };
    let mut world = World::with(settings);
    let table = world.table(Terms::default());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let code = invite(&mut world, cy, Terms::default()).code;
    world.lose(cy);
    world.send(di, accept(code));
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    world.discard_received();
    let (_, received) = world.resume(cy, None);
    assert!(!begins(&received, code), "game {} goes on, {received:?}", table.game);
    assert_eq!(world.received(di), []);
}

#[test]
fn a_pause_prolongs_the_wait() {
    let Waiting { mut world, an, code, .. } = waiting();
    world.handle(Input::StoreStalled(world.now()));
    world.advance_with(&[an], limits::INVITATION_WAIT_MS);
    world.handle(Input::StoreRecovered);
    world.discard_received();
    world.send(an, find(code));
    let received = world.received(an);
    let [ServerMessage::Lobby(LobbyMessage::InvitationAccepted(held))] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!(u64::from(held.expires_in_ms), limits::INVITATION_WAIT_MS + limits::INTERRUPTION_CREDIT_MS);
}

#[test]
fn a_client_that_has_not_joined_sees_who_invites_and_nothing_private() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let terms = Terms { color: ColorChoice::Black, ..Terms::default() };
    let code = invite(&mut world, bo, terms.clone()).code;
    world.lose(bo);
    world.advance(5_000);
    let stranger = world.open();
    world.ask(stranger, find(code));
    let received = world.received_at(stranger);
    let [ServerMessage::Lobby(LobbyMessage::InvitationFound(found))] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!((found.name.as_str(), &found.terms), ("Bo", &terms));
    assert_eq!((found.accepted_by.clone(), found.away_s), (None, None));
    let unknown = find(InvitationCode::from_random(1 << 40));
    assert_eq!(world.refused_at(stranger, unknown), Refusal::Invitation(InvitationRefusal::Unknown));
    assert_eq!(world.refused_at(stranger, accept(code)), Refusal::NotJoined);
    let elsewhere =
        ClientMessage::Lobby(LobbyRequest::FindInvitation { code, hall: HallName::parse("east").ok() });
    assert_eq!(world.refused_at(stranger, elsewhere), Refusal::NoSuchHall);
    world.ask(stranger, DoorRequest::Join { name: "An".into(), hall: None });
    world.ask(stranger, accept(code));
    assert!(matches!(
        world.received_at(stranger)[..],
        [.., ServerMessage::Lobby(LobbyMessage::InvitationAccepted(_))]
    ));
}

#[test]
fn questions_for_codes_are_limited_for_a_connection_and_for_an_address() {
    let limits = Limits {
        player_challenges: chuhe_hub::Rate::new(2, 60_000),
        address_challenges: chuhe_hub::Rate::new(3, 60_000),
        ..Limits::default()
    };
    let mut world = World::limited(limits);
    let code = InvitationCode::from_random(7);
    let (one, other) = (world.open_from(Address(1)), world.open_from(Address(1)));
    let unknown = Refusal::Invitation(InvitationRefusal::Unknown);
    assert_eq!([0; 2].map(|_| world.refused_at(one, find(code))), [unknown; 2]);
    assert!(matches!(world.refused_at(one, find(code)), Refusal::TooManyAttempts { .. }));
    assert_eq!(world.refused_at(other, find(code)), unknown);
    assert!(matches!(world.refused_at(other, find(code)), Refusal::TooManyAttempts { .. }));
    let looked_up = world.hub.look_up_invitation(Address(1), code);
    assert!(matches!(looked_up, Err(Refusal::TooManyAttempts { .. })));
    assert_eq!(world.hub.look_up_invitation(Address(2), code).err(), Some(unknown));
}

#[test]
fn a_crash_leaves_an_accepted_invitation_free_or_held() {
    for outputs in 0..8 {
        let mut world = World::new();
        let (bo, an) = (world.join("Bo"), world.join("An"));
        let code = invite(&mut world, bo, Terms::default()).code;
        world.lose(bo);
        let input = Input::Received(an.connection, Request { number: 1, message: accept(code) });
        world.crash_in(input, outputs, 1_000);
        let (bo, _) = world.resume(bo, None);
        let (an, received) = world.resume(an, None);
        if !begins(&received, code) {
            world.send(an, accept(code));
        }
        assert_eq!(game_of(&world, an), game_of(&world, bo), "{outputs}");
        assert!(world.stored.invitations.is_empty());
    }
}
