//! The clocks of one game (棋钟).
//!
//! A side may have a game time (局时), a limit for each move (步时), an increment for each
//! move, and read-seconds (读秒: the time for each move once the game time is used up).
//!
//! Callers pass in the current time. The clock computes the remaining time and the next
//! flag; ending the game is the caller's responsibility.
//!
//! A turn on a slow connection begins with a credit for the network delay, which the caller
//! measures: see [`Clock::set_lag_ms`].

use crate::{Color, PerColor};
use serde::{Deserialize, Serialize};

/// The maximum credit for network delay in one turn, in milliseconds.
pub const LAG_CREDIT_MS: u16 = 500;
/// The maximum credit that a side can use in a row, in milliseconds.
///
/// A client that delays its answers on purpose gains no more than this, and
/// [`LAG_REFILL_MS`] for each turn.
pub const LAG_QUOTA_MS: u16 = 3_000;
/// How much of the quota each turn of a side refills, in milliseconds.
pub const LAG_REFILL_MS: u16 = 100;

/// A point in time, in milliseconds from an origin that the caller chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The time `ms` milliseconds after the origin.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Self {
        Self(ms)
    }

    /// Milliseconds since the origin.
    #[must_use]
    pub const fn as_ms(self) -> u64 {
        self.0
    }

    /// The time `ms` milliseconds later.
    #[must_use]
    pub const fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this time; 0 if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The time control of one side.
///
/// Each part is in milliseconds. A part of 0 is absent; a side without any part is untimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for the whole game (局时).
    pub game_ms: u32,
    /// Limit for each single move (步时).
    pub move_ms: u32,
    /// Added to the game time after each move.
    pub increment_ms: u32,
    /// Time for each move once the game time is used up (读秒).
    pub read_ms: u32,
}

/// Why a [`TimeControl`] is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidTimeControl {
    /// It has an increment but no game time.
    #[error("an increment needs a game time")]
    IncrementWithoutGameTime,
    /// It has read-seconds but no game time.
    #[error("read-seconds need a game time")]
    ReadSecondsWithoutGameTime,
    /// A part is longer than [`TimeControl::MAX_MS`].
    #[error("a time is longer than a day")]
    TooLong,
    /// A part other than 0 is shorter than [`TimeControl::MIN_MS`].
    #[error("a time is shorter than a second")]
    TooShort,
}

impl TimeControl {
    /// No time limits.
    pub const UNTIMED: Self = Self { game_ms: 0, move_ms: 0, increment_ms: 0, read_ms: 0 };
    /// The maximum of any part: a day.
    pub const MAX_MS: u32 = 24 * 60 * 60 * 1000;
    /// The minimum of any part other than 0: a second.
    pub const MIN_MS: u32 = 1000;

    /// Whether the side has no time limit.
    #[must_use]
    pub const fn is_untimed(self) -> bool {
        self.game_ms == 0 && self.move_ms == 0
    }

    /// Checks that the parts are in range and consistent.
    ///
    /// # Errors
    /// The first [`InvalidTimeControl`] that applies.
    ///
    /// ```
    /// use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
    /// let lone_increment = TimeControl { increment_ms: 3000, ..TimeControl::UNTIMED };
    /// assert_eq!(lone_increment.validate(), Err(InvalidTimeControl::IncrementWithoutGameTime));
    /// ```
    pub fn validate(self) -> Result<(), InvalidTimeControl> {
        let parts = [self.game_ms, self.move_ms, self.increment_ms, self.read_ms];
        if parts.iter().any(|&ms| ms > Self::MAX_MS) {
            return Err(InvalidTimeControl::TooLong);
        }
        if parts.iter().any(|&ms| ms > 0 && ms < Self::MIN_MS) {
            return Err(InvalidTimeControl::TooShort);
        }
        if self.game_ms == 0 && self.increment_ms > 0 {
            return Err(InvalidTimeControl::IncrementWithoutGameTime);
        }
        if self.game_ms == 0 && self.read_ms > 0 {
            return Err(InvalidTimeControl::ReadSecondsWithoutGameTime);
        }
        Ok(())
    }
}

/// Which timer of a side ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timer {
    /// The game time, or the read-seconds that follow it.
    Game,
    /// The limit for one move.
    Move,
}

/// The flag that falls next unless the side to move plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flag {
    /// Whose flag.
    pub color: Color,
    /// Which of the side's timers.
    pub timer: Timer,
    /// The earliest time at which a move is too late.
    pub at: Timestamp,
}

