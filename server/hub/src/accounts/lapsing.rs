//! Registered names that were never played with lapse, so that nobody can fill the registry for good.
//!
//! The hub looks at a name when its time has come, and again later if the player was here meanwhile.
//! Accounts that several hubs share lapse outside the hubs, which record in them who is here.

use super::{Account, Accounts};
use crate::record::Record;
use crate::shared_accounts::VISIT_MS;
use chuhe_protocol::PlayerId;
use chuhe_rules::clock::Timestamp;

impl Account {
    /// Returns when the player was last seen to be connected.
    pub(crate) const fn seen_at(&self) -> Timestamp {
        self.seen_at
    }

    /// Returns whether the player has finished a game.
    pub(crate) const fn has_played(&self) -> bool {
        self.has_played
    }
}

impl Accounts {
    /// Records that a player is connected, or sits at a table.
    pub(crate) fn saw(&mut self, id: PlayerId, now: Timestamp) {
        if let Some(account) = self.players.get_mut(&id) {
            account.seen_at = now;
        }
    }

    /// Records that a player has finished a game: their registered name never lapses.
    #[must_use = "the change must be saved"]
    pub(crate) fn finished_game(&mut self, id: PlayerId) -> Option<Record> {
        let account = self.players.get_mut(&id)?;
        let is_first = !std::mem::replace(&mut account.has_played, true);
        // a guest's row is written again when they register
        let record = (is_first && account.is_registered()).then(|| account.write(id));
        self.schedule_lapse(id);
        record
    }

    /// Returns when the name of a player lapses, unless they come before; `None` if it does not.
    pub(crate) fn lapses_at(&self, id: PlayerId) -> Option<Timestamp> {
        let account = self.get(id)?;
        let is_own = account.is_registered() && !account.is_shared();
        self.limits.name_lapses_at(account.seen_at, account.has_played).filter(|_| is_own)
    }

    /// Returns whether the visit of a player who is here is to be recorded in their shared account, and
    /// counts it as recorded.
    pub(crate) fn begin_recording_visit(&mut self, id: PlayerId, now: Timestamp) -> bool {
        let Some(account) = self.players.get_mut(&id).filter(|account| account.is_shared()) else {
            return false;
        };
        let is_due = account.recorded_visit.plus_ms(VISIT_MS) <= now;
        if is_due {
            account.recorded_visit = now;
        }
        self.schedule_lapse(id);
        is_due
    }

    /// Returns when the hub looks at a name again.
    fn next_look(&self, id: PlayerId) -> Option<Timestamp> {
        let account = self.get(id)?;
        if account.is_shared() {
            return account.away_since.is_none().then(|| account.recorded_visit.plus_ms(VISIT_MS));
        }
        self.lapses_at(id)
    }

    /// Schedules the next look at a name.
    pub(in crate::accounts) fn schedule_lapse(&mut self, id: PlayerId) {
        let at = self.next_look(id);
        self.lapses.set(id, at);
    }

    /// Schedules the next look at every name.
    pub(in crate::accounts) fn schedule_lapses(&mut self) {
        let all: Vec<PlayerId> = self.players.keys().copied().collect();
        all.into_iter().for_each(|id| self.schedule_lapse(id));
    }

    /// Returns when the hub looks at a name next.
    pub(crate) fn next_lapse(&self) -> Option<Timestamp> {
        self.lapses.next()
    }

    /// Returns the next player whose name has lapsed, or who is here and whose visit is to be recorded.
    /// Names whose players were seen meanwhile are looked at again later.
    pub(crate) fn pop_lapsed(&mut self, now: Timestamp) -> Option<PlayerId> {
        while let Some((_, id)) = self.lapses.pop_due(now) {
            if self.next_look(id).is_some_and(|at| at <= now) {
                return Some(id);
            }
            self.schedule_lapse(id);
        }
        None
    }

    /// Looks at a name again later: its player is here.
    pub(crate) fn keep_for_now(&mut self, id: PlayerId, now: Timestamp) {
        self.saw(id, now);
        self.schedule_lapse(id);
    }
}
