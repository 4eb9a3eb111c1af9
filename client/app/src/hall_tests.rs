//! Entering a server with several halls.

use super::testing::{ME, TOKEN, World, name};
use chuhe_model::actions::action::{Action, JoinAction};
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::ConnectionEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, HallName, HallStatus, Halls, Refusal, ServerMessage,
};

fn hall(text: &str) -> HallName {
    HallName::parse(text).unwrap()
}

fn listed(world: &mut World, names: &[&str]) {
    let status = |text: &&str| HallStatus { name: hall(text), players: 12, capacity: 500, address: None };
    let list = names.iter().map(status).collect();
    world.network(NetworkEvent::Halls(Halls { list, nodes: Vec::new() }));
    world.network(NetworkEvent::Connected);
}

fn join(wanted: Option<&str>) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: "楚河客".into(), hall: wanted.map(hall) })
}

fn joined(world: &mut World, wanted: &str) {
    let (token, hall) = (TOKEN, Some(hall(wanted)));
    let (resumed, registered) = (false, false);
    world.receive(DoorMessage::Joined {
        player: ME, name: name("楚河客"), token, resumed, registered, hall
    });
}

fn halls_of_form(world: &World) -> usize {
    let (host, port) = world.app.entrance.join.address();
    world.app.entrance.join.halls.of(&host, port).len()
}

#[test]
fn the_user_chooses_among_several_halls_and_the_choice_is_remembered() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    listed(&mut world, &["east", "west"]);
    assert_eq!(world.app.sessions.link().status(), Status::Off(Some(OfflineReason::ChooseHall)));
    assert!(
        world.effects.contains(&ConnectionEffect::Disconnect.into()),
        "the server waits for nobody who reads a list"
    );
    assert_eq!((world.take_sent(), halls_of_form(&world)), (vec![], 2));

    world.act(Action::Join(JoinAction::Hall(hall("west"))));
    listed(&mut world, &["east", "west"]);
    assert_eq!(world.take_sent(), [join(Some("west"))]);
    joined(&mut world, "west");
    assert_eq!(world.app.desk.settings.servers.hall("127.0.0.1", 9899), Some(&hall("west")));

    // again, and elsewhere: a token leads to its own hall only
    world.act(Action::Join(JoinAction::Leave));
    world.act(Action::Join(JoinAction::Submit));
    world.take_sent();
    listed(&mut world, &["east", "west"]);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume {
            token: TOKEN,
            seen: Vec::new(),
            hall: Some(hall("west"))
        })]
    );
    world.receive(ServerMessage::Refused { request: 1, reason: Refusal::UnknownToken });
    assert_eq!(world.take_sent(), [join(Some("west"))]);
    world.act(Action::Join(JoinAction::Leave));
    world.act(Action::Join(JoinAction::Hall(hall("east"))));
    world.take_sent();
    listed(&mut world, &["east", "west"]);
    assert_eq!(world.take_sent(), [join(Some("east"))]);
}

#[test]
fn a_server_without_a_choice_of_halls_asks_for_none() {
    for (names, wanted) in [(&[][..], None), (&["east"][..], Some("east"))] {
        let mut world = World::new();
        world.act(Action::Join(JoinAction::Submit));
        listed(&mut world, names);
        assert_eq!((world.take_sent(), halls_of_form(&world)), (vec![join(wanted)], 0));
    }
}

#[test]
fn a_remembered_hall_that_is_gone_or_full_leads_to_the_list() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Hall(hall("west"))));
    listed(&mut world, &["east", "south"]);
    assert_eq!(world.app.sessions.link().status(), Status::Off(Some(OfflineReason::ChooseHall)));
    world.act(Action::Join(JoinAction::Hall(hall("south"))));
    listed(&mut world, &["east", "south"]);
    assert_eq!(world.take_sent(), [join(Some("south"))]);
    world.receive(ServerMessage::Refused { request: 1, reason: Refusal::HallFull });
    let full = OfflineReason::Refused(Refusal::HallFull);
    assert_eq!(world.app.sessions.link().status(), Status::Off(Some(full)));
    assert_eq!(halls_of_form(&world), 2, "another one can be chosen");
}
