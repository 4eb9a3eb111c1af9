//! Invitations on the server: the user's own, and the one that they follow.

use super::Session;
use super::lobby::may_begin;
use crate::visit::{AskedInvitation, Visit};
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{ClientMessage, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, Refusal};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Permits opening an invitation; the error says why it would be refused.
    pub(crate) fn may_invite(&self) -> Result<(), Denied> {
        let Some(visit) = &self.visit else { return Err(Denied::Offline) };
        may_begin(&self.link, visit)?;
        if visit.invitations.own.is_some() {
            Err(Denied::Refused(Refusal::Invitation(InvitationRefusal::TooMany)))
        } else {
            Ok(())
        }
    }

    /// Withdraws the user's own invitation.
    pub(crate) fn withdraw_invitation(&mut self) {
        let open = self.visit.as_ref().and_then(|visit| visit.invitations.own.as_ref());
        if let Some(code) = open.map(|open| open.invitation.code) {
            self.out.send(ClientMessage::WithdrawInvitation { code });
        }
    }

    /// Accepts the invitation whose link the user has followed.
    pub(crate) fn accept_invitation(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if let Some(followed) =
            visit.invitations.followed.as_mut().filter(|followed| followed.can_be_accepted())
        {
            let code = followed.code();
            followed.ask_again(self.out.send(ClientMessage::AcceptInvitation { code }));
        }
    }

    /// Leaves the place that the user holds in an invitation.
    pub(crate) fn leave_invitation(&mut self) {
        let awaited = self.visit.as_ref().and_then(|visit| visit.awaited());
        if let Some(code) = awaited.map(|awaited| awaited.invitation.code) {
            self.out.send(ClientMessage::LeaveInvitation { code });
        }
    }

    /// Follows the link to an invitation, or accepts the one that the user has accepted before joining.
    pub(crate) fn follow_invitation(&mut self, code: InvitationCode, accepted: Option<FollowedInvitation>) {
        let Some(visit) = &mut self.visit else { return };
        visit.invitations.followed = Some(match accepted {
            Some(accepted) => accepted.accepted(self.out.send(ClientMessage::AcceptInvitation { code })),
            None => {
                let request = self.out.send(ClientMessage::FindInvitation { code, hall: None });
                FollowedInvitation::asked(code, request)
            }
        });
    }

    /// The user's own invitation is open, or somebody has accepted it.
    pub(super) fn invitation_opened(&mut self, invitation: Invitation, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        if invitation.accepted_by.is_some() {
            visit.invitations.accepted = Some(invitation.code);
        }
        visit.invitations.own = Some(OpenInvitation::new(invitation, now));
    }

    pub(super) fn invitation_closed(&mut self, code: InvitationCode, how: InvitationEnd) {
        let Some(visit) = &mut self.visit else { return };
        let was_awaited = visit.awaited().is_some_and(|open| open.invitation.code == code);
        visit.invitations.followed.take_if(|followed| followed.code() == code);
        let own = visit.invitations.own.take_if(|open| open.invitation.code == code);
        visit.invitations.shows_code &= own.is_none();
        visit.invitations.awaits_game |= how == InvitationEnd::Accepted && (own.is_some() || was_awaited);
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
        if let Some(at) = visit.invitations.asked.iter().position(|asked| asked.request == request) {
            let AskedInvitation { is_own, .. } = visit.invitations.asked.swap_remove(at);
            if let Refusal::Invitation(InvitationRefusal::Closed { how }) = reason {
                self.announce_end(how, is_own);
            } else if reason != Refusal::Invitation(InvitationRefusal::Own) {
                self.out.notice(Notice::Refused(reason));
            }
            return true;
        }
        visit.invitations.followed.as_mut().is_some_and(|followed| followed.refused(request, reason))
    }

    /// Asks for the followed invitation again on a new connection. Forgets the user's own and the one
    /// for whose game they wait, which the server sends again, and asks how they ended otherwise.
    pub(super) fn reset_invitations(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        visit.invitations.asked.clear();
        let own = visit.invitations.own.take().map(|open| (open.invitation.code, true));
        let awaited = visit.invitations.followed.take_if(|followed| followed.awaited().is_some());
        for (code, is_own) in own.into_iter().chain(awaited.map(|awaited| (awaited.code(), false))) {
            let request = self.out.send(ClientMessage::FindInvitation { code, hall: None });
            visit.invitations.asked.push(AskedInvitation { request, is_own });
        }
        if let Some(followed) = &mut visit.invitations.followed {
            let code = followed.code();
            followed.ask_again(self.out.send(ClientMessage::FindInvitation { code, hall: None }));
        }
    }
}

impl Visit {
    /// The server has found the invitation whose link the user follows.
    ///
    /// Without a followed one, the user has lost the place that they held.
    pub(super) fn invitation_found(&mut self, invitation: Invitation, now: Timestamp) {
        let code = invitation.code;
        let followed = self.invitations.followed.get_or_insert_with(|| FollowedInvitation::known(code));
        followed.found(invitation, now);
    }
}
