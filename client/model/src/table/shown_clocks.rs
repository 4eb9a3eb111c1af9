//! The clocks of a game between two messages of the server.

use chuhe_rules::clock::{ClockReading, SideReading, Timestamp};

/// The longest time that a clock shows, 999:59:59, whatever the server sends.
const LONGEST_SHOWN_MS: u64 = 1000 * 3_600_000 - 1_000;

/// What the clocks showed last, and whether they have gone on since.
#[derive(Clone, Debug)]
pub struct ShownClocks {
    last: ClockReading,
    at: Timestamp,
    /// Whether they stand because the server cannot store events.
    paused: bool,
    /// Whether they stand although requests are served.
    stopped: bool,
    /// Whether they stand because an organiser has paused the game.
    halted: bool,
}

impl ShownClocks {
    /// Clocks that show this at `now`.
    pub(super) const fn new(last: ClockReading, now: Timestamp) -> Self {
        Self { last, at: now, paused: false, stopped: false, halted: false }
    }

    /// What they showed when they were set last.
    pub(super) const fn last(&self) -> ClockReading {
        self.last
    }

    /// Sets them to what they show now.
    pub fn set(&mut self, clocks: ClockReading, now: Timestamp) {
        let sides = clocks.sides.map(|side| {
            let most = |part: Option<u64>| part.map(|ms| ms.min(LONGEST_SHOWN_MS));
            SideReading {
                game_ms: most(side.game_ms),
                read_ms: most(side.read_ms),
                move_ms: most(side.move_ms),
            }
        });
        (self.last, self.at) = (ClockReading { sides, ..clocks }, now);
    }

    /// What they show now.
    pub(super) fn read(&self, now: Timestamp) -> ClockReading {
        if self.stand() {
            return ClockReading { running: None, ..self.last };
        }
        self.last.after(now.since(self.at))
    }

    /// Stops them for good.
    pub(super) fn end(&mut self, now: Timestamp) {
        self.set(ClockReading { running: None, ..self.read(now) }, now);
    }

    /// Pauses or resumes them.
    pub fn set_paused(&mut self, paused: bool, now: Timestamp) {
        self.settle(now);
        self.paused = paused;
    }

    /// Stops them while the game goes on otherwise, or lets them run.
    pub fn set_stopped(&mut self, stopped: bool, now: Timestamp) {
        self.settle(now);
        self.stopped = stopped;
    }

    /// Stops them because an organiser has paused the game, or lets them run.
    pub(super) fn set_halted(&mut self, halted: bool, now: Timestamp) {
        self.settle(now);
        self.halted = halted;
    }

    /// Whether they stand because an organiser has paused the game.
    #[must_use]
    pub const fn are_halted(&self) -> bool {
        self.halted
    }

    /// Whether they stand because the server cannot store events.
    #[must_use]
    pub const fn are_paused(&self) -> bool {
        self.paused
    }

    /// Whether they stand although requests are served.
    #[must_use]
    pub const fn are_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether they stand still.
    pub(super) const fn stand(&self) -> bool {
        self.paused || self.stopped || self.halted
    }

    /// Sets them to what they show at `now`.
    fn settle(&mut self, now: Timestamp) {
        let passed_ms = if self.stand() { 0 } else { now.since(self.at) };
        self.set(self.last.after(passed_ms), now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::{Color, PerColor};

    #[test]
    fn clocks_go_on_only_while_neither_a_pause_nor_a_stop_holds_them() {
        let at = Timestamp::from_ms;
        let side = SideReading { game_ms: Some(60_000), read_ms: None, move_ms: None };
        let full = ClockReading { sides: PerColor::splat(side), running: Some(Color::Red) };
        let mut clocks = ShownClocks::new(full, at(0));
        let left = |clocks: &ShownClocks, ms| clocks.read(at(ms)).sides[Color::Red].game_ms;
        assert_eq!(left(&clocks, 1_000), Some(59_000));
        clocks.set_paused(true, at(1_000));
        clocks.set_stopped(true, at(2_000));
        clocks.set_paused(false, at(3_000));
        assert_eq!((left(&clocks, 9_000), clocks.read(at(9_000)).running), (Some(59_000), None));
        clocks.set_stopped(false, at(9_000));
        assert_eq!(left(&clocks, 10_000), Some(58_000));
        clocks.set_paused(true, at(10_000));
        clocks.end(at(20_000));
        clocks.set_paused(false, at(20_000));
        assert_eq!((left(&clocks, 30_000), clocks.read(at(30_000)).running), (Some(58_000), None));
    }
}