/// The game time left to both sides between two moves; a takeback restores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockState {
    game_left_ms: PerColor<u64>,
}

/// The clocks of both sides.
///
/// ```
/// use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
/// use chuhe_rules::{Color, PerColor};
/// let control = TimeControl { game_ms: 60_000, increment_ms: 2_000, ..TimeControl::UNTIMED };
/// let mut clock = Clock::new(PerColor::splat(control));
/// clock.start_turn(Color::Red, Timestamp::from_ms(0));
/// clock.press(Timestamp::from_ms(5_000));
/// let left = clock.reading(Timestamp::from_ms(5_000)).sides.red.game_ms;
/// assert_eq!(left, Some(57_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    controls: PerColor<TimeControl>,
    state: ClockState,
    lag: PerColor<Lag>,
    turn: Option<Turn>,
}

/// The network delay of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lag {
    /// The delay from the server to the player and back.
    lag_ms: u16,
    /// How much credit is left.
    quota_ms: u16,
}

/// The turn of the side whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    color: Color,
    since: Timestamp,
    /// How long after `since` the clock begins to run.
    credit_ms: u16,
    /// The extension of this move's limit after interruptions.
    more_ms: u64,
}

impl Turn {
    /// When the clock begins to run.
    const fn runs_from(&self) -> Timestamp {
        self.since.plus_ms(self.credit_ms as u64)
    }

    /// How much of the credit is used if the turn ends at `now`.
    fn used_credit_ms(&self, now: Timestamp) -> u16 {
        u16::try_from(now.since(self.since)).map_or(self.credit_ms, |used_ms| used_ms.min(self.credit_ms))
    }
}

impl Clock {
    /// Creates stopped clocks with their full time.
    #[must_use]
    pub fn new(controls: PerColor<TimeControl>) -> Self {
        let game_left_ms = controls.map(|control| u64::from(control.game_ms));
        let lag = PerColor::splat(Lag { lag_ms: 0, quota_ms: LAG_QUOTA_MS });
        Self { controls, state: ClockState { game_left_ms }, lag, turn: None }
    }

    /// The game times left as of the last press.
    #[must_use]
    pub const fn state(&self) -> ClockState {
        self.state
    }

    /// Stops the clocks and restores `state`.
    pub const fn restore(&mut self, state: ClockState) {
        self.state = state;
        self.turn = None;
    }

    /// Starts the clock of `color` for one move and stops the opponent's.
    ///
    /// The clock begins to run after the credit for the side's network delay.
    pub fn start_turn(&mut self, color: Color, now: Timestamp) {
        let Lag { lag_ms, quota_ms } = self.lag[color];
        let credit_ms = if self.is_timed(color) { lag_ms.min(quota_ms) } else { 0 };
        self.turn = Some(Turn { color, since: now, credit_ms: credit_ms.min(LAG_CREDIT_MS), more_ms: 0 });
    }

    /// Sets the network delay of `color`, from the server to the player and back.
    ///
    /// It counts from the side's next turn: that turn, and each one after it, is credited with the
    /// delay, up to [`LAG_CREDIT_MS`] and what is left of the quota. The quota starts at
    /// [`LAG_QUOTA_MS`]. The end of a turn takes the used credit from it and adds
    /// [`LAG_REFILL_MS`].
    ///
    /// ```
    /// use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
    /// use chuhe_rules::{Color, PerColor};
    /// let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    /// let mut clock = Clock::new(PerColor::splat(control));
    /// clock.set_lag_ms(Color::Red, 200);
    /// clock.start_turn(Color::Red, Timestamp::from_ms(0));
    /// // the move took 5 s at the server, of which the network took 200 ms
    /// clock.press(Timestamp::from_ms(5_000));
    /// let left = clock.reading(Timestamp::from_ms(5_000)).sides.red.game_ms;
    /// assert_eq!((left, clock.lag_quota_ms(Color::Red)), (Some(55_200), 2_900));
    /// ```
    pub fn set_lag_ms(&mut self, color: Color, lag_ms: u16) {
        self.lag[color].lag_ms = lag_ms;
    }

    /// Whether `color` has a time limit.
    #[must_use]
    pub fn is_timed(&self, color: Color) -> bool {
        !self.controls[color].is_untimed()
    }

    /// The network delay of `color` as it was set last.
    #[must_use]
    pub fn lag_ms(&self, color: Color) -> u16 {
        self.lag[color].lag_ms
    }

