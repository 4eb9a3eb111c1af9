//! An invitation whose link a user follows who has not joined its server.

use super::invitation::FollowedInvitation;

/// An invitation to a user who has not joined.
#[derive(Debug)]
pub struct Invited {
    /// What the server says about it.
    pub followed: FollowedInvitation,
    /// The name that was proposed, if the user had none.
    pub proposed: Option<String>,
    /// Whether the user has accepted, and joins to play.
    pub accepts: bool,
}
