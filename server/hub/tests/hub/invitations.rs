//! Invitations: opening, finding, accepting and withdrawing them, and what ends them.

use super::world::{Client, World};
use chuhe_hub::{HubConfig, Input, OperatorAction, Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::*;
use chuhe_rules::Color;

pub(crate) fn invite(world: &mut World, client: Client, terms: Terms) -> Invitation {
    world.send(client, LobbyRequest::Invite { terms });
    let received = world.received(client);
    let [ServerMessage::Lobby(LobbyMessage::InvitationOpened(invitation))] = &received[..] else {
        panic!("{received:?}")
    };
    (**invitation).clone()
}

pub(crate) fn closed(code: InvitationCode, how: InvitationEnd) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::InvitationClosed { code, how })
}

pub(crate) fn accept(code: InvitationCode) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code })
}

pub(crate) fn find(code: InvitationCode) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::FindInvitation { code, hall: None })
}

pub(crate) fn leave(code: InvitationCode) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::LeaveInvitation { code })
}

#[test]
fn the_first_player_with_the_code_plays() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let terms = Terms { color: ColorChoice::Black, ..Terms::default() };
    let invitation = invite(&mut world, bo, terms.clone());
    let Invitation { code, from, ref name, terms: ref sent, expires_in_ms, .. } = invitation;
    assert_eq!((from, name.as_str(), sent), (bo.player, "Bo", &terms));
    assert_eq!(u64::from(expires_in_ms), limits::INVITATION_MS);
    world.send(an, find(code));
    world.expect(an, &[ServerMessage::Lobby(LobbyMessage::InvitationFound(Box::new(invitation)))]);
    world.send(an, accept(code));
    for client in [bo, an] {
        let received = world.received(client);
        let [first, ServerMessage::Table { message: TableMessage::Events { events, .. }, .. }, ..] =
            &received[..]
        else {
            panic!("{received:?}")
        };
        assert_eq!(*first, closed(code, InvitationEnd::Accepted));
        let [Event::Started(start)] = &events[..] else { panic!("{events:?}") };
        assert_eq!(
            (start.seats[Color::Black].player, start.seats[Color::Red].player),
            (bo.player, an.player)
        );
    }
    let how = InvitationEnd::Accepted;
    for request in [find(code), accept(code)] {
        assert_eq!(world.refused(cy, request), Refusal::Invitation(InvitationRefusal::Closed { how }));
    }
    assert!(world.stored.invitations.is_empty());
}

#[test]
fn a_link_needs_the_address_of_the_server() {
    let web: WebAddress = "https://play.example.org".parse().expect("an address");
    let settings = HubConfig { web: Some(web.clone()), port: Some(7979), ..HubConfig::seeded([5; 32]) };
    let mut world = World::with(settings);
    let bo = world.join("Bo");
    let invitation = invite(&mut world, bo, Terms::default());
    assert_eq!((invitation.web, invitation.port), (Some(web), Some(7979)));
}

#[test]
fn whoever_comes_learns_the_port_of_a_page_whose_address_the_server_does_not_know() {
    let said = |messages: &[ServerMessage]| {
        let said = |message: &ServerMessage| {
            let ServerMessage::Door(DoorMessage::WebPage { port, tls }) = message else { return None };
            Some(PagePort { port: *port, has_tls: *tls })
        };
        messages.iter().filter_map(said).collect::<Vec<_>>()
    };
    for page in [None, Some(PagePort { port: 8080, has_tls: true })] {
        let mut world = World::with(HubConfig { page, ..HubConfig::seeded([5; 32]) });
        let bo = world.join("Bo");
        let (_, resumed) = world.resume(bo, []);
        assert_eq!(said(&resumed), page.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn refusals_say_why_an_invitation_cannot_be_opened_or_accepted() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let untimed = Terms { watch_delay_plies: 200, ..Terms::default() };
    let invalid = Refusal::Terms(InvalidTerms::WatchDelay);
    assert_eq!(world.refused(bo, LobbyRequest::Invite { terms: untimed }), invalid);
    let code = invite(&mut world, bo, Terms::default()).code;
    let again = ClientMessage::Lobby(LobbyRequest::Invite { terms: Terms::default() });
    assert_eq!(world.refused(bo, again.clone()), Refusal::Invitation(InvitationRefusal::TooMany));
    let unknown = InvitationCode::from_random(1 << 40);
    for request in [
        find(unknown),
        accept(unknown),
        ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code: unknown }),
    ] {
        assert_eq!(world.refused(an, request), Refusal::Invitation(InvitationRefusal::Unknown));
    }
    assert_eq!(world.refused(bo, accept(code)), Refusal::Invitation(InvitationRefusal::Own));
    assert_eq!(world.refused(bo, find(code)), Refusal::Invitation(InvitationRefusal::Own));
    assert_eq!(
        world.refused(an, LobbyRequest::WithdrawInvitation { code }),
        Refusal::Invitation(InvitationRefusal::Unknown)
    );
    let table = world.begin(an, cy, Terms::default());
    assert_eq!(world.refused(an, again), Refusal::YouAreBusy);
    assert_eq!(world.refused(an, accept(code)), Refusal::YouAreBusy);
    world.send(an, find(code));
    assert!(
        matches!(world.received(an)[..], [ServerMessage::Lobby(LobbyMessage::InvitationFound(_))]),
        "at table {}",
        table.game
    );
}

