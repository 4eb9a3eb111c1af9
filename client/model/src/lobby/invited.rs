//! An invitation that a user follows before joining its server, or has put off.

use super::invitation::FollowedInvitation;
use crate::exchange::servers::same_host;

/// An invitation to a user who has not joined, or has put it off.
#[derive(Debug)]
pub struct Invited {
    /// What the server says about it.
    pub followed: FollowedInvitation,
    /// The host and port of its server.
    pub at: (String, Option<u16>),
    /// The name that was proposed, if the user had none.
    pub proposed: Option<String>,
    /// Whether the user has accepted, and joins to play.
    pub accepts: bool,
    /// Whether the user has said "not now", here or in the lobby: a step back shows it again.
    pub is_put_off: bool,
}

impl Invited {
    /// Keeps an invitation for a step back, unless it is over.
    #[must_use]
    pub fn put_off(followed: FollowedInvitation, at: (String, Option<u16>)) -> Option<Self> {
        let put_off = |followed| Self { followed, at, proposed: None, accepts: false, is_put_off: true };
        Some(followed).filter(FollowedInvitation::can_be_accepted).map(put_off)
    }

    /// Whether the user has put it off and is at its server, whose host and port these are.
    #[must_use]
    pub fn is_put_off_at(&self, (host, port): &(String, Option<u16>)) -> bool {
        self.is_put_off && same_host(&self.at.0, host) && self.at.1 == *port
    }
}
