//! Absent players: since when they are away, and when the opponent may claim the game.

use super::Room;
use chuhe_protocol::{Claim, Event, Refusal, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};

/// How a player leaves their connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// The connection is lost.
    Lost,
    /// It is lost after the program said that it goes to sleep.
    Asleep,
    /// The player closes the program.
    Quit,
}

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
    since: Timestamp,
    claimable_at: Timestamp,
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
    fn used_ms(&self, color: Color, now: Timestamp) -> u64 {
        let current_ms = self.current[color].map_or(0, |absence| now.since(absence.since));
        self.past_ms[color].saturating_add(current_ms)
    }

    /// How much of an absence that begins at `at` does not count.
    ///
    /// An interruption disconnects players, some of them a little later, and nobody is charged for
    /// the time to come back.
    fn grace_ms(&self, at: Timestamp) -> u64 {
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
        let grace_ms = self.state.absences.grace_ms(now).max(asleep_ms);
        let wait_ms = most_ms.min(left_ms.saturating_add(grace_ms));
        let claimable_in_ms = u32::try_from(wait_ms).unwrap_or(u32::MAX);
        if sleeps {
            self.record_event(now, Event::FellAsleep { color, claimable_in_ms });
        } else if may_record {
            self.record_event(now, Event::WentAway { color, claimable_in_ms });
        } else {
            self.unrecorded_absences.begin(color, wait_ms, 0, now);
        }
    }

    /// Records that a player has returned.
    pub(crate) fn came_back(&mut self, color: Color, now: Timestamp) {
        self.unrecorded_absences.end(color, now);
        if self.state.absences.of(color).is_some() {
            self.record_event(now, Event::CameBack { color });
        }
        // the opponent may have been away for long enough already
        self.end_early_absence(now);
    }

    /// How much longer `color` may be absent in this game, in milliseconds.
    pub(crate) fn absence_left_ms(&self, color: Color, now: Timestamp) -> u32 {
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
        if self.is_over() {
            return None;
        }
        let since = self.absence(Color::Red)?.since.max(self.absence(Color::Black)?.since);
        Some(since.plus_ms(limits::BOTH_AWAY_MS))
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
        self.state.absences.of(color).or(self.unrecorded_absences.of(color))
    }
}
