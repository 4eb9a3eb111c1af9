//! How events change the state, and when they are refused.

mod boards;
mod entries;
mod rounds;

use crate::{Concession, Event, MAX_TEXT, Phase, Record, Refusal, Regulations, State};

impl State {
    /// Applies an event that is not an undo.
    ///
    /// # Errors
    /// Why the event is impossible; the state stays as it is.
    pub(crate) fn apply(&mut self, regulations: &Regulations, record: &Record) -> Result<(), Refusal> {
        match &record.event {
            Event::Entered(entry) => self.enter(entry),
            Event::EnteredLate(entry) => self.enter_late(regulations, entry),
            Event::CheckedIn(player) => self.check_in(*player),
            Event::Withdrew(player) => self.withdraw(*player),
            Event::Returned(player) => self.return_to_play(regulations, *player),
            Event::Excused { player, round } => self.excuse(regulations, *player, *round),
            Event::Started { seed } => self.start(regulations, *seed),
            Event::Paired(pairing) => self.pair(regulations, pairing, None),
            Event::PairedByHand { pairing, why } => {
                check_reason(why)?;
                self.pair(regulations, pairing, Some(why))
            }
            Event::Repaired { round, pairing, why } => {
                check_reason(why)?;
                self.repair(regulations, *round, pairing, why)
            }
            Event::Finished { board, winner } => self.finish(regulations, *board, *winner, record.at),
            Event::Forfeited { board, absent } => self.forfeit(*board, *absent, record.at),
            Event::Fouled { board, side } => self.foul(*board, *side),
            Event::Corrected { board, outcome, why } => {
                check_reason(why)?;
                self.correct(regulations, *board, *outcome)
            }
            Event::Annulled { round, why } => {
                check_reason(why)?;
                self.annul(*round)
            }
            Event::Conceded { rule, why } => {
                check_reason(why)?;
                self.concede(*rule)
            }
            Event::Ended => self.end(regulations),
            // the journal folds without what was undone, and passes no undo
            Event::Undone { .. } => Ok(()),
        }
    }

    fn concede(&mut self, rule: Concession) -> Result<(), Refusal> {
        let is_conceded = match rule {
            Concession::SecondMeetings => &mut self.second_meetings,
            Concession::SecondByes => &mut self.second_byes,
        };
        if *is_conceded {
            return Err(Refusal::ConcededBefore(rule));
        }
        *is_conceded = true;
        Ok(())
    }

    fn end(&mut self, regulations: &Regulations) -> Result<(), Refusal> {
        self.check_running()?;
        // somebody always plays in an arena: what is not over at its end counts for nobody
        let goes_on = regulations.system.is_arena();
        let running: u16 = self.rounds.iter().map(|round| round.running()).sum();
        if running > 0 && !goes_on {
            return Err(Refusal::GamesRunning(running));
        }
        self.phase = Phase::Ended;
        Ok(())
    }

    fn check_running(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Entry => Err(Refusal::NotBegun),
            Phase::Running => Ok(()),
            Phase::Ended => Err(Refusal::HasEnded),
        }
    }
}

/// Checks a reason that the organiser gives for an intervention.
pub(crate) fn check_reason(why: &str) -> Result<(), Refusal> {
    if why.trim().is_empty() {
        return Err(Refusal::ReasonMissing);
    }
    if why.len() > MAX_TEXT { Err(Refusal::TextTooLong) } else { Ok(()) }
}
