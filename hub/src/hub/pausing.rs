//! What happens while nothing can be kept: games stand still, and whoever asks
//! for what would have to be kept is told so. And how games go on afterwards,
//! after a restart too.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::session::Session;
use crate::timers::Timer;
use chuhe_protocol::{ChallengeEnd, ChallengeId, ClientMessage, GameId, ServerMessage, limits};
use chuhe_rules::Color;

impl Hub {
    /// Lets every game stand still.
    pub(super) fn store_stalled(&mut self) {
        if self.is_paused() || self.phase.is_stopped() {
            return;
        }
        tracing::warn!("games stand still");
        self.paused_at = Some(self.now);
        self.tell_joined(ServerMessage::Paused);
    }

    /// Lets games go on: nobody's time ran, and who went meanwhile is away from
    /// now on.
    pub(super) fn store_recovered(&mut self) {
        if self.phase.is_stopped() {
            return;
        }
        let Some(since) = self.paused_at.take() else { return };
        let down_ms = self.now.since(since);
        tracing::warn!(down_ms, "games go on");
        for game in self.rooms.games() {
            self.take_up(game, down_ms);
        }
        self.close_surplus_games();
        let open: Vec<ChallengeId> = self.lobby.all_open().collect();
        for challenge in open {
            if self.phase.is_open() {
                self.prolong(challenge, down_ms);
            } else {
                self.close_challenge(challenge, ChallengeEnd::ShuttingDown);
            }
        }
        self.hold_all();
        self.tell_joined(ServerMessage::Unpaused);
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// Whether this is done at its time even while games stand still. All else
    /// that was due by then is set anew when they go on.
    pub(super) const fn fires_while_paused(timer: Timer) -> bool {
        match timer {
            Timer::Room(_) | Timer::Challenge(_) | Timer::Hold(_) => false,
            Timer::Connection(_) | Timer::Spectators(_) | Timer::Presence | Timer::List | Timer::Shutdown => {
                true
            }
        }
    }

    /// Whether a request is met while games stand still.
    pub(super) const fn is_met_while_paused(session: Session, message: &ClientMessage) -> bool {
        // who has joined only shows that a token has come
        let shows = matches!((session, message), (Session::Active(_), ClientMessage::Resume { .. }));
        shows || matches!(message, ClientMessage::Ping { .. } | ClientMessage::Quit)
    }

    /// Tells everyone who has joined, without waiting if nothing can be kept.
    pub(super) fn tell_joined(&mut self, message: ServerMessage) {
        let joined: Vec<ConnectionId> = self.sessions.joined().collect();
        if self.is_paused() {
            for connection in joined {
                self.effects.send_notice(connection, message.clone());
            }
        } else {
            self.effects.broadcast(joined, message);
        }
    }

    /// Takes a game up after an interruption of `down_ms`.
    pub(super) fn take_up(&mut self, game: GameId, down_ms: u64) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        room.interrupt(down_ms, self.now);
        for color in Color::ALL {
            if self.players.connection(room.player(color)).is_none() {
                room.went_away(color, false, self.now);
            }
        }
        self.publish_room(game);
    }

    /// Lets a challenge stay open for as much longer as it could not be answered,
    /// and a little more.
    pub(super) fn prolong(&mut self, challenge: ChallengeId, down_ms: u64) {
        let Some(open) = self.lobby.get_mut(challenge) else { return };
        open.expires_at = open.expires_at.plus_ms(down_ms).plus_ms(limits::INTERRUPTION_CREDIT_MS);
        let (record, expires_at) = (open.write(), open.expires_at);
        self.effects.save([record]);
        self.effects.set_timer(Timer::Challenge(challenge), Some(expires_at));
    }
}
