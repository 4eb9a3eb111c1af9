//! The player's preferences on the server: whom they block, who may challenge them, and what others see of them.

use crate::choices::natural::natural;
use chuhe_protocol::{BlockedPlayer, ChallengePolicy, PlayerId, ProfileChoice};

/// The preferences, as the server last reported them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Who may challenge the player.
    pub policy: ChallengePolicy,
    /// The blocked players, by name.
    pub blocked: Vec<BlockedPlayer>,
    /// What others see of the player's profile.
    pub profile: ProfileChoice,
}

impl Preferences {
    /// The preferences of a message, with the blocked players in the order of their names.
    pub fn new(policy: ChallengePolicy, mut blocked: Vec<BlockedPlayer>, profile: ProfileChoice) -> Self {
        blocked.sort_by_cached_key(|it| (natural(it.name.as_str()), it.player));
        Self { policy, blocked, profile }
    }

    /// Who may challenge the player.
    #[must_use]
    pub const fn policy(&self) -> ChallengePolicy {
        self.policy
    }

    /// The blocked players, by name.
    #[must_use]
    pub fn blocked(&self) -> &[BlockedPlayer] {
        &self.blocked
    }

    /// Whether the player blocks another.
    #[must_use]
    pub fn blocks(&self, player: PlayerId) -> bool {
        self.blocked.iter().any(|it| it.player == player)
    }
}
