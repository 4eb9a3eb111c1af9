//! The players who were on the server last.

use crate::world::{Client, World};
use chuhe_protocol::{ClientMessage, ServerMessage};

/// The names on the list with the seconds since they were seen.
fn visitors(world: &mut World, client: Client) -> Vec<(String, u32)> {
    world.discard_received();
    world.send(client, ClientMessage::ListVisitors);
    let received = world.received(client);
    let [ServerMessage::Visitors { visitors }] = &received[..] else { panic!("{received:?}") };
    visitors.iter().map(|visitor| (visitor.name.to_string(), visitor.seen_ago_s)).collect()
}

#[test]
fn the_list_names_those_who_left_last_and_not_those_online() {
    let mut world = World::new();
    let [bo, cy, di] = ["Bo", "Cy", "Di"].map(|name| world.join(name));
    assert_eq!(visitors(&mut world, bo), []);
    world.send(cy, ClientMessage::Quit);
    world.advance_with(&[bo, di], 60_000);
    world.lose(di);
    world.advance(2_000);
    let seen = |name: &str, ago_s| (name.to_owned(), ago_s);
    let bo = world.resume(bo, None).0;
    assert_eq!(visitors(&mut world, bo), [seen("Di", 2), seen("Cy", 62)]);
    world.join("Cy");
    assert_eq!(visitors(&mut world, bo), [seen("Di", 2)]);
}
