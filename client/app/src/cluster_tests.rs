//! A server that is a cluster of nodes: following the hall, and trying other nodes.

use super::testing::{ME, TOKEN, World, name};
use chuhe_model::actions::action::{Action, JoinAction};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::connection::nodes::NODE_ANSWER_MS;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect};
use chuhe_model::exchange::event::{Closed, ConnectFailure, NetworkEvent};
use chuhe_model::exchange::trust::{Security, Trust};
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::limits::HEARTBEAT_MS;
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, Fingerprint, HallName, HallStatus, Halls,
    NodeAddress, Refusal, ServerMessage,
};

const HOME: (&str, u16) = ("127.0.0.1", 9899);
const A: (&str, u16) = ("a.example.org", 1);
const B: (&str, u16) = ("b.example.org", 2);

fn hall() -> HallName {
    HallName::parse("east").unwrap()
}

fn node((host, port): (&str, u16)) -> NodeAddress {
    format!("{host}:{port}").parse().unwrap()
}

fn address(at: Option<(&str, u16)>) -> ServerMessage {
    ServerMessage::Door(DoorMessage::HallAddress { hall: hall(), address: at.map(node) })
}

/// The node lets the hall go, says where it is now, and closes the connection.
fn let_go(world: &mut World, to: Option<(&str, u16)>) {
    world.receive(address(to));
    world.receive(DoorMessage::Closing { reason: CloseReason::HallMoved });
    world.network(NetworkEvent::Closed(Closed::ByServer));
}

/// Takes the addresses that were connected to since the last call.
fn connected_to(world: &mut World) -> Vec<(String, u16, Security)> {
    let connected = |effect| {
        let Effect::Connection(ConnectionEffect::Connect { host, port, security }) = effect else {
            return None;
        };
        Some((host, port, security))
    };
    std::mem::take(&mut world.effects).into_iter().filter_map(connected).collect()
}

fn plain((host, port): (&str, u16)) -> Vec<(String, u16, Security)> {
    vec![(host.to_owned(), port, Security::Plain)]
}

/// The current node lists itself and the others, and has exchanged greetings.
fn greet(world: &mut World) {
    let status = HallStatus { name: hall(), players: 1, capacity: 500, address: None };
    world.network(NetworkEvent::Halls(Halls { list: vec![status], nodes: [A, B].map(node).into() }));
    world.network(NetworkEvent::Connected);
}

fn refuse(world: &mut World, at: Option<(&str, u16)>) {
    world.receive(address(at));
    world.receive(ServerMessage::Refused { request: 1, reason: Refusal::HallElsewhere });
}

fn admit(world: &mut World, resumed: bool) {
    world.receive(DoorMessage::Joined {
        player: ME,
        name: name("楚河客"),
        token: TOKEN,
        resumed,
        registered: false,
        hall: Some(hall()),
    });
}

/// A client in a hall of node B, which it reached by way of its server's address.
fn at_b() -> World {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(connected_to(&mut world), plain(HOME));
    greet(&mut world);
    refuse(&mut world, Some(B));
    assert_eq!(world.app.sessions.link().status(), Status::Connecting);
    assert_eq!(connected_to(&mut world), plain(B));
    greet(&mut world);
    admit(&mut world, false);
    world.take_sent();
    connected_to(&mut world);
    world
}

fn resume() -> ClientMessage {
    ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: Some(hall()) })
}

#[test]
fn client_joins_the_hall_at_the_node_that_serves_it() {
    let world = at_b();
    assert_eq!(world.app.sessions.link().status(), Status::Joined);
    let server = world.app.sessions.link().server().unwrap();
    assert_eq!((server.host.as_str(), server.port), HOME, "the server is the one that the user joined");
    assert_eq!(world.app.desk.settings.servers.token(server), Some(TOKEN));
    assert_eq!(world.app.desk.settings.servers.nodes(HOME.0, HOME.1), [A, B].map(node));
}

#[test]
fn client_follows_a_hall_that_moves_and_resumes() {
    let mut world = at_b();
    let_go(&mut world, Some(A));
    assert!(world.app.sessions.link().is_moving(world.now));
    assert_eq!(connected_to(&mut world), plain(A), "at once");
    greet(&mut world);
    assert_eq!(world.take_sent(), [resume()]);
    admit(&mut world, true);
    assert!(!world.app.sessions.link().is_moving(world.now));
    assert_eq!(world.notice(), Some(&Notice::Reconnected));
}

