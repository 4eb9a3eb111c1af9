//! What the time does to a game: flags, first moves that do not come, ticks.

use super::Room;
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::{ClockReading, Flag, Timer, Timestamp};
use chuhe_rules::{AbortReason, DrawReason, Outcome, WinReason};

impl Room {
    /// When the room is to be told the time, if nothing happens before.
    pub(in crate::core) fn poll_timeout(&self) -> Option<Timestamp> {
        if self.is_over() {
            return None;
        }
        let flag = self.state.clock.flag().map(|flag| flag.at);
        [flag, self.first_move_due(), self.both_away_due(), self.next_tick].into_iter().flatten().min()
    }

    /// Does what is due; returns the clocks if they are to be told.
    pub(in crate::core) fn handle_timeout(&mut self, now: Timestamp) -> Option<ClockReading> {
        let due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        if self.is_over() {
            return None;
        }
        if let Some(flag) = self.state.clock.flag().filter(|flag| flag.at <= now) {
            self.end(self.fallen(flag), flag.at);
            return None;
        }
        if due(self.first_move_due()) {
            let color = self.state.situation().turn();
            self.end(Outcome::Aborted(AbortReason::NoFirstMove(color)), now);
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

    /// Takes the game up, if it runs, after an interruption of `down_ms` that is
    /// over now. One that was interrupted too often is given up.
    pub(in crate::core) fn interrupt(&mut self, down_ms: u64, now: Timestamp) {
        // what was kept may end between a last move and the end that it brings
        self.end_if_decided(now);
        if self.state.interruptions >= limits::GAME_INTERRUPTIONS {
            self.shut_down(now);
        }
        if self.is_over() {
            return;
        }
        self.untold_absences.shift(down_ms);
        self.record(now, Event::Interrupted { down_ms, clocks: ClockReading::default() });
    }

    /// What the clocks of a game that runs show.
    pub(in crate::core) fn clocks(&self, now: Timestamp) -> Option<ClockReading> {
        (!self.is_over()).then(|| self.state.clock.reading(now))
    }

    /// Ticks come at an even pace until the last seconds of the running clock,
    /// where they come faster and fall on its whole seconds.
    pub(super) fn schedule_tick(&mut self, now: Timestamp) {
        let usual = now.plus_ms(limits::TICK_MS);
        let next = match self.state.clock.flag().map(|flag| flag.at.since(now)) {
            Some(left) if left <= limits::LATE_MS => now.plus_ms(limits::LATE_TICK_MS),
            Some(left) => usual.min(now.plus_ms(left - limits::LATE_MS)),
            None => usual,
        };
        self.next_tick = Some(next);
    }

    fn first_move_due(&self) -> Option<Timestamp> {
        (!self.state.situation().both_moved()).then_some(self.state.first_move_by)
    }

    /// When the game is closed because both players are away, if they are.
    pub(in crate::core) fn both_away_due(&self) -> Option<Timestamp> {
        if self.is_over() {
            return None;
        }
        self.both_away_since().map(|since| since.plus_ms(limits::BOTH_AWAY_MS))
    }

    /// Ends the game, if it runs, because both players are away.
    pub(in crate::core) fn close_abandoned(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.end(Outcome::Aborted(AbortReason::BothAway), now);
        }
    }

    fn fallen(&self, flag: Flag) -> Outcome {
        let winner = flag.color.opponent();
        if !self.state.game.has_attackers(winner) {
            return Outcome::Drawn(DrawReason::TimeWithoutAttackers);
        }
        let reason = match flag.timer {
            Timer::Game => WinReason::GameTime,
            Timer::Move => WinReason::MoveTime,
        };
        Outcome::won(winner, reason)
    }
}
