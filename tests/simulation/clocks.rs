//! A reference model of a game's clocks.
//!
//! It computes times from the times of the events only, without the clock code of the rules.

use chuhe_hub::{GameEvent, JournalEntry};
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::{Color, PerColor, luzhanqi};

/// The limits of the credit for network delay: in one turn, in a row, and refilled by each turn.
const LAG_CREDIT_MS: u64 = 500;
const LAG_QUOTA_MS: u64 = 3_000;
const LAG_REFILL_MS: u64 = 100;
/// The flat price of a premove.
const PREMOVE_MS: u64 = 100;

/// Both clocks at the last event.
pub(super) struct Clocks {
    times: PerColor<TimeControl>,
    left_ms: PerColor<u64>,
    running: Option<Running>,
    /// The remaining time before each ply, and before the next.
    before_ply: Vec<PerColor<u64>>,
    lags: PerColor<Lag>,
}

/// The clock that runs.
#[derive(Clone, Copy)]
struct Running {
    color: Color,
    since: Timestamp,
    /// The extra move time credited to it after interruptions.
    more_ms: u64,
    /// The time not charged because of network delay.
    lag_credit_ms: u64,
}

/// The network delay of a side, and what it has been credited.
#[derive(Clone, Copy, Default)]
struct Lag {
    lag_ms: u64,
    /// How many turns have ended, and their credit in all.
    turns: u64,
    credited_ms: u64,
    /// How much credit is left.
    quota_ms: u64,
}

impl Clocks {
    pub(super) fn new(times: PerColor<TimeControl>) -> Self {
        let left_ms = times.map(|time| u64::from(time.game_ms));
        let lag = Lag { quota_ms: LAG_QUOTA_MS, ..Lag::default() };
        Self { times, left_ms, running: None, before_ply: vec![left_ms], lags: PerColor::splat(lag) }
    }

