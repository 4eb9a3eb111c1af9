//! When an evening does what it does by itself.

use super::{Evening, OwnBoard};
use chuhe_protocol::{Pace, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;
use tournaments::{BoardId, Phase, System};

impl Evening {
    /// Whether a game of a paired round runs.
    pub(crate) fn has_running(&self) -> bool {
        self.tournament.state().rounds.iter().any(|round| round.running() > 0)
    }

    /// Notes whether the system knows of a further round, after the journal has changed. An arena always does.
    pub(super) fn look_ahead(&mut self) {
        let state = self.tournament.state();
        self.has_round_left = match self.plan.regulations.system {
            System::Swiss(rules) => state.round_count() < rules.rounds,
            System::Arena(_) => true,
            // their next round is a look at a table
            System::RoundRobin(_) | System::KnockOut(_) | System::TeamMatch(_) => !matches!(
                tournaments::next_pairing(&self.tournament),
                Err(tournaments::NoPairing::Decided
                    | tournaments::NoPairing::NotNow(tournaments::Refusal::NoRoundLeft(_)))
            ),
        };
    }

    /// When the server pairs the next round, while no game runs or in an arena; the first at once.
    pub(crate) fn pairs_at(&self) -> Option<Timestamp> {
        let state = self.tournament.state();
        if state.phase != Phase::Running || !self.is_paired_by_server() || self.pause.is_some() {
            return None;
        }
        if self.is_arena() {
            return Some(self.times.wave_at());
        }
        let is_stuck = self.search.stuck_at == Some(self.tournament.records().len());
        if is_stuck || self.has_running() || !self.has_round_left {
            return None;
        }
        if state.rounds.is_empty() && state.annulled == 0 {
            return Some(self.times.serves_from());
        }
        match self.plan.pace {
            Pace::ByHand => None,
            Pace::AfterAll { break_ms } => Some(self.times.quiet_since().plus_ms(u64::from(break_ms))),
            Pace::Slots { slot_ms } => Some(self.times.paired_at().plus_ms(u64::from(slot_ms))),
        }
    }

    /// When the evening ends by itself, if nothing is left to play and nobody objects.
    pub(crate) fn ends_at(&self) -> Option<Timestamp> {
        let may_end = self.phase() == Phase::Running
            && self.is_paired_by_server()
            && !self.is_arena()
            && !self.has_running()
            && self.pause.is_none()
            && self.boards.open_objections() == 0
            && !self.tournament.state().rounds.is_empty()
            && !self.has_round_left;
        may_end.then(|| self.times.quiet_since().plus_ms(limits::OBJECTION_MS))
    }

    /// When it goes: some time after the last that happened, or that was planned.
    pub(crate) fn goes_at(&self) -> Timestamp {
        let last = self.tournament.records().last().map_or(self.planned_at, |record| record.at);
        last.max(self.due_at()).plus_ms(limits::EVENING_KEPT_MS)
    }

    /// Whether it has not begun a week after it should have, or after it was planned.
    pub(crate) fn was_never_begun(&self, now: Timestamp) -> bool {
        self.phase() == Phase::Entry && now.since(self.due_at()) > 7 * Timestamp::DAY_MS
    }

    /// When it should begin; when it was planned, if the organiser begins it.
    fn due_at(&self) -> Timestamp {
        self.plan.starts_at_ms.map_or(self.planned_at, Timestamp::from_ms).max(self.planned_at)
    }

    /// When the first player who is not at their board loses by forfeit.
    pub(crate) fn late_at(&self) -> Option<Timestamp> {
        let is_due = |id: BoardId, own: &OwnBoard| self.is_waiting(id, own) && !self.stands(own);
        let waits = |(id, own): (&BoardId, &OwnBoard)| is_due(*id, own).then_some(own.since);
        let first = self.boards.iter().filter_map(waits).min()?;
        Some(first.plus_ms(u64::from(self.plan.late_ms)))
    }

    /// Lets every deadline count from now.
    pub(crate) fn restart_deadlines(&mut self, now: Timestamp) {
        self.times.restart(now);
        self.boards.restart(now);
    }

    /// Notes whether a wave of an arena has paired anyone.
    pub(crate) fn tried_wave(&mut self, has_paired: bool, now: Timestamp) {
        let has_games = has_paired || self.has_running();
        self.times.tried_wave(has_games, now);
    }

    /// Whether nobody plays in an arena any more.
    pub(crate) fn is_deserted(&self) -> bool {
        self.phase() == Phase::Running && self.is_arena() && self.times.is_deserted()
    }
}
