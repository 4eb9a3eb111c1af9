//! Registered names that were never played with become free again.

use super::Hub;
use chuhe_protocol::PlayerId;

impl Hub {
    /// Frees the names whose time has come, and records the visits of players who are here for long.
    pub(super) fn names_lapse(&mut self) {
        while let Some(player) = self.door.accounts.pop_lapsed(self.step.now) {
            if self.door.accounts.is_shared(player) {
                self.door.share_visit(&mut self.step, player);
                continue;
            }
            if self.door.connections.of(player).is_some() || self.lobby.presence.table(player).is_some() {
                self.door.accounts.keep_for_now(player, self.step.now);
                continue;
            }
            let name = self.door.accounts.get(player).map_or("", |account| account.name.as_str());
            tracing::info!(%player, name, "this registered name was never played with and is free again");
            self.remove_account(player);
        }
        self.door.schedule_lapses(&mut self.step);
    }

    /// Removes a registered player who sits at no table. Their connection must be closed.
    pub(super) fn remove_account(&mut self, player: PlayerId) {
        self.lobby.remove_visitor(&self.door, player);
        self.door.queries.outdate_logins(player);
        let record = self.door.accounts.unregister(player);
        self.step.effects.save(record);
        // as a guest who is gone for good
        self.release(player);
        self.door.schedule_lapses(&mut self.step);
    }
}