    /// Applies an entry, after which `turn` is to move, and checks the clocks it shows.
    pub(super) fn apply(&mut self, entry: &JournalEntry, turn: Option<Color>) {
        let JournalEntry { at, ref event, premove } = *entry;
        assert!(!premove || event.is_move(), "only a move is a premove");
        let secret = match event {
            GameEvent::Public(event) => return self.apply_public(entry, event, turn),
            GameEvent::Secret(secret) => secret,
        };
        match secret.event {
            luzhanqi::Event::Moved(_) => self.played(None, entry, turn),
            luzhanqi::Event::Passed { by } => {
                let running = self.running.expect("a pass happens only on the clock");
                assert_eq!(running.color, by, "the clock of the side that passes is running");
                let move_ms = u64::from(self.times[by].move_ms);
                assert!(
                    move_ms > 0
                        && at.since(running.since) >= move_ms + running.more_ms + running.lag_credit_ms,
                    "a pass happens before the timeout"
                );
                // a pass earns no increment
                self.spend(running, at, false);
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
    fn played(&mut self, by: Option<Color>, entry: &JournalEntry, turn: Option<Color>) {
        let at = entry.at;
        if let Some(running) = self.running {
            assert!(by.is_none_or(|by| by == running.color), "the clock of the side that moves is running");
            self.check_flag(running, at);
        }
        self.press(entry);
        self.start(turn, at);
    }

    /// Stops the running clock after a move and adds the increment.
    fn press(&mut self, entry: &JournalEntry) {
        assert!(!entry.premove || self.running.is_some(), "the first moves have no price");
        if let Some(running) = self.running {
            let color = running.color;
            self.spend(running, entry.at, entry.premove);
            if self.left_ms[color] > 0 {
                self.left_ms[color] += u64::from(self.times[color].increment_ms);
            }
        }
        self.before_ply.push(self.left_ms);
    }

    fn apply_public(&mut self, entry: &JournalEntry, event: &Event, turn: Option<Color>) {
        let at = entry.at;
        match event {
            Event::Played { by, clocks, .. } => {
                self.played(Some(*by), entry, turn);
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
                if let Some(running) = &mut self.running {
                    running.since = running.since.plus_ms(*down_ms);
                    running.more_ms += limits::INTERRUPTION_CREDIT_MS;
                    assert!(running.since <= at, "the interruption returns more time than was lost");
                }
                for left_ms in self.before_ply.iter_mut().chain([&mut self.left_ms]) {
                    for color in Color::ALL.into_iter().filter(|&color| self.times[color].game_ms > 0) {
                        left_ms[color] += limits::INTERRUPTION_CREDIT_MS;
                    }
                }
                self.check(at, clocks);
            }
            Event::Ended { clocks, .. } => {
                if let Some(running) = self.running.take() {
                    self.spend(running, at, false);
                }
                self.check(at, clocks);
            }
            Event::LagMeasured { color, lag_ms } => {
                let (before, now) = (self.lags[*color].lag_ms, u64::from(*lag_ms));
                assert!(before != now && now <= LAG_CREDIT_MS, "a delay of {now} ms follows {before} ms");
                self.lags[*color].lag_ms = now;
            }
            Event::Luzhanqi { .. } => panic!("luzhanqi events are stored as secret events"),
            Event::Started(_)
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::FellAsleep { .. }
            | Event::CameBack { .. }
            | Event::Left { .. }
            | Event::Rated(_)
            | Event::Paused { .. }
            | Event::RepetitionJudged { .. } => {}
        }
    }

    /// Checks that a move came before its timeouts.
    fn check_flag(&self, running: Running, at: Timestamp) {
        let (time, used_ms) = (self.times[running.color], at.since(running.since));
        let used_ms = used_ms.saturating_sub(running.lag_credit_ms);
        let game_ms = self.left_ms[running.color] + u64::from(time.read_ms);
        assert!(time.game_ms == 0 || used_ms < game_ms, "a move after the game time has run out");
        let move_ms = u64::from(time.move_ms) + running.more_ms;
        assert!(time.move_ms == 0 || used_ms < move_ms, "a move after the move time has run out");
    }

    /// Charges the turn that ends at `at`, and checks that network delay was not credited too often.
    fn spend(&mut self, running: Running, at: Timestamp, premove: bool) {
        let used_ms = at.since(running.since);
        let mut credit_ms = used_ms.min(running.lag_credit_ms);
        let mut charge_ms = used_ms - credit_ms;
        let left_ms = &mut self.left_ms[running.color];
        if premove {
            assert!(charge_ms <= PREMOVE_MS, "a premove gains nothing on an ordinary move");
            let in_time_ms = left_ms.saturating_sub(1);
            charge_ms = charge_ms.max(PREMOVE_MS.min(in_time_ms));
            credit_ms = used_ms.saturating_sub(charge_ms.min(*left_ms)).min(running.lag_credit_ms);
        }
        *left_ms = left_ms.saturating_sub(charge_ms);
        let lag = &mut self.lags[running.color];
        lag.credited_ms += credit_ms;
        assert!(
            lag.credited_ms <= LAG_QUOTA_MS + lag.turns * LAG_REFILL_MS,
            "{} ms of network delay are credited in {} turns",
            lag.credited_ms,
            lag.turns + 1
        );
        lag.turns += 1;
        lag.quota_ms = LAG_QUOTA_MS.min(lag.quota_ms - credit_ms + LAG_REFILL_MS);
    }

    /// Starts the clock of the side to move; the first move of each side is not timed.
    fn start(&mut self, turn: Option<Color>, at: Timestamp) {
        let timed = self.before_ply.len() > 2;
        self.running = turn.filter(|_| timed).map(|color| {
            let Lag { lag_ms, quota_ms, .. } = self.lags[color];
            Running { color, since: at, more_ms: 0, lag_credit_ms: lag_ms.min(quota_ms) }
        });
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
        let since = self.running.filter(|running| running.color == color).map(|running| running.since);
        let left_ms = self.left_ms[color].saturating_sub(since.map_or(0, |since| now.since(since)));
        (self.times[color].game_ms > 0).then_some(left_ms)
    }
}
