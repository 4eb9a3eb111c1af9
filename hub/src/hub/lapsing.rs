//! Registered names that were never played with become free again.

use super::Hub;
use crate::timers::Timer;
use chuhe_protocol::PlayerId;

impl Hub {
    /// Frees the names whose time has come, and records the visits of players who are here for long.
    pub(super) fn names_lapse(&mut self) {
        while let Some(player) = self.accounts.pop_lapsed(self.now) {
            if self.accounts.is_shared(player) {
                self.share_visit(player);
                continue;
            }
            if self.connections.of(player).is_some() || self.presence.table(player).is_some() {
                self.accounts.keep_for_now(player, self.now);
                continue;
            }
            let name = self.accounts.get(player).map_or("", |account| account.name.as_str());
            tracing::info!(%player, name, "this registered name was never played with and is free again");
            self.remove_account(player);
        }
        self.schedule_lapses();
    }

    /// Sets the timer of the next look at registered names.
    pub(super) fn schedule_lapses(&mut self) {
        self.effects.set_timer(Timer::Lapses, self.accounts.next_lapse());
    }

    /// Removes a registered player who sits at no table. Their connection must be closed.
    pub(super) fn remove_account(&mut self, player: PlayerId) {
        self.remove_visitor(player);
        self.queries.outdate_logins(player);
        let record = self.accounts.unregister(player);
        self.effects.save(record);
        // as a guest who is gone for good
        self.release(player);
        self.schedule_lapses();
    }
}
