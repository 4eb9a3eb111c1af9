//! Tests of the user's own invitation and its link.

use super::testing::inviting::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, FormAction, InvitationAction, LobbyAction};
use chuhe_model::exchange::effect::WindowEffect;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{
    ClientMessage, DoorMessage, Invitation, InvitationEnd, InvitationRefusal, LobbyMessage, LobbyRequest,
    PlayerId, Refusal, ServerMessage, Terms,
};

fn closed(how: InvitationEnd) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::InvitationClosed { code: code(), how })
}

#[test]
fn the_link_to_an_invitation_is_copied_and_the_invitation_withdrawn() {
    let mut world = inviting();
    let server = world.app.sessions.link().server().cloned().expect("the client has joined");
    let link = format!("chuhe://{}:{}/#/play/7k3m9qpx02ab", server.host, server.port);
    assert_eq!(world.app.invitation_link().as_ref(), Some(&link));
    world.act(Action::Invitation(InvitationAction::Copy));
    assert!(world.effects.contains(&WindowEffect::CopyText(link).into()));
    let full = Denied::Refused(Refusal::Invitation(InvitationRefusal::TooMany));
    assert_eq!(world.app.sessions.shown().may_invite(), Err(full));
    world.act(Action::Invitation(InvitationAction::OpenForm));
    assert!(world.app.sessions.visit().is_some_and(|visit| visit.form.is_none()));
    world.effects.clear();
    world.act(Action::Invitation(InvitationAction::Withdraw));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code: code() })]);
    world.receive(closed(InvitationEnd::Withdrawn));
    assert_eq!((world.app.invitation_link(), world.app.sessions.shown().may_invite()), (None, Ok(())));
}

#[test]
fn a_link_to_a_server_on_this_machine_has_an_address_that_others_reach() {
    let mut world = inviting();
    assert_eq!(world.app.sessions.link().server().map(|server| server.host.as_str()), Some("127.0.0.1"));
    world.app.desk.environment.addresses = vec!["192.168.1.7".to_owned()];
    let link = world
        .app
        .entrance
        .invitation_link(&world.app.sessions, &world.app.desk)
        .expect("there is an invitation");
    assert!(link.starts_with("chuhe://192.168.1.7:"), "{link}");
}

#[test]
fn a_link_opens_in_a_browser_if_the_server_has_a_page() {
    let mut world = inviting();
    let web = "https://play.example.org".parse().ok();
    let public = |port| Invitation { web: web.clone(), port, ..invitation(ME) };
    for (port, link) in [
        (Some(9899), "https://play.example.org/?play=7k3m9qpx02ab"),
        (Some(7878), "https://play.example.org/?play=7k3m9qpx02ab&port=7878"),
    ] {
        world.receive(LobbyMessage::InvitationOpened(Box::new(public(port))));
        assert_eq!(world.app.invitation_link().as_deref(), Some(link));
    }
    world.app.desk.environment.page = "http://192.168.1.5:8080/".parse().ok();
    world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    let link = "http://192.168.1.5:8080/?play=7k3m9qpx02ab";
    assert_eq!(world.app.invitation_link().as_deref(), Some(link));
}

#[test]
fn a_link_opens_in_a_browser_if_the_server_says_only_the_port_of_its_page() {
    let mut world = inviting();
    let port = world.app.sessions.link().server().map(|server| server.port).expect("the client has joined");
    let tcp = if port == chuhe_model::exchange::servers::DEFAULT_PORT {
        String::new()
    } else {
        format!("&port={port}")
    };
    world.app.desk.environment.addresses = vec!["192.168.1.7".to_owned()];
    world.receive(DoorMessage::WebPage { port: 8080, tls: false });
    let link = world.app.invitation_link();
    assert_eq!(link, Some(format!("http://192.168.1.7:8080/?play=7k3m9qpx02ab{tcp}")));
    world.app.desk.environment.addresses = vec!["2001:db8::7".to_owned()];
    world.receive(DoorMessage::WebPage { port: 443, tls: true });
    let link = world.app.invitation_link();
    assert_eq!(link, Some(format!("https://[2001:db8::7]:443/?play=7k3m9qpx02ab{tcp}")));
    // a server that has another configuration after a restart says it again, or has no page
    world.reconnect();
    world.joined(true);
    world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    assert!(world.app.invitation_link().is_some_and(|link| link.starts_with("chuhe://")));
}

#[test]
fn the_link_of_a_user_with_tls_leads_to_no_page_without_it() {
    let mut world = World::encrypted();
    world.receive(DoorMessage::WebPage { port: 8080, tls: false });
    world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    assert!(world.app.invitation_link().is_some_and(|link| link.starts_with("chuhes://")));
    world.receive(DoorMessage::WebPage { port: 8443, tls: true });
    assert!(world.app.invitation_link().is_some_and(|link| link.starts_with("https://")));
    world.receive(DoorMessage::WebPage { port: 0, tls: true });
    assert!(world.app.invitation_link().is_some_and(|link| link.starts_with("chuhes://")));
}

#[test]
fn the_end_of_an_invitation_without_a_game_is_announced() {
    for (how, is_announced) in
        [(InvitationEnd::Expired, true), (InvitationEnd::ShuttingDown, true), (InvitationEnd::Busy, false)]
    {
        let mut world = inviting();
        world.receive(closed(how));
        let notice = Notice::InvitationEnded(how);
        assert_eq!(world.notice() == Some(&notice), is_announced, "{how:?}");
        assert_eq!(world.app.invitation_link(), None);
    }
}

