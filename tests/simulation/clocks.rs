//! A reference model of a game's clocks.
//!
//! It computes times from the times of the events only, without the clock code of the rules.

use chuhe_hub::GameEvent;
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::{Color, PerColor, luzhanqi};

/// Both clocks at the last event.
pub(super) struct Clocks {
    times: PerColor<TimeControl>,
    left_ms: PerColor<u64>,
    /// The side whose clock runs, when it started, and the extra move time credited to it.
    running: Option<(Color, Timestamp, u64)>,
    /// The remaining time before each ply, and before the next.
    before_ply: Vec<PerColor<u64>>,
}

impl Clocks {
    pub(super) fn new(times: PerColor<TimeControl>) -> Self {
        let left_ms = times.map(|time| u64::from(time.game_ms));
        Self { times, left_ms, running: None, before_ply: vec![left_ms] }
    }

    /// Applies an event, after which `turn` is to move, and checks the clocks it shows.
    pub(super) fn apply(&mut self, at: Timestamp, event: &GameEvent, turn: Option<Color>) {
        let secret = match event {
            GameEvent::Public(event) => return self.apply_public(at, event, turn),
            GameEvent::Secret(secret) => secret,
        };
        match secret.event {
            luzhanqi::Event::Moved(_) => self.played(None, at, turn),
            luzhanqi::Event::Passed { by } => {
                let (color, since, credit_ms) = self.running.expect("a pass happens only on the clock");
                assert_eq!(color, by, "the clock of the side that passes is running");
                let move_ms = u64::from(self.times[color].move_ms);
                assert!(
                    move_ms > 0 && at.since(since) >= move_ms + credit_ms,
                    "a pass happens before the timeout"
                );
                // a pass earns no increment
                self.spend(color, at.since(since));
                self.before_ply.push(self.left_ms);
                self.start(turn, at);
            }
            luzhanqi::Event::Placed { .. }
            | luzhanqi::Event::Confirmed { .. }
            | luzhanqi::Event::Withdrew { .. }
            | luzhanqi::Event::Revealed(_) => {}
        }
        self.check(at, &secret.clocks);
    }

    /// Applies a move, by this side if the event says which.
    fn played(&mut self, by: Option<Color>, at: Timestamp, turn: Option<Color>) {
        if let Some((color, since, credit_ms)) = self.running {
            assert!(by.is_none_or(|by| by == color), "the clock of the side that moves is running");
            self.check_flag(color, at.since(since), credit_ms);
        }
        self.press(at);
        self.start(turn, at);
    }

    /// Stops the running clock after a move and adds the increment.
    fn press(&mut self, at: Timestamp) {
        if let Some((color, since, _)) = self.running {
            self.spend(color, at.since(since));
            if self.left_ms[color] > 0 {
                self.left_ms[color] += u64::from(self.times[color].increment_ms);
            }
        }
        self.before_ply.push(self.left_ms);
    }

    fn apply_public(&mut self, at: Timestamp, event: &Event, turn: Option<Color>) {
        match event {
            Event::Played { by, clocks, .. } => {
                self.played(Some(*by), at, turn);
                self.check(at, clocks);
            }
            Event::TakenBack { to_ply, clocks, .. } => {
                self.before_ply.truncate(usize::from(*to_ply) + 1);
                self.left_ms =
                    *self.before_ply.last().expect("the times before the first ply are never removed");
                self.start(turn, at);
                self.check(at, clocks);
            }
            Event::Interrupted { down_ms, clocks } => {
                if let Some((_, since, credit_ms)) = &mut self.running {
                    *since = since.plus_ms(*down_ms);
                    *credit_ms += limits::INTERRUPTION_CREDIT_MS;
                    assert!(*since <= at, "the interruption returns more time than was lost");
                }
                for left_ms in self.before_ply.iter_mut().chain([&mut self.left_ms]) {
                    for color in Color::ALL.into_iter().filter(|&color| self.times[color].game_ms > 0) {
                        left_ms[color] += limits::INTERRUPTION_CREDIT_MS;
                    }
                }
                self.check(at, clocks);
            }
            Event::Ended { clocks, .. } => {
                if let Some((color, since, _)) = self.running.take() {
                    self.spend(color, at.since(since));
                }
                self.check(at, clocks);
            }
            Event::Luzhanqi { .. } => panic!("luzhanqi events are stored as secret events"),
            Event::Started(_)
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Left { .. } => {}
        }
    }

    /// Checks that a move came before its timeouts.
    fn check_flag(&self, color: Color, used_ms: u64, credit_ms: u64) {
        let time = self.times[color];
        let game_ms = self.left_ms[color] + u64::from(time.read_ms);
        assert!(time.game_ms == 0 || used_ms < game_ms, "a move after the game time has run out");
        let move_ms = u64::from(time.move_ms) + credit_ms;
        assert!(time.move_ms == 0 || used_ms < move_ms, "a move after the move time has run out");
    }

    fn spend(&mut self, color: Color, ms: u64) {
        self.left_ms[color] = self.left_ms[color].saturating_sub(ms);
    }

    /// Starts the clock of the side to move; the first move of each side is not timed.
    fn start(&mut self, turn: Option<Color>, at: Timestamp) {
        let timed = self.before_ply.len() > 2;
        self.running = turn.filter(|_| timed).map(|color| (color, at, 0));
    }

    /// Checks the clocks that an event shows.
    fn check(&self, at: Timestamp, shown: &ClockReading) {
        for color in Color::ALL {
            let (shown_ms, left_ms) = (shown.sides[color].game_ms, self.left_ms(color, at));
            assert_eq!(shown_ms, left_ms, "the clock of {color:?} does not add up");
        }
    }

    /// Returns a side's remaining game time, if it is limited.
    pub(super) fn left_ms(&self, color: Color, now: Timestamp) -> Option<u64> {
        let since = self.running.filter(|(running, ..)| *running == color).map(|(_, since, _)| since);
        let left_ms = self.left_ms[color].saturating_sub(since.map_or(0, |since| now.since(since)));
        (self.times[color].game_ms > 0).then_some(left_ms)
    }
}
