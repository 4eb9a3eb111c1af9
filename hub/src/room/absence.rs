//! Absent players: since when they are away, and when the opponent may claim the game.

use super::Room;
use chuhe_protocol::{Claim, Event, Refusal, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};

/// The absences of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Absences(pub(super) PerColor<Option<Absence>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Absence {
    since: Timestamp,
    claimable_at: Timestamp,
}

impl Absences {
    /// Begins an absence of `color` at `at`.
    pub(super) fn begin(&mut self, color: Color, claimable_in_ms: u64, at: Timestamp) {
        self.0[color] = Some(Absence { since: at, claimable_at: at.plus_ms(claimable_in_ms) });
    }

    /// Moves every absence `ms` later, to exclude downtime.
    pub(super) fn shift(&mut self, ms: u64) {
        for color in Color::ALL {
            if let Some(absence) = &mut self.0[color] {
                absence.since = absence.since.plus_ms(ms);
                absence.claimable_at = absence.claimable_at.plus_ms(ms);
            }
        }
    }

    /// Rewrites the latest `WentAway` of each absent player so that its waiting time counts from
    /// `now`.
    pub(super) fn bring_up_to_date(&self, events: &mut [Event], now: Timestamp) {
        for gone in Color::ALL {
            let Some(absence) = self.0[gone] else { continue };
            let last = events.iter_mut().rev().find_map(|event| {
                let Event::WentAway { color, claimable_in_ms } = event else { return None };
                (*color == gone).then_some(claimable_in_ms)
            });
            if let Some(claimable_in_ms) = last {
                *claimable_in_ms = u32::try_from(absence.claimable_at.since(now)).unwrap_or(u32::MAX);
            }
        }
    }
}

impl Room {
    /// Records that a player has disconnected, on purpose (`quits`) or not. Beyond a limit,
    /// absences of one player are no longer written to the journal.
    pub(crate) fn went_away(&mut self, color: Color, quits: bool, now: Timestamp) {
        if self.is_over() {
            self.withdraw_rematch(color, now);
            return;
        }
        if self.absence(color).is_some() {
            return;
        }
        let wait_ms = if quits { limits::QUIT_ABSENCE_MS } else { limits::ABSENCE_MS };
        if self.may_spend(color) {
            let claimable_in_ms = u32::try_from(wait_ms).unwrap_or(u32::MAX);
            self.record_event(now, Event::WentAway { color, claimable_in_ms });
        } else {
            self.unrecorded_absences.begin(color, wait_ms, now);
        }
    }

    /// Records that a player has returned.
    pub(crate) fn came_back(&mut self, color: Color, now: Timestamp) {
        self.unrecorded_absences.0[color] = None;
        if self.state.absences.0[color].is_some() {
            self.record_event(now, Event::CameBack { color });
        }
        // the opponent may have been away for long enough already
        self.end_early_absence(now);
    }

    /// Ends the game as `by` claims, whose opponent has been away for long enough.
    ///
    /// # Errors
    /// Why the claim is refused; the room is unchanged.
    pub(crate) fn claim_absence(&mut self, by: Color, claim: Claim, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        let absence = self.absence(by.opponent()).ok_or(Refusal::OpponentNotAway)?;
        if !self.state.situation().both_moved() {
            return Err(Refusal::NothingToClaim);
        }
        match absence.claimable_at.since(now) {
            0 => {}
            wait_ms => return Err(Refusal::ClaimTooSoon { wait_ms }),
        }
        let outcome = match claim {
            Claim::Win => Outcome::won(by, WinReason::Abandonment),
            Claim::Draw => Outcome::Drawn(DrawReason::Abandonment),
        };
        self.end(outcome, now);
        Ok(())
    }

    /// Since when both players are away, if they are.
    pub(super) fn both_away_since(&self) -> Option<Timestamp> {
        Some(self.absence(Color::Red)?.since.max(self.absence(Color::Black)?.since))
    }

    /// When a game in which not both have moved is aborted because one player is away, and who.
    ///
    /// While both are away it waits for one of them.
    pub(super) fn early_absence_due(&self) -> Option<(Timestamp, Color)> {
        if self.state.situation().both_moved() {
            return None;
        }
        match Color::ALL.map(|color| self.absence(color).map(|absence| (absence.claimable_at, color))) {
            [Some(gone), None] | [None, Some(gone)] => Some(gone),
            [Some(_), Some(_)] | [None, None] => None,
        }
    }

    /// Aborts a game in which not both have moved, if one player has been away for too long.
    pub(super) fn end_early_absence(&mut self, now: Timestamp) -> bool {
        let due = self.early_absence_due().filter(|&(at, _)| at <= now && !self.is_over());
        if let Some((_, gone)) = due {
            self.end(Outcome::Aborted(AbortReason::Absent(gone)), now);
        }
        due.is_some()
    }

    fn absence(&self, color: Color) -> Option<Absence> {
        self.state.absences.0[color].or(self.unrecorded_absences.0[color])
    }
}
