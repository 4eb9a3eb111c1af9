//! A session that another window of the program has resumed.

use super::{Link, OfflineReason, Phase};
use crate::exchange::effect::ConnectionEffect;
use crate::notices::outbox::Outbox;
use chuhe_protocol::{CloseReason, SessionToken};

impl Link {
    /// Takes over the token with which another window has resumed the session.
    ///
    /// An attempt to reconnect that the user has not asked for ends: the session is the other's now.
    pub fn renew(&mut self, newest: SessionToken, out: &mut Outbox) {
        if self.token.is_none_or(|token| token == newest) {
            return;
        }
        (self.token, self.renewed) = (Some(newest), true);
        let is_reconnecting = match self.phase {
            Phase::Off | Phase::Joined => false,
            Phase::Connecting { .. } | Phase::Greeting { .. } | Phase::Waiting { .. } => self.once_joined,
        };
        if is_reconnecting && !self.wanted {
            out.push(ConnectionEffect::Disconnect);
            self.stopped(OfflineReason::Closed(CloseReason::Superseded));
        }
    }

    /// Whether another window has resumed the session since this one joined.
    #[must_use]
    pub const fn is_renewed(&self) -> bool {
        self.renewed
    }
}
