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
            self.retry(now, out);
        }
    }

    /// Whether the connection is only for an appeal.
    #[must_use]
    pub const fn is_appealing(&self) -> bool {
        matches!(self.purpose, Purpose::Appeal(_))
    }

    /// Ends the connection of an appeal that was answered; the user is banned as before.
    pub(super) fn appeal_answered(&mut self, out: &mut Outbox) {
        if let Purpose::Appeal(Appeal { ban, .. }) = &self.purpose {
            let ban = ban.clone();
            out.push(ConnectionEffect::Disconnect);
            self.stopped(ban);
        }
    }
}
