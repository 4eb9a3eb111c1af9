//! The preferences of a player: whom they block, who may challenge them, and what others see of their profile.

use chuhe_protocol::{ChallengePolicy, PlayerId, ProfileChoice};
use std::collections::{BTreeMap, BTreeSet};

/// The preferences of one player.
///
/// They last as long as the player's account: for good, or until a guest's name is released. The
/// numbers of players are never reused, so a block does not pass on to the next owner of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Who may challenge the player.
    pub policy: ChallengePolicy,
    /// The players whom the player blocks.
    pub blocked: BTreeSet<PlayerId>,
    /// What others see of the player's profile.
    pub profile: ProfileChoice,
}

/// For each player, those who block them.
#[derive(Debug, Default)]
pub(super) struct Blockers(BTreeMap<PlayerId, BTreeSet<PlayerId>>);

impl Blockers {
    /// Records that `blocker` blocks `blocked`.
    pub(super) fn insert(&mut self, blocker: PlayerId, blocked: PlayerId) {
        self.0.entry(blocked).or_default().insert(blocker);
    }

    /// Records that `blocker` no longer blocks `blocked`.
    pub(super) fn remove(&mut self, blocker: PlayerId, blocked: PlayerId) {
        if let Some(blockers) = self.0.get_mut(&blocked) {
            blockers.remove(&blocker);
            if blockers.is_empty() {
                self.0.remove(&blocked);
            }
        }
    }

    /// Removes a player, and returns who has blocked them.
    pub(super) fn take(&mut self, blocked: PlayerId) -> BTreeSet<PlayerId> {
        self.0.remove(&blocked).unwrap_or_default()
    }

    /// Returns how many blocks there are, for invariants.
    pub(super) fn len(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Returns who blocks a player, in the order of their numbers.
    pub(super) fn of(&self, blocked: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.0.get(&blocked).into_iter().flatten().copied()
    }
}
