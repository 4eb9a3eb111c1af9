//! What commands depend on besides their words.

use crate::dialect::Dialect;
use crate::limits::MAX_TIME;
use crate::ranks::Ranks;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Position;
use std::time::Duration;

/// What the reading and writing of commands depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The dialect.
    pub dialect: Dialect,
    /// The numbering of ranks in moves.
    pub ranks: Ranks,
    /// Whether UCCI's clocks count milliseconds, as its option `usemillisec` says.
    ///
    /// They count seconds otherwise. UCI's always count milliseconds.
    pub milliseconds: bool,
    /// Whether red is to move, for UCI's clocks of white and black.
    pub red_to_move: bool,
}

impl Context {
    /// The context at the beginning of a conversation.
    #[must_use]
    pub const fn new(dialect: Dialect) -> Self {
        Self { dialect, ranks: Ranks::FromZero, milliseconds: false, red_to_move: true }
    }

    const fn counts_seconds(&self) -> bool {
        matches!(self.dialect, Dialect::Ucci) && !self.milliseconds
    }

    /// Reads a clock's number as a time of at most [`MAX_TIME`].
    pub(crate) fn time(&self, units: u64) -> Duration {
        let time =
            if self.counts_seconds() { Duration::from_secs(units) } else { Duration::from_millis(units) };
        time.min(MAX_TIME)
    }

    /// Writes an increment as a number.
    pub(crate) fn units(&self, time: Duration) -> u64 {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        if self.counts_seconds() { millis / 1_000 } else { millis }
    }

    /// Writes the time left as a number; at least 1, since some engines take 0 for no limit.
    pub(crate) fn units_left(&self, time: Duration) -> u64 {
        self.units(time).max(1)
    }

    /// The same with the side to move of `position`.
    #[must_use]
    pub fn at(self, position: &Position) -> Self {
        Self { red_to_move: position.side_to_move() == Color::Red, ..self }
    }
}
