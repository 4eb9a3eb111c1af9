//! Servers reached over TLS: when, by what they are known, and what if they have changed.

use super::App;
use crate::core::action::TrustAction;
use crate::core::event::ConnectFailure;
use crate::core::link::{Status, OfflineReason};
use crate::core::notice::Notice;
use crate::core::settings::RecentServer;
use crate::core::trust::{Doubt, Known, Security};
use chuhe_protocol::Fingerprint;
use chuhe_rules::clock::Timestamp;

impl App {
    /// How to connect to this server: over TLS if that is wished, and in any case if it was
    /// reached so before.
    pub(super) fn security(&self, server: &RecentServer) -> Security {
        let known = self.settings.known(&server.host, server.port);
        let tls = self.join.tls || known != Known::ByNothing;
        if tls { Security::Tls(known) } else { Security::Plain }
    }

    /// Whether the server in the fields is reached over TLS whatever is wished.
    #[must_use]
    pub fn is_tls_settled(&self) -> bool {
        let (host, port) = self.join.address();
        port.is_some_and(|port| self.settings.known(&host, port) != Known::ByNothing)
    }

    /// By what the server is known that is connected to.
    pub(super) fn known(&self) -> Known {
        self.link.server().map_or(Known::ByNothing, |server| self.settings.known(&server.host, server.port))
    }

    pub(super) fn secured(&mut self, shown: Fingerprint, known: Known) {
        let Some(RecentServer { host, port, .. }) = self.link.server().cloned() else { return };
        let first = self.link.secured(shown, known);
        self.settings.get_to_know(&host, port, known);
        self.save();
        if first && known == Known::ByCertificate(shown) {
            self.out.notice(Notice::MetFirst(shown));
        }
    }

    /// Asks the user, if the attempt failed because the server has changed.
    pub(super) fn doubt(&mut self) {
        if let Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::CertificateChanged(changed)))) =
            self.link.status()
        {
            self.doubt = Some(Doubt { changed, compared: false });
        }
    }

    pub(super) fn act_trust(&mut self, action: TrustAction, now: Timestamp) {
        let Some(doubt) = &mut self.doubt else { return };
        match action {
            TrustAction::Compared(compared) => doubt.compared = compared,
            TrustAction::Refuse => self.doubt = None,
            TrustAction::Trust if doubt.compared => {
                let known = Known::at_first(doubt.changed.shown);
                self.doubt = None;
                if let Some(RecentServer { host, port, .. }) = self.link.server().cloned() {
                    self.settings.get_to_know(&host, port, known);
                    self.settings.forget_seats(&host, port);
                    self.save();
                    self.link.trust(known, now, &mut self.out);
                }
            }
            TrustAction::Trust => {}
        }
    }

    /// What the user is asked about a server that is not the one it was.
    #[must_use]
    pub const fn doubted(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }
}
