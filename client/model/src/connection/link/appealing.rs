//! A connection that only appeals for a banned player, who cannot join.

use super::{Appeal, Link, OfflineReason, Phase, Purpose};
use crate::connection::hall_choice::named_hall;
use crate::exchange::effect::ConnectionEffect;
use crate::notices::outbox::Outbox;
use chuhe_protocol::{CloseReason, DoorRequest};
use chuhe_rules::clock::Timestamp;

impl Link {
    /// Whether the server has turned the user away as banned.
    #[must_use]
    pub const fn is_banned(&self) -> bool {
        matches!(self.phase, Phase::Off)
            && matches!(self.stop, Some(OfflineReason::Closed(CloseReason::Banned { .. })))
    }

    /// Connects to appeal against a decision, without joining.
    pub fn appeal(&mut self, report: u64, words: String, now: Timestamp, out: &mut Outbox) {
        if let Some(ban) = self.stop.clone().filter(|_| self.is_banned()) {
            self.purpose = Purpose::Appeal(Appeal { report, words, ban });
            self.outage.appeal = None;
            self.retry(now, out);
        }
    }

    /// Sends the appeal, with the token of an earlier visit, or else with the name and the password that was refused.
    pub(super) fn send_appeal(&mut self, now: Timestamp, out: &mut Outbox) {
        let (Purpose::Appeal(Appeal { report, words, ban }), Some(server)) = (&self.purpose, &self.server)
        else {
            return;
        };
        let (report, words) = (*report, words.clone());
        let request = match self.token {
            Some(token) => DoorRequest::AppealBan { token, hall: self.hall.of_token(), report, words },
            None => match named_hall(&self.hall.listed, self.hall.name.as_ref()) {
                Ok(hall) => {
                    let (name, password) = (server.name.clone(), self.password.clone());
                    DoorRequest::AppealName { name, password, hall, report, words }
                }
                Err(_) => {
                    out.push(ConnectionEffect::Disconnect);
                    self.outage.appeal = Some(OfflineReason::ChooseHall);
                    return self.stopped(ban.clone());
                }
            },
        };
        self.phase = Phase::Greeting { resuming: true, since: now };
        out.send(request);
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
