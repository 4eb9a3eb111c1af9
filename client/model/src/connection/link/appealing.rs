//! A connection that only appeals for a banned player, who cannot join.

use super::{Appeal, Link, OfflineReason, Phase, Purpose};
use crate::exchange::effect::ConnectionEffect;
use crate::notices::outbox::Outbox;
use chuhe_protocol::CloseReason;
use chuhe_rules::clock::Timestamp;

impl Link {
    /// Whether the server has turned the user away as banned.
    #[must_use]
    pub const fn is_banned(&self) -> bool {
        matches!(self.phase, Phase::Off)
            && matches!(self.stop, Some(OfflineReason::Closed(CloseReason::Banned { .. })))
    }

    /// Whether a banned user can appeal: the server knows them by the token of an earlier visit.
    #[must_use]
    pub const fn may_appeal(&self) -> bool {
        self.is_banned() && self.token.is_some()
    }

    /// Connects to appeal against a decision, without joining.
    pub fn appeal(&mut self, report: u64, words: String, now: Timestamp, out: &mut Outbox) {
        if let Some(ban) = self.stop.take_if(|_| self.phase == Phase::Off && self.token.is_some()) {
            self.purpose = Purpose::Appeal(Appeal { report, words, ban });
            self.outage.appeal = None;
            self.retry(now, out);
        }
    }

    /// Whether the connection is only for an appeal.
    #[must_use]
    pub const fn is_appealing(&self) -> bool {
        matches!(self.purpose, Purpose::Appeal(_))
    }

    /// Why the connection of the last appeal ended before the server answered, so that it has to be sent again.
    #[must_use]
    pub const fn appeal_failure(&self) -> Option<&OfflineReason> {
        self.outage.appeal.as_ref()
    }

    /// The connection of an appeal could not be opened, or broke: the user is banned as before, and may send it again.
    pub(super) fn appeal_lost(&mut self, why: OfflineReason, now: Timestamp, out: &mut Outbox) {
        if !why.is_passing() || !self.try_next_node(now, out) {
            self.outage.appeal = Some(why);
            self.banned_again();
        }
    }

    /// Ends the connection of an appeal that was answered.
    pub(super) fn appeal_answered(&mut self, out: &mut Outbox) {
        if self.is_appealing() {
            out.push(ConnectionEffect::Disconnect);
            self.banned_again();
        }
    }

    /// The user is banned as before the appeal.
    fn banned_again(&mut self) {
        if let Purpose::Appeal(Appeal { ban, .. }) = &self.purpose {
            self.stopped(ban.clone());
        }
    }
}
