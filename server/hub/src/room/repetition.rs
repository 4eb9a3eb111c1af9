//! Repetitions: the arbiter's rulings and warnings, as events.

use super::Room;
use super::state::{InvalidEvent, State};
use chuhe_protocol::{Event, limits};
use chuhe_rules::Game;
use chuhe_rules::clock::Timestamp;

impl State {
    /// The arbiter's ruling or warning on the current position, unless it is recorded already.
    fn unrecorded_repetition(&self) -> Option<Event> {
        let Game::Xiangqi(game) = &self.game else { return None };
        let repetition = game.repetition()?;
        let is_final = game.ruling().is_some();
        if self.ended.is_some() || self.repetitions.is_recorded {
            return None;
        }
        // nothing is to be warned of if the game ends for another reason
        let may_warn = self.repetitions.warnings < limits::GAME_REPETITIONS && self.decided().is_none();
        if !is_final && !may_warn {
            return None;
        }
        let ply = |ply| u16::try_from(ply).expect("limits::GAME_PLIES fits");
        Some(Event::RepetitionJudged {
            verdict: repetition.verdict,
            from_ply: ply(repetition.from_ply),
            to_ply: ply(repetition.to_ply),
            is_final,
        })
    }

    /// Applies [`Event::RepetitionJudged`].
    pub(super) fn judged_repetition(&mut self, event: &Event) -> Result<(), InvalidEvent> {
        if self.unrecorded_repetition().as_ref() != Some(event) {
            return Err(InvalidEvent::Repetition);
        }
        self.repetitions.warnings += 1;
        self.repetitions.is_recorded = true;
        Ok(())
    }
}

impl Room {
    /// Records the arbiter's ruling or warning on the current position, if there is a new one.
    pub(super) fn record_repetition(&mut self, now: Timestamp) {
        if let Some(event) = self.state.unrecorded_repetition() {
            self.record_event(now, event);
        }
    }
}
