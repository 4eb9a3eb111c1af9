//! The warnings that the user's own time runs low, each given once.

use super::low_time::{LowTime, low_times};
use super::model::Table;
use chuhe_protocol::GameId;
use chuhe_rules::clock::{SideReading, TimeControl, Timestamp};

/// A warning that little time is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWarning {
    /// The number of the warning, which grows from each to the next.
    pub number: u64,
    /// The time left when the warning was given, in milliseconds.
    pub left_ms: u64,
}

/// The warnings of the user's own clock.
#[derive(Debug, Default)]
pub struct TimeWarnings {
    /// The game that the warnings are about.
    game: Option<GameId>,
    /// Those given in this game that are given once in a game.
    in_game: Vec<LowTime>,
    /// Whether the warning about this turn was given.
    in_turn: bool,
    /// The latest warning, until the turn ends.
    latest: Option<TimeWarning>,
    /// The number of warnings so far.
    count: u64,
}

impl TimeWarnings {
    /// The latest warning, until the turn ends.
    pub const fn latest(&self) -> Option<TimeWarning> {
        self.latest
    }

    /// Follows the clock of the user at a table, and gives the warnings that are due.
    pub fn follow(&mut self, table: Option<&Table>, now: Timestamp) {
        let game = table.map(|table| table.game().id());
        if self.game != game {
            *self = Self { game, count: self.count, ..Self::default() };
        }
        let Some((side, control)) = table.and_then(|table| own_clock(table, now)) else {
            (self.in_turn, self.latest) = (false, None);
            return;
        };
        for (what, left_ms) in low_times(side, control) {
            let is_new = match what {
                LowTime::Move => !std::mem::replace(&mut self.in_turn, true),
                LowTime::Game | LowTime::EndOfGame if self.in_game.contains(&what) => false,
                LowTime::Game | LowTime::EndOfGame => {
                    self.in_game.push(what);
                    true
                }
            };
            if is_new {
                self.count += 1;
                self.latest = Some(TimeWarning { number: self.count, left_ms });
            }
        }
    }
}

/// The user's running clock and its control.
fn own_clock(table: &Table, now: Timestamp) -> Option<(SideReading, TimeControl)> {
    let (clocks, game) = (table.shown_clocks(now), table.game());
    let seat = table.game().seat().filter(|&seat| clocks.running == Some(seat) && !game.is_over())?;
    Some((clocks.sides[seat], game.times()[seat]))
}
