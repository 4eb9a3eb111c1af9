//! Invitations: opening one, the link to it, and accepting one.

use super::App;
use super::visit::AskedInvitation;
use chuhe_model::actions::action::InvitationAction;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::hosting::{HOSTED, Hosting};
use chuhe_model::exchange::route::{Place, Route, ServerLink};
use chuhe_model::exchange::settings::DEFAULT_PORT;
use chuhe_model::exchange::trust::Security;
use chuhe_model::lobby::challenge::ChallengeForm;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    ClientMessage, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, Refusal, ServerMessage,
};
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_invitation(&mut self, action: InvitationAction, now: Timestamp) {
        if self.invited().is_some() {
            match action {
                InvitationAction::Accept => self.accept_before_joining(now),
                InvitationAction::Dismiss => self.dismiss_before_joining(),
                InvitationAction::OpenForm
                | InvitationAction::Copy
                | InvitationAction::Share
                | InvitationAction::ToggleCode
                | InvitationAction::Withdraw
                | InvitationAction::Leave => {}
            }
            return;
        }
        let link = self.invitation_link();
        let name = self.visit.as_ref().map_or("", |visit| visit.name.as_str());
        let title = self.text().invitation.from(name);
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
            InvitationAction::Share => {
                if let Some(link) = link.filter(|_| self.environment.shares) {
                    self.out.push(Effect::Share { title, link });
                }
            }
            InvitationAction::ToggleCode => visit.shows_code = !visit.shows_code(),
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
            InvitationAction::Leave => {
                if let Some(awaited) = visit.awaited() {
                    self.out.send(ClientMessage::LeaveInvitation { code: awaited.invitation.code });
                }
            }
            InvitationAction::Dismiss => {
                visit.followed.take_if(|followed| followed.awaited().is_none());
            }
        }
    }

    /// Whether the system passes links on.
    pub const fn shares_links(&self) -> bool {
        self.environment.shares
    }

    /// Permits opening an invitation; the error says why it would be refused.
    pub fn may_invite(&self) -> Result<(), Denied> {
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
            if invitation.accepted_by.is_some() {
                visit.accepted = Some(invitation.code);
            }
            visit.invitation = Some(OpenInvitation::new(*invitation, now));
        } else if let ServerMessage::InvitationFound(invitation) = message {
            let code = invitation.code;
            // without a followed one, the user has lost the place that they held
            let followed = visit.followed.get_or_insert_with(|| FollowedInvitation::known(code));
            followed.found(*invitation, now);
        } else if let ServerMessage::InvitationAccepted(invitation) = message {
            visit.followed = Some(FollowedInvitation::held(*invitation, now));
        } else if let ServerMessage::InvitationClosed { code, how } = message {
            self.invitation_closed(code, how);
        }
    }

    fn invitation_closed(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(visit) = &mut self.visit else { return };
        let was_awaited = visit.awaited().is_some_and(|open| open.invitation.code == code);
        visit.followed.take_if(|followed| followed.code() == code);
        let own = visit.invitation.take_if(|open| open.invitation.code == code);
        visit.shows_code &= own.is_none();
        self.awaited_game |= how == InvitationEnd::Accepted && (own.is_some() || was_awaited);
        if own.is_some() {
            self.announce_end(how, true);
        } else if was_awaited {
            self.announce_end(how, false);
        }
    }

    /// Says how the user's own invitation ended, or the one for whose game they waited, unless they
    /// know it.
    fn announce_end(&mut self, how: InvitationEnd, is_own: bool) {
        let is_news = match how {
            InvitationEnd::Expired
            | InvitationEnd::ShuttingDown
            | InvitationEnd::Gone
            | InvitationEnd::Missed => true,
            // the user has begun another game, or has withdrawn it
            InvitationEnd::Busy | InvitationEnd::Withdrawn => !is_own,
            // a game begins, or the user has left
            InvitationEnd::Accepted | InvitationEnd::Left => false,
        };
        if is_news {
            self.out.notice(if is_own { Notice::InvitationEnded(how) } else { Notice::WaitEnded(how) });
        }
    }

    /// Handles the refusal of a request about the user's own invitation or the one that they follow;
    /// returns whether the request was one.
    pub(super) fn invitation_refused(&mut self, request: u32, reason: Refusal) -> bool {
        let Some(visit) = &mut self.visit else { return false };
        if let Some(at) = visit.asked_about.iter().position(|asked| asked.request == request) {
            let AskedInvitation { is_own, .. } = visit.asked_about.swap_remove(at);
            if let Refusal::Invitation(InvitationRefusal::Closed { how }) = reason {
                self.announce_end(how, is_own);
            } else if reason != Refusal::Invitation(InvitationRefusal::Own) {
                self.out.notice(Notice::Refused(reason));
            }
            return true;
        }
        visit.followed.as_mut().is_some_and(|followed| followed.refused(request, reason))
    }

    /// Asks for the followed invitation again on a new connection. Forgets the user's own and the one
    /// for whose game they wait, which the server sends again, and asks how they ended otherwise.
    pub(super) fn reset_invitations(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        visit.asked_about.clear();
        let own = visit.invitation.take().map(|open| (open.invitation.code, true));
        let awaited = visit.followed.take_if(|followed| followed.awaited().is_some());
        for (code, is_own) in own.into_iter().chain(awaited.map(|awaited| (awaited.code(), false))) {
            let request = self.out.send(ClientMessage::FindInvitation { code, hall: None });
            visit.asked_about.push(AskedInvitation { request, is_own });
        }
        if let Some(followed) = &mut visit.followed {
            let code = followed.code();
            followed.ask_again(self.out.send(ClientMessage::FindInvitation { code, hall: None }));
        }
    }
}