#[test]
fn blocks_apply_to_invitations_and_the_policy_does_not() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    world.send(bo, AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Nobody });
    world.send(bo, AccountRequest::Block { player: an.player });
    world.send(cy, AccountRequest::Block { player: bo.player });
    world.discard_received();
    let code = invite(&mut world, bo, Terms::default()).code;
    for request in [find(code), accept(code)] {
        assert_eq!(world.refused(an, request.clone()), Refusal::NoChallenges);
        assert_eq!(world.refused(cy, request), Refusal::PlayerBlocked);
    }
    world.send(cy, AccountRequest::Unblock { player: bo.player });
    world.discard_received();
    world.send(cy, accept(code));
    world.game_of(cy);
}

#[test]
fn an_invitation_ends_with_a_withdrawal_and_with_time() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.send(bo, LobbyRequest::WithdrawInvitation { code });
    world.expect(bo, &[closed(code, InvitationEnd::Withdrawn)]);
    let how = InvitationEnd::Withdrawn;
    assert_eq!(world.refused(an, accept(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
    let second = invite(&mut world, bo, Terms::default()).code;
    assert_ne!(second, code);
    world.advance_with(&[bo, an], limits::INVITATION_MS);
    world.expect(bo, &[closed(second, InvitationEnd::Expired)]);
    let how = InvitationEnd::Expired;
    assert_eq!(world.refused(an, find(second)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn an_invitation_ends_when_its_player_begins_another_game() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let code = invite(&mut world, bo, Terms::default()).code;
    let challenge = world.challenge(an, bo, Terms::default());
    world.send(bo, LobbyRequest::AcceptChallenge { challenge });
    assert!(world.received(bo).contains(&closed(code, InvitationEnd::Busy)));
    let how = InvitationEnd::Busy;
    assert_eq!(world.refused(cy, accept(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn an_invitation_survives_a_lost_connection_for_as_long_as_it_is_open() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.lose(bo);
    world.send(an, find(code));
    let received = world.received(an);
    let [ServerMessage::Lobby(LobbyMessage::InvitationFound(found))] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!((found.away_s, found.accepted_by.clone()), (Some(0), None));
    let (bo, received) = world.resume(bo, None);
    assert!(
        matches!(received.last(), Some(ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))) if open.code == code)
    );
    world.lose(bo);
    world.advance_with(&[an], limits::INVITATION_MS - 1);
    assert!(world.stored.players.contains_key(&bo.player), "a guest's name is kept for as long");
    world.advance(1);
    assert!(!world.stored.players.contains_key(&bo.player));
    let how = InvitationEnd::Expired;
    assert_eq!(world.refused(an, accept(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
    assert!(world.stored.invitations.is_empty());
}

#[test]
fn a_ban_ends_an_invitation() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    let target = SanctionTarget::Name(PlayerName::parse("Bo").expect("a name"));
    let sanction = Sanction { kind: SanctionKind::Ban, target, until: None };
    world.handle(Input::Operate(OperatorAction::Impose(sanction).into()));
    let how = InvitationEnd::Gone;
    assert_eq!(world.refused(an, accept(code)), Refusal::Invitation(InvitationRefusal::Closed { how }));
}

#[test]
fn a_restart_prolongs_an_invitation() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let code = invite(&mut world, bo, Terms::default()).code;
    world.advance_with(&[bo, an], 50_000);
    world.crash(200_000);
    let (_, received) = world.resume(bo, None);
    let Some(ServerMessage::Lobby(LobbyMessage::InvitationOpened(open))) = received.last() else {
        panic!("{received:?}")
    };
    let left = limits::INVITATION_MS - 50_000 + limits::INTERRUPTION_CREDIT_MS;
    assert_eq!((open.code, u64::from(open.expires_in_ms)), (code, left));
    let (an, _) = world.resume(an, None);
    world.send(an, accept(code));
    world.game_of(an);
    assert!(world.stored.invitations.is_empty());
}

#[test]
fn a_shutdown_ends_an_invitation() {
    let mut world = World::new();
    let table = world.table(Terms::default());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let code = invite(&mut world, cy, Terms::default()).code;
    world.handle(Input::Shutdown { grace_ms: 60_000 });
    assert!(world.received(cy).contains(&closed(code, InvitationEnd::ShuttingDown)));
    world.discard_received();
    assert_eq!(world.refused(di, accept(code)), Refusal::ShuttingDown, "game {} goes on", table.game);
    assert!(world.stored.invitations.is_empty());
}

#[test]
fn a_crash_leaves_an_accepted_invitation_as_a_game_or_open() {
    for outputs in 0..12 {
        let mut world = World::new();
        let (bo, an) = (world.join("Bo"), world.join("An"));
        let code = invite(&mut world, bo, Terms::default()).code;
        let input = Input::Received(an.connection, Request { number: 1, message: accept(code) });
        world.crash_in(input, outputs, 1_000);
        let games = world.stored.restored(world.now()).games.len();
        assert_eq!(games + world.stored.invitations.len(), 1, "{outputs}: one or the other");
    }
}
