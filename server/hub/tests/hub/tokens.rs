//! Tokens: how they are stored, and wrong, old, repeated and stolen ones.

use crate::world::{Client, World};
use chuhe_hub::TokenHash;
use chuhe_protocol::{ClientMessage, CloseReason, DoorRequest, Refusal, ServerMessage, SessionToken, limits};

fn resume(token: SessionToken) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: None })
}

fn is_void(world: &mut World, token: SessionToken) -> bool {
    let connection = world.open();
    world.ask(connection, resume(token));
    match &world.received_at(connection)[..] {
        [ServerMessage::Refused { reason, .. }] => *reason == Refusal::UnknownToken,
        _ => false,
    }
}

fn ping(world: &mut World, client: Client) {
    world.send(client, DoorRequest::Ping { nonce: 1, round_trip_ms: None });
}

/// The stored hashes, in any order.
fn stored_hashes(world: &World) -> Vec<TokenHash> {
    world.stored.sessions.keys().copied().collect()
}

fn hashes(tokens: &[SessionToken]) -> Vec<TokenHash> {
    let mut hashes: Vec<TokenHash> = tokens.iter().copied().map(TokenHash::of).collect();
    hashes.sort_unstable();
    hashes
}

#[test]
fn a_player_and_their_token_are_stored_and_deleted_with_the_name() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let (_, row) = &world.stored.players[&bo.player];
    assert_eq!((row.name.as_str(), row.joined_at, &row.password), ("Bo", world.now(), &None));
    assert_eq!(stored_hashes(&world), hashes(&[bo.token]));
    world.lose(bo);
    world.advance(limits::GUEST_NAME_MS);
    assert!(world.stored.players.is_empty());
    assert!(world.stored.sessions.is_empty());
}

#[test]
fn the_old_token_stays_valid_until_the_new_one_is_used() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let (newer, _) = world.resume(bo, None);
    assert_eq!(stored_hashes(&world), hashes(&[bo.token, newer.token]));
    // the answer was lost, so the client sends the old token again
    let (newest, _) = world.resume(bo, None);
    assert_eq!(stored_hashes(&world), hashes(&[bo.token, newest.token]));
    ping(&mut world, newest);
    assert_eq!(stored_hashes(&world), hashes(&[newest.token]));
}

#[test]
fn a_token_that_differs_in_one_bit_is_refused() {
    let mut world = World::new();
    let bo = world.join("Bo");
    for byte in 0..16 {
        let mut wrong = bo.token;
        wrong.0[byte] ^= 1;
        assert!(is_void(&mut world, wrong));
    }
    world.resume(bo, None);
}

#[test]
fn a_token_is_void_once_its_successor_was_used() {
    let mut world = World::new();
    let first = world.join("Bo");
    let (second, _) = world.resume(first, None);
    world.lose(second);
    // the second token was used to resume, so it had arrived
    let (third, _) = world.resume(second, None);
    assert!(is_void(&mut world, first.token));
    ping(&mut world, third);
    assert!(is_void(&mut world, second.token));
    world.resume(third, None);
}

#[test]
fn players_and_tokens_survive_the_server() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let (newer, _) = world.resume(bo, None);
    world.restart();
    let other = world.open();
    let join = ClientMessage::Door(DoorRequest::Join { name: "bo".into(), hall: None });
    assert_eq!(world.refused_at(other, join), Refusal::NameTaken);
    // the token whose answer arrived is valid, and using it voids the other
    let (newest, _) = world.resume(bo, None);
    assert!(is_void(&mut world, newer.token));
    ping(&mut world, newest);
    assert!(is_void(&mut world, bo.token));
    assert_eq!(stored_hashes(&world), hashes(&[an.token, newest.token]));
    world.restart();
    world.resume(newest, None);
    world.advance(limits::GUEST_NAME_MS);
    assert!(is_void(&mut world, an.token), "a guest who stays away is removed");
    assert!(!world.stored.players.contains_key(&an.player));
}

#[test]
fn a_stolen_rotated_token_is_worthless() {
    let mut world = World::new();
    let stolen = world.join("Bo");
    let (owner, _) = world.resume(stolen, None);
    ping(&mut world, owner);
    world.discard_received();
    let thief = world.open();
    assert_eq!(world.refused_at(thief, resume(stolen.token)), Refusal::UnknownToken);
    assert_eq!(world.closed(owner.connection), None);
    world.resume(owner, None);
}

#[test]
fn a_stolen_valid_token_takes_the_seat_and_the_owner_is_notified() {
    let mut world = World::new();
    let stolen = world.join("Bo");
    let (owner, _) = world.resume(stolen, None);
    let (thief, _) = world.resume(stolen, None);
    assert_eq!(world.closed(owner.connection), Some(CloseReason::Superseded));
    ping(&mut world, thief);
    assert!(is_void(&mut world, owner.token));
    assert!(is_void(&mut world, stolen.token));
}
