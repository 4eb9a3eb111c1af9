//! Since when players are away, and when the opponent may claim the game.

use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

/// The absences of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Absences {
    current: PerColor<Option<Absence>>,
    /// The length of the past absences of each side, in milliseconds.
    past_ms: PerColor<u64>,
    /// When the game was last interrupted.
    interrupted_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Absence {
    /// The absence counts from here.
    pub(super) since: Timestamp,
    /// When the opponent may claim the game.
    pub(super) claimable_at: Timestamp,
}

impl Absences {
    /// Begins an absence of `color` at `at`, of which the first `asleep_ms` do not count.
    pub(super) fn begin(&mut self, color: Color, claimable_in_ms: u64, asleep_ms: u64, at: Timestamp) {
        let since = at.plus_ms(self.grace_ms(at).max(asleep_ms));
        self.current[color] = Some(Absence { since, claimable_at: at.plus_ms(claimable_in_ms) });
    }

    /// Ends an absence of `color` at `at`, and returns whether there was one.
    pub(super) fn end(&mut self, color: Color, at: Timestamp) -> bool {
        let Some(absence) = self.current[color].take() else { return false };
        self.past_ms[color] = self.past_ms[color].saturating_add(at.since(absence.since));
        true
    }

    /// The present absence of `color`, if they are away.
    pub(super) fn of(&self, color: Color) -> Option<Absence> {
        self.current[color]
    }

    /// The length of all absences of `color` up to `now`, in milliseconds.
    pub(super) fn used_ms(&self, color: Color, now: Timestamp) -> u64 {
        let current_ms = self.current[color].map_or(0, |absence| now.since(absence.since));
        self.past_ms[color].saturating_add(current_ms)
    }

    /// How much of an absence that begins at `at` does not count.
    ///
    /// An interruption disconnects players, some of them a little later, and nobody is charged for
    /// the time to come back.
    pub(super) fn grace_ms(&self, at: Timestamp) -> u64 {
        let end = self.interrupted_at.map(|ended_at| ended_at.plus_ms(limits::INTERRUPTION_CREDIT_MS));
        end.map_or(0, |end| end.since(at))
    }

    /// Excludes an interruption of `down_ms` that ends at `at` from every absence, and the time to
    /// come back after it.
    pub(super) fn interrupt(&mut self, down_ms: u64, at: Timestamp) {
        self.interrupted_at = Some(at);
        let more_ms = down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
        for color in Color::ALL {
            if let Some(absence) = &mut self.current[color] {
                absence.since = absence.since.plus_ms(more_ms);
                absence.claimable_at = absence.claimable_at.plus_ms(more_ms);
            }
        }
    }

    /// Rewrites the latest `WentAway` or `FellAsleep` of each absent player so that its waiting time counts from
    /// `now`.
    pub(super) fn bring_up_to_date(&self, events: &mut [Event], now: Timestamp) {
        for gone in Color::ALL {
            let Some(absence) = self.current[gone] else { continue };
            let last = events.iter_mut().rev().find_map(|event| {
                let (Event::WentAway { color, claimable_in_ms }
                | Event::FellAsleep { color, claimable_in_ms }) = event
                else {
                    return None;
                };
                (*color == gone).then_some(claimable_in_ms)
            });
            if let Some(claimable_in_ms) = last {
                *claimable_in_ms = u32::try_from(absence.claimable_at.since(now)).unwrap_or(u32::MAX);
            }
        }
    }
}
