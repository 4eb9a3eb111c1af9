//! The hall of a hub: which requests to enter name it, and its numbers.

use crate::world::World;
use chuhe_hub::HubConfig;
use chuhe_protocol::{
    AccountRequest, ClientMessage, DoorMessage, DoorRequest, HallName, Password, Refusal, ServerMessage,
};

fn hall(name: &str) -> HallName {
    HallName::parse(name).expect("a name")
}

fn join(hall: Option<HallName>) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall })
}

fn login(hall: Option<HallName>) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Login {
        name: "Bo".into(),
        password: Password("long enough".into()),
        hall,
    })
}

fn world_of(name: &str) -> World {
    World::with(HubConfig { hall: Some(hall(name)), ..HubConfig::seeded([1; 32]) })
}

#[test]
fn a_request_to_enter_may_name_its_own_hall_and_no_other() {
    for wanted in [None, Some(hall("east"))] {
        let mut world = world_of("east");
        let connection = world.open();
        assert_eq!(world.refused_at(connection, join(Some(hall("west")))), Refusal::OtherHall);
        assert_eq!(world.refused_at(connection, login(Some(hall("west")))), Refusal::OtherHall);
        world.ask(connection, join(wanted));
        let joined = world.received_at(connection);
        let Some(ServerMessage::Door(DoorMessage::Joined { hall: Some(name), .. })) = joined.first() else {
            panic!("{joined:?}");
        };
        assert_eq!(name.as_str(), "east");
    }
}

#[test]
fn a_hub_without_a_name_has_no_hall_with_one() {
    let mut world = World::new();
    let connection = world.open();
    assert_eq!(world.refused_at(connection, join(Some(hall("east")))), Refusal::NoSuchHall);
    assert_eq!(world.refused_at(connection, login(Some(hall("east")))), Refusal::NoSuchHall);
    world.ask(connection, join(None));
    assert!(matches!(
        world.received_at(connection)[0],
        ServerMessage::Door(DoorMessage::Joined { hall: None, .. })
    ));
}

#[test]
fn the_numbers_of_a_hall_keep_their_remainder_over_a_restart() {
    let settings = HubConfig { first_id: 64 + 5, id_step: 64, ..HubConfig::seeded([1; 32]) };
    let mut world = World::with(settings);
    let (bo, an) = (world.join("Bo").player.0, world.join("An").player.0);
    assert_eq!((bo, an), (128 + 5, 192 + 5));
    world.restart();
    let cy = world.join("Cy").player.0;
    assert!(cy > an && cy % 64 == 5, "{cy}");
}

#[test]
fn a_hub_that_registers_no_names_refuses_to() {
    let mut world = World::with(HubConfig { registers_names: false, ..HubConfig::seeded([1; 32]) });
    let bo = world.join("Bo");
    let register =
        ClientMessage::Account(AccountRequest::Register { password: Password("long enough".into()) });
    assert_eq!(world.refused(bo, register), Refusal::NoRegistration);
}
