//! The user's preferences on a server.

use chuhe_protocol::{ChallengePolicy, PlayerId, ProfileChoice};

/// Preferences, which the server keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferencesAction {
    /// Block a player.
    Block(PlayerId),
    /// Lift a block.
    Unblock(PlayerId),
    /// Set who may challenge the user.
    Policy(ChallengePolicy),
    /// Set what others see of the user's profile.
    Profile(ProfileChoice),
    /// Show lines of chat that the server marks, or hide those to come.
    ShowMarked(bool),
}
