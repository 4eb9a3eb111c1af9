//! Invitations: opening one, the link to it, and accepting one.

use super::App;
use crate::core::actions::action::InvitationAction;
use crate::core::exchange::effect::Effect;
use crate::core::exchange::hosting::{HOSTED, Hosting};
use crate::core::exchange::route::{Place, Route, ServerLink};
use crate::core::exchange::settings::DEFAULT_PORT;
use crate::core::exchange::trust::Security;
use crate::core::lobby::challenge::ChallengeForm;
use crate::core::lobby::invitation::OpenInvitation;
use crate::core::notices::denied::Denied;
use crate::core::notices::notice::Notice;
use chuhe_protocol::{
    ClientMessage, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, Refusal, ServerMessage,
};
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_invitation(&mut self, action: InvitationAction) {
        let link = self.invitation_link();
        let permit = self.may_invite();
        let Some(visit) = &mut self.visit else { return };
        match action {
            InvitationAction::OpenForm => match permit {
                Ok(()) => visit.form = Some(ChallengeForm::new(None, &self.settings.challenge)),
                Err(denied) => self.out.notice(Notice::Denied(denied)),
            },
            InvitationAction::Copy => {
                if let Some(link) = link {
                    self.out.push(Effect::CopyText(link));
                    self.out.notice(Notice::Copied);
                }
            }
            InvitationAction::Withdraw => {
                if let Some(open) = &visit.invitation {
                    self.out.send(ClientMessage::WithdrawInvitation { code: open.invitation.code });
                }
            }
            InvitationAction::Accept => {
                if let Some(followed) = visit.followed.as_mut().filter(|followed| followed.can_be_accepted())
                {
                    let code = followed.code();
                    followed.ask_again(self.out.send(ClientMessage::AcceptInvitation { code }));
                }
            }
            InvitationAction::Dismiss => visit.followed = None,
        }
    }

    /// Permits opening an invitation; the error says why it would be refused.
    pub(crate) fn may_invite(&self) -> Result<(), Denied> {
        let Some(visit) = self.visit() else { return Err(Denied::Offline) };
        if !self.link.is_joined() {
            Err(Denied::Offline)
        } else if visit.lobby().is_shutting_down() {
            Err(Denied::Refused(Refusal::ShuttingDown))
        } else if visit.is_paused() {
            Err(Denied::Refused(Refusal::Paused))
        } else if visit.invitation.is_some() {
            Err(Denied::Refused(Refusal::Invitation(InvitationRefusal::TooMany)))
        } else {
            Ok(())
        }
    }

    /// The link to the user's invitation, for a friend: it begins with the address of the server's page
    /// if there is one, so that it opens in a browser, and otherwise with that of the server.
    #[must_use]
    pub fn invitation_link(&self) -> Option<String> {
        let Invitation { code, web, port, .. } = &self.visit()?.invitation()?.invitation;
        let route = Route { hall: self.link.hall().cloned(), ..Route::to(Place::Invitation(*code)) };
        let server = self.link.server()?;
        if let Some(page) = web.as_ref().or(self.environment.page.as_ref()) {
            let port = port.filter(|port| *port != DEFAULT_PORT);
            return Some(Route { port, ..route }.on_page(page));
        }
        let host = match &self.hosting {
            // only this machine reaches the server at the address that the user joined
            Hosting::Running { port, addresses } if server.host == HOSTED && server.port == *port => {
                addresses.first().unwrap_or(&server.host)
            }
            Hosting::Running { .. } | Hosting::Off | Hosting::Starting => &server.host,
        };
        let tls = matches!(self.link.security(), Some(Security::Tls(_)));
        Some(ServerLink { host: host.clone(), port: server.port, tls, route }.to_string())
    }

    /// Handles a message about an invitation.
    pub(super) fn invitation_message(&mut self, message: ServerMessage, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        if let ServerMessage::InvitationOpened(invitation) = message {
            visit.invitation = Some(OpenInvitation::new(*invitation, now));
        } else if let ServerMessage::InvitationFound(invitation) = message {
            if let Some(followed) = &mut visit.followed {
                followed.found(*invitation, now);
            }
        } else if let ServerMessage::InvitationClosed { code, how } = message {
            self.invitation_closed(code, how);
        }
    }

    fn invitation_closed(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(visit) = &mut self.visit else { return };
        visit.followed.take_if(|followed| followed.code() == code);
        let own = visit.invitation.take_if(|open| open.invitation.code == code);
        let notify = match how {
            InvitationEnd::Expired | InvitationEnd::ShuttingDown | InvitationEnd::Gone => own.is_some(),
            // a game begins, or the user has withdrawn it
            InvitationEnd::Accepted | InvitationEnd::Busy | InvitationEnd::Withdrawn => false,
        };
        if notify {
            self.out.notice(Notice::InvitationEnded(how));
        }
    }

    /// Handles the refusal of a request about the invitation that the user follows; returns whether
    /// the request was one.
    pub(super) fn invitation_refused(&mut self, request: u32, reason: Refusal) -> bool {
        let followed = self.visit.as_mut().and_then(|visit| visit.followed.as_mut());
        followed.is_some_and(|followed| followed.refused(request, reason))
    }

    /// Asks for the followed invitation again on a new connection, and forgets the user's own, which
    /// the server sends again.
    pub(super) fn reset_invitations(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        visit.invitation = None;
        if let Some(followed) = &mut visit.followed {
            let code = followed.code();
            followed.ask_again(self.out.send(ClientMessage::FindInvitation { code }));
        }
    }
}
