//! Trust in servers reached over TLS: when to use TLS, pinned certificates, and the prompt after a
//! certificate has changed.

use crate::desk::Desk;
use crate::entrance::Entrance;
use crate::sessions::Sessions;
use chuhe_model::actions::action::TrustAction;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::connection::nodes::Target;
use chuhe_model::exchange::event::ConnectFailure;
use chuhe_model::exchange::servers::RecentServer;
use chuhe_model::exchange::trust::{Security, Trust, TrustPrompt};
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{Fingerprint, NodeAddress};
use chuhe_rules::clock::Timestamp;

impl Entrance {
    /// How to connect to this server: over TLS if the user wants it or has used it there before.
    pub(crate) fn security(&self, desk: &Desk, server: &RecentServer) -> Security {
        let trust = desk.settings.servers.trust(&server.host, server.port);
        let tls = self.join.tls || trust != Trust::FirstUse;
        if tls { Security::Tls(trust) } else { Security::Plain }
    }

    /// Whether the server in the form is reached over TLS regardless of the checkbox.
    #[must_use]
    pub fn is_tls_required(&self, desk: &Desk) -> bool {
        let (host, port) = self.join.address();
        port.is_some_and(|port| desk.settings.servers.trust(&host, port) != Trust::FirstUse)
    }

    /// The stored trust in the server at the current address.
    pub(crate) fn server_trust(&self, sessions: &Sessions, desk: &Desk) -> Trust {
        sessions
            .server
            .link
            .address()
            .map_or(Trust::FirstUse, |(host, port)| desk.settings.servers.trust(host, port))
    }

    /// The addresses of nodes, with how to connect to each.
    pub(crate) fn targets(&self, sessions: &Sessions, desk: &Desk, nodes: &[NodeAddress]) -> Vec<Target> {
        let target = |node: &NodeAddress| Target {
            host: node.host().to_owned(),
            port: node.port(),
            security: self.node_security(sessions, desk, node),
        };
        nodes.iter().map(target).collect()
    }

    /// How to connect to a node of the current server's cluster.
    ///
    /// Each address has its own trust. A node that was never visited is reached over TLS if the
    /// current one is, and an authority must vouch for it if one vouched for the current one.
    fn node_security(&self, sessions: &Sessions, desk: &Desk, node: &NodeAddress) -> Security {
        match (sessions.server.link.security(), desk.settings.servers.trust(node.host(), node.port())) {
            (Some(Security::Plain) | None, Trust::FirstUse) => Security::Plain,
            (Some(Security::Tls(Trust::Authority)), Trust::FirstUse) => Security::Tls(Trust::Authority),
            (_, trust) => Security::Tls(trust),
        }
    }

    /// The server says where the hall is.
    pub(crate) fn hall_is_at(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        address: Option<&NodeAddress>,
    ) {
        let target =
            address.and_then(|address| self.targets(sessions, desk, std::slice::from_ref(address)).pop());
        sessions.server.link.hall_is_at(target);
    }

    /// Stores the trust established by a handshake.
    pub(crate) fn secured(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        shown: Fingerprint,
        trust: Trust,
    ) {
        let Some((host, port)) = sessions.server.link.address().map(|(host, port)| (host.to_owned(), port))
        else {
            return;
        };
        let first = sessions.server.link.secured(shown, trust);
        desk.settings.servers.set_trust(&host, port, trust);
        desk.save();
        if first && trust == Trust::Pinned(shown) {
            desk.out.notice(Notice::CertificatePinned(shown));
        }
    }

    /// Opens the trust dialog if the attempt failed because the certificate has changed.
    pub(crate) fn prompt_for_trust(&mut self, sessions: &Sessions) {
        if let Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::CertificateChanged(mismatch)))) =
            sessions.server.link.status()
        {
            self.trust_prompt = Some(TrustPrompt { mismatch, compared: false });
        }
    }

    #[inline(never)]
    pub(crate) fn act_trust(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        action: TrustAction,
        now: Timestamp,
    ) {
        let Some(prompt) = &mut self.trust_prompt else { return };
        match action {
            TrustAction::Compared(compared) => prompt.compared = compared,
            TrustAction::Refuse => self.trust_prompt = None,
            TrustAction::Trust if prompt.compared => {
                let trust = Trust::on_first_use(prompt.mismatch.shown);
                self.trust_prompt = None;
                let address = sessions.server.link.address().map(|(host, port)| (host.to_owned(), port));
                if let Some(((host, port), server)) = address.zip(sessions.server.link.server().cloned()) {
                    desk.settings.servers.set_trust(&host, port, trust);
                    desk.settings.servers.forget_seats(&server.host, server.port);
                    desk.save();
                    sessions.server.link.trust(trust, now, &mut sessions.server.out);
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
