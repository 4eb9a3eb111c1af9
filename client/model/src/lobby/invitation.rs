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
    received_at: Timestamp,
}

impl OpenInvitation {
    /// An invitation that was received at `now`.
    #[must_use]
    pub fn new(invitation: Invitation, now: Timestamp) -> Self {
        let expires_at = now.plus_ms(u64::from(invitation.expires_in_ms));
        Self { invitation, expires_at, received_at: now }
    }

    /// For how many seconds the other player has been away, if they are.
    #[must_use]
    pub fn away_s(&self, now: Timestamp) -> Option<u64> {
        Some(u64::from(self.invitation.away_s?) + now.since(self.received_at) / 1_000)
    }
}

/// The invitation whose link the user has followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedInvitation {
    code: InvitationCode,
    open: Option<OpenInvitation>,
    /// Whether the user has accepted it and waits for the player who invites.
    is_held: bool,
    /// The request that the server has not answered yet.
    request: Option<u32>,
    refusal: Option<Refusal>,
}

impl FollowedInvitation {
    /// An invitation for which `request` asks the server.
    #[must_use]
    pub const fn asked(code: InvitationCode, request: u32) -> Self {
        Self { code, open: None, is_held: false, request: Some(request), refusal: None }
    }

    /// An invitation of which the user knows the code.
    #[must_use]
    pub const fn known(code: InvitationCode) -> Self {
        Self { code, open: None, is_held: false, request: None, refusal: None }
    }

    /// An invitation that the user has accepted before they joined, with the request that says so.
    #[must_use]
    pub fn accepted(self, request: u32) -> Self {
        Self { request: Some(request), refusal: None, ..self }
    }

    /// Records why the server says nothing about it.
    pub const fn deny(&mut self, reason: Refusal) {
        self.refusal = Some(reason);
    }

    /// An invitation whose place the user holds, as the server has said at `now`.
    #[must_use]
    pub fn held(invitation: Invitation, now: Timestamp) -> Self {
        let (code, open) = (invitation.code, Some(OpenInvitation::new(invitation, now)));
        Self { code, open, is_held: true, request: None, refusal: None }
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

    /// The invitation that the user has accepted, while they wait for the player who invites.
    #[must_use]
    pub fn awaited(&self) -> Option<&OpenInvitation> {
        self.open.as_ref().filter(|_| self.is_held)
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
                InvitationRefusal::TooMany | InvitationRefusal::Full | InvitationRefusal::Taken => false,
            },
            Some(_) => false,
        };
        self.open.is_some() && !self.is_held && self.request.is_none() && !is_over
    }

    /// Records the answer of the server.
    pub fn found(&mut self, invitation: Invitation, now: Timestamp) {
        if invitation.code == self.code {
            (self.request, self.refusal, self.is_held) = (None, None, false);
            self.open = Some(OpenInvitation::new(invitation, now));
        }
    }

    /// Records that another request was sent.
    pub const fn ask_again(&mut self, request: u32) {
        (self.request, self.refusal) = (Some(request), None);
    }

    /// Records a refusal, if it is for the request that is pending.
    pub fn refused(&mut self, request: u32, reason: Refusal) -> bool {
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
            accepted_by: None,
            away_s: None,
        };
        let other = Invitation { code: InvitationCode::from_random(2 << 60), ..invitation.clone() };
        followed.found(other, Timestamp::from_ms(5));
        assert_eq!(followed.open(), None);
        let held = Invitation { away_s: Some(2), ..invitation.clone() };
        followed.found(invitation, Timestamp::from_ms(5));
        assert_eq!(followed.open().map(|open| open.expires_at), Some(Timestamp::from_ms(1_005)));
        assert!(followed.can_be_accepted());
        followed.ask_again(5);
        assert!(!followed.can_be_accepted() && !followed.refused(4, Refusal::OpponentAway));
        assert!(followed.refused(5, Refusal::OpponentAway) && followed.can_be_accepted());
        followed.ask_again(6);
        let how = InvitationEnd::Accepted;
        assert!(followed.refused(6, Refusal::Invitation(InvitationRefusal::Closed { how })));
        assert!(!followed.can_be_accepted());
        let held = FollowedInvitation::held(held, Timestamp::from_ms(9_000));
        let awaited = held.awaited().and_then(|open| open.away_s(Timestamp::from_ms(12_000)));
        assert_eq!(awaited, Some(5));
        assert!(!held.can_be_accepted() && !held.is_waiting());
    }
}
