//! Shutdown: no new games, a grace period for running ones, then every connection is closed.
//!
//! Stored games stay as they are; the next run of the server continues them.

use super::Hub;
use crate::previews::Previews;
use crate::spectators::Spectators;
use crate::timers::Timer;
use chuhe_protocol::{ChallengeEnd, ChallengeId, CloseReason, DoorMessage};

impl Hub {
    /// Begins a shutdown, or shortens the grace period of one that has begun.
    pub(super) fn shut_down(&mut self, grace_ms: u64) {
        if self.lifecycle.begin_shutdown() {
            tracing::info!(grace_ms, "no new games begin");
            self.send_to_joined(DoorMessage::ShuttingDown);
            // while the hub is paused nothing can be stored: `store_recovered` closes challenges
            let open: Vec<ChallengeId> =
                if self.lifecycle.is_paused() { Vec::new() } else { self.challenges.ids().collect() };
            for challenge in open {
                self.close_challenge(challenge, ChallengeEnd::ShuttingDown);
            }
            if !self.lifecycle.is_paused() {
                self.continue_invitations(0);
            }
        }
        if self.lifecycle.is_stopping() {
            let end = self.now.plus_ms(grace_ms);
            if self.lifecycle.shorten_grace(end) {
                self.effects.set_timer(Timer::Shutdown, Some(end));
            }
            if grace_ms == 0 {
                self.end_games();
            }
        }
    }

    /// Ends the grace period, and the running games unless a later run can continue them.
    pub(super) fn end_games(&mut self) {
        self.effects.set_timer(Timer::Shutdown, None);
        if !self.lifecycle.end_grace() {
            return;
        }
        for game in self.rooms.games() {
            if let Some(room) = self.rooms.get_mut(game) {
                room.shut_down(self.now);
            }
            self.publish_room(game);
        }
    }

    /// Ends the grace period early once no game is running.
    pub(super) fn stop_if_idle(&mut self) {
        if self.lifecycle.is_stopping() && self.rooms.all().all(|room| room.is_over()) {
            self.end_games();
        }
    }

    /// Closes every connection after the grace period, once everything has been sent.
    pub(super) fn complete_shutdown(&mut self) {
        if !self.lifecycle.complete_shutdown() {
            return;
        }
        self.spectators = Spectators::default();
        self.presence.end_watching();
        self.previews = Previews::default();
        self.presence.unsubscribe_all();
        for connection in self.connections.remove_all() {
            self.effects.close(connection, CloseReason::ShuttingDown);
        }
        self.queries.clear();
        self.effects.stop();
    }
}
