//! Invitations by a link.

use crate::testing::*;
use chuhe_model::actions::action::{Action, FormAction, InvitationAction};
use chuhe_protocol::{
    ClientMessage, Invitation, InvitationCode, LobbyMessage, LobbyRequest, PlayerId, Terms,
};

/// The code of the invitation.
pub fn code() -> InvitationCode {
    "7k3m9qpx02ab".parse().unwrap()
}

/// An open invitation by this player.
pub fn invitation(from: PlayerId) -> Invitation {
    Invitation {
        code: code(),
        from,
        name: name(if from == ME { "楚河客" } else { "云中鹤" }),
        terms: Terms::default(),
        expires_in_ms: 3_600_000,
        web: None,
        port: None,
        accepted_by: None,
        away_s: None,
    }
}

/// Returns a client in the lobby with an open invitation.
pub fn inviting() -> World {
    let mut world = World::in_lobby();
    world.act(Action::Invitation(InvitationAction::OpenForm));
    world.act(Action::Form(FormAction::Send));
    assert_eq!(world.take_sent(), [ClientMessage::Lobby(LobbyRequest::Invite { terms: Terms::default() })]);
    world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    world
}
