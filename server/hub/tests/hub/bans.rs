//! Bans: which open connections a new one closes.

use crate::world::World;
use chuhe_hub::{Address, ConnectionId, Input, OperatorAction, Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::{CloseReason, DoorMessage, DoorRequest, PlayerName, ServerMessage};
use chuhe_rules::clock::Timestamp;

fn ban(world: &mut World, target: SanctionTarget, until: Option<Timestamp>) {
    let sanction = Sanction { kind: SanctionKind::Ban, target, until };
    world.handle(Input::Operate(OperatorAction::Impose(sanction).into()));
}

fn name(text: &str) -> SanctionTarget {
    SanctionTarget::Name(PlayerName::parse(text).expect("a name"))
}

/// Joins from an address.
fn join_from(world: &mut World, address: u128, name: &str) -> ConnectionId {
    let connection = world.open_from(Address(address));
    world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
    assert!(matches!(world.received_at(connection)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
    connection
}

#[test]
fn a_new_ban_closes_the_connections_that_it_concerns_and_no_others() {
    let mut world = World::new();
    let bo = join_from(&mut world, 10, "Bo");
    let an = join_from(&mut world, 10, "An");
    let cy = join_from(&mut world, 20, "Cy");
    let joining = world.open_from(Address(20));
    let until = Timestamp::from_ms(world.now().as_ms() + 5_000);
    ban(&mut world, name("bO"), Some(until));
    assert_eq!(world.closed(bo), Some(CloseReason::Banned { wait_ms: Some(5_000) }));
    assert_eq!([an, cy, joining].map(|connection| world.closed(connection)), [None; 3]);
    ban(&mut world, SanctionTarget::Addresses { first: Address(15), last: Address(25) }, None);
    for connection in [cy, joining] {
        assert_eq!(world.closed(connection), Some(CloseReason::Banned { wait_ms: None }));
    }
    let banned_address = world.open_from(Address(20));
    let reason = world.closed(banned_address);
    assert_eq!(reason, Some(CloseReason::Banned { wait_ms: None }), "before it names anybody");
    let ended = world.now();
    ban(&mut world, name("An"), Some(ended));
    assert_eq!(world.closed(an), None, "a ban that has ended closes nothing");
}