#[test]
fn client_asks_the_nodes_in_turn_while_nobody_serves_the_hall() {
    let mut world = at_b();
    let_go(&mut world, None);
    for next in [A, HOME, B] {
        assert!(matches!(world.app.sessions.link().status(), Status::Lost { .. }));
        world.wait(300);
        let tried = connected_to(&mut world);
        assert_eq!(tried.len(), 1, "{next:?}");
        greet(&mut world);
        assert_eq!(world.take_sent(), [resume()]);
        refuse(&mut world, None);
        connected_to(&mut world);
    }
    world.wait(300);
    greet(&mut world);
    refuse(&mut world, Some(A));
    assert_eq!(connected_to(&mut world).last(), plain(A).last());
}

#[test]
fn a_hall_that_moves_for_too_long_counts_as_a_lost_connection() {
    let mut world = at_b();
    let_go(&mut world, None);
    let since = world.now;
    while world.now.since(since) < 31_000 {
        assert_eq!(world.app.sessions.link().is_moving(world.now), world.now.since(since) < 30_000);
        world.wait(300);
        greet(&mut world);
        refuse(&mut world, None);
    }
    assert!(!world.app.sessions.link().is_moving(world.now));
    // the line counts down to the next attempt, which the user can start at once
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { retry_at: Some(_), .. }));
}

#[test]
fn client_tries_the_other_nodes_when_one_is_lost() {
    let mut world = at_b();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    let mut tried = Vec::new();
    // the delay grows once all were tried
    for wait_ms in [500, 500, 500, 1_000] {
        world.wait(wait_ms);
        tried.extend(connected_to(&mut world));
        world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    }
    let expected: Vec<_> = [B, A, HOME, B].into_iter().flat_map(plain).collect();
    assert_eq!(tried, expected, "the node may be there again, so it comes first");
}

#[test]
fn node_that_leaves_a_ping_unanswered_is_left() {
    let mut world = at_b();
    world.wait(HEARTBEAT_MS);
    assert_eq!(world.app.sessions.link().status(), Status::Joined);
    connected_to(&mut world);
    world.wait(NODE_ANSWER_MS);
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { attempt: 1, .. }));
    world.wait(500);
    assert_eq!(connected_to(&mut world), plain(B));
}

#[test]
fn redirects_that_lead_in_a_circle_end() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    for n in 0..40 {
        if world.app.sessions.link().status() != Status::Connecting {
            break;
        }
        greet(&mut world);
        refuse(&mut world, Some(if n % 2 == 0 { A } else { B }));
        world.wait(1_000);
    }
    assert!(connected_to(&mut world).len() < 60);
    world.wait(30_000);
    greet(&mut world);
    for _ in 0..10 {
        refuse(&mut world, Some(A));
        greet(&mut world);
    }
    let why = OfflineReason::Refused(Refusal::HallElsewhere);
    assert_eq!(world.app.sessions.link().status(), Status::Off(Some(why)));
}

#[test]
fn server_that_is_down_is_joined_at_another_of_its_nodes() {
    let mut world = at_b();
    world.act(Action::Join(JoinAction::Leave));
    connected_to(&mut world);
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(connected_to(&mut world), plain(HOME));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    assert_eq!(connected_to(&mut world), plain(A));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    assert_eq!(connected_to(&mut world), plain(B));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    let why = OfflineReason::ConnectFailed(ConnectFailure::Refused);
    assert_eq!(world.app.sessions.link().status(), Status::Off(Some(why)));
}

#[test]
fn nodes_of_a_server_over_tls_are_reached_over_tls_only() {
    let shown = |text: &str| Fingerprint::of(text.as_bytes());
    for (trust, expected) in
        [(Trust::Authority, Trust::Authority), (Trust::Pinned(shown("home")), Trust::FirstUse)]
    {
        let mut world = World::new();
        world.act(Action::Join(JoinAction::Tls(true)));
        world.act(Action::Join(JoinAction::Submit));
        world.network(NetworkEvent::Secured { shown: shown("home"), trust });
        greet(&mut world);
        connected_to(&mut world);
        refuse(&mut world, Some(B));
        let to_b = |trust| vec![(B.0.to_owned(), B.1, Security::Tls(trust))];
        assert_eq!(connected_to(&mut world), to_b(expected));
        let pinned = Trust::Pinned(shown("b"));
        world.network(NetworkEvent::Secured { shown: shown("b"), trust: pinned });
        let settings = &world.app.desk.settings;
        assert_eq!(
            (settings.servers.trust(B.0, B.1), settings.servers.trust(HOME.0, HOME.1)),
            (pinned, trust)
        );
        greet(&mut world);
        admit(&mut world, false);
        world.network(NetworkEvent::Closed(Closed::ByServer));
        connected_to(&mut world);
        world.wait(500);
        assert_eq!(connected_to(&mut world), to_b(pinned), "its own certificate counts from now on");
    }
}
