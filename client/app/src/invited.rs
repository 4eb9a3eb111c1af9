//! An invitation whose link the user follows before they have joined its server: who invites and to what
//! is asked first, and one press joins and accepts.

use super::App;
use chuhe_model::exchange::route::Place;
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::invited::Invited;
use chuhe_protocol::{InvitationCode, PlayerName, Refusal};
use chuhe_rules::clock::Timestamp;
use rand_chacha::rand_core::Rng as _;

/// The numbers in proposed names: four digits, so that two guests rarely get the same one.
const NAME_NUMBERS: std::ops::Range<u32> = 1_000..10_000;

impl App {
    /// The invitation that is shown instead of the first screen.
    #[must_use]
    pub fn invited(&self) -> Option<&FollowedInvitation> {
        let invited = self.invited.as_ref().filter(|invited| !invited.is_put_off)?;
        self.shown().visit.is_none().then_some(&invited.followed)
    }

    /// Asks the server in the form who invites and to what, and proposes a name.
    pub(super) fn ask_for_invitation(&mut self, code: InvitationCode, now: Timestamp) {
        let has_name = PlayerName::parse(self.join.name.trim()).is_ok();
        let proposed = (!has_name).then(|| self.propose_name());
        if let Some(name) = &proposed {
            self.join.name.clone_from(name);
        }
        match self.join.server() {
            Ok(server) => {
                let security = self.security(&server);
                self.server.link.ask(server, security, code, now, &mut self.server.out);
                self.server.link.use_hall(self.join.halls.wanted.clone());
                let followed = FollowedInvitation::known(code);
                let at = self.join.address();
                self.invited = Some(Invited { followed, at, proposed, accepts: false, is_put_off: false });
            }
            Err(notice) => self.desk.out.notice(notice),
        }
    }

    /// The host and port of the server, or of the one in the form.
    pub(super) fn server_address(&self) -> (String, Option<u16>) {
        let joined = self.server.link.server().filter(|_| self.server.visit.is_some());
        joined.map_or_else(|| self.join.address(), |server| (server.host.clone(), Some(server.port)))
    }

    /// Shows the invitation again that the user has put off at this server; returns whether there is one.
    pub(super) fn resume_invitation(&mut self, now: Timestamp) -> bool {
        let here = self.server_address();
        let put_off = self.invited.take_if(|invited| invited.is_put_off && invited.at == here);
        let Some(code) = put_off.map(|invited| invited.followed.code()) else { return false };
        match self.server.visit {
            Some(_) => self.server.follow_invitation(code, None),
            None => {
                self.pending = Some(Place::Invitation(code));
                self.ask_for_invitation(code, now);
            }
        }
        true
    }

    /// Returns a name for a user who has none.
    fn propose_name(&mut self) -> String {
        let span = NAME_NUMBERS.end - NAME_NUMBERS.start;
        let number = NAME_NUMBERS.start + self.desk.random.next_u32() % span;
        self.desk.text().invitation.guest_name(&number.to_string())
    }

    /// Records what the server has said about the invitation, to a client that has not joined.
    pub(super) fn invitation_answered(
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
    pub(super) fn accept_before_joining(&mut self, now: Timestamp) {
        let Some(invited) = &mut self.invited else { return };
        if invited.followed.can_be_accepted() {
            invited.accepts = true;
            let code = invited.followed.code();
            self.pending = Some(Place::Invitation(code));
            self.submit(now);
        }
    }

    /// Shows the first screen instead of the invitation.
    pub(super) fn dismiss_before_joining(&mut self) {
        if let Some(invited) = self.invited.take() {
            if invited.proposed.as_ref() == Some(&self.join.name) {
                self.join.name.clear();
            }
            self.invited = Invited::put_off(invited.followed, invited.at);
        }
        self.pending = None;
        self.leave_server();
    }

    /// Proposes another name if somebody has the one that was proposed.
    pub(super) fn propose_another_name(&mut self, reason: Refusal) {
        let is_proposed = |invited: &&mut Invited| invited.proposed.as_ref() == Some(&self.join.name);
        let Some(invited) = self.invited.as_mut().filter(is_proposed) else { return };
        if matches!(reason, Refusal::NameTaken | Refusal::NameRegistered | Refusal::NameReserved) {
            invited.proposed = None;
            let name = self.propose_name();
            if let Some(invited) = &mut self.invited {
                invited.proposed = Some(name.clone());
            }
            self.join.name = name;
            self.join.password = None;
        }
    }

    /// Takes the invitation that the user has accepted before joining, if it is this one.
    pub(super) fn take_accepted(&mut self, code: InvitationCode) -> Option<FollowedInvitation> {
        let invited = self.invited.take()?;
        (invited.accepts && invited.followed.code() == code).then_some(invited.followed)
    }
}
