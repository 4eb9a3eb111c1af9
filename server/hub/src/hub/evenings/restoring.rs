//! Evenings after a restart, and without the name of a player who is erased.

use super::SERVER;
use crate::evenings::row::StoredEvening;
use crate::evenings::{Changes, OwnBoard};
use crate::hub::Hub;
use crate::restored::SetAside;
use chuhe_protocol::{EveningCode, PlayerId};
use chuhe_tournaments::{BoardId, Event, Phase};

impl Hub {
    /// Adds stored evenings. A board without a result whose game is gone waits again.
    ///
    /// The rooms must be restored before.
    pub(in crate::hub) fn restore_evenings(
        &mut self,
        stored: Vec<StoredEvening>,
        rejected_up_to: u64,
        set_aside: &mut Vec<SetAside>,
    ) {
        let now = self.step.now;
        self.evenings.restore(stored, rejected_up_to, now, set_aside);
        for code in self.evenings.codes() {
            self.reconcile_restored(code);
        }
    }

    fn reconcile_restored(&mut self, code: EveningCode) {
        let now = self.step.now;
        let rooms = &self.floor.rooms;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let state = evening.tournament.state();
        let is_lost = |(id, own): &(&BoardId, &OwnBoard)| {
            let runs = state.board(**id).is_some_and(|board| board.outcome.is_none());
            runs && own.game.is_some_and(|game| rooms.get(game).is_none_or(|room| room.is_over()))
        };
        let lost: Vec<BoardId> = evening.boards.iter().filter(is_lost).map(|(&id, _)| id).collect();
        let mut changes = Changes::default();
        let mut games = Vec::new();
        for id in lost {
            if let Some(own) = evening.boards.get_mut(&id) {
                games.extend(own.game.take());
                changes.rows.extend(evening.write_board(id));
            }
        }
        evening.reconcile(now, &mut changes);
        self.step.effects.save(changes.rows);
        for game in games.into_iter().chain(changes.stopped) {
            self.evenings.forget_game(game);
        }
    }

    /// Takes the name of a player who is erased out of all evenings, and the player out of those that have not ended.
    pub(in crate::hub) fn erase_from_evenings(&mut self, player: PlayerId) {
        for code in self.evenings.codes() {
            let Some(evening) = self.evenings.get_mut(code) else { continue };
            let mut rows = evening.scrub(player);
            if evening.organisers.contains(&player) {
                evening.organisers.retain(|it| *it != player);
                rows.push(evening.write());
            }
            let still_plays = evening.player(player).filter(|id| !evening.has_left(*id));
            let still_plays = still_plays.filter(|_| evening.phase() != Phase::Ended);
            self.step.effects.save(rows);
            if let Some(id) = still_plays
                && let Err(why) = self.record_evening(code, SERVER, vec![Event::Withdrew(id)])
            {
                tracing::warn!(%why, "a player who is erased stays in an evening");
            }
        }
    }
}
