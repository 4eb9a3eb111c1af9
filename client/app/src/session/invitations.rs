//! Invitations on the server: the user's own, and the one that they follow.

use super::Session;
use super::lobby::may_begin;
use crate::visit::{AskedInvitation, Invitations};
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::{
    Invitation, InvitationCode, InvitationEnd, InvitationRefusal, LobbyRequest, Refusal, Terms,
};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Permits opening an invitation; the error says why it would be refused.
    pub fn may_invite(&self) -> Result<(), Denied> {
        let Some(visit) = &self.visit else { return Err(Denied::Offline) };
        may_begin(&self.link, visit)?;
        if visit.invitations.own.is_some() {
            Err(Denied::Refused(Refusal::Invitation(InvitationRefusal::TooMany)))
        } else {
            Ok(())
        }
    }
}

impl Invitations {
    /// Withdraws the user's own invitation.
    pub(crate) fn withdraw(&self, out: &mut Outbox) {
        if let Some(code) = self.own.as_ref().map(|open| open.invitation.code) {
            out.send(LobbyRequest::WithdrawInvitation { code });
        }
    }

    /// Accepts the invitation whose link the user has followed.
    pub(crate) fn accept(&mut self, out: &mut Outbox) {
        if let Some(followed) = self.followed.as_mut().filter(|followed| followed.can_be_accepted()) {
            let code = followed.code();
            followed.ask_again(out.send(LobbyRequest::AcceptInvitation { code }));
        }
    }

    /// Leaves the place that the user holds in an invitation.
    pub(crate) fn leave(&self, out: &mut Outbox) {
        if let Some(code) = self.awaited().map(|awaited| awaited.invitation.code) {
            out.send(LobbyRequest::LeaveInvitation { code });
        }
    }

    /// Follows the link to an invitation, or accepts the one that the user has accepted before joining.
    pub(crate) fn follow(
        &mut self,
        code: InvitationCode,
        accepted: Option<FollowedInvitation>,
        out: &mut Outbox,
    ) {
        self.followed = Some(match accepted {
            Some(accepted) => accepted.accepted(out.send(LobbyRequest::AcceptInvitation { code })),
            None => {
                let request = out.send(LobbyRequest::FindInvitation { code, hall: None });
                FollowedInvitation::asked(code, request)
            }
        });
    }

    /// The user's own invitation is open, or somebody has accepted it.
    pub(super) fn opened(&mut self, invitation: Invitation, now: Timestamp) {
        if invitation.accepted_by.is_some() {
            self.accepted = Some(invitation.code);
        }
        self.own = Some(OpenInvitation::new(invitation, now));
    }

    /// The terms of the user's own invitation, or of the one that they have accepted, if this is it.
    pub(super) fn terms(&self, code: InvitationCode) -> Option<&Terms> {
        let open = self.own.as_ref().into_iter().chain(self.awaited());
        open.map(|open| &open.invitation).find(|it| it.code == code).map(|it| &it.terms)
    }

    pub(super) fn closed(&mut self, code: InvitationCode, how: InvitationEnd, out: &mut Outbox) {
        let was_awaited = self.awaited().is_some_and(|open| open.invitation.code == code);
        self.followed.take_if(|followed| followed.code() == code);
        let own = self.own.take_if(|open| open.invitation.code == code);
        self.shows_code &= own.is_none();
        self.awaits_game |= how == InvitationEnd::Accepted && (own.is_some() || was_awaited);
        if own.is_some() {
            announce_end(out, how, true);
        } else if was_awaited {
            announce_end(out, how, false);
        }
    }

    /// Handles the refusal of a request about the user's own invitation or the one that they follow;
    /// returns whether the request was one.
    pub(super) fn refused(&mut self, request: u32, reason: Refusal, out: &mut Outbox) -> bool {
        if let Some(at) = self.asked.iter().position(|asked| asked.request == request) {
            let AskedInvitation { is_own, .. } = self.asked.swap_remove(at);
            if let Refusal::Invitation(InvitationRefusal::Closed { how }) = reason {
                announce_end(out, how, is_own);
            } else if reason != Refusal::Invitation(InvitationRefusal::Own) {
                out.notice(Notice::Refused(reason));
            }
            return true;
        }
        self.followed.as_mut().is_some_and(|followed| followed.refused(request, reason))
    }

    /// Asks for the followed invitation again on a new connection. Forgets the user's own and the one
    /// for whose game they wait, which the server sends again, and asks how they ended otherwise.
    pub(super) fn reset(&mut self, out: &mut Outbox) {
        self.asked.clear();
        // the server says it again
        self.page = None;
        let own = self.own.take().map(|open| (open.invitation.code, true));
        let awaited = self.followed.take_if(|followed| followed.awaited().is_some());
        for (code, is_own) in own.into_iter().chain(awaited.map(|awaited| (awaited.code(), false))) {
            let request = out.send(LobbyRequest::FindInvitation { code, hall: None });
            self.asked.push(AskedInvitation { request, is_own });
        }
        if let Some(followed) = &mut self.followed {
            let code = followed.code();
            followed.ask_again(out.send(LobbyRequest::FindInvitation { code, hall: None }));
        }
    }

    /// The server has found the invitation whose link the user follows.
    ///
    /// Without a followed one, the user has lost the place that they held.
    pub(super) fn found(&mut self, invitation: Invitation, now: Timestamp) {
        let code = invitation.code;
        let followed = self.followed.get_or_insert_with(|| FollowedInvitation::known(code));
        followed.found(invitation, now);
    }
}

/// Says how the user's own invitation ended, or the one for whose game they waited, unless they
/// know it.
fn announce_end(out: &mut Outbox, how: InvitationEnd, is_own: bool) {
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
        out.notice(if is_own { Notice::InvitationEnded(how) } else { Notice::WaitEnded(how) });
    }
}
