//! Invitations: opening one, the link to it, and accepting one.

use super::App;
use super::visit::Visit;
use chuhe_model::actions::action::InvitationAction;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::hosting::{Hosting, is_this_machine};
use chuhe_model::exchange::route::{Place, Route, ServerLink};
use chuhe_model::exchange::settings::DEFAULT_PORT;
use chuhe_model::exchange::trust::Security;
use chuhe_model::lobby::invited::Invited;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::Invitation;
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_invitation(&mut self, action: InvitationAction, now: Timestamp) {
        if self.invited().is_some() {
            if action == InvitationAction::Accept {
                self.accept_before_joining(now);
            } else if action == InvitationAction::Dismiss {
                self.dismiss_before_joining();
            }
            return;
        }
        match action {
            InvitationAction::OpenForm => match self.server.may_invite() {
                Ok(()) => self.server.open_form(None, &self.desk.settings.challenge),
                Err(denied) => self.desk.out.notice(Notice::Denied(denied)),
            },
            InvitationAction::Copy => {
                if let Some(link) = self.invitation_link() {
                    self.desk.out.copy(link);
                }
            }
            InvitationAction::Share => {
                if let Some(link) = self.invitation_link().filter(|_| self.desk.environment.shares) {
                    let name = self.server.visit.as_ref().map_or("", |visit| visit.name.as_str());
                    let title = self.desk.text().invitation.from(name);
                    self.desk.out.push(Effect::Share { title, link });
                }
            }
            InvitationAction::ToggleCode => {
                if let Some(visit) = &mut self.server.visit {
                    visit.shows_code = !visit.shows_code();
                }
            }
            InvitationAction::Withdraw => self.server.withdraw_invitation(),
            InvitationAction::Accept => self.server.accept_invitation(),
            InvitationAction::Leave => self.server.leave_invitation(),
            InvitationAction::Dismiss => {
                let shown = |visit: &mut Visit| visit.followed.take_if(|it| it.awaited().is_none());
                let shown = self.server.visit.as_mut().and_then(shown);
                self.invited = shown.and_then(|it| Invited::put_off(it, self.server_address()));
            }
        }
    }

    /// Permits opening an invitation; the error says why it would be refused.
    pub fn may_invite(&self) -> Result<(), Denied> {
        self.shown().may_invite()
    }

    /// The link to the user's invitation, for a friend: it begins with the address of the server's page
    /// if there is one, so that it opens in a browser, and otherwise with that of the server.
    #[must_use]
    pub fn invitation_link(&self) -> Option<String> {
        let Invitation { code, web, port, .. } = &self.server.visit.as_ref()?.invitation.as_ref()?.invitation;
        let route = Route { hall: self.server.link.hall().cloned(), ..Route::to(Place::Invitation(*code)) };
        let server = self.server.link.server()?;
        if let Some(page) = web.as_ref().or(self.desk.environment.page.as_ref()) {
            let port = port.filter(|port| *port != DEFAULT_PORT);
            return Some(Route { port, ..route }.on_page(page));
        }
        // only this machine reaches a server on it at the address that the user joined
        let own = match &self.hosting {
            Hosting::Running { addresses, .. } => addresses,
            Hosting::Off | Hosting::Starting => &self.desk.environment.addresses,
        };
        let host = own.first().filter(|_| is_this_machine(&server.host)).unwrap_or(&server.host);
        let tls = matches!(self.server.link.security(), Some(Security::Tls(_)));
        Some(ServerLink { host: host.clone(), port: server.port, tls, route }.to_string())
    }
}