    /// How much credit for network delay is left to `color`.
    #[must_use]
    pub fn lag_quota_ms(&self, color: Color) -> u16 {
        self.lag[color].quota_ms
    }

    /// Compensates for an interruption of `down_ms` that has just ended.
    ///
    /// The interruption is not charged to the running clock, and each side gains `more_ms`:
    /// in its game time, even if that is used up, and in the limit of the current move if its
    /// clock runs. Parts that a side does not have stay absent. For a stored state use
    /// [`Clock::credited`].
    ///
    /// ```
    /// use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
    /// use chuhe_rules::{Color, PerColor};
    /// let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    /// let mut clock = Clock::new(PerColor::splat(control));
    /// clock.start_turn(Color::Red, Timestamp::from_ms(0));
    /// // red thinks for 5 s, then the game is interrupted for an hour
    /// clock.credit(3_600_000, 10_000);
    /// let sides = clock.reading(Timestamp::from_ms(3_605_000)).sides;
    /// assert_eq!((sides.red.game_ms, sides.black.game_ms), (Some(65_000), Some(70_000)));
    /// ```
    pub fn credit(&mut self, down_ms: u64, more_ms: u64) {
        self.state = self.credited(self.state, more_ms);
        if let Some(turn) = &mut self.turn {
            turn.since = turn.since.plus_ms(down_ms);
            turn.more_ms = turn.more_ms.saturating_add(more_ms);
        }
    }

    /// Returns `state` with `more_ms` added for each side that has a game time.
    #[must_use]
    pub fn credited(&self, state: ClockState, more_ms: u64) -> ClockState {
        let game_left_ms = PerColor::from_fn(|color| {
            let more_ms = if self.controls[color].game_ms > 0 { more_ms } else { 0 };
            state.game_left_ms[color].saturating_add(more_ms)
        });
        ClockState { game_left_ms }
    }

    /// Stops the running clock after a move, charges the time used and adds the increment.
    ///
    /// A side whose game time is used up gets no increment.
    pub fn press(&mut self, now: Timestamp) {
        let Some(Turn { color, .. }) = self.turn else { return };
        self.stop(now);
        let left = &mut self.state.game_left_ms[color];
        if *left > 0 {
            *left += u64::from(self.controls[color].increment_ms);
        }
    }

    /// Stops the running clock and charges the time used, without the credit for network delay.
    pub fn stop(&mut self, now: Timestamp) {
        let Some(turn) = self.turn.take() else { return };
        let left = &mut self.state.game_left_ms[turn.color];
        *left = left.saturating_sub(now.since(turn.runs_from()));
        let quota = &mut self.lag[turn.color].quota_ms;
        *quota = LAG_QUOTA_MS.min(quota.saturating_sub(turn.used_credit_ms(now)) + LAG_REFILL_MS);
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.turn.map(|turn| turn.color)
    }

    /// The flag that falls next; `None` if no clock runs or the running side is untimed.
    #[must_use]
    pub fn flag(&self) -> Option<Flag> {
        let turn = self.turn?;
        let (color, since) = (turn.color, turn.runs_from());
        let control = self.controls[color];
        let game = (control.game_ms > 0).then(|| {
            let left = self.state.game_left_ms[color] + u64::from(control.read_ms);
            Flag { color, timer: Timer::Game, at: since.plus_ms(left) }
        });
        let step = (control.move_ms > 0).then(|| Flag {
            color,
            timer: Timer::Move,
            at: since.plus_ms(u64::from(control.move_ms).saturating_add(turn.more_ms)),
        });
        [game, step].into_iter().flatten().min_by_key(|flag| flag.at)
    }

    /// Reads both clocks at `now`, as players see them.
    ///
    /// The running clock shows no credit for network delay: a move that is on its way since `now`
    /// leaves this time. The flag falls up to the credit later than the reading says.
    #[must_use]
    pub fn reading(&self, now: Timestamp) -> ClockReading {
        self.full_readings().after(self.turn.map_or(0, |turn| now.since(turn.since)))
    }

    /// Reads both clocks as they are if the turn ends at `now`: with the credit for network delay.
    #[must_use]
    pub fn final_reading(&self, now: Timestamp) -> ClockReading {
        self.full_readings().after(self.turn.map_or(0, |turn| now.since(turn.runs_from())))
    }

    fn full_readings(&self) -> ClockReading {
        ClockReading { sides: PerColor::from_fn(|color| self.full_reading(color)), running: self.running() }
    }