#[test]
fn a_challenge_form_becomes_an_invitation() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Form(FormAction::Invite));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::Invite { terms: Terms::default() })]);
    assert!(world.app.sessions.visit().is_some_and(|visit| visit.form.is_none()));
}

#[test]
fn the_server_sends_an_invitation_again_after_a_lost_connection() {
    let mut world = inviting();
    world.effects.clear();
    world.reconnect();
    world.joined(true);
    assert_eq!(world.app.invitation_link(), None, "it may have ended meanwhile");
    world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    assert!(world.app.invitation_link().is_some());
}

fn held(from: PlayerId, away_s: Option<u32>) -> Invitation {
    let holder = name(if from == ME { "云中鹤" } else { "楚河客" });
    Invitation { accepted_by: Some(holder), away_s, ..invitation(from) }
}

/// Returns a client that has accepted an invitation whose player is away.
pub(crate) fn awaiting() -> World {
    let mut world = World::in_lobby();
    world.effects.clear();
    world.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
    let away = Invitation { away_s: Some(100), ..invitation(OTHER) };
    world.receive(LobbyMessage::InvitationFound(Box::new(away)));
    world.act(Action::Invitation(InvitationAction::Accept));
    world.receive(LobbyMessage::InvitationAccepted(Box::new(held(OTHER, Some(120)))));
    world.take_sent();
    world
}

fn awaited_since(world: &World) -> Option<u64> {
    world.app.sessions.visit()?.invitations.awaited()?.away_s(world.now)
}

#[test]
fn a_player_who_has_accepted_waits_and_may_leave() {
    let mut world = awaiting();
    assert_eq!(awaited_since(&world), Some(120));
    world.act(Action::Invitation(InvitationAction::Dismiss));
    assert!(awaited_since(&world).is_some(), "a wait does not end by closing a dialog");
    world.act(Action::Invitation(InvitationAction::Leave));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::LeaveInvitation { code: code() })]);
    world.receive(closed(InvitationEnd::Left));
    assert_eq!((awaited_since(&world), world.notice()), (None, None));
}

#[test]
fn the_end_of_a_wait_is_announced_with_its_reason() {
    for (how, is_news) in [
        (InvitationEnd::Missed, true),
        (InvitationEnd::Withdrawn, true),
        (InvitationEnd::Busy, true),
        (InvitationEnd::Gone, true),
        (InvitationEnd::Accepted, false),
    ] {
        let mut world = awaiting();
        world.receive(closed(how));
        assert_eq!(world.notice() == Some(&Notice::WaitEnded(how)), is_news, "{how:?}");
        assert!(world.app.sessions.visit().is_some_and(|visit| visit.invitations.followed.is_none()));
    }
}

#[test]
fn a_wait_goes_on_after_a_lost_connection_or_its_end_is_announced() {
    for ended in [false, true] {
        let mut world = awaiting();
        world.effects.clear();
        world.reconnect();
        world.joined(true);
        assert_eq!(awaited_since(&world), None, "it may have ended meanwhile");
        let request = world.last_request();
        if ended {
            let reason = Refusal::Invitation(InvitationRefusal::Closed { how: InvitationEnd::Missed });
            world.receive(ServerMessage::Refused { request, reason });
            assert_eq!(world.notice(), Some(&Notice::WaitEnded(InvitationEnd::Missed)));
        } else {
            world.receive(LobbyMessage::InvitationAccepted(Box::new(held(OTHER, Some(5)))));
            assert_eq!(awaited_since(&world), Some(5));
        }
    }
}

#[test]
fn a_player_who_invites_is_told_how_the_invitation_ended_while_they_were_away() {
    let mut world = inviting();
    world.effects.clear();
    world.reconnect();
    world.joined(true);
    let request = world.last_request();
    let reason = Refusal::Invitation(InvitationRefusal::Closed { how: InvitationEnd::Missed });
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!(world.notice(), Some(&Notice::InvitationEnded(InvitationEnd::Missed)));
    assert_eq!(world.app.invitation_link(), None);
}

#[test]
fn a_player_who_invites_is_called_once_when_somebody_has_accepted_while_they_were_away() {
    let mut world = inviting();
    for calls in [1, 0] {
        world.calls.clear();
        world.reconnect();
        world.joined(true);
        world.receive(LobbyMessage::InvitationOpened(Box::new(held(ME, Some(30)))));
        assert_eq!(world.calls.len(), calls, "{:?}", world.calls);
    }
    let open =
        world.app.sessions.visit().and_then(|visit| visit.invitations.own.as_ref()).expect("it is open");
    assert_eq!(open.away_s(world.now), Some(30));
}

#[test]
fn a_player_is_called_when_the_awaited_game_begins_as_they_come_back() {
    let mut world = awaiting();
    world.calls.clear();
    world.reconnect();
    world.joined(true);
    world.receive(LobbyMessage::InvitationAccepted(Box::new(held(OTHER, None))));
    world.receive(closed(InvitationEnd::Accepted));
    assert!(world.calls.is_empty());
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.calls.len(), 1, "the server has not answered a ping yet");
}
