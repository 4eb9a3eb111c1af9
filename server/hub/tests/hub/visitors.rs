//! The players who were on the server last.

use crate::world::{Client, World};
use chuhe_hub::{Input, OperatorAction, Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::{CloseReason, DoorRequest, LobbyMessage, LobbyRequest, PlayerName, ServerMessage};

/// The names on the list with the seconds since they were seen.
fn visitors(world: &mut World, client: Client) -> Vec<(String, u32)> {
    world.discard_received();
    world.send(client, LobbyRequest::ListVisitors);
    let received = world.received(client);
    let [ServerMessage::Lobby(LobbyMessage::Visitors { visitors })] = &received[..] else {
        panic!("{received:?}")
    };
    visitors.iter().map(|visitor| (visitor.name.to_string(), visitor.seen_ago_s)).collect()
}

#[test]
fn the_list_names_those_who_left_last_and_not_those_online() {
    let mut world = World::new();
    let [bo, cy, di] = ["Bo", "Cy", "Di"].map(|name| world.join(name));
    assert_eq!(visitors(&mut world, bo), []);
    world.send(cy, DoorRequest::Quit);
    world.advance_with(&[bo, di], 60_000);
    world.lose(di);
    world.advance(2_000);
    let seen = |name: &str, ago_s| (name.to_owned(), ago_s);
    let bo = world.resume(bo, None).0;
    assert_eq!(visitors(&mut world, bo), [seen("Di", 2), seen("Cy", 62)]);
    world.join("Cy");
    assert_eq!(visitors(&mut world, bo), [seen("Di", 2)]);
}

#[test]
fn the_list_names_nobody_whom_operators_removed() {
    let mut world = World::new();
    let [bo, cy, di, ed] = ["Bo", "Cy", "Di", "Ed"].map(|name| world.join(name));
    // an earlier visit of a player counts as little
    world.lose(cy);
    assert_eq!(visitors(&mut world, bo), [("Cy".to_owned(), 0)]);
    let cy = world.resume(cy, None).0;
    let ban = |name: &str, until| {
        let target = SanctionTarget::Name(PlayerName::parse(name).expect("a name"));
        let sanction = Sanction { kind: SanctionKind::Ban, target, until };
        Input::Operate(OperatorAction::Impose(sanction).into())
    };
    let kick = OperatorAction::Kick(cy.player);
    world.handle(Input::Operate(kick.into()));
    world.handle(ban("Di", None));
    assert_eq!(world.closed(di.connection), Some(CloseReason::Banned { wait_ms: None }));
    world.send(ed, DoorRequest::Quit);
    assert_eq!(visitors(&mut world, bo), [("Ed".to_owned(), 0)]);
    let until = world.now().plus_ms(5_000);
    world.handle(ban("Ed", Some(until)));
    assert_eq!(visitors(&mut world, bo), []);
    world.advance_with(&[bo], 5_000);
    assert_eq!(visitors(&mut world, bo), [("Ed".to_owned(), 5)], "the ban has ended");
}