    fn full_reading(&self, color: Color) -> SideReading {
        let control = self.controls[color];
        let part = |ms: u32| (ms > 0).then_some(u64::from(ms));
        let more_ms = self.turn.filter(|turn| turn.color == color).map_or(0, |turn| turn.more_ms);
        SideReading {
            game_ms: part(control.game_ms).map(|_| self.state.game_left_ms[color]),
            read_ms: part(control.read_ms),
            move_ms: part(control.move_ms).map(|ms| ms.saturating_add(more_ms)),
        }
    }
}

/// The reading of one side's clock; absent parts are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideReading {
    /// Milliseconds left of the game time.
    pub game_ms: Option<u64>,
    /// Milliseconds left of the read-seconds; full until the game time is 0.
    pub read_ms: Option<u64>,
    /// Milliseconds left for this move; full while it is not the side's turn.
    pub move_ms: Option<u64>,
}

impl SideReading {
    /// Milliseconds until the flag of the side falls on its turn; `None` if it is untimed.
    #[must_use]
    pub fn flag_in_ms(self) -> Option<u64> {
        // saturating, because a reading from the network may hold any number
        let game = self.game_ms.map(|game| game.saturating_add(self.read_ms.unwrap_or(0)));
        [game, self.move_ms].into_iter().flatten().min()
    }

    fn after(self, elapsed_ms: u64) -> Self {
        let game_ms = self.game_ms.map(|left| left.saturating_sub(elapsed_ms));
        let overrun = self.game_ms.map_or(0, |left| elapsed_ms.saturating_sub(left));
        Self {
            game_ms,
            read_ms: self.read_ms.map(|left| left.saturating_sub(overrun)),
            move_ms: self.move_ms.map(|left| left.saturating_sub(elapsed_ms)),
        }
    }
}

/// The reading of both clocks at one time, as sent to clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClockReading {
    /// Each side's clock.
    pub sides: PerColor<SideReading>,
    /// The side whose clock runs, if one does.
    pub running: Option<Color>,
}

