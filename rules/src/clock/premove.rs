//! The price of a premove: a move that the player chose during the opponent's turn.

use super::{Clock, Timestamp};

/// What a premove is charged, in milliseconds.
pub const PREMOVE_CHARGE_MS: u16 = 100;

impl Clock {
    /// Whether a move at `now` may be charged as a premove.
    ///
    /// The side is timed, and the move came within [`PREMOVE_CHARGE_MS`] and the credit for network
    /// delay, after which an ordinary move costs more than a premove. A client therefore gains nothing
    /// by calling every move a premove: charge and used credit add up to the whole time at least, as for
    /// any move.
    #[must_use]
    pub fn takes_premove(&self, now: Timestamp) -> bool {
        self.turn.is_some_and(|turn| {
            let most_ms = u64::from(turn.credit_ms) + u64::from(PREMOVE_CHARGE_MS);
            self.is_timed(turn.color) && now.since(turn.since) <= most_ms
        })
    }

    /// Stops the running clock after a premove, charges [`PREMOVE_CHARGE_MS`] and adds the increment.
    ///
    /// It is a flat price, also for a move that took less. What the move took beyond its charge is
    /// network delay, and uses credit. The price uses up no game time that the move itself has left: at least
    /// 1 ms stays. A move that comes too late for a premove is charged as any other.
    ///
    /// ```
    /// use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
    /// use chuhe_rules::{Color, PerColor};
    /// let control = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    /// let mut clock = Clock::new(PerColor::splat(control));
    /// clock.set_lag_ms(Color::Red, 200);
    /// clock.start_turn(Color::Red, Timestamp::from_ms(0));
    /// clock.press_premove(Timestamp::from_ms(230));
    /// let left = clock.reading(Timestamp::from_ms(230)).sides.red.game_ms;
    /// // of 3 s of credit, 130 ms are used, and 100 ms refilled
    /// assert_eq!((left, clock.lag_quota_ms(Color::Red)), (Some(59_900), 2_970));
    /// ```
    pub fn press_premove(&mut self, now: Timestamp) {
        if !self.takes_premove(now) {
            return self.press(now);
        }
        let Some(turn) = self.turn.take() else { return };
        let charge_ms = u64::from(PREMOVE_CHARGE_MS);
        let ordinary_ms = now.since(turn.runs_from());
        let left = &mut self.state.game_left_ms[turn.color];
        let before_ms = *left;
        *left = left.saturating_sub(ordinary_ms);
        // the move was in time, so its price must not make the flag fall
        *left -= (charge_ms - ordinary_ms).min(left.saturating_sub(1));
        // what was not charged, because little was left, uses credit as in any move
        let uncharged_ms = now.since(turn.since).saturating_sub(before_ms - *left);
        let used_ms = u16::try_from(uncharged_ms).unwrap_or(u16::MAX).min(turn.credit_ms);
        self.lag[turn.color].end_turn(used_ms);
        self.add_increment(turn.color);
    }
}
