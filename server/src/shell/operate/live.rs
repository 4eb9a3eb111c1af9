//! What can be changed while a server runs: the limits, the certificate and the web page.

use crate::shell::hall::hub_message::HubMessage;
use crate::shell::net::tls_identity::TlsIdentity;
use crate::shell::net::web::files::WebFiles;
use chuhe_hub::{Input, Limits};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// The changeable part of a server's configuration.
#[derive(Clone, Debug)]
pub(crate) struct LiveConfig {
    /// Certificate and key for TLS. `None` means plain TCP, for the whole run.
    pub(crate) identity: Option<TlsIdentity>,
    pub(crate) limits: Limits,
    /// The files of the web page; none if the server has no page.
    pub(crate) web_files: Arc<WebFiles>,
}

/// Changes the configuration of a running server.
#[derive(Clone, Debug)]
pub struct Reconfigure(watch::Sender<LiveConfig>);

impl Reconfigure {
    pub(crate) fn new(config: LiveConfig) -> Self {
        Self(watch::Sender::new(config))
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<LiveConfig> {
        self.0.subscribe()
    }

    /// Sets the limits. Those of a connection's send queue apply to new connections.
    pub fn set_limits(&self, limits: Limits) {
        self.0.send_if_modified(|config| {
            let is_change = config.limits != limits;
            config.limits = limits;
            is_change
        });
    }

    /// Sets the files of the web page. Those of the build before are served on to the pages that are open.
    pub fn set_web_files(&self, mut files: WebFiles) {
        self.0.send_modify(|config| {
            files.keep_earlier(&config.web_files, Instant::now());
            config.web_files = Arc::new(files);
        });
    }

    /// Sets the certificate of new connections. Does nothing if the server uses plain TCP.
    pub fn set_identity(&self, identity: TlsIdentity) {
        self.0.send_if_modified(|config| {
            let is_change = config.identity.is_some();
            if is_change {
                config.identity = Some(identity);
            }
            is_change
        });
    }
}

/// Passes changed limits to the hub, forever.
pub(crate) async fn pass_on_limits(mut live: watch::Receiver<LiveConfig>, to_hub: mpsc::Sender<HubMessage>) {
    let mut limits = live.borrow().limits.clone();
    while live.changed().await.is_ok() {
        let changed = live.borrow_and_update().limits.clone();
        if changed != limits {
            limits = changed.clone();
            // fails only if the hub has stopped
            let _ = to_hub.send(HubMessage::Input(Input::SetLimits(Box::new(changed)))).await;
        }
    }
    std::future::pending().await
}