impl ClockReading {
    /// Returns the reading `elapsed_ms` later without a move.
    ///
    /// Clients use it to count down between two readings.
    #[must_use]
    pub fn after(mut self, elapsed_ms: u64) -> Self {
        if let Some(color) = self.running {
            self.sides[color] = self.sides[color].after(elapsed_ms);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn clock(control: TimeControl) -> Clock {
        let mut clock = Clock::new(PerColor::splat(control));
        clock.start_turn(Color::Red, at(1_000));
        clock
    }

    #[test]
    fn the_earlier_of_game_time_and_move_time_sets_the_flag() {
        let both = clock(TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED });
        assert_eq!(both.flag(), Some(Flag { color: Color::Red, timer: Timer::Move, at: at(21_000) }));
        let short = clock(TimeControl { game_ms: 5_000, move_ms: 20_000, ..TimeControl::UNTIMED });
        assert_eq!(short.flag(), Some(Flag { color: Color::Red, timer: Timer::Game, at: at(6_000) }));
    }

    #[test]
    fn an_untimed_side_has_no_flag() {
        assert_eq!(clock(TimeControl::UNTIMED).flag(), None);
    }

    #[test]
    fn read_seconds_follow_the_game_time_and_renew_with_every_move() {
        let control = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
        let mut clock = clock(control);
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(16_000)));
        let mid = clock.reading(at(13_000)).sides.red;
        assert_eq!((mid.game_ms, mid.read_ms), (Some(0), Some(3_000)));
        clock.press(at(13_000));
        clock.start_turn(Color::Black, at(13_000));
        clock.press(at(14_000));
        clock.start_turn(Color::Red, at(14_000));
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(19_000)));
        let renewed = clock.reading(at(14_000)).sides.red;
        assert_eq!((renewed.game_ms, renewed.read_ms), (Some(0), Some(5_000)));
    }

    #[test]
    fn an_increment_does_not_revive_a_used_up_game_time() {
        let control =
            TimeControl { game_ms: 10_000, read_ms: 5_000, increment_ms: 2_000, ..TimeControl::UNTIMED };
        let mut clock = clock(control);
        clock.press(at(12_000));
        assert_eq!(clock.reading(at(12_000)).sides.red.game_ms, Some(0));
    }

    #[test]
    fn restoring_a_state_recovers_the_exact_game_time() {
        let mut clock = clock(TimeControl { game_ms: 60_000, increment_ms: 1_000, ..TimeControl::UNTIMED });
        let before = clock.state();
        clock.press(at(31_000));
        assert_ne!(clock.state(), before);
        clock.restore(before);
        assert_eq!(clock.reading(at(99_000)).sides.red.game_ms, Some(60_000));
        assert_eq!(clock.running(), None);
    }

    #[test]
    fn a_reading_counts_down_like_the_clock() {
        let control = TimeControl { game_ms: 4_000, move_ms: 9_000, read_ms: 3_000, increment_ms: 0 };
        let clock = clock(control);
        let start = clock.reading(at(1_000));
        for elapsed in [0, 1, 3_999, 4_000, 5_500, 7_000, 20_000] {
            assert_eq!(start.after(elapsed), clock.reading(at(1_000 + elapsed)));
        }
        assert_eq!(start.sides.red.flag_in_ms(), Some(7_000));
    }

    #[test]
    fn an_interruption_is_not_charged_and_adds_the_credit() {
        let control = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
        let mut clock = clock(control);
        let before = clock.reading(at(6_000));
        clock.credit(100_000, 10_000);
        let after = clock.reading(at(106_000));
        let more = |ms: Option<u64>| ms.map(|ms| ms + 10_000);
        assert_eq!(after.sides.red.game_ms, more(before.sides.red.game_ms));
        assert_eq!(after.sides.red.move_ms, more(before.sides.red.move_ms));
        assert_eq!(after.sides.black.game_ms, more(before.sides.black.game_ms));
        assert_eq!(after.sides.black.move_ms, before.sides.black.move_ms, "it is not black's turn");
        assert_eq!(clock.flag(), Some(Flag { color: Color::Red, timer: Timer::Move, at: at(131_000) }));
        // the longer limit applied to that move only
        clock.press(at(106_000));
        clock.start_turn(Color::Red, at(106_000));
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(126_000)));
        assert_eq!(clock.reading(at(106_000)).sides.red.game_ms, Some(65_000));
    }

    #[test]
    fn several_interruptions_add_up() {
        let control = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
        let mut clock = clock(control);
        // 2 s of the read-seconds have been used
        clock.credit(1_000, 10_000);
        clock.credit(500, 10_000);
        let reading = clock.reading(at(14_500)).sides;
        assert_eq!((reading.red.game_ms, reading.red.read_ms), (Some(18_000), Some(5_000)));
        assert_eq!(reading.black.game_ms, Some(30_000));
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(14_500 + 23_000)));
    }

    #[test]
    fn credit_adds_no_absent_parts() {
        let mut clock = clock(TimeControl::UNTIMED);
        clock.credit(1_000, 10_000);
        assert_eq!(clock.flag(), None);
        assert_eq!(clock.state(), Clock::new(PerColor::splat(TimeControl::UNTIMED)).state());
        let mut moves = Clock::new(PerColor::splat(TimeControl { move_ms: 9_000, ..TimeControl::UNTIMED }));
        moves.credit(1_000, 10_000);
        moves.start_turn(Color::Red, at(0));
        assert_eq!(moves.flag().map(|flag| flag.at), Some(at(9_000)), "no clock ran during the interruption");
    }

    #[test]
    fn crediting_a_state_equals_crediting_the_clock() {
        let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
        let mut clock = Clock::new(PerColor::new(control, TimeControl::UNTIMED));
        let state = clock.credited(clock.state(), 10_000);
        clock.credit(5, 10_000);
        assert_eq!(clock.state(), state);
        assert_eq!(clock.reading(at(0)).sides.red.game_ms, Some(70_000));
    }

    /// Plays one turn of red that takes `used_ms`, and returns what is left of game time and quota.
    fn turn_of_red(clock: &mut Clock, used_ms: u64) -> (Option<u64>, u16) {
        clock.start_turn(Color::Red, at(0));
        clock.press(at(used_ms));
        (clock.reading(at(used_ms)).sides.red.game_ms, clock.lag_quota_ms(Color::Red))
    }

    #[test]
    fn network_delay_postpones_every_flag() {
        let both = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
        let read = TimeControl { game_ms: 10_000, read_ms: 5_000, ..TimeControl::UNTIMED };
        for (control, timer, flag_ms) in [(both, Timer::Move, 20_000), (read, Timer::Game, 15_000)] {
            let mut clock = Clock::new(PerColor::splat(control));
            clock.set_lag_ms(Color::Red, 300);
            clock.start_turn(Color::Red, at(1_000));
            let flag = Flag { color: Color::Red, timer, at: at(1_300 + flag_ms) };
            assert_eq!(clock.flag(), Some(flag));
            assert_eq!(clock.reading(flag.at).sides.red.flag_in_ms(), Some(0));
            assert_eq!(clock.final_reading(at(1_299 + flag_ms)).sides.red.flag_in_ms(), Some(1));
        }
    }

    #[test]
    fn a_turn_is_charged_without_the_network_delay_but_never_gains_time() {
        let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
        clock.set_lag_ms(Color::Red, 400);
        assert_eq!(turn_of_red(&mut clock, 1_000), (Some(59_400), 2_700));
        // only what a turn takes is used
        assert_eq!(turn_of_red(&mut clock, 50), (Some(59_400), 2_750));
        clock.set_lag_ms(Color::Red, 0);
        assert_eq!(turn_of_red(&mut clock, 400), (Some(59_000), 2_850));
        assert_eq!(clock.lag_quota_ms(Color::Black), LAG_QUOTA_MS);
    }

    #[test]
    fn credit_in_a_row_ends_with_the_quota() {
        let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 600_000, ..TimeControl::UNTIMED }));
        clock.set_lag_ms(Color::Red, u16::MAX);
        for turns in 1..=100 {
            let (left, quota) = turn_of_red(&mut clock, 1_000);
            let credited = left.expect("a game time") - (600_000 - turns * 1_000);
            assert!(credited <= u64::from(LAG_QUOTA_MS) + (turns - 1) * u64::from(LAG_REFILL_MS));
            assert!(credited <= turns * u64::from(LAG_CREDIT_MS));
            assert!(turns < 10 || quota == LAG_REFILL_MS, "after {turns} turns {quota} ms are left");
        }
    }

    #[test]
    fn the_quota_refills_up_to_its_start() {
        let mut clock = Clock::new(PerColor::splat(TimeControl { move_ms: 60_000, ..TimeControl::UNTIMED }));
        clock.set_lag_ms(Color::Red, 500);
        assert_eq!(turn_of_red(&mut clock, 1_000), (None, 2_600));
        clock.set_lag_ms(Color::Red, 0);
        let quotas = [2_700, 2_800, 2_900, 3_000, 3_000];
        assert_eq!(quotas.map(|_| turn_of_red(&mut clock, 1_000).1), quotas);
    }

    #[test]
    fn an_untimed_side_uses_no_credit() {
        let mut clock = Clock::new(PerColor::splat(TimeControl::UNTIMED));
        clock.set_lag_ms(Color::Red, 500);
        assert_eq!(turn_of_red(&mut clock, 1_000), (None, LAG_QUOTA_MS));
    }

    #[test]
    fn an_interruption_leaves_the_credit_of_the_turn() {
        let mut clock = Clock::new(PerColor::splat(TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }));
        clock.set_lag_ms(Color::Red, 300);
        clock.start_turn(Color::Red, at(1_000));
        // the server is down from 1.1 s to 5.1 s
        clock.credit(4_000, 10_000);
        assert_eq!(clock.flag().map(|flag| flag.at), Some(at(75_300)));
        clock.press(at(6_000));
        assert_eq!(clock.reading(at(6_000)).sides.red.game_ms, Some(69_300));
        assert_eq!(clock.lag_quota_ms(Color::Red), 2_800);
    }

    #[test]
    fn an_absurd_reading_does_not_overflow() {
        let absurd = SideReading { game_ms: Some(u64::MAX), read_ms: Some(u64::MAX), move_ms: None };
        assert_eq!(absurd.flag_in_ms(), Some(u64::MAX));
    }

    #[test]
    fn inconsistent_time_controls_are_rejected() {
        let check = |control: TimeControl, expect| assert_eq!(control.validate(), expect);
        check(TimeControl::UNTIMED, Ok(()));
        check(TimeControl { move_ms: 30_000, ..TimeControl::UNTIMED }, Ok(()));
        check(
            TimeControl { read_ms: 30_000, ..TimeControl::UNTIMED },
            Err(InvalidTimeControl::ReadSecondsWithoutGameTime),
        );
        check(
            TimeControl { increment_ms: 3_000, ..TimeControl::UNTIMED },
            Err(InvalidTimeControl::IncrementWithoutGameTime),
        );
        check(TimeControl { game_ms: u32::MAX, ..TimeControl::UNTIMED }, Err(InvalidTimeControl::TooLong));
        check(TimeControl { game_ms: 999, ..TimeControl::UNTIMED }, Err(InvalidTimeControl::TooShort));
    }
}
