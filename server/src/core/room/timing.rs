//! What the time does to a game: flags, first moves that do not come, ticks.

use super::Room;
use chuhe_protocol::limits;
use chuhe_rules::clock::{ClockReading, Flag, Timer, Timestamp};
use chuhe_rules::{AbortReason, DrawReason, Outcome, WinReason};

impl Room {
    /// When the room is to be told the time, if nothing happens before.
    pub(in crate::core) fn poll_timeout(&self) -> Option<Timestamp> {
        if self.is_over() {
            return None;
        }
        let flag = self.clock.flag().map(|flag| flag.at);
        [flag, self.first_move_due(), self.both_away_due(), self.next_tick].into_iter().flatten().min()
    }

    /// Does what is due; returns the clocks if they are to be told.
    pub(in crate::core) fn handle_timeout(&mut self, now: Timestamp) -> Option<ClockReading> {
        let due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        if self.is_over() {
            return None;
        }
        if let Some(flag) = self.clock.flag().filter(|flag| flag.at <= now) {
            self.end(self.fallen(flag), flag.at);
            return None;
        }
        if due(self.first_move_due()) {
            let color = self.situation().turn();
            self.end(Outcome::Aborted(AbortReason::NoFirstMove(color)), now);
            return None;
        }
        if due(self.both_away_due()) {
            self.close_abandoned(now);
            return None;
        }
        if due(self.next_tick) {
            self.schedule_tick(now);
            return Some(self.clock.reading(now));
        }
        None
    }

    /// What the clocks of a game that runs show.
    pub(in crate::core) fn clocks(&self, now: Timestamp) -> Option<ClockReading> {
        (!self.is_over()).then(|| self.clock.reading(now))
    }

    /// Gives the side to move its turn: its clock runs, but for the first move
    /// of each side.
    pub(super) fn begin_turn(&mut self, now: Timestamp) {
        self.turn_since = now;
        if self.situation().both_moved() {
            self.clock.start_turn(self.situation().turn(), now);
        }
        self.schedule_tick(now);
    }

    /// Ticks come at an even pace until the last seconds of the running clock,
    /// where they come faster and fall on its whole seconds.
    fn schedule_tick(&mut self, now: Timestamp) {
        let usual = now.plus_ms(limits::TICK_MS);
        let next = match self.clock.flag().map(|flag| flag.at.since(now)) {
            Some(left) if left <= limits::LATE_MS => now.plus_ms(limits::LATE_TICK_MS),
            Some(left) => usual.min(now.plus_ms(left - limits::LATE_MS)),
            None => usual,
        };
        self.next_tick = Some(next);
    }

    fn first_move_due(&self) -> Option<Timestamp> {
        (!self.situation().both_moved()).then(|| self.turn_since.plus_ms(limits::FIRST_MOVE_MS))
    }

    /// When the game is closed because both players are away, if they are.
    pub(in crate::core) fn both_away_due(&self) -> Option<Timestamp> {
        if self.is_over() {
            return None;
        }
        self.absences.both_since().map(|since| since.plus_ms(limits::BOTH_AWAY_MS))
    }

    /// Ends the game, if it runs, because both players are away.
    pub(in crate::core) fn close_abandoned(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.end(Outcome::Aborted(AbortReason::BothAway), now);
        }
    }

    fn fallen(&self, flag: Flag) -> Outcome {
        let winner = flag.color.opponent();
        if !self.game.has_attackers(winner) {
            return Outcome::Drawn(DrawReason::TimeWithoutAttackers);
        }
        let reason = match flag.timer {
            Timer::Game => WinReason::GameTime,
            Timer::Move => WinReason::MoveTime,
        };
        Outcome::won(winner, reason)
    }
}
