//! When the turns of a game began and ended, and what the clocks showed then.

use chuhe_protocol::limits;
use chuhe_rules::Color;
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};

/// The end of one turn and the beginning of the next.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// What the clocks showed at the end of the turn.
    ended: ClockReading,
    /// What they showed at the beginning of the next, with what interruptions have added since.
    ///
    /// A turn that follows a takeback begins later than the move before it ended.
    began: ClockReading,
    /// When the turn ended, by the clock here; `None` if that was not seen live.
    ended_at: Option<Timestamp>,
    /// When the next turn began.
    began_at: Option<Timestamp>,
}

/// The times of the turns of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnTimes {
    /// The change after each number of plies.
    changes: Vec<Change>,
}

impl TurnTimes {
    /// A turn has ended, after which this many plies are played, and the next begins.
    pub(super) fn turned(&mut self, ply: usize, clocks: ClockReading, now: Option<Timestamp>) {
        let clocks = ClockReading { running: None, ..clocks };
        let change = Change { ended: clocks, began: clocks, ended_at: now, began_at: now };
        self.changes.truncate(ply);
        self.changes.push(change);
    }

    /// The moves after this many plies were taken back.
    pub(super) fn taken_back(&mut self, ply: usize, clocks: ClockReading, now: Option<Timestamp>) {
        self.changes.truncate(ply + 1);
        if let Some(change) = self.changes.last_mut() {
            change.began = ClockReading { running: None, ..clocks };
            change.began_at = now;
        }
    }

    /// The turn was interrupted, which is charged to nobody.
    pub(super) fn interrupted(&mut self) {
        if let Some(change) = self.changes.last_mut() {
            for color in Color::ALL {
                let game_ms = &mut change.began.sides[color].game_ms;
                *game_ms = game_ms.map(|ms| ms.saturating_add(limits::INTERRUPTION_CREDIT_MS));
            }
            change.began_at = None;
        }
    }

    /// What the clocks showed after this number of plies, stopped.
    pub(super) fn clocks_after(&self, ply: usize) -> Option<ClockReading> {
        self.changes.get(ply).map(|change| change.began)
    }

    /// The time that `by` spent on the turn of this ply, from 1, in milliseconds.
    ///
    /// The clocks show it while there is game time. Otherwise it was measured here, if the turn was
    /// seen live from its start to its end.
    pub(super) fn spent_ms(&self, ply: usize, by: Color, control: TimeControl) -> Option<u64> {
        let (start, end) = (self.changes.get(ply.checked_sub(1)?)?, self.changes.get(ply)?);
        match (start.began.sides[by].game_ms, end.ended.sides[by].game_ms) {
            (Some(before), Some(after)) if after > 0 => {
                (before + u64::from(control.increment_ms)).checked_sub(after)
            }
            _ => Some(end.ended_at?.since(start.began_at?)),
        }
    }
}
