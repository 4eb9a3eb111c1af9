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
    /// How long the turn that ended took, in milliseconds; `None` if nobody has seen it whole.
    took_ms: Option<u64>,
    /// Since when the next turn goes on; `None` if that is unknown.
    next: Option<Running>,
}

/// A turn that goes on.
#[derive(Clone, Copy, Debug)]
struct Running {
    /// A time, by the clock here.
    at: Timestamp,
    /// How long the turn had lasted by then, in milliseconds.
    lasted_ms: u64,
}

/// The times of the turns of a game.
#[derive(Clone, Debug, Default)]
pub struct TurnTimes {
    /// The change after each number of plies.
    changes: Vec<Change>,
    /// The game time that interruptions have added to each side, in milliseconds.
    credited_ms: u64,
}

impl Running {
    const fn since(at: Timestamp) -> Self {
        Self { at, lasted_ms: 0 }
    }

    const fn lasting_ms(self, now: Timestamp) -> u64 {
        now.since(self.at).saturating_add(self.lasted_ms)
    }
}

impl TurnTimes {
    /// A turn of this side has ended, after which this many plies are played, and the next begins. Before the first, both
    /// clocks stand.
    pub(super) fn turned(&mut self, ply: usize, by: Color, clocks: ClockReading, now: Option<Timestamp>) {
        let clocks = ClockReading { running: None, ..clocks };
        // a snapshot leaves out interruptions, but a clock that stood has gained what they added
        if let Some(before) = self.changes.get(ply.saturating_sub(1)) {
            let gained =
                |side: Color| clocks.sides[side].game_ms?.checked_sub(before.began.sides[side].game_ms?);
            self.credited_ms = self.credited_ms.saturating_add(gained(by.opponent()).unwrap_or(0));
        }
        self.changes.truncate(ply);
        let took_ms = self.changes.last().and_then(|before| Some(before.next?.lasting_ms(now?)));
        let next = now.map(Running::since);
        self.changes.push(Change { ended: clocks, began: clocks, took_ms, next });
    }

    /// The moves after this many plies were taken back.
    pub(super) fn taken_back(&mut self, ply: usize, clocks: ClockReading, now: Option<Timestamp>) {
        self.changes.truncate(ply + 1);
        if let Some(change) = self.changes.last_mut() {
            change.began = ClockReading { running: None, ..clocks };
            change.next = now.map(Running::since);
        }
    }

    /// The turn of this side was interrupted for `down_ms`, which are charged to nobody; `now` if that was seen live. The
    /// clocks are those after it.
    pub(super) fn interrupted(
        &mut self,
        by: Color,
        down_ms: u64,
        clocks: &ClockReading,
        now: Option<Timestamp>,
    ) {
        // a snapshot has one for all interruptions of a turn: the clock that stands has gained what they added
        let standing = by.opponent();
        let began = self.changes.last().and_then(|change| change.began.sides[standing].game_ms);
        let gained_ms =
            clocks.sides[standing].game_ms.zip(began).and_then(|(ms, began)| ms.checked_sub(began));
        let gained_ms = gained_ms.unwrap_or(limits::INTERRUPTION_CREDIT_MS);
        self.credited_ms = self.credited_ms.saturating_add(gained_ms);
        if let Some(change) = self.changes.last_mut() {
            for color in Color::ALL {
                let game_ms = &mut change.began.sides[color].game_ms;
                *game_ms = game_ms.map(|ms| ms.saturating_add(gained_ms));
            }
            change.next = change
                .next
                .zip(now)
                .map(|(turn, at)| Running { at, lasted_ms: turn.lasting_ms(at).saturating_sub(down_ms) });
        }
    }

    /// The server says how long the turns took, and how long the present one has lasted, in
    /// milliseconds.
    pub fn told(&mut self, spent_ms: &[u64], lasting_ms: Option<u64>, now: Timestamp) {
        for (change, took_ms) in self.changes.iter_mut().skip(1).zip(spent_ms) {
            change.took_ms = Some(*took_ms);
        }
        if let Some(last) = self.changes.last_mut() {
            last.next = lasting_ms.map(|lasted_ms| Running { at: now, lasted_ms });
        }
    }

    /// The game time that interruptions have added to each side, in milliseconds.
    pub(super) const fn credited_ms(&self) -> u64 {
        self.credited_ms
    }

    /// What the clocks showed after this number of plies, stopped.
    pub(super) fn clocks_after(&self, ply: usize) -> Option<ClockReading> {
        self.changes.get(ply).map(|change| change.began)
    }

    /// The time that `by` spent on the turn of this ply, from 1, in milliseconds.
    ///
    /// The clocks show it while there is game time. Otherwise it was measured here, or told by the
    /// server.
    pub(super) fn spent_ms(&self, ply: usize, by: Color, control: TimeControl) -> Option<u64> {
        let (start, end) = (self.changes.get(ply.checked_sub(1)?)?, self.changes.get(ply)?);
        match (start.began.sides[by].game_ms, end.ended.sides[by].game_ms) {
            (Some(before), Some(after)) if after > 0 => {
                (before + u64::from(control.increment_ms)).checked_sub(after)
            }
            _ => end.took_ms,
        }
    }
}
