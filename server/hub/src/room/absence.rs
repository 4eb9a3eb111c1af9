//! Absent players: since when they are away, and when the opponent may claim the game.

use super::absences::Absence;
use super::{Departure, Room};
use chuhe_protocol::{Claim, Event, Refusal, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

impl Room {
    /// Records that a player has disconnected. Beyond a limit, absences of one player are no longer
    /// written to the journal.
    pub(crate) fn went_away(&mut self, color: Color, departure: Departure, now: Timestamp) {
        if self.is_over() || self.absence(color).is_some() {
            return;
        }
        let may_record = self.may_spend(color);
        let sleeps = departure == Departure::Asleep && may_record && !self.state.slept[color];
        let asleep_ms = if sleeps { limits::SLEEP_MS } else { 0 };
        let most_ms = match departure {
            Departure::Quit => limits::QUIT_ABSENCE_MS,
            Departure::Lost | Departure::Asleep => limits::ABSENCE_MS.saturating_add(asleep_ms),
        };
        let left_ms = u64::from(self.absence_left_ms(color, now));
        // in a pause nothing counts before its end
        let counts_from = self.state.shown_at(now);
        let grace_ms = self.state.absences.grace_ms(counts_from).max(asleep_ms);
        let wait_ms = most_ms.min(left_ms.saturating_add(grace_ms));
        let claimable_in_ms = u32::try_from(wait_ms).unwrap_or(u32::MAX);
        if sleeps {
            self.record_event(now, Event::FellAsleep { color, claimable_in_ms });
        } else if may_record {
            self.record_event(now, Event::WentAway { color, claimable_in_ms });
        } else {
            self.unrecorded_absences.begin(color, wait_ms, 0, counts_from);
        }
    }

    /// Records that a player has returned.
    pub(crate) fn came_back(&mut self, color: Color, now: Timestamp) {
        self.unrecorded_absences.end(color, self.state.shown_at(now));
        if self.state.absences.of(color).is_some() {
            self.record_event(now, Event::CameBack { color });
        }
        // the opponent may have been away for long enough already
        self.end_early_absence(now);
    }

    /// How much longer `color` may be absent in this game, in milliseconds.
    pub(crate) fn absence_left_ms(&self, color: Color, now: Timestamp) -> u32 {
        let now = self.state.shown_at(now);
        let recorded_ms = self.state.absences.used_ms(color, now);
        let used_ms = recorded_ms.saturating_add(self.unrecorded_absences.used_ms(color, now));
        u32::try_from(limits::GAME_ABSENCE_MS.saturating_sub(used_ms)).unwrap_or(u32::MAX)
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

    /// When the game ends because both players are away, if they are.
    pub(crate) fn both_away_due(&self) -> Option<Timestamp> {
        if self.is_over() || self.is_paused() {
            return None;
        }
        let since = self.absence(Color::Red)?.since.max(self.absence(Color::Black)?.since);
        Some(since.plus_ms(limits::BOTH_AWAY_MS))
    }

    /// When a game in which not both have moved is aborted because one player is away, and who.
    ///
    /// While both are away it waits for one of them.
    pub(super) fn early_absence_due(&self) -> Option<(Timestamp, Color)> {
        if self.state.situation().both_moved() || self.is_paused() {
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
        self.state.absences.of(color).or(self.unrecorded_absences.of(color))
    }
}
