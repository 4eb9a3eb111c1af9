//! Invitations: the user's own, and the one whose link they have followed.

use chuhe_protocol::{Invitation, InvitationCode, InvitationRefusal, Refusal};
use chuhe_rules::clock::Timestamp;

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// When it expires.
    pub expires_at: Timestamp,
}

impl OpenInvitation {
    /// An invitation that was received at `now`.
    #[must_use]
    pub fn new(invitation: Invitation, now: Timestamp) -> Self {
        let expires_at = now.plus_ms(u64::from(invitation.expires_in_ms));
        Self { invitation, expires_at }
    }
}

/// The invitation whose link the user has followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedInvitation {
    code: InvitationCode,
    open: Option<OpenInvitation>,
    /// The request that the server has not answered yet.
    request: Option<u32>,
    refusal: Option<Refusal>,
}

impl FollowedInvitation {
    /// An invitation for which `request` asks the server.
    #[must_use]
    pub const fn asked(code: InvitationCode, request: u32) -> Self {
        Self { code, open: None, request: Some(request), refusal: None }
    }

    /// Its code.
    #[must_use]
    pub const fn code(&self) -> InvitationCode {
        self.code
    }

    /// Who invites and on which terms, once the server has answered.
    #[must_use]
    pub const fn open(&self) -> Option<&OpenInvitation> {
        self.open.as_ref()
    }

    /// Why the server has refused the last request.
    #[must_use]
    pub const fn refusal(&self) -> Option<Refusal> {
        self.refusal
    }

    /// Whether the server has not answered yet.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.request.is_some()
    }

    /// Whether the user can accept it, perhaps again after a refusal that may pass.
    #[must_use]
    pub const fn can_be_accepted(&self) -> bool {
        let is_over = match self.refusal {
            None => false,
            Some(Refusal::Invitation(refusal)) => match refusal {
                InvitationRefusal::Unknown | InvitationRefusal::Closed { .. } | InvitationRefusal::Own => {
                    true
                }
                InvitationRefusal::TooMany | InvitationRefusal::Full => false,
            },
            Some(_) => false,
        };
        self.open.is_some() && self.request.is_none() && !is_over
    }

    /// Records the answer of the server.
    pub(crate) fn found(&mut self, invitation: Invitation, now: Timestamp) {
        if invitation.code == self.code {
            (self.request, self.refusal) = (None, None);
            self.open = Some(OpenInvitation::new(invitation, now));
        }
    }

    /// Records that another request was sent.
    pub(crate) const fn ask_again(&mut self, request: u32) {
        (self.request, self.refusal) = (Some(request), None);
    }

    /// Records a refusal, if it is for the request that is pending.
    pub(crate) fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_it = self.request.take_if(|pending| *pending == request).is_some();
        if is_it {
            self.refusal = Some(reason);
        }
        is_it
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{InvitationEnd, PlayerId, PlayerName, Terms};

    #[test]
    fn an_invitation_can_be_accepted_until_a_refusal_that_does_not_pass() {
        let code = InvitationCode::from_random(1 << 60);
        let mut followed = FollowedInvitation::asked(code, 4);
        assert!(followed.is_waiting() && !followed.can_be_accepted());
        let invitation = Invitation {
            code,
            from: PlayerId(1),
            name: PlayerName::parse("Bo").unwrap(),
            terms: Terms::default(),
            expires_in_ms: 1_000,
            web: None,
            port: None,
        };
        let other = Invitation { code: InvitationCode::from_random(2 << 60), ..invitation.clone() };
        followed.found(other, Timestamp::from_ms(5));
        assert_eq!(followed.open(), None);
        followed.found(invitation, Timestamp::from_ms(5));
        assert_eq!(followed.open().map(|open| open.expires_at), Some(Timestamp::from_ms(1_005)));
        assert!(followed.can_be_accepted());
        followed.ask_again(5);
        assert!(!followed.can_be_accepted() && !followed.refused(4, Refusal::ChallengerAway));
        assert!(followed.refused(5, Refusal::ChallengerAway) && followed.can_be_accepted());
        followed.ask_again(6);
        let how = InvitationEnd::Accepted;
        assert!(followed.refused(6, Refusal::Invitation(InvitationRefusal::Closed { how })));
        assert!(!followed.can_be_accepted());
    }
}
