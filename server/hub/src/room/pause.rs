//! What others than the players do to a running game: an organiser or the server pauses it, lets it go on, or stops it.

use super::Room;
use super::state::{InvalidEvent, State};
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::{AbortReason, Outcome};

impl Room {
    /// Pauses a running game for an organiser: no clock runs until [`Room::go_on`]. Ends a game that was interrupted too
    /// often.
    pub(crate) fn pause(&mut self, now: Timestamp) {
        if self.is_over() || self.is_paused() {
            return;
        }
        if self.state.interruptions >= limits::GAME_INTERRUPTIONS {
            return self.stop(AbortReason::Organiser, now);
        }
        self.record_event(now, Event::Paused { clocks: ClockReading::default() });
    }

    /// Ends a pause. It counts on no clock and for no absence, and each side gains the time of an interruption.
    pub(crate) fn go_on(&mut self, now: Timestamp) {
        let Some(since) = self.state.paused_at else { return };
        let down_ms = now.since(since);
        self.unrecorded_absences.interrupt(down_ms, now);
        self.record_event(now, Event::Interrupted { down_ms, clocks: ClockReading::default() });
    }

    /// Whether an organiser has paused the game.
    pub(crate) const fn is_paused(&self) -> bool {
        self.state.paused_at.is_some()
    }

    /// Ends a running game without a result, for a reason that is none of its players'.
    pub(crate) fn stop(&mut self, reason: AbortReason, now: Timestamp) {
        if !self.is_over() {
            self.end(Outcome::Aborted(reason), now);
        }
    }
}

impl State {
    /// Pauses the game; returns the clocks, which stand.
    pub(super) fn paused(&mut self, at: Timestamp) -> Result<ClockReading, InvalidEvent> {
        self.check_playing()?;
        if self.interruptions >= limits::GAME_INTERRUPTIONS {
            return Err(InvalidEvent::TooMany);
        }
        self.paused_at = Some(at);
        Ok(self.reading(at))
    }

    /// The time that clocks and countdowns show: it stands during a pause.
    pub(super) const fn shown_at(&self, now: Timestamp) -> Timestamp {
        if let Some(paused_at) = self.paused_at { paused_at } else { now }
    }

    /// Both clocks, which stand during a pause.
    pub(super) fn reading(&self, now: Timestamp) -> ClockReading {
        let reading = self.clock.reading(self.shown_at(now));
        if self.paused_at.is_some() { ClockReading { running: None, ..reading } } else { reading }
    }

    /// Checks that the game goes on, and is not paused.
    ///
    /// # Errors
    /// If it is over or paused.
    pub(super) fn check_playing(&self) -> Result<(), InvalidEvent> {
        self.check_running()?;
        if self.paused_at.is_some() { Err(InvalidEvent::Paused) } else { Ok(()) }
    }
}
