//! A player who goes away: since when, and from when on the other may claim.

use super::Room;
use chuhe_protocol::{Claim, Event, Refusal, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, DrawReason, Outcome, PerColor, WinReason};

/// Who of the two is away.
#[derive(Debug, Default)]
pub(super) struct Absences(PerColor<Option<Absence>>);

#[derive(Clone, Copy, Debug)]
struct Absence {
    since: Timestamp,
    claimable_at: Timestamp,
    /// Who goes and comes without end is not told of any more.
    told: bool,
}

impl Absences {
    /// Since when both are away.
    pub(super) fn both_since(&self) -> Option<Timestamp> {
        Some(self.0.red?.since.max(self.0.black?.since))
    }

    /// Lets the last going away of one who still is away say how long he is to
    /// be waited for from `now` on.
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
    /// Notes that a player has gone away, having said so (`quits`) or not.
    pub(in crate::core) fn went_away(&mut self, color: Color, quits: bool, now: Timestamp) {
        if self.is_over() {
            self.withdraw_rematch(color, now);
            return;
        }
        let wait_ms = if quits { limits::QUIT_ABSENCE_MS } else { limits::ABSENCE_MS };
        let told = self.spend(color);
        self.absences.0[color] = Some(Absence { since: now, claimable_at: now.plus_ms(wait_ms), told });
        if told {
            let claimable_in_ms = u32::try_from(wait_ms).unwrap_or(u32::MAX);
            self.journal.push(Event::WentAway { color, claimable_in_ms });
        }
    }

    /// Notes that a player is back.
    pub(in crate::core) fn came_back(&mut self, color: Color) {
        if self.absences.0[color].take().is_some_and(|absence| absence.told) {
            self.journal.push(Event::CameBack { color });
        }
    }

    /// Ends the game as `by`, whose opponent is away for long enough, decides.
    pub(in crate::core) fn claim_absence(
        &mut self,
        by: Color,
        claim: Claim,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        let absence = self.absences.0[by.opponent()].ok_or(Refusal::OpponentNotAway)?;
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
}
