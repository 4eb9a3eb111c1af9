//! Follows a hall to the node that serves it, and tries other nodes when one is lost.

use super::{Link, OfflineReason, Phase};
use crate::connection::nodes::{Target, Whereabouts};
use crate::exchange::effect::ConnectionEffect;
use crate::exchange::trust::Security;
use crate::notices::outbox::Outbox;
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;

/// The delay before another attempt while no node serves the hall.
///
/// A hall that is handed on is served again within a second, one whose node was lost within a few.
const MOVING_RETRY_MS: u64 = 300;
/// How long attempts follow each other without growing delays while the hall moves.
const MOVING_MS: u64 = 30_000;

impl Link {
    /// Whether the hall moves to another node, or its node is not found yet.
    ///
    /// After 30 seconds the connection counts as lost, and attempts follow after growing delays.
    #[must_use]
    pub fn is_moving(&self, now: Timestamp) -> bool {
        self.hall.moving_since.is_some_and(|since| now.since(since) < MOVING_MS)
    }

    /// How to connect to the current address.
    #[must_use]
    pub fn security(&self) -> Option<Security> {
        self.nodes.current().map(|target| target.security)
    }

    /// The address of the current connection or attempt.
    #[must_use]
    pub fn address(&self) -> Option<(&str, u16)> {
        self.nodes.current().map(|target| (target.host.as_str(), target.port))
    }

    /// Replaces the nodes to try by those that the server lists.
    pub fn list_nodes(&mut self, nodes: impl IntoIterator<Item = Target>) {
        self.nodes.list(nodes);
    }

    /// Records where the hall is; the refusal or the end of the connection follows.
    pub fn hall_is_at(&mut self, target: Option<Target>) {
        self.hall.whereabouts = Some(target.map_or(Whereabouts::Moving, Whereabouts::At));
    }

    /// Goes where the hall is. Returns false if nothing is known about that.
    pub(super) fn follow_hall(&mut self, now: Timestamp, out: &mut Outbox) -> bool {
        let Some(whereabouts) = self.hall.whereabouts.take() else { return false };
        self.hall.moving_since.get_or_insert(now);
        self.outage.is_paused = false;
        if self.once_joined {
            self.outage.since.get_or_insert(now);
        }
        match whereabouts {
            Whereabouts::At(target) => {
                if self.nodes.redirect(target) {
                    self.outage.attempts = self.outage.attempts.max(1);
                    self.connect(now, out);
                    return true;
                }
            }
            Whereabouts::Moving => self.nodes.advance(),
        }
        out.push(ConnectionEffect::Disconnect);
        if self.is_moving(now) {
            self.heartbeat.ping = None;
            self.outage.attempts = self.outage.attempts.max(1);
            self.phase = Phase::Waiting { retry_at: now.plus_ms(MOVING_RETRY_MS) };
        } else if self.once_joined {
            self.wait(now);
        } else {
            self.stopped(OfflineReason::Refused(Refusal::HallElsewhere));
        }
        true
    }

    /// Tries another node after an attempt that failed before the first entry. Returns false if none
    /// is left.
    pub(super) fn try_next_node(&mut self, now: Timestamp, out: &mut Outbox) -> bool {
        let is_left = self.nodes.try_next();
        if is_left {
            self.connect(now, out);
        }
        is_left
    }
}
