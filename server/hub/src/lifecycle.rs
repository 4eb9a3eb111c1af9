//! The lifecycle of the hub: serving, pausing games, and stopping.

use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The hub serves.
    Open,
    /// No new games begin; running games go on until the grace period ends.
    Stopping,
    /// Games have ended; connections are closed at the end of this step.
    Ending,
    /// Every connection is closed.
    Stopped,
}

/// The phase of the hub, and whether its games are paused.
#[derive(Debug)]
pub(super) struct Lifecycle {
    phase: Phase,
    /// When the current pause of games began.
    paused_at: Option<Timestamp>,
    /// When the grace period of a shutdown ends.
    shutdown_at: Option<Timestamp>,
    /// Since when the server serves without an interruption; `None` without any so far.
    serves_since: Option<Timestamp>,
    /// Whether stored games go on in a later run of the server.
    persistent_games: bool,
}

impl Lifecycle {
    pub(super) const fn new(persistent_games: bool) -> Self {
        Self { phase: Phase::Open, paused_at: None, shutdown_at: None, serves_since: None, persistent_games }
    }

    /// Records that the server serves since `now`, after a start or an interruption.
    pub(super) const fn serves_from(&mut self, now: Timestamp) {
        self.serves_since = Some(now);
    }

    /// Returns since when the server serves; `None` if it was never started anew nor interrupted.
    pub(super) const fn serves_since(&self) -> Option<Timestamp> {
        self.serves_since
    }

    /// Returns whether new games may begin.
    pub(super) fn is_open(&self) -> bool {
        self.phase == Phase::Open
    }

    /// Checks that new games may begin.
    ///
    /// # Errors
    /// If the server is about to stop.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        if self.is_open() { Ok(()) } else { Err(Refusal::ShuttingDown) }
    }

    /// Returns whether running games go on for the grace period of a shutdown.
    pub(super) fn is_stopping(&self) -> bool {
        self.phase == Phase::Stopping
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.phase == Phase::Stopped
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// Pauses games, and returns whether they were running.
    pub(super) fn pause(&mut self, now: Timestamp) -> bool {
        if self.is_paused() || self.is_stopped() {
            return false;
        }
        self.paused_at = Some(now);
        true
    }

    /// Ends a pause, and returns how many milliseconds it has lasted.
    pub(super) fn unpause(&mut self, now: Timestamp) -> Option<u64> {
        if self.is_stopped() {
            return None;
        }
        let paused_at = self.paused_at.take()?;
        self.serves_from(now);
        Some(now.since(paused_at))
    }

    /// Begins a shutdown, and returns whether this is the first request for it.
    pub(super) fn begin_shutdown(&mut self) -> bool {
        let is_first = self.is_open();
        if is_first {
            self.phase = Phase::Stopping;
        }
        is_first
    }

    /// Sets when the grace period ends, and returns whether that is earlier than before.
    pub(super) fn shorten_grace(&mut self, end: Timestamp) -> bool {
        let is_earlier = self.shutdown_at.is_none_or(|at| end < at);
        if is_earlier {
            self.shutdown_at = Some(end);
        }
        is_earlier
    }

    /// Returns when the grace period of a shutdown ends, if one has begun.
    pub(super) const fn shutdown_at(&self) -> Option<Timestamp> {
        self.shutdown_at
    }

    /// Returns whether a later run of the server goes on with what is stored.
    pub(super) const fn has_later_run(&self) -> bool {
        self.persistent_games
    }

    /// Ends the grace period, and returns whether running games must end too.
    ///
    /// They stay open if the next run of the server continues them: if games are stored, or if the
    /// hub is paused and their end cannot be stored. Connections are closed at the end of this step.
    pub(super) fn end_grace(&mut self) -> bool {
        self.phase = Phase::Ending;
        !self.persistent_games && !self.is_paused()
    }

    /// Completes a shutdown whose grace period is over, and returns whether it was.
    pub(super) fn complete_shutdown(&mut self) -> bool {
        let is_due = self.phase == Phase::Ending;
        if is_due {
            self.phase = Phase::Stopped;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn a_pause_lasts_from_the_first_request_to_the_recovery() {
        let mut lifecycle = Lifecycle::new(false);
        assert_eq!(lifecycle.unpause(at(1)), None);
        assert!(lifecycle.pause(at(2)));
        assert!(!lifecycle.pause(at(3)), "games are paused already");
        assert!(lifecycle.is_paused());
        assert_eq!(lifecycle.unpause(at(9)), Some(7));
        assert!(!lifecycle.is_paused());
    }

    #[test]
    fn a_shutdown_begins_once_and_its_grace_only_shortens() {
        let mut lifecycle = Lifecycle::new(false);
        assert!(!lifecycle.complete_shutdown());
        assert!(lifecycle.begin_shutdown());
        assert!(!lifecycle.begin_shutdown());
        assert!(lifecycle.is_stopping() && !lifecycle.is_open());
        assert!(lifecycle.shorten_grace(at(50)));
        assert!(!lifecycle.shorten_grace(at(60)));
        assert!(lifecycle.shorten_grace(at(40)));
        assert!(lifecycle.end_grace(), "games end with the hub");
        assert!(lifecycle.complete_shutdown());
        assert!(lifecycle.is_stopped());
        assert!(!lifecycle.pause(at(70)), "a stopped hub has no games to pause");
    }
}
