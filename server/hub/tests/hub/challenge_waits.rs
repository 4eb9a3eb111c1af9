//! Waiting times between challenges to the same opponent.

use crate::world::{Client, World};
use chuhe_hub::Address;
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ClientMessage, DeclineReason, DoorMessage, DoorRequest, LobbyMessage,
    LobbyRequest, Refusal, ServerMessage, TableMessage, TableRequest, Terms, limits,
};

const SCHOOL: Address = Address(7);

fn challenge(to: Client) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::Challenge { opponent: to.player, terms: Terms::default() })
}

fn decline(challenge: ChallengeId) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::DeclineChallenge { challenge, reason: DeclineReason::Later })
}

fn too_soon(wait_ms: u64) -> Refusal {
    Refusal::ChallengeTooSoon { wait_ms }
}

/// Joins as a guest from the address of the school.
fn join_at_school(world: &mut World, name: &str) -> Client {
    let connection = world.open_from(SCHOOL);
    world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
    let received = world.received_at(connection);
    let Some(&ServerMessage::Door(DoorMessage::Joined { player, token, .. })) = received.first() else {
        panic!("{received:?}")
    };
    world.discard_received();
    Client { connection, player, token }
}

#[test]
fn a_declined_player_waits_longer_each_time() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    for wait_ms in [10_000, 30_000, 120_000, 120_000] {
        let id = world.challenge(bo, an, Terms::default());
        world.send(an, decline(id));
        world.discard_received();
        assert_eq!(world.refused(bo, challenge(an)), too_soon(wait_ms));
        world.expect(an, &[]);
        world.advance_with(&[bo, an, cy], wait_ms - 1);
        assert_eq!(world.refused(bo, challenge(an)), too_soon(1));
        world.advance_with(&[bo, an, cy], 1);
    }
    world.challenge(bo, cy, Terms::default());
}

#[test]
fn a_player_who_cancels_waits_as_if_they_were_declined() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(bo, an, Terms::default());
    world.send(bo, LobbyRequest::CancelChallenge { challenge: id });
    world.discard_received();
    assert_eq!(world.refused(bo, challenge(an)), too_soon(10_000));
    world.challenge(an, bo, Terms::default());
}

#[test]
fn an_expired_challenge_costs_no_wait() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.challenge(bo, an, Terms::default());
    world.advance_with(&[bo, an], limits::CHALLENGE_MS);
    world.discard_received();
    world.challenge(bo, an, Terms::default());
}

#[test]
fn the_waits_end_with_a_game_a_challenge_in_return_or_quiet() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let decline_one = |world: &mut World| {
        let id = world.challenge(bo, an, Terms::default());
        world.send(an, decline(id));
        world.discard_received();
        assert_eq!(world.refused(bo, challenge(an)), too_soon(10_000));
    };
    decline_one(&mut world);
    world.advance_with(&[bo, an], limits::CHALLENGE_QUIET_MS);
    world.discard_received();

    decline_one(&mut world);
    let id = world.challenge(an, bo, Terms::default());
    world.send(bo, decline(id));
    world.discard_received();

    decline_one(&mut world);
    world.advance_with(&[bo, an], 10_000);
    let id = world.challenge(bo, an, Terms::default());
    world.send(an, LobbyRequest::AcceptChallenge { challenge: id });
    let received = world.received(bo);
    let Some(&ServerMessage::Table { game, message: TableMessage::Events { .. } }) = received.get(1) else {
        panic!("{received:?}")
    };
    world.send(bo, TableRequest::Abort.at(game));
    for client in [bo, an] {
        world.send(client, TableRequest::Leave.at(game));
    }
    world.discard_received();
    decline_one(&mut world);
}

#[test]
fn a_guest_who_quits_and_joins_again_does_not_evade_the_wait() {
    let mut world = World::new();
    let an = world.join("An");
    let (bo, classmate) = (join_at_school(&mut world, "Bo"), join_at_school(&mut world, "Cy"));
    world.advance(1_000);
    world.discard_received();
    world.challenge(bo, an, Terms::default());
    world.send(bo, DoorRequest::Quit);
    let closed = |message: &ServerMessage| {
        matches!(message, ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how: ChallengeEnd::Gone, .. }))
    };
    assert!(world.received(an).iter().any(closed));
    let again = join_at_school(&mut world, "Bobo");
    assert_eq!(world.refused(again, challenge(an)), too_soon(10_000));
    world.challenge(classmate, an, Terms::default());
}

#[test]
fn a_challenger_whose_opponent_quits_does_not_wait() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.challenge(bo, an, Terms::default());
    world.send(an, DoorRequest::Quit);
    let an = world.join("An");
    world.discard_received();
    world.challenge(bo, an, Terms::default());
}

#[test]
fn a_challenger_who_begins_another_game_waits_as_if_they_had_cancelled() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    for wait_ms in [10_000, 30_000] {
        let from_cy = world.challenge(cy, bo, Terms::default());
        let to_an = world.challenge(bo, an, Terms::default());
        world.send(bo, LobbyRequest::AcceptChallenge { challenge: from_cy });
        let busy =
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge: to_an, how: ChallengeEnd::Busy });
        assert!(world.received(an).contains(&busy));
        let game = world.game_of(bo);
        world.send(bo, TableRequest::Abort.at(game));
        for client in [bo, cy] {
            world.send(client, TableRequest::Leave.at(game));
        }
        world.discard_received();
        assert_eq!(world.refused(bo, challenge(an)), too_soon(wait_ms));
        world.advance_with(&[bo, an, cy], wait_ms);
        world.discard_received();
    }
}

#[test]
fn a_challenger_whose_opponent_begins_another_game_does_not_wait() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    world.challenge(bo, an, Terms::default());
    let from_cy = world.challenge(cy, an, Terms::default());
    world.send(an, LobbyRequest::AcceptChallenge { challenge: from_cy });
    let game = world.game_of(an);
    world.send(an, TableRequest::Abort.at(game));
    for client in [an, cy] {
        world.send(client, TableRequest::Leave.at(game));
    }
    world.discard_received();
    world.challenge(bo, an, Terms::default());
}
