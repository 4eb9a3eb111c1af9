//! Invitations: opening one, the link to it, and accepting one.

use super::visit::Visit;
use crate::desk::Desk;
use crate::entrance::Entrance;
use crate::sessions::Sessions;
use chuhe_model::actions::action::InvitationAction;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::hosting::{Hosting, is_this_machine};
use chuhe_model::exchange::route::{Place, Route, ServerLink};
use chuhe_model::exchange::settings::DEFAULT_PORT;
use chuhe_model::exchange::trust::Security;
use chuhe_model::lobby::invited::Invited;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::Invitation;
use chuhe_rules::clock::Timestamp;

impl Entrance {
    pub(crate) fn act_invitation(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        action: InvitationAction,
        now: Timestamp,
    ) {
        if self.invited(sessions).is_some() {
            if action == InvitationAction::Accept {
                self.accept_before_joining(sessions, desk, now);
            } else if action == InvitationAction::Dismiss {
                self.dismiss_before_joining(sessions, desk);
            }
            return;
        }
        match action {
            InvitationAction::OpenForm => match sessions.server.may_invite() {
                Ok(()) => sessions.server.open_form(None, &desk.settings.challenge),
                Err(denied) => desk.out.notice(Notice::Denied(denied)),
            },
            InvitationAction::Copy => {
                if let Some(link) = self.invitation_link(sessions, desk) {
                    desk.out.copy(link);
                }
            }
            InvitationAction::Share => {
                if let Some(link) = self.invitation_link(sessions, desk).filter(|_| desk.environment.shares) {
                    let name = sessions.server.visit.as_ref().map_or("", |visit| visit.name.as_str());
                    let title = desk.text().invitation.from(name);
                    desk.out.push(Effect::Share { title, link });
                }
            }
            InvitationAction::ToggleCode => {
                if let Some(visit) = &mut sessions.server.visit {
                    visit.shows_code = !visit.shows_code();
                }
            }
            InvitationAction::Withdraw => sessions.server.withdraw_invitation(),
            InvitationAction::Accept => sessions.server.accept_invitation(),
            InvitationAction::Leave => sessions.server.leave_invitation(),
            InvitationAction::Dismiss => {
                let shown = |visit: &mut Visit| visit.followed.take_if(|it| it.awaited().is_none());
                self.invited = sessions.server.visit.as_mut().and_then(shown).and_then(Invited::put_off);
            }
        }
    }

    /// The link to the user's invitation, for a friend: it begins with the address of the server's page
    /// if there is one, so that it opens in a browser, and otherwise with that of the server.
    #[must_use]
    pub fn invitation_link(&self, sessions: &Sessions, desk: &Desk) -> Option<String> {
        let Invitation { code, web, port, .. } =
            &sessions.server.visit.as_ref()?.invitation.as_ref()?.invitation;
        let route =
            Route { hall: sessions.server.link.hall().cloned(), ..Route::to(Place::Invitation(*code)) };
        let server = sessions.server.link.server()?;
        if let Some(page) = web.as_ref().or(desk.environment.page.as_ref()) {
            let port = port.filter(|port| *port != DEFAULT_PORT);
            return Some(Route { port, ..route }.on_page(page));
        }
        // only this machine reaches a server on it at the address that the user joined
        let own = match &self.hosting {
            Hosting::Running { addresses, .. } => addresses,
            Hosting::Off | Hosting::Starting => &desk.environment.addresses,
        };
        let host = own.first().filter(|_| is_this_machine(&server.host)).unwrap_or(&server.host);
        let tls = matches!(sessions.server.link.security(), Some(Security::Tls(_)));
        Some(ServerLink { host: host.clone(), port: server.port, tls, route }.to_string())
    }
}
