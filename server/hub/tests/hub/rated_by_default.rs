//! Whether forms begin as rated: who is told.

use crate::world::{Client, World};
use chuhe_hub::{Input, Limits};
use chuhe_protocol::{DoorMessage, ServerMessage};

fn set(world: &mut World, rated_by_default: bool) {
    world.handle(Input::SetLimits(Box::new(Limits { rated_by_default, ..Limits::default() })));
}

/// What these messages say about it.
fn said(messages: &[ServerMessage]) -> Vec<bool> {
    let said = |message: &ServerMessage| {
        let ServerMessage::Door(DoorMessage::RatedByDefault { rated }) = message else { return None };
        Some(*rated)
    };
    messages.iter().filter_map(said).collect()
}

fn heard(world: &mut World, client: Client) -> Vec<bool> {
    said(&world.received(client))
}

#[test]
fn a_client_is_told_at_joining_where_forms_begin_as_not_rated_and_when_that_changes() {
    let mut world = World::new();
    let bo = world.join("Bo");
    assert_eq!(heard(&mut world, bo), [false; 0], "they begin as rated");
    set(&mut world, false);
    assert_eq!(heard(&mut world, bo), [false]);
    set(&mut world, false);
    assert_eq!(heard(&mut world, bo), [false; 0], "other limits have changed");
    let (bo, resumed) = world.resume(bo, []);
    assert_eq!(said(&resumed), [false]);
    set(&mut world, true);
    assert_eq!(heard(&mut world, bo), [true]);
    let (_, resumed) = world.resume(bo, []);
    assert_eq!(said(&resumed), [false; 0]);
}
