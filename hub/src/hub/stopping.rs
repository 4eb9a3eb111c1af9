//! The end of the server: no new games, a grace for those that run, everyone
//! told, every connection closed. Games that are kept stand as they are, to go on
//! when the server is back.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::lobby_subscribers::LobbySubscribers;
use crate::spectators::Watching;
use crate::timers::Timer;
use chuhe_protocol::{ChallengeEnd, ChallengeId, CloseReason, ServerMessage};

/// How far the server is from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It serves.
    Open,
    /// No new games begin; running ones go on.
    Stopping,
    /// No game is played any more; what has happened is still to be told.
    Ending,
    /// Every connection is closed.
    Stopped,
}

impl Phase {
    pub(super) fn is_open(self) -> bool {
        self == Self::Open
    }

    pub(super) fn is_stopped(self) -> bool {
        self == Self::Stopped
    }
}

impl Hub {
    pub(super) fn shut_down(&mut self, grace_ms: u64) {
        if self.phase.is_open() {
            tracing::info!(grace_ms, "no new games begin");
            self.phase = Phase::Stopping;
            self.tell_joined(ServerMessage::ShuttingDown);
            // what cannot be kept is left as it is; see `store_recovered`
            let open: Vec<ChallengeId> =
                if self.is_paused() { Vec::new() } else { self.lobby.all_open().collect() };
            for challenge in open {
                self.close_challenge(challenge, ChallengeEnd::ShuttingDown);
            }
        }
        if self.phase == Phase::Stopping {
            let end = self.now.plus_ms(grace_ms);
            if self.shutdown_at.is_none_or(|at| end < at) {
                self.shutdown_at = Some(end);
                self.effects.set_timer(Timer::Shutdown, Some(end));
            }
            if grace_ms == 0 {
                self.end_games();
            }
        }
    }

    /// Ends the games that still run, unless they are kept, or their end cannot
    /// be: the next run of the server takes them up.
    pub(super) fn end_games(&mut self) {
        self.effects.set_timer(Timer::Shutdown, None);
        self.phase = Phase::Ending;
        if self.keeps_games || self.is_paused() {
            return;
        }
        for game in self.rooms.games() {
            if let Some(room) = self.rooms.get_mut(game) {
                room.shut_down(self.now);
            }
            self.publish_room(game);
        }
    }

    /// Ends a stopping server whose last game is over.
    pub(super) fn stop_if_idle(&mut self) {
        if self.phase == Phase::Stopping && self.rooms.all().all(|room| room.is_over()) {
            self.end_games();
        }
    }

    /// Closes every connection once all has been told.
    pub(super) fn stop_if_told(&mut self) {
        if self.phase != Phase::Ending {
            return;
        }
        self.watching = Watching::default();
        self.lobby_subscribers = LobbySubscribers::default();
        let all: Vec<ConnectionId> = self.sessions.all().collect();
        for connection in all {
            self.sessions.remove(connection);
            self.effects.close(connection, CloseReason::ShuttingDown);
        }
        self.pending_queries.clear();
        self.phase = Phase::Stopped;
        // no timer matters any more: no connection is left
        self.effects.stop();
    }
}
