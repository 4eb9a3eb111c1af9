//! Pauses all games while the store cannot commit, and interrupts them after a standstill.
//!
//! Requests that would change stored data are refused meanwhile. Afterwards games continue as they
//! do after a restart.

use super::Hub;
use crate::room::Departure;
use crate::timers::Timer;
use chuhe_protocol::{ChallengeEnd, ChallengeId, DoorMessage, GameId, limits};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

impl Hub {
    /// Pauses every game. The pause counts from `since`, when the store began to stall.
    pub(super) fn store_stalled(&mut self, since: Timestamp) {
        if self.step.lifecycle.pause(since.min(self.step.now)) {
            tracing::warn!("games are paused");
            self.door.send_to_joined(&mut self.step, DoorMessage::Paused);
        }
    }

    /// Continues every game. The pause does not count on any clock, and absences count from now.
    pub(super) fn store_recovered(&mut self) {
        if self.continue_games() {
            self.door.send_to_joined(&mut self.step, DoorMessage::Unpaused);
            self.door.update_late_accounts(&mut self.step);
        }
    }

    /// Interrupts every running game for the time from the last step until `now`, in which the
    /// server did not run. During a pause games need no interruption of their own.
    pub(super) fn stood_still(&mut self, now: Timestamp) {
        let down_ms = now.since(self.step.now);
        tracing::warn!(down_ms, "the server stood still");
        self.door.connections.excuse(down_ms);
        let interrupts = self.step.lifecycle.pause(self.step.now);
        if interrupts {
            // a grace period that ends meanwhile ends the games after they continue
            self.step.effects.set_timer(Timer::Shutdown, None);
        }
        self.fire_due(now);
        if interrupts {
            self.continue_games();
            self.step.effects.set_timer(Timer::Shutdown, self.step.lifecycle.shutdown_at());
            self.fire_due(now);
        }
        self.end_step();
    }

    /// Ends a pause, and returns whether there was one.
    fn continue_games(&mut self) -> bool {
        let Some(down_ms) = self.step.lifecycle.unpause(self.step.now) else { return false };
        tracing::warn!(down_ms, "games continue");
        for game in self.floor.rooms.games() {
            // the pause counts from a moment before the hub began it, and games went on until then
            let idle_ms = self.floor.rooms.get(game).map_or(0, |room| self.step.now.since(room.last_at()));
            self.continue_game(game, down_ms.min(idle_ms));
        }
        self.close_surplus_games();
        let open: Vec<ChallengeId> = self.lobby.challenges.ids().collect();
        let by_ms = down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
        for challenge in open {
            if self.step.lifecycle.is_open() {
                self.lobby.extend_challenge(&mut self.step, challenge, by_ms);
            } else {
                self.lobby.close_challenge(&mut self.step, &self.door, challenge, ChallengeEnd::ShuttingDown);
            }
        }
        self.lobby.continue_invitations(&mut self.step, &self.door, down_ms);
        self.evenings.restart_deadlines(self.step.now);
        self.restart_absences();
        self.lobby.schedule_widening(&mut self.step);
        self.lobby.schedule_lasting_seeks(&mut self.step);
        self.door.schedule_lapses(&mut self.step);
        true
    }

    /// Continues a game after an interruption of `down_ms`.
    pub(super) fn continue_game(&mut self, game: GameId, down_ms: u64) {
        let Some(room) = self.floor.rooms.get_mut(game) else { return };
        room.interrupt(down_ms, self.step.now);
        for color in Color::ALL {
            if self.door.connections.of(room.player(color)).is_none() {
                room.went_away(color, Departure::Lost, self.step.now);
            }
        }
        self.publish_room(game);
    }
}
