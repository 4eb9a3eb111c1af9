//! Shutdown: no new games, a grace period for running ones, then every connection is closed.
//!
//! Stored games stay as they are; the next run of the server continues them.

use super::Hub;
use crate::previews::Previews;
use crate::spectators::Spectators;
use crate::timers::Timer;
use chuhe_protocol::{ChallengeEnd, ChallengeId, CloseReason, DoorMessage};
use chuhe_rules::AbortReason;

impl Hub {
    /// Begins a shutdown, or shortens the grace period of one that has begun.
    pub(super) fn shut_down(&mut self, grace_ms: u64) {
        if self.step.lifecycle.begin_shutdown() {
            tracing::info!(grace_ms, "no new games begin");
            self.door.send_to_joined(&mut self.step, DoorMessage::ShuttingDown);
            self.lobby.presence.end_seeks();
            // while the hub is paused nothing can be stored: `store_recovered` closes challenges
            if !self.step.lifecycle.is_paused() {
                let open: Vec<ChallengeId> = self.lobby.challenges.ids().collect();
                for id in open {
                    self.lobby.close_challenge(&mut self.step, &self.door, id, ChallengeEnd::ShuttingDown);
                }
                self.lobby.continue_invitations(&mut self.step, &self.door, 0);
            }
        }
        if self.step.lifecycle.is_stopping() {
            let end = self.step.now.plus_ms(grace_ms);
            if self.step.lifecycle.shorten_grace(end) {
                self.step.effects.set_timer(Timer::Shutdown, Some(end));
            }
            if grace_ms == 0 {
                self.end_games();
            }
        }
    }

    /// Ends the grace period, and the running games unless a later run can continue them.
    pub(super) fn end_games(&mut self) {
        self.step.effects.set_timer(Timer::Shutdown, None);
        if !self.step.lifecycle.end_grace() {
            return;
        }
        for game in self.floor.rooms.games() {
            if let Some(room) = self.floor.rooms.get_mut(game) {
                room.stop(AbortReason::ServerShutdown, self.step.now);
            }
            self.publish_room(game);
        }
    }

    /// Ends the grace period early once no game is running.
    pub(super) fn stop_if_idle(&mut self) {
        if self.step.lifecycle.is_stopping() && self.floor.rooms.all().all(|room| room.is_over()) {
            self.end_games();
        }
    }

    /// Closes every connection after the grace period, once everything has been sent.
    pub(super) fn complete_shutdown(&mut self) {
        if !self.step.lifecycle.complete_shutdown() {
            return;
        }
        self.floor.spectators = Spectators::default();
        self.lobby.presence.end_watching();
        self.lobby.previews = Previews::default();
        self.lobby.presence.unsubscribe_all();
        for connection in self.door.connections.remove_all() {
            self.step.effects.close(connection, CloseReason::ShuttingDown);
        }
        self.door.queries.clear();
        self.step.effects.stop();
    }
}
