//! Timeouts of a game: flags, missing first moves, absences, and clock ticks.

use super::Room;
use super::state::State;
use crate::record::JournalEntry;
use crate::turn_times::TurnTimes;
use chuhe_protocol::{Event, TableMessage, limits};
use chuhe_rules::clock::{ClockReading, Flag, LAG_CREDIT_MS, Timer, Timestamp};
use chuhe_rules::{AbortReason, Color, Outcome, Viewer, WinReason};

impl Room {
    /// When to call [`Room::handle_timeout`] if nothing happens before.
    pub(crate) fn poll_timeout(&self) -> Option<Timestamp> {
        if self.is_over() || self.is_paused() {
            return None;
        }
        let flag = self.state.clock.flag().map(|flag| flag.at);
        let turn = self.setup_due().or(self.first_move_due());
        let absence = self.early_absence_due().map(|(at, _)| at);
        [flag, turn, absence, self.both_away_due(), self.next_tick].into_iter().flatten().min()
    }

    /// Handles the timeout that is due at `now`; returns the clocks if a tick must be sent.
    pub(crate) fn handle_timeout(&mut self, now: Timestamp) -> Option<ClockReading> {
        let due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        if self.is_over() || self.is_paused() {
            return None;
        }
        if let Some(flag) = self.state.clock.flag().filter(|flag| flag.at <= now) {
            self.flag_fell(flag);
            return None;
        }
        if due(self.setup_due()) {
            self.confirm_all(now);
            return None;
        }
        if due(self.first_move_due()) {
            let color = self.state.situation().turn();
            self.end(Outcome::Aborted(AbortReason::NoFirstMove(color)), now);
            return None;
        }
        if self.end_early_absence(now) {
            return None;
        }
        if due(self.both_away_due()) {
            self.close_abandoned(now);
            return None;
        }
        if due(self.next_tick) {
            self.schedule_tick(now);
            return Some(self.state.clock.reading(now));
        }
        None
    }

    /// Resumes a running game after an interruption of `down_ms` that ends at `now`. Aborts a
    /// game that was interrupted too often. A paused one stays paused, and the pause counts as a whole once it ends.
    pub(crate) fn interrupt(&mut self, down_ms: u64, now: Timestamp) {
        // the last commit may lie between the last move, its ruling, the end, and the reveal
        self.record_repetition(now);
        self.end_if_decided(now);
        self.reveal(now);
        if self.state.interruptions >= limits::GAME_INTERRUPTIONS && !self.is_paused() {
            self.stop(AbortReason::ServerShutdown, now);
        }
        if self.is_over() || self.is_paused() {
            return;
        }
        self.unrecorded_absences.interrupt(down_ms, now);
        self.record_event(now, Event::Interrupted { down_ms, clocks: ClockReading::default() });
    }

    /// The clocks of a running game.
    pub(crate) fn clocks(&self, now: Timestamp) -> Option<ClockReading> {
        (!self.is_over()).then(|| self.state.reading(now))
    }

    /// Returns how long the turns took that `viewer` has received; `None` if the clocks of both show it.
    pub(crate) fn turn_times(&self, viewer: Viewer, now: Timestamp) -> Option<TableMessage> {
        let State { terms, challenger, .. } = &self.state;
        let times = terms.times(*challenger);
        if Color::ALL.into_iter().all(|color| times[color].game_ms > 0 && times[color].read_ms == 0) {
            return None;
        }
        let visible = self.journal.visible_to(viewer);
        let (first, rest) = self.journal.entries(0).split_first()?;
        let mut turns = TurnTimes::starting(first.at);
        for JournalEntry { at, event, premove: _ } in rest.iter().take(visible.saturating_sub(1) as usize) {
            turns.read(*at, event);
        }
        // for spectators with a delay, not even whether something is withheld may show
        let is_live = !self.is_over() && (viewer != Viewer::Spectator || self.watch_delay_plies() == 0);
        let lasting_ms = is_live.then(|| turns.lasting_ms(self.state.shown_at(now)));
        Some(TableMessage::TurnTimes { spent_ms: turns.spent_ms().to_vec(), lasting_ms })
    }

    /// Records the measured network delay of a player if it has changed much.
    pub(crate) fn measured_lag(&mut self, color: Color, measured_ms: u16, now: Timestamp) {
        let (measured_ms, known_ms) = (measured_ms.min(LAG_CREDIT_MS), self.state.clock.lag_ms(color));
        let has_changed = measured_ms.abs_diff(known_ms) >= limits::LAG_STEP_MS;
        if has_changed && !self.is_over() && self.state.may_record_lag(color) {
            let steps = (measured_ms + limits::LAG_STEP_MS / 2) / limits::LAG_STEP_MS;
            let lag_ms = steps * limits::LAG_STEP_MS;
            self.record_event(now, Event::LagMeasured { color, lag_ms });
        }
    }

    /// How much credit for network delay is left to a player, in milliseconds.
    pub(crate) fn lag_quota_ms(&self, color: Color) -> u16 {
        self.state.clock.lag_quota_ms(color)
    }

    /// Schedules the next tick: at an even pace, and faster in the last seconds of the running
    /// clock, on its whole seconds.
    pub(super) fn schedule_tick(&mut self, now: Timestamp) {
        let usual = now.plus_ms(limits::TICK_MS);
        let next = match self.state.clock.flag().map(|flag| flag.at.since(now)) {
            Some(left) if left <= limits::LATE_MS => now.plus_ms(limits::LATE_TICK_MS),
            Some(left) => usual.min(now.plus_ms(left - limits::LATE_MS)),
            None => usual,
        };
        self.next_tick = Some(next);
    }

    /// How many milliseconds remain for the first move of the side to move, until both have moved.
    pub(crate) fn first_move_left_ms(&self, now: Timestamp) -> Option<u32> {
        let due = self.first_move_due().filter(|_| !self.is_over())?;
        Some(u32::try_from(due.since(self.state.shown_at(now))).unwrap_or(u32::MAX))
    }

    fn first_move_due(&self) -> Option<Timestamp> {
        let first = !self.state.situation().both_moved() && !self.is_setting_up();
        first.then_some(self.state.first_move_by)
    }

    /// Ends a running game because both players are away.
    pub(crate) fn close_abandoned(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.end(Outcome::Aborted(AbortReason::BothAway), now);
        }
    }

    /// Ends the game when a flag falls. In luzhanqi the turn passes instead when only the time
    /// for one move is over.
    fn flag_fell(&mut self, flag: Flag) {
        let reason = match flag.timer {
            Timer::Move if self.state.luzhanqi().is_some() => {
                self.record(flag.at, |state, at| state.pass(at, flag.color));
                self.end_if_decided(flag.at);
                return;
            }
            Timer::Move => WinReason::MoveTime,
            Timer::Game => WinReason::GameTime,
        };
        self.end(self.state.fallen(flag.color, reason), flag.at);
    }
}
