//! Invitations: opening one, the link to it, and accepting one.

use super::visit::Visit;
use crate::desk::Desk;
use crate::entrance::Entrance;
use crate::sessions::Sessions;
use chuhe_model::actions::action::InvitationAction;
use chuhe_model::exchange::effect::MachineEffect;
use chuhe_model::exchange::hosting::{Hosting, is_this_machine};
use chuhe_model::exchange::route::{Place, Route, ServerLink, address};
use chuhe_model::exchange::servers::DEFAULT_PORT;
use chuhe_model::exchange::trust::Security;
use chuhe_model::lobby::challenge::Addressee;
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::invited::Invited;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{Invitation, InvitationCode, PagePort, PlayerName, Refusal, WebAddress};
use chuhe_rules::clock::Timestamp;
use rand_chacha::rand_core::Rng as _;

/// The numbers in proposed names: four digits, so that two guests rarely get the same one.
const NAME_NUMBERS: std::ops::Range<u32> = 1_000..10_000;

impl Entrance {
    #[inline(never)]
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
            } else if let InvitationAction::Instead(entry) = action {
                self.dismiss_before_joining(sessions, desk);
                desk.settings.start.entry = entry;
            }
            return;
        }
        match action {
            InvitationAction::OpenForm => match sessions.server.may_invite() {
                Ok(()) => sessions
                    .server
                    .with_visit(|visit, _| visit.open_form(Addressee::Guest, &desk.settings.challenge)),
                Err(denied) => desk.out.notice(Notice::Denied(denied)),
            },
            InvitationAction::Copy => {
                if let Some(link) = self.invitation_link(sessions, desk) {
                    desk.out.copy(link);
                }
            }
            InvitationAction::Share => {
                if let Some(link) = self.invitation_link(sessions, desk).filter(|_| desk.environment.shares) {
                    let name = sessions.server.visit.as_ref().map_or("", |visit| visit.account.name.as_str());
                    let title = desk.text().invitation.from(name);
                    desk.out.push(MachineEffect::Share { title, link });
                }
            }
            InvitationAction::ToggleCode => {
                if let Some(visit) = &mut sessions.server.visit {
                    visit.invitations.shows_code = !visit.invitations.shows_code();
                }
            }
            InvitationAction::Withdraw => {
                sessions.server.with_visit(|visit, out| visit.invitations.withdraw(out))
            }
            InvitationAction::Accept => {
                sessions.server.with_visit(|visit, out| visit.invitations.accept(out))
            }
            InvitationAction::Leave => sessions.server.with_visit(|visit, out| visit.invitations.leave(out)),
            InvitationAction::Dismiss => {
                let shown =
                    |visit: &mut Visit| visit.invitations.followed.take_if(|it| it.awaited().is_none());
                let at = self.server_address(sessions);
                let shown = sessions.server.visit.as_mut().and_then(shown);
                self.invited = shown.and_then(|followed| Invited::put_off(followed, at));
            }
            // offered before joining only
            InvitationAction::Instead(_) => {}
        }
    }

    /// The link to the user's invitation, for a friend: it begins with the address of the server's page
    /// if there is one, so that it opens in a browser, and otherwise with that of the server. A server that does not know
    /// this address has its page at the host that the user joined.
    #[must_use]
    pub fn invitation_link(&self, sessions: &Sessions, desk: &Desk) -> Option<String> {
        let invitations = &sessions.server.visit.as_ref()?.invitations;
        let Invitation { code, web, port, .. } = &invitations.own.as_ref()?.invitation;
        let place = Place::Invitation(*code);
        if let Some(page) = web {
            let hall = sessions.server.link.hall().cloned();
            let port = port.filter(|port| *port != DEFAULT_PORT);
            return Some(Route { hall, port, ..Route::to(place) }.on_page(page));
        }
        let of_page = port.filter(|port| *port != DEFAULT_PORT);
        self.link_through(sessions, desk, place, of_page)
    }

    /// The link to a place on the server that the user has joined: it begins with the address of the server's page if
    /// there is one, and otherwise with that of the server.
    #[must_use]
    pub(crate) fn link_to(&self, sessions: &Sessions, desk: &Desk, place: Place) -> Option<String> {
        self.link_through(sessions, desk, place, None)
    }

    /// The same, with the port that a link to the page of this program has.
    fn link_through(
        &self,
        sessions: &Sessions,
        desk: &Desk,
        place: Place,
        port_on_page: Option<u16>,
    ) -> Option<String> {
        let invitations = &sessions.server.visit.as_ref()?.invitations;
        let route = Route { hall: sessions.server.link.hall().cloned(), ..Route::to(place) };
        let server = sessions.server.link.server()?;
        if let Some(page) = desk.environment.page.as_ref() {
            return Some(Route { port: port_on_page, ..route }.on_page(page));
        }
        // only this machine reaches a server on it at the address that the user joined
        let own = match &self.hosting {
            Hosting::Running { addresses, .. } => addresses,
            Hosting::Off | Hosting::Starting => &desk.environment.addresses,
        };
        let host = own.first().filter(|_| is_this_machine(&server.host)).unwrap_or(&server.host);
        let tls = matches!(sessions.server.link.security(), Some(Security::Tls(_)));
        // whoever follows the link must not be less safe than the user
        let page = invitations.page.filter(|page| page.port != 0 && (page.has_tls || !tls));
        if let Some(page) = page.and_then(|page| page_at(host, page)) {
            let port = Some(server.port).filter(|port| *port != DEFAULT_PORT);
            return Some(Route { port, ..route }.on_page(&page));
        }
        Some(ServerLink { host: host.clone(), port: server.port, tls, route }.to_string())
    }

    /// The invitation that is shown instead of the first screen.
    #[must_use]
    pub fn invited(&self, sessions: &Sessions) -> Option<&FollowedInvitation> {
        let invited = self.invited.as_ref().filter(|invited| !invited.is_put_off)?;
        sessions.shown().visit.is_none().then_some(&invited.followed)
    }

    /// Asks the server in the form who invites and to what, and proposes a name.
    pub(crate) fn ask_for_invitation(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        code: InvitationCode,
        now: Timestamp,
    ) {
        let has_name = PlayerName::parse(self.join.name.trim()).is_ok();
        let proposed = (!has_name).then(|| self.propose_name(desk));
        if let Some(name) = &proposed {
            self.join.name.clone_from(name);
        }
        match self.join.server() {
            Ok(server) => {
                let security = self.security(desk, &server);
                sessions.server.link.ask(server, security, code, now, &mut sessions.server.out);
                sessions.server.link.use_hall(self.join.halls.wanted.clone());
                let followed = FollowedInvitation::known(code);
                let at = self.join.address();
                self.invited = Some(Invited { followed, at, proposed, accepts: false, is_put_off: false });
            }
            Err(notice) => desk.out.notice(notice),
        }
    }

    /// The host and port of the server, or of the one in the form.
    pub(crate) fn server_address(&self, sessions: &Sessions) -> (String, Option<u16>) {
        let server = &sessions.server;
        let joined = server.link.server().filter(|_| server.visit.is_some());
        joined.map_or_else(|| self.join.address(), |server| (server.host.clone(), Some(server.port)))
    }

    /// Shows the invitation again that the user has put off at this server; returns whether there is one.
    pub(crate) fn resume_invitation(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        now: Timestamp,
    ) -> bool {
        let here = self.server_address(sessions);
        let put_off = self.invited.take_if(|invited| invited.is_put_off_at(&here));
        let Some(code) = put_off.map(|invited| invited.followed.code()) else { return false };
        match &mut sessions.server.visit {
            Some(visit) => visit.invitations.follow(code, None, &mut sessions.server.out),
            None => {
                self.pending = Some(Place::Invitation(code));
                self.ask_for_invitation(sessions, desk, code, now);
            }
        }
        true
    }

    /// Returns a name for a user who has none.
    fn propose_name(&mut self, desk: &mut Desk) -> String {
        let span = NAME_NUMBERS.end - NAME_NUMBERS.start;
        let number = NAME_NUMBERS.start + desk.random.next_u32() % span;
        desk.text().invitation.guest_name(&number.to_string())
    }

    /// Records what the server has said about the invitation, to a client that has not joined.
    pub(crate) fn invitation_answered(
        &mut self,
        answer: Result<Box<chuhe_protocol::Invitation>, Refusal>,
        now: Timestamp,
    ) {
        let Some(invited) = &mut self.invited else { return };
        match answer {
            Ok(found) => invited.followed.found(*found, now),
            Err(reason) => invited.followed.deny(reason),
        }
    }

    /// Joins under the name in the form to accept the invitation.
    pub(crate) fn accept_before_joining(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        let Some(invited) = &mut self.invited else { return };
        if invited.followed.can_be_accepted() {
            invited.accepts = true;
            let code = invited.followed.code();
            self.pending = Some(Place::Invitation(code));
            self.submit(sessions, desk, now);
        }
    }

    /// Shows the first screen instead of the invitation.
    pub(crate) fn dismiss_before_joining(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        if let Some(invited) = self.invited.take() {
            if invited.proposed.as_ref() == Some(&self.join.name) {
                self.join.name.clear();
            }
            self.invited = Invited::put_off(invited.followed, invited.at);
        }
        self.pending = None;
        self.leave_server(sessions, desk);
    }

    /// Proposes another name if somebody has the one that was proposed.
    pub(crate) fn propose_another_name(&mut self, desk: &mut Desk, reason: Refusal) {
        let is_proposed = |invited: &&mut Invited| invited.proposed.as_ref() == Some(&self.join.name);
        let Some(invited) = self.invited.as_mut().filter(is_proposed) else { return };
        if matches!(reason, Refusal::NameTaken | Refusal::NameRegistered | Refusal::NameReserved) {
            invited.proposed = None;
            let name = self.propose_name(desk);
            if let Some(invited) = &mut self.invited {
                invited.proposed = Some(name.clone());
            }
            self.join.name = name;
            (self.join.password, self.join.asks_name) = (None, false);
        }
    }

    /// Takes the invitation that the user has accepted before joining, if it is this one.
    pub(crate) fn take_accepted(&mut self, code: InvitationCode) -> Option<FollowedInvitation> {
        let invited = self.invited.take()?;
        (invited.accepts && invited.followed.code() == code).then_some(invited.followed)
    }
}

/// The address of the page on this port of a host.
fn page_at(host: &str, page: PagePort) -> Option<WebAddress> {
    let scheme = if page.has_tls { "https" } else { "http" };
    format!("{scheme}://{}", address(host, page.port)).parse().ok()
}
