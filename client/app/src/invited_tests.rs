//! Tests of an invitation to a user who has not joined.

use super::testing::inviting::{code, invitation};
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, InvitationAction, JoinAction, JoinField, SecretField};
use chuhe_model::exchange::effect::{ConnectionEffect, Effect};
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_protocol::{
    ClientMessage, DoorRequest, HallName, HallStatus, Halls, InvitationEnd, InvitationRefusal, LobbyMessage,
    LobbyRequest, Password, PlayerName, Refusal, ServerMessage,
};

const LINK: &str = "https://play.example.org/?play=7k3m9qpx02ab&port=7878";

/// Returns a client without a name that has followed the link and is connected.
fn asking(link: &str) -> World {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.effects.clear();
    world.act(Action::Follow(link.into()));
    let connects = world.effects.iter().any(
        |effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { host, port: 7878, .. }) if host == "play.example.org"),
    );
    assert!(connects, "{:?}", world.effects);
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    world
}

/// Returns a client that sees who invites.
pub(crate) fn invited() -> World {
    let mut world = asking(LINK);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world
}

/// The invitation that is shown instead of the first screen.
fn shown(world: &World) -> Option<&FollowedInvitation> {
    world.app.entrance.invited(&world.app.sessions)
}

fn name_in_form(world: &World) -> String {
    world.app.entrance.join.name.clone()
}

#[test]
fn who_invites_is_shown_before_a_name_is_asked_and_one_press_plays() {
    let mut world = invited();
    assert!(
        world.effects.contains(&ConnectionEffect::Disconnect.into()),
        "people take longer than a greeting may"
    );
    let followed = shown(&world).expect("it is shown");
    assert_eq!(followed.open().map(|open| open.invitation.name.as_str()), Some("云中鹤"));
    assert_eq!(world.app.screen(), Screen::Join);
    let proposed = name_in_form(&world);
    assert!(PlayerName::parse(&proposed).is_ok(), "{proposed}");
    world.effects.clear();
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Connected);
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Join { name: proposed, hall: None })]);
    world.joined(false);
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
    assert!(
        world.take_sent().contains(&ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code: code() }))
    );
    assert!(shown(&world).is_none());
    assert!(
        world
            .app
            .sessions
            .visit()
            .and_then(|visit| visit.invitations.followed.as_ref())
            .is_some_and(|followed| followed.is_waiting())
    );
}

#[test]
fn a_name_that_somebody_has_is_replaced_by_another_proposal() {
    for reason in [Refusal::NameTaken, Refusal::NameReserved] {
        let mut world = invited();
        let first = name_in_form(&world);
        world.act(Action::Invitation(InvitationAction::Accept));
        world.network(NetworkEvent::Connected);
        world.receive(ServerMessage::Refused { request: world.last_request(), reason });
        let second = name_in_form(&world);
        assert!(first != second && PlayerName::parse(&second).is_ok(), "{first} {second}");
        assert_eq!(world.app.entrance().join.password, None, "nobody has registered a proposal");
        world.effects.clear();
        world.act(Action::Invitation(InvitationAction::Accept));
        world.network(NetworkEvent::Connected);
        assert_eq!(
            world.take_sent(),
            [ClientMessage::Door(DoorRequest::Join { name: second, hall: None })],
            "{reason:?}"
        );
    }
}

#[test]
fn a_registered_name_accepts_with_its_password() {
    let mut world = invited();
    world.act(Action::Edit(Field::Join(JoinField::Name), "Bo".to_owned()));
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Connected);
    world.receive(ServerMessage::Refused { request: world.last_request(), reason: Refusal::NameRegistered });
    assert!(shown(&world).is_some() && world.app.entrance().join.password.is_some());
    let password = || Password("a good password".to_owned());
    world.act(Action::EditSecret(SecretField::Join, password()));
    world.effects.clear();
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Connected);
    let login =
        ClientMessage::Door(DoorRequest::Login { name: "Bo".to_owned(), password: password(), hall: None });
    assert_eq!(world.take_sent(), [login]);
}

#[test]
fn an_invitation_that_is_over_says_why_before_a_name_is_asked() {
    let mut world = asking(LINK);
    let reason = Refusal::Invitation(InvitationRefusal::Closed { how: InvitationEnd::Expired });
    world.receive(ServerMessage::Refused { request: world.last_request(), reason });
    let followed = shown(&world).expect("it is shown");
    assert_eq!((followed.refusal(), followed.can_be_accepted()), (Some(reason), false));
    world.act(Action::Invitation(InvitationAction::Dismiss));
    assert!(shown(&world).is_none() && world.app.route().is_none());
    assert_eq!(name_in_form(&world), "", "the proposal goes with the invitation");
    world.act(Action::Join(JoinAction::Submit));
    assert!(world.notice().is_some(), "a name is asked for as usual");
}

#[test]
fn a_step_back_shows_an_invitation_again_that_was_put_off_before_joining() {
    let mut world = invited();
    assert!(!world.app.can_go_back());
    world.act(Action::Invitation(InvitationAction::Dismiss));
    assert!(shown(&world).is_none() && world.app.can_go_back());
    world.take_sent();
    world.act(Action::Back);
    world.network(NetworkEvent::Connected);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None })]
    );
    assert!(shown(&world).is_some() && world.app.route().is_some() && !world.app.can_go_back());
}

#[test]
fn an_invitation_that_was_put_off_is_not_asked_of_another_server() {
    let mut world = invited();
    world.act(Action::Invitation(InvitationAction::Dismiss));
    world.act(Action::Edit(Field::Join(JoinField::Host), "elsewhere.example".to_owned()));
    assert!(!world.app.can_go_back());
    world.effects.clear();
    world.act(Action::Back);
    assert!(shown(&world).is_none() && world.app.route().is_none());
    assert!(!world.connects());
}

#[test]
fn the_hall_of_the_link_is_asked_and_joined() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.act(Action::Follow(format!("{LINK}&hall=east")));
    let hall = |text: &str| HallName::parse(text).expect("a name");
    let status = |text| HallStatus { name: hall(text), players: 0, capacity: 9, address: None };
    let halls = || Halls { list: vec![status("east"), status("west")], nodes: Vec::new() };
    world.network(NetworkEvent::Halls(halls()));
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    let east = Some(hall("east"));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: east.clone() })]
    );
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    let name = name_in_form(&world);
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Halls(halls()));
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Join { name, hall: east })]);
}

#[test]
fn a_server_that_does_not_answer_is_said_and_asked_again() {
    let mut world = asking(LINK);
    world.effects.clear();
    world.network(NetworkEvent::Closed(chuhe_model::exchange::event::Closed::ByServer));
    assert!(matches!(
        world.app.sessions.link().status(),
        chuhe_model::connection::link::Status::Off(Some(_))
    ));
    world.update(Event::Action(Action::Invitation(InvitationAction::Dismiss)));
    assert!(shown(&world).is_none());
}
