//! Invitations through every layer: two or three apps and a hub over simulated connections.

use crate::world::{Client, World};
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{Action, Field, FormAction, InvitationAction, JoinField};
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_protocol::{ColorChoice, InvitationEnd, InvitationRefusal, Refusal};
use chuhe_rules::Color;

/// Opens an invitation to play black, and returns the link to it.
fn invite(world: &mut World, client: Client) -> String {
    world.act(client, Action::Invitation(InvitationAction::OpenForm));
    world.act(client, Action::Form(FormAction::Color(ColorChoice::Black)));
    world.act(client, Action::Form(FormAction::Send));
    world.until("the invitation is open", |world| world.app(client).invitation_link().is_some());
    world.app(client).invitation_link().expect("it is open")
}

fn follow(world: &mut World, client: Client, link: &str) {
    world.act(client, Action::Follow(link.to_owned()));
    world.until("the server has answered", |world| {
        let followed =
            world.app(client).sessions().visit().and_then(|visit| visit.invitations.followed.as_ref());
        followed.is_some_and(|followed| !followed.is_waiting())
    });
}

/// The invitation that is shown instead of the first screen.
fn invited(app: &App) -> Option<&FollowedInvitation> {
    app.entrance().invited(app.sessions())
}

fn refusal(world: &World, client: Client) -> Option<Refusal> {
    world.app(client).sessions().visit()?.invitations.followed.as_ref()?.refusal()
}

#[test]
fn a_friend_opens_the_link_and_the_game_begins() {
    let (mut world, [bo]) = World::with_players(1, ["Bo"]);
    let link = invite(&mut world, bo);
    let friend = world.join("Cy");
    follow(&mut world, friend, &link);
    world.act(friend, Action::Invitation(InvitationAction::Accept));
    world.until("both are at the table", |world| {
        [bo, friend].iter().all(|&client| world.app(client).screen() == Screen::Table)
    });
    assert_eq!((world.table(bo).game().me(), world.table(friend).game().me()), (Color::Black, Color::Red));
    assert_eq!(world.app(bo).invitation_link(), None);
    world.play(friend, bo, "h2e2");
}

#[test]
fn a_friend_without_a_name_sees_who_invites_and_plays_with_one_press() {
    let (mut world, [bo]) = World::with_players(2, ["Bo"]);
    let link = invite(&mut world, bo);
    let friend = world.open(chuhe_model::exchange::environment::Environment::default());
    world.act(friend, Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.act(friend, Action::Follow(link));
    world.until("the invitation is shown", |world| {
        invited(world.app(friend)).is_some_and(|followed| followed.can_be_accepted())
    });
    assert_eq!(world.app(friend).screen(), Screen::Join);
    let open = invited(world.app(friend)).and_then(|followed| followed.open()).expect("it is shown");
    assert_eq!(open.invitation.name.as_str(), "Bo");
    world.act(friend, Action::Invitation(InvitationAction::Accept));
    world.until("both are at the table", |world| {
        [bo, friend].iter().all(|&client| world.app(client).screen() == Screen::Table)
    });
    let name = world.app(friend).sessions().visit().map(|visit| visit.account.name.to_string());
    assert!(name.is_some_and(|name| !name.is_empty()), "a name was proposed");
}

#[test]
fn the_second_who_accepts_is_told_that_somebody_was_faster() {
    let (mut world, [bo, cy, di]) = World::with_players(3, ["Bo", "Cy", "Di"]);
    let link = invite(&mut world, bo);
    follow(&mut world, cy, &link);
    follow(&mut world, di, &link);
    world.act(cy, Action::Invitation(InvitationAction::Accept));
    world.until("the game begins", |world| world.app(cy).screen() == Screen::Table);
    world.act(di, Action::Invitation(InvitationAction::Accept));
    let how = InvitationEnd::Accepted;
    let late = Refusal::Invitation(InvitationRefusal::Closed { how });
    world.until("the second is refused", |world| refusal(world, di) == Some(late));
    assert_eq!(world.app(di).screen(), Screen::Lobby);
}

#[test]
fn the_invitation_waits_while_its_player_is_disconnected() {
    let (mut world, [bo, cy]) = World::with_players(4, ["Bo", "Cy"]);
    let link = invite(&mut world, bo);
    world.cut(bo, false);
    world.advance(500);
    follow(&mut world, cy, &link);
    world.act(cy, Action::Invitation(InvitationAction::Accept));
    world.until("the friend waits", |world| {
        world.app(cy).sessions().visit().is_some_and(|it| it.invitations.awaited().is_some())
    });
    world.heal(bo);
    world.until("both are at the table", |world| {
        [bo, cy].iter().all(|&client| world.app(client).screen() == Screen::Table)
    });
}
