//! Blocks and challenge policies: the requests that set them, and where chat does not go.

use super::Hub;
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::shared_accounts::AccountChange;
use chuhe_protocol::{ChallengeEnd, ChallengeId, ChallengePolicy, DeclineReason, GameId, PlayerId, Refusal};
use std::collections::BTreeSet;

impl Hub {
    /// Blocks a player, closes the challenges between the two, and ends a wait for one another.
    ///
    /// # Errors
    /// If there is no such player, or one of the limits is reached.
    pub(super) fn block(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Preference)?;
        if let Some(record) = self.accounts.block(player, other)? {
            self.effects.save([record]);
            self.share_block(player, other);
            self.leave_places_between(player, other);
            if !self.close_challenges_between(player, other) {
                // a guest who joins again waits before they challenge this player
                let blocked = self.accounts.challenger(other);
                self.challenges.count_refusal(blocked, player, self.now);
            }
        }
        self.send_preferences(connection, player);
        Ok(())
    }

    /// Lifts a block, if there is one.
    ///
    /// # Errors
    /// If such requests are too frequent.
    pub(super) fn unblock(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Preference)?;
        if let Some(record) = self.accounts.unblock(player, other) {
            self.effects.save([record]);
            self.share_change(player, AccountChange::Unblock(other));
        }
        self.send_preferences(connection, player);
        Ok(())
    }

    /// Sets who may challenge a player, which the player list shows.
    ///
    /// # Errors
    /// If such requests are too frequent.
    pub(super) fn set_challenge_policy(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        policy: ChallengePolicy,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Preference)?;
        if let Some(record) = self.accounts.set_policy(player, policy) {
            self.effects.save([record]);
            self.share_change(player, AccountChange::Policy(policy));
            self.presence.record_change(player);
        }
        self.send_preferences(connection, player);
        Ok(())
    }

    /// Sends a player's preferences to their connection.
    pub(super) fn send_preferences(&mut self, connection: ConnectionId, player: PlayerId) {
        if let Some(message) = self.accounts.preferences_message(player) {
            self.effects.send(connection, message);
        }
    }

    /// Closes the challenges between a player and one whom they block.
    ///
    /// The blocked player sees nothing but an ordinary decline or cancellation. Returns whether a
    /// challenge of theirs was declined, which counts as a refusal.
    fn close_challenges_between(&mut self, player: PlayerId, blocked: PlayerId) -> bool {
        let between = self.challenges.of(player).filter(|open| [open.from, open.to].contains(&blocked));
        let between: Vec<(ChallengeId, bool)> = between.map(|open| (open.id, open.from == player)).collect();
        let has_declined = between.iter().any(|&(_, own)| !own);
        for (challenge, own) in between {
            let declined = ChallengeEnd::Declined(DeclineReason::Unspecified);
            self.close_challenge(challenge, if own { ChallengeEnd::Cancelled } else { declined });
        }
        has_declined
    }

    /// Checks that no block stands between a player and their opponent at a table.
    ///
    /// # Errors
    /// If either has blocked the other.
    pub(super) fn check_opponent(&self, player: PlayerId, game: GameId) -> Result<(), Refusal> {
        let opponent = self.presence.opponent(player).filter(|_| self.presence.table(player) == Some(game));
        opponent.map_or(Ok(()), |opponent| self.accounts.check_blocks(player, opponent))
    }

    /// Returns these connections without those of players who block `from`.
    pub(super) fn without_blockers(
        &self,
        from: PlayerId,
        mut receivers: Vec<ConnectionId>,
    ) -> Vec<ConnectionId> {
        let blockers = self.accounts.blockers(from).filter_map(|blocker| self.connections.of(blocker));
        let blockers: BTreeSet<ConnectionId> = blockers.collect();
        if !blockers.is_empty() {
            receivers.retain(|connection| !blockers.contains(connection));
        }
        receivers
    }
}
