//! Blocks and challenge policies: the requests that set them, and where chat does not go.

use super::Hub;
use crate::actions::Action;
use crate::boundary::ConnectionId;
use chuhe_protocol::{PlayerId, Refusal};

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
        self.door.admit(&self.step, connection, Action::Preference)?;
        if let Some(record) = self.door.accounts.block(player, other)? {
            self.step.effects.save([record]);
            self.door.share_block(&mut self.step, player, other);
            self.leave_places_between(player, other);
            if !self.lobby.close_challenges_between(&mut self.step, &self.door, player, other) {
                // a guest who joins again waits before they challenge this player
                let blocked = self.door.accounts.challenger(other);
                self.lobby.challenges.count_refusal(blocked, player, self.step.now);
            }
        }
        self.door.send_preferences(&mut self.step, connection, player);
        Ok(())
    }
}
