//! Evenings after a restart, and without the name of a player who is erased.

use super::SERVER;
use crate::evenings::Changes;
use crate::evenings::row::StoredEvening;
use crate::hub::Hub;
use crate::record::Record;
use crate::restored::SetAside;
use chuhe_protocol::{GameId, PlayerId};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{Event, Phase};

impl Hub {
    /// Adds stored evenings; the server was there until `served_until`. A board without a result whose game is gone waits
    /// again. Returns the running games that count for nothing, and the rows to store once they have ended.
    ///
    /// The rooms must be restored before.
    pub(in crate::hub) fn restore_evenings(
        &mut self,
        stored: Vec<StoredEvening>,
        rejected_up_to: u64,
        served_until: Timestamp,
        set_aside: &mut Vec<SetAside>,
    ) -> (Vec<GameId>, Vec<Record>) {
        let now = self.step.now;
        self.evenings.restore(stored, rejected_up_to, (served_until, now), set_aside);
        self.evenings.forget_closed(|game| self.floor.rooms.get(game).is_some());
        let (mut stopped, mut last_rows) = (Vec::new(), Vec::new());
        for code in self.evenings.codes() {
            self.replay(code);
            let (decided, rows) = self.take_decided(code);
            stopped.extend(decided);
            last_rows.extend(rows);
            let Some(evening) = self.evenings.get_mut(code) else { continue };
            let mut changes = Changes::default();
            evening.reconcile(now, &mut changes);
            stopped.extend(changes.stopped);
            last_rows.extend(changes.last_rows);
        }
        (stopped, last_rows)
    }

    /// Ends games that count for nothing, and then stores the rows that said which these are. Brings all others in line with
    /// the pauses.
    pub(in crate::hub) fn stop_restored(&mut self, (stopped, last_rows): (Vec<GameId>, Vec<Record>)) {
        for game in stopped {
            self.stop_evening_game(game);
        }
        self.step.effects.save(last_rows);
        for code in self.evenings.codes() {
            self.settle_pauses(code, None);
        }
        self.free_games();
    }

    /// Takes the name of a player who is erased out of all evenings, and the player out of those that have not ended.
    pub(in crate::hub) fn erase_from_evenings(&mut self, player: PlayerId) {
        for code in self.evenings.codes() {
            let Some(evening) = self.evenings.get_mut(code) else { continue };
            let mut rows = evening.scrub(player);
            let is_named = !rows.is_empty();
            if evening.organisers.contains(&player) {
                evening.organisers.retain(|it| *it != player);
                rows.push(evening.write());
            }
            let still_plays = evening.player(player).filter(|id| !evening.has_left(*id));
            let still_plays = still_plays.filter(|_| evening.phase() != Phase::Ended);
            self.step.effects.save(rows);
            self.evenings.index(code);
            if is_named {
                self.evenings.tell_all(&mut self.step, &self.door, code);
            }
            if let Some(id) = still_plays
                && let Err(why) = self.record_evening(code, SERVER, vec![Event::Withdrew(id)])
            {
                tracing::warn!(%why, "a player who is erased stays in an evening");
            }
        }
    }
}
