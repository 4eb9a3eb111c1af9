//! The preferences of the accounts, and the checks that depend on them.

use super::{Account, Accounts};
use crate::preferences::Preferences;
use crate::record::Record;
use chuhe_protocol::{
    AccountMessage, BlockedPlayer, ChallengePolicy, PlayerId, Refusal, SeekRefusal, limits,
};

impl Account {
    /// Returns the player's preferences.
    pub(in crate::accounts) const fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Returns who may challenge the player.
    pub(crate) const fn policy(&self) -> ChallengePolicy {
        self.preferences.policy
    }
}

/// Checks that a player is registered if `host` accepts registered players only.
fn check_registered(accounts: &Accounts, player: PlayerId, host: PlayerId) -> Result<(), Refusal> {
    let policy = accounts.get(host).map(Account::policy).unwrap_or_default();
    let excluded = policy == ChallengePolicy::Registered && !accounts.is_registered(player);
    if excluded { Err(Refusal::RegisteredChallengersOnly) } else { Ok(()) }
}

impl Accounts {
    /// Sets a restored player's preferences, without blocks of players who no longer exist.
    ///
    /// Call it after all players are restored.
    pub(super) fn restore_preferences(&mut self, id: PlayerId, preferences: Preferences) {
        let Preferences { policy, mut blocked, profile } = preferences;
        blocked.retain(|&other| self.contains(other));
        for &other in &blocked {
            self.blockers.insert(id, other);
        }
        if let Some(account) = self.players.get_mut(&id) {
            account.preferences = Preferences { policy, blocked, profile };
        }
    }

    /// Removes the blocks by and of a removed player.
    ///
    /// The rows of the players who blocked them are not written now. If the server restarts before
    /// such a row changes, restoring it leaves out the missing player.
    pub(super) fn remove_preferences(&mut self, id: PlayerId, preferences: &Preferences) {
        for &other in &preferences.blocked {
            self.blockers.remove(id, other);
        }
        for blocker in self.blockers.take(id) {
            if let Some(account) = self.players.get_mut(&blocker) {
                account.preferences.blocked.remove(&id);
            }
        }
    }

    /// Blocks a player; returns the record, or none if they are blocked already.
    ///
    /// # Errors
    /// If there is no such player, or the list is full.
    pub(crate) fn block(&mut self, id: PlayerId, other: PlayerId) -> Result<Option<Record>, Refusal> {
        if id == other {
            return Err(Refusal::BlockSelf);
        }
        if !self.contains(other) {
            return Err(Refusal::NoSuchPlayer);
        }
        let Some(account) = self.players.get_mut(&id) else { return Ok(None) };
        let blocked = &mut account.preferences.blocked;
        if blocked.contains(&other) {
            return Ok(None);
        }
        if blocked.len() >= limits::BLOCKED_PLAYERS {
            return Err(Refusal::TooManyBlocks);
        }
        blocked.insert(other);
        self.blockers.insert(id, other);
        Ok(Some(account.write(id)))
    }

    /// Lifts a block; returns the record, or none if there is no such block.
    pub(crate) fn unblock(&mut self, id: PlayerId, other: PlayerId) -> Option<Record> {
        let account = self.players.get_mut(&id)?;
        if !account.preferences.blocked.remove(&other) {
            return None;
        }
        self.blockers.remove(id, other);
        Some(account.write(id))
    }

    /// Sets who may challenge a player; returns the record, or none if nothing changes.
    pub(crate) fn set_policy(&mut self, id: PlayerId, policy: ChallengePolicy) -> Option<Record> {
        let account = self.players.get_mut(&id)?;
        let before = std::mem::replace(&mut account.preferences.policy, policy);
        (before != policy).then(|| account.write(id))
    }

    /// Returns whether a player blocks another.
    pub(crate) fn blocks(&self, blocker: PlayerId, other: PlayerId) -> bool {
        self.get(blocker).is_some_and(|account| account.preferences.blocked.contains(&other))
    }

