//! Trust in servers reached over TLS: when to use TLS, pinned certificates, and the prompt after a
//! certificate has changed.

use super::App;
use crate::core::actions::action::TrustAction;
use crate::core::connection::link::{OfflineReason, Status};
use crate::core::exchange::event::ConnectFailure;
use crate::core::exchange::settings::RecentServer;
use crate::core::exchange::trust::{Security, Trust, TrustPrompt};
use crate::core::notices::notice::Notice;
use chuhe_protocol::Fingerprint;
use chuhe_rules::clock::Timestamp;

impl App {
    /// How to connect to this server: over TLS if the user wants it or has used it there before.
    pub(super) fn security(&self, server: &RecentServer) -> Security {
        let trust = self.settings.trust(&server.host, server.port);
        let tls = self.join.tls || trust != Trust::FirstUse;
        if tls { Security::Tls(trust) } else { Security::Plain }
    }

    /// Whether the server in the form is reached over TLS regardless of the checkbox.
    #[must_use]
    pub fn is_tls_required(&self) -> bool {
        let (host, port) = self.join.address();
        port.is_some_and(|port| self.settings.trust(&host, port) != Trust::FirstUse)
    }

    /// The stored trust in the current server.
    pub(super) fn server_trust(&self) -> Trust {
        self.link.server().map_or(Trust::FirstUse, |server| self.settings.trust(&server.host, server.port))
    }

    /// Stores the trust established by a handshake.
    pub(super) fn secured(&mut self, shown: Fingerprint, trust: Trust) {
        let Some(RecentServer { host, port, .. }) = self.link.server().cloned() else { return };
        let first = self.link.secured(shown, trust);
        self.settings.set_trust(&host, port, trust);
        self.save();
        if first && trust == Trust::Pinned(shown) {
            self.out.notice(Notice::CertificatePinned(shown));
        }
    }

    /// Opens the trust dialog if the attempt failed because the certificate has changed.
    pub(super) fn prompt_for_trust(&mut self) {
        if let Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::CertificateChanged(mismatch)))) =
            self.link.status()
        {
            self.trust_prompt = Some(TrustPrompt { mismatch, compared: false });
        }
    }

    pub(super) fn act_trust(&mut self, action: TrustAction, now: Timestamp) {
        let Some(prompt) = &mut self.trust_prompt else { return };
        match action {
            TrustAction::Compared(compared) => prompt.compared = compared,
            TrustAction::Refuse => self.trust_prompt = None,
            TrustAction::Trust if prompt.compared => {
                let trust = Trust::on_first_use(prompt.mismatch.shown);
                self.trust_prompt = None;
                if let Some(RecentServer { host, port, .. }) = self.link.server().cloned() {
                    self.settings.set_trust(&host, port, trust);
                    self.settings.forget_seats(&host, port);
                    self.save();
                    self.link.trust(trust, now, &mut self.out);
                }
            }
            TrustAction::Trust => {}
        }
    }

    /// The open trust dialog.
    #[must_use]
    pub const fn trust_prompt(&self) -> Option<&TrustPrompt> {
        self.trust_prompt.as_ref()
    }
}
