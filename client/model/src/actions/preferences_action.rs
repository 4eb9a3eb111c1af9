//! The user's preferences on a server.

use chuhe_protocol::{ChallengePolicy, PlayerId};

/// Preferences, which the server keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferencesAction {
    /// Block a player.
    Block(PlayerId),
    /// Lift a block.
    Unblock(PlayerId),
    /// Set who may challenge the user.
    Policy(ChallengePolicy),
}
