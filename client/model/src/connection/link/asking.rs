//! A connection that only asks for an invitation.

use super::{Link, Purpose};
use crate::exchange::effect::ConnectionEffect;
use crate::exchange::servers::RecentServer;
use crate::exchange::trust::Security;
use crate::notices::outbox::Outbox;
use chuhe_protocol::InvitationCode;
use chuhe_rules::clock::Timestamp;

impl Link {
    /// Connects to `server` to ask for an invitation, without joining.
    pub fn ask(
        &mut self,
        server: RecentServer,
        security: Security,
        code: InvitationCode,
        now: Timestamp,
        out: &mut Outbox,
    ) {
        self.open(server, None, security, now, out);
        self.purpose = Purpose::Ask(code);
    }

    /// Whether the connection is only for a question.
    #[must_use]
    pub const fn is_asking(&self) -> bool {
        matches!(self.purpose, Purpose::Ask(_))
    }

    /// Ends the connection of a question that was answered.
    pub(super) fn answered(&mut self, out: &mut Outbox) {
        out.push(ConnectionEffect::Disconnect);
        *self = Self { heartbeat: self.heartbeat.for_next_connection(), ..Self::default() };
    }
}
