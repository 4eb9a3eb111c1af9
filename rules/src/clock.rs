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
//!
//! A premove costs [`PREMOVE_CHARGE_MS`], whatever it took: see [`Clock::press_premove`].

mod control;
mod flag;
mod lag;
mod premove;
mod reading;
mod speed;
#[cfg(test)]
mod tests;
mod timestamp;
mod turn;

pub use control::{InvalidTimeControl, TimeControl};
pub use flag::{Flag, Timer};
pub use lag::{LAG_CREDIT_MS, LAG_QUOTA_MS, LAG_REFILL_MS};
pub use premove::PREMOVE_CHARGE_MS;
pub use reading::{ClockReading, SideReading};
pub use speed::Speed;
pub use timestamp::Timestamp;

use crate::{Color, PerColor};
use lag::Lag;
use turn::Turn;

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

impl Clock {
    /// Creates stopped clocks with their full time.
    #[must_use]
    pub fn new(controls: PerColor<TimeControl>) -> Self {
        let game_left_ms = controls.map(|control| u64::from(control.game_ms));
        Self { controls, state: ClockState { game_left_ms }, lag: PerColor::splat(Lag::NONE), turn: None }
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
        let credit_ms = if self.is_timed(color) { self.lag[color].credit_ms() } else { 0 };
        self.turn = Some(Turn { color, since: now, credit_ms, more_ms: 0 });
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
        self.add_increment(color);
    }

    /// Adds the increment for a move, unless the game time is used up.
    fn add_increment(&mut self, color: Color) {
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
        self.lag[turn.color].end_turn(turn.used_credit_ms(now));
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