    /// Returns who blocks a player, in the order of their numbers.
    pub(crate) fn blockers(&self, of: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.blockers.of(of)
    }

    /// Returns how many players a player blocks.
    pub(crate) fn blocked_by(&self, id: PlayerId) -> usize {
        self.get(id).map_or(0, |account| account.preferences.blocked.len())
    }

    /// Returns whether a player has the default preferences, as most players do.
    pub(crate) fn has_usual_preferences(&self, id: PlayerId) -> bool {
        self.get(id).is_none_or(|account| account.preferences == Preferences::default())
    }

    /// Returns the message that reports a player's preferences to them.
    pub(crate) fn preferences_message(&self, id: PlayerId) -> Option<AccountMessage> {
        let Preferences { policy, blocked, profile } = self.get(id)?.preferences();
        let named = |&player| {
            let here = self.get(player).map(|account| &account.name);
            let name = here.or_else(|| self.names_elsewhere.get(&player))?.clone();
            Some(BlockedPlayer { player, name })
        };
        Some(AccountMessage::Preferences {
            policy: *policy,
            blocked: blocked.iter().filter_map(named).collect(),
            profile: *profile,
        })
    }

    /// Checks that neither of two players has blocked the other.
    ///
    /// # Errors
    /// If either has blocked the other.
    pub(crate) fn check_blocks(&self, from: PlayerId, to: PlayerId) -> Result<(), Refusal> {
        if self.blocks(from, to) {
            return Err(Refusal::PlayerBlocked);
        }
        // the blocked player is not told; they can only infer it from the opponent's public policy
        if self.blocks(to, from) { Err(Refusal::NoChallenges) } else { Ok(()) }
    }

    /// Checks that two players who both want a game may play each other.
    ///
    /// # Errors
    /// [`SeekRefusal::Gone`] if either has blocked the other, so that nobody learns who blocks whom, and
    /// [`Refusal::RegisteredChallengersOnly`] if one accepts registered players only and the other is a guest.
    pub(crate) fn check_meeting(&self, one: PlayerId, other: PlayerId) -> Result<(), Refusal> {
        if self.check_blocks(one, other).is_err() {
            return Err(Refusal::Seek(SeekRefusal::Gone));
        }
        check_registered(self, one, other)?;
        check_registered(self, other, one)
    }

    /// Checks that `to` accepts challenges from `from`.
    ///
    /// # Errors
    /// If either has blocked the other, or the opponent's policy excludes the challenger. A policy
    /// that excludes the challenger anyway hides the block.
    pub(crate) fn check_challenge(&self, from: PlayerId, to: PlayerId) -> Result<(), Refusal> {
        if self.blocks(from, to) {
            return Err(Refusal::PlayerBlocked);
        }
        if self.get(to).map(Account::policy) == Some(ChallengePolicy::Nobody) {
            return Err(Refusal::NoChallenges);
        }
        check_registered(self, from, to)?;
        self.check_blocks(from, to)
    }

    /// Checks that every block is in both lists.
    ///
    /// # Panics
    /// If a block is missing in one of them.
    pub(crate) fn check_preferences(&self) {
        let of_accounts = self
            .players
            .iter()
            .flat_map(|(&id, account)| account.preferences.blocked.iter().map(move |&other| (id, other)));
        let mut count = 0;
        for (id, other) in of_accounts {
            let is_known = self.contains(other) || self.names_elsewhere.contains_key(&other);
            assert!(is_known, "a block of a player who does not exist");
            assert!(self.blockers(other).any(|blocker| blocker == id), "a block without its index");
            count += 1;
        }
        assert_eq!(count, self.blockers.len(), "a block in the index only");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    #[should_panic(expected = "a block in the index only")]
    fn a_block_without_its_list_breaks_the_invariant() {
        let mut accounts = Accounts::new(Limits::default(), false);
        accounts.check_preferences();
        accounts.blockers.insert(PlayerId(1), PlayerId(2));
        accounts.check_preferences();
    }
}
