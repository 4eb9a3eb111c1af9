//! Tests of finding servers on the local network.

use super::testing::World;
use super::testing::nearby::*;
use chuhe_model::actions::action::{Action, Field, JoinAction, JoinField};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, MachineEffect};
use chuhe_model::exchange::event::{ConnectFailure, Event, HostEvent, NetworkEvent};
use chuhe_model::exchange::trust::{Security, Trust};
use chuhe_protocol::Password;

fn names(world: &World) -> Vec<&str> {
    world.app.entrance.nearby().map(|server| server.name.as_str()).collect()
}

fn join_form() -> World {
    let mut world = World::new();
    world.act(Action::Start(StartAction::Show(StartEntry::Computer)));
    world.effects.clear();
    world.act(Action::Start(StartAction::Show(StartEntry::Join)));
    world
}

#[test]
fn servers_are_searched_for_while_the_first_screen_waits() {
    let mut world = World::new();
    world.act(Action::Start(StartAction::Show(StartEntry::Computer)));
    assert_eq!(world.searches, [true]);
    world.update(announced("Bo", "192.168.1.7", false));
    world.act(Action::Start(StartAction::Show(StartEntry::Join)));
    assert_eq!((&world.searches[..], names(&world)), (&[true][..], vec!["Bo"]), "another form of the screen");
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(world.searches[1..], [false], "the form does not wait now");
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    assert_eq!(world.searches[2..], [true]);
}

#[test]
fn click_on_a_found_server_joins_it_with_the_name_in_the_form() {
    let mut world = join_form();
    world.update(announced("Bo", "192.168.1.7", true));
    assert_eq!(names(&world), ["Bo"]);
    world.act(Action::Join(JoinAction::AskPassword));
    world.act(Action::EditSecret(
        chuhe_model::actions::action::SecretField::Join,
        Password("of another server".to_owned()),
    ));
    world.effects.clear();
    world.act(Action::Join(JoinAction::Nearby(0)));
    let connect = Effect::Connection(ConnectionEffect::Connect {
        host: "192.168.1.7".to_owned(),
        port: 4000,
        security: Security::Tls(Trust::FirstUse),
    });
    assert!(world.effects.contains(&connect), "{:?}", world.effects);
    assert_eq!(world.app.entrance.join.password, None);
}

#[test]
fn name_is_asked_for_before_a_found_server_is_joined() {
    let mut world = join_form();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.update(announced("Bo", "192.168.1.7", false));
    world.effects.clear();
    world.act(Action::Join(JoinAction::Nearby(0)));
    assert!(!world.connects());
    assert_eq!(
        (world.app.entrance.join.host.as_str(), world.app.entrance.join.port.as_str()),
        ("192.168.1.7", "4000")
    );
}

#[test]
fn own_hosted_server_is_not_listed() {
    let mut world = join_form();
    let addresses = vec!["192.168.1.7".to_owned()];
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses }));
    world.update(announced("me", "192.168.1.7", false));
    world.update(announced("Bo", "192.168.1.8", false));
    assert_eq!(names(&world), ["Bo"]);
}

#[test]
fn hosted_server_is_announced_under_the_name_of_the_player_unless_they_object() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), " Bo ".to_owned()));
    world.effects.clear();
    world.act(Action::Join(JoinAction::StartHost));
    let host = |announce: Option<&str>| {
        Effect::Machine(MachineEffect::Host { port: 9899, announce: announce.map(str::to_owned) })
    };
    assert!(world.effects.contains(&host(Some("Bo"))));
    world.update(Event::Host(HostEvent::Stopped));
    world.act(Action::Join(JoinAction::Announce(false)));
    world.act(Action::Join(JoinAction::StartHost));
    assert!(world.effects.contains(&host(None)));
    assert!(!world.app.desk.settings.hosting.announce);
}
